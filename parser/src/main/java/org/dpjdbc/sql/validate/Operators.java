package org.dpjdbc.sql.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.dpjdbc.sql.grammar.Bitwise;
import org.dpjdbc.sql.grammar.IntegerPart;
import org.dpjdbc.sql.grammar.Quotient;
import org.dpjdbc.sql.refusal.Culprit;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * The operators and functions that exist for an analyst, by name: a fixed list. Those allowed on
 * the rows of a private table are a shorter list of their own.
 */
public final class Operators {
  private static final Set<String> SYNTAX =
      Set.of(
          "AS",
          "AND",
          "OR",
          "NOT",
          "=",
          "<>",
          "<",
          "<=",
          ">",
          ">=",
          "+",
          "-",
          "*",
          "/",
          "%",
          "||",
          "IN",
          "NOT IN",
          "BETWEEN",
          "BETWEEN ASYMMETRIC",
          "NOT BETWEEN",
          "NOT BETWEEN ASYMMETRIC",
          "BETWEEN SYMMETRIC",
          "NOT BETWEEN SYMMETRIC",
          "//",
          "DIV",
          "DIV_NUMERIC",
          "WHOLE PART",
          "DISTINCT VALUE",
          "LIKE",
          "NOT LIKE",
          "EXISTS",
          "SOME =",
          "CASE",
          "CAST",
          "ROW",
          "IS NULL",
          "IS NOT NULL",
          "IS TRUE",
          "IS NOT TRUE",
          "IS FALSE",
          "IS NOT FALSE",
          "IS UNKNOWN",
          "IS NOT UNKNOWN",
          "IS DISTINCT FROM",
          "IS NOT DISTINCT FROM",
          "DESC",
          "NULLS FIRST",
          "NULLS LAST",
          "UNION",
          "UNION ALL",
          "INTERSECT",
          "INTERSECT ALL",
          "EXCEPT",
          "EXCEPT ALL",
          "FILTER",
          "OVER",
          "WITHIN GROUP",
          "WITHIN DISTINCT",
          "IGNORE NULLS",
          "RESPECT NULLS",
          "ROLLUP",
          "CUBE",
          "GROUPING SETS",
          "VALUES",
          "SELECT",
          "EXPLICIT_TABLE",
          "INTERVAL",
          "DATETIME_PLUS",
          "MINUS_DATE",
          "$SCALAR_QUERY",
          "<ALL",
          "ARGUMENT_ASSIGNMENT",
          "DEFAULT",
          "ANY",
          "SOME",
          "ALL");

  private static final Set<String> FUNCTIONS =
      Set.of(
          "ABS",
          "ACOS",
          "ASCII",
          "ASIN",
          "ATAN",
          "ATAN2",
          "CBRT",
          "CEIL",
          "CEILING",
          "CHARACTER_LENGTH",
          "CHAR_LENGTH",
          "COALESCE",
          "CONCAT",
          "COS",
          "COT",
          "DATEDIFF",
          "DATEADD",
          "DAYOFMONTH",
          "DAYOFWEEK",
          "DAYOFYEAR",
          "DEGREES",
          "EXP",
          "EXTRACT",
          "FLOOR",
          "GREATEST",
          "HOUR",
          "IFNULL",
          "LEAST",
          "LEFT",
          "LN",
          "LOG10",
          "LOG2",
          "LOWER",
          "MINUTE",
          "MOD",
          "MONTH",
          "NULLIF",
          "NVL",
          "PI",
          "POSITION",
          "POWER",
          "QUARTER",
          "RADIANS",
          "REPLACE",
          "RIGHT",
          "ROUND",
          "SECOND",
          "SIGN",
          "SIN",
          "SQRT",
          "SUBSTRING",
          "TAN",
          "TIMESTAMPADD",
          "TIMESTAMPDIFF",
          "TRIM",
          "TRUNCATE",
          "UPPER",
          "WEEK",
          "WIDTH_BUCKET",
          "YEAR",
          "CURRENT_DATE",
          "CURRENT_TIME",
          "CURRENT_TIMESTAMP",
          "LOCALTIME",
          "LOCALTIMESTAMP",
          "CURRENT_USER",
          "SESSION_USER",
          "USER");

  private static final Set<String> AGGREGATES =
      Set.of(
          "COUNT",
          "SUM",
          "SUM0",
          "$SUM0",
          "AVG",
          "MIN",
          "MAX",
          "VAR_POP",
          "VAR_SAMP",
          "VARIANCE",
          "STDDEV_POP",
          "STDDEV_SAMP",
          "STDDEV",
          "COVAR_POP",
          "COVAR_SAMP",
          "CORR",
          "REGR_COUNT",
          "REGR_SXX",
          "REGR_SYY",
          "REGR_SXY",
          "REGR_SLOPE",
          "REGR_INTERCEPT",
          "REGR_R2",
          "REGR_AVGX",
          "REGR_AVGY",
          "BOOL_AND",
          "BOOL_OR",
          "MODE",
          "PERCENTILE_CONT",
          "PERCENTILE_DISC",
          "EVERY",
          "SOME",
          "SINGLE_VALUE",
          "GROUPING",
          "GROUP_ID",
          "GROUPING_ID",
          "ROW_NUMBER",
          "RANK",
          "DENSE_RANK",
          "PERCENT_RANK",
          "CUME_DIST",
          "NTILE",
          "LAG",
          "LEAD",
          "FIRST_VALUE",
          "LAST_VALUE",
          "NTH_VALUE");

  private static final SqlOperatorTable LIBRARY =
      SqlOperatorTables.of(
          SqlLibraryOperators.LEAST,
          SqlLibraryOperators.GREATEST,
          SqlLibraryOperators.NVL,
          SqlLibraryOperators.IFNULL,
          SqlLibraryOperators.LEFT,
          SqlLibraryOperators.RIGHT,
          SqlLibraryOperators.CONCAT_FUNCTION,
          SqlLibraryOperators.LOG2,
          SqlLibraryOperators.DATEDIFF,
          SqlLibraryOperators.DATEADD,
          SqlLibraryOperators.BOOL_AND,
          SqlLibraryOperators.BOOL_OR);

  private static final SqlOperatorTable TABLE =
      new Offered(
          SqlOperatorTables.chain(
              SqlStdOperatorTable.instance(),
              LIBRARY,
              SqlOperatorTables.of(
                  WidthBucket.FUNCTION,
                  Quotient.SLASHES,
                  Quotient.DIV,
                  Quotient.NUMERIC,
                  Bitwise.AND,
                  Bitwise.OR,
                  Bitwise.XOR,
                  Bitwise.LEFT,
                  Bitwise.RIGHT,
                  Bitwise.UNSIGNED_OR,
                  Bitwise.UNSIGNED_LEFT,
                  Bitwise.UNSIGNED_RIGHT,
                  IntegerPart.FUNCTION,
                  DistinctPairs.VALUE),
              SqlOperatorTables.of(
                  PairAggregates.operators().stream()
                      .filter(function -> function.getKind() == SqlKind.OTHER_FUNCTION)
                      .toList())));

  private Operators() {}

  private static boolean offered(SqlOperator operator) {
    String name = operator.getName().toUpperCase(Locale.ROOT);
    return operator instanceof Bitwise // Calcite's of the same names bind otherwise
        || SYNTAX.contains(name)
        || FUNCTIONS.contains(name)
        || AGGREGATES.contains(name);
  }

  /** Whether a call is one of an aggregate or window function. */
  static boolean isAggregate(SqlCall call) {
    return call.getOperator() instanceof SqlFunction function
        && AGGREGATES.contains(function.getName().toUpperCase(Locale.ROOT));
  }

  /**
   * Refuses functions that are not on the list: {@code {fn …}} reaches them past the validator.
   *
   * @throws RefusedException if there is one
   */
  static void check(RelNode query) {
    RexShuttle functions =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            if (call.getOperator() instanceof SqlFunction function && !offered(function)) {
              throw ParseMessages.unknownFunction(function.getName())
                  .about(new Culprit.Call(function.getName()));
            }
            return super.visitCall(call);
          }
        };
    query.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(functions);
          }
        });
  }

  /** The operators, for the validator. */
  static SqlOperatorTable table() {
    return TABLE;
  }

  /** The operators in the order of the table, for the golden list. */
  public static List<SqlOperator> all() {
    return TABLE.getOperatorList();
  }

  /** Calcite's operators in the database's types, less those that are not on the list. */
  private record Offered(SqlOperatorTable all) implements SqlOperatorTable {
    @Override
    public void lookupOperatorOverloads(
        SqlIdentifier name,
        @Nullable SqlFunctionCategory category,
        SqlSyntax syntax,
        List<SqlOperator> operators,
        SqlNameMatcher matcher) {
      List<SqlOperator> found = new ArrayList<>();
      // Functions have no case, whatever letters the database folds names to.
      all.lookupOperatorOverloads(
          name, category, syntax, found, SqlNameMatchers.withCaseSensitive(false));
      found.stream().filter(Operators::offered).map(BackendOperators::of).forEach(operators::add);
    }

    @Override
    public List<SqlOperator> getOperatorList() {
      return all.getOperatorList().stream()
          .filter(Operators::offered)
          .map(BackendOperators::of)
          .toList();
    }
  }
}
