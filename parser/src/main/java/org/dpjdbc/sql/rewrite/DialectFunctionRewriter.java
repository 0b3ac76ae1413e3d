package org.dpjdbc.sql.rewrite;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.dpjdbc.sql.grammar.AtTimeZone;
import org.dpjdbc.sql.grammar.Bitwise;
import org.dpjdbc.sql.grammar.Quotient;
import org.dpjdbc.sql.grammar.StringInterval;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/** Rewrites a database's own functions and operators to those that the planner knows. */
public final class DialectFunctionRewriter extends SqlShuttle {
  /** By how many nodes a query may grow: an argument that is repeated may hold another. */
  static final int MAX_GROWTH = 20_000;

  /**
   * The length of a CHAR that marks a cast to the string form of a value. It occurs only with exact
   * product semantics, until their forms replace it; a query may not contain it.
   */
  public static final int SHOWN = 9_973;

  /** As deep as the parser lets a query be. */
  static final int MAX_DEPTH = 250;

  /** What the name of a function in JDBC's braces begins with. */
  private static final String ESCAPE = "{FN ";

  /**
   * What Calcite keeps in braces with the operands that it had at first, and these tell the time.
   */
  private static final Map<String, SqlOperator> OF_ESCAPES =
      Map.of(
          "{FN TIMESTAMPDIFF}", SqlStdOperatorTable.TIMESTAMP_DIFF,
          "{FN TIMESTAMPADD}", SqlStdOperatorTable.TIMESTAMP_ADD);

  private static final String ZONED = "AT TIME ZONE";

  private static final Set<String> QUANTILES =
      Set.of(
          "MEDIAN",
          "QUANTILE",
          "QUANTILE_CONT",
          "QUANTILE_DISC",
          "APPROX_QUANTILE",
          "APPROX_QUANTILES",
          "APPROX_PERCENTILE",
          "APPROX_PERCENTILE_CONT",
          "APPROX_PERCENTILE_DISC",
          "PERCENTILE_APPROX");

  /** What is read as other operators on every database, by validation and by Calcite. */
  private static final Map<String, Set<String>> READ_LATER =
      Map.of(
          "CASE",
          Set.of("LEAST", "GREATEST", "COALESCE", "NULLIF"),
          "FLOOR",
          Set.of("DATE_TRUNC"),
          "EXTRACT",
          Set.of(
              "YEAR",
              "QUARTER",
              "MONTH",
              "WEEK",
              "DAYOFYEAR",
              "DAYOFMONTH",
              "DAYOFWEEK",
              "HOUR",
              "MINUTE",
              "SECOND"),
          "PERCENTILE_CONT",
          QUANTILES,
          "PERCENTILE_DISC",
          QUANTILES);

  private final DialectSyntax syntax;
  private final boolean exact;
  private boolean changed;

  private DialectFunctionRewriter(DialectSyntax syntax, boolean exact) {
    this.syntax = syntax;
    this.exact = exact;
  }

  /** The names that a call of an operator may have been read from, whatever the database. */
  public static Set<String> namesOf(String operator) {
    return READ_LATER.getOrDefault(operator, Set.of());
  }

  /**
   * The query in known words; the given tree is left as it is.
   *
   * @param syntax of the database whose words they are
   * @param exact whether they mean what they mean to the product also where the driver reads those
   *     of all databases alike
   * @throws RefusedException for a word in a form that is not offered, and for a query that grows
   *     too large
   */
  public static SqlNode standard(SqlNode query, DialectSyntax syntax, boolean exact) {
    DialectFunctionRewriter rewrites = new DialectFunctionRewriter(syntax, exact);
    SqlNode result = Objects.requireNonNull(query.accept(rewrites), "a query");
    if (!rewrites.changed) {
      return query;
    }
    check(result, size(query, Integer.MAX_VALUE - MAX_GROWTH - 1) + MAX_GROWTH);
    return copy(result);
  }

  /** Whether a node is short enough to be repeated, and holds no subquery. */
  public static boolean mayBeRepeated(SqlNode node) {
    return SqlNodes.mayBeRepeated(node);
  }

  /** A node like the given one that shares no part with it that validation changes. */
  public static SqlNode copy(SqlNode node) {
    return Objects.requireNonNull(node.accept(new Copy()), "a node");
  }

  /** PostgreSQL's timestamps have microseconds, to which it rounds literals. */
  @Override
  public @Nullable SqlNode visit(SqlLiteral literal) {
    Optional<SqlNode> read =
        TimeZones.literal(literal, syntax.hasOperator(ZONED))
            .or(() -> exact ? TimestampLiterals.rounded(literal) : Optional.<SqlNode>empty());
    changed |= read.isPresent();
    return read.orElse(literal);
  }

  @Override
  public @Nullable SqlNode visit(SqlDataTypeSpec type) {
    if (exact
        && type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
        && basic.getPrecision() == SHOWN) {
      throw ParseMessages.formNotSupported(
              "CHAR(" + SHOWN + ")", Optional.of("CHAR(" + (SHOWN + 1) + ")"))
          .at(Position.of(type.getParserPosition()));
    }
    return type;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode visited = super.visit(call);
    Optional<SqlNode> known =
        visited instanceof SqlCall inner ? rewritten(inner) : Optional.<SqlNode>empty();
    changed |= known.isPresent();
    return known.orElse(visited);
  }

  private Optional<SqlNode> rewritten(SqlCall call) {
    if (call.getOperator().equals(SqlLibraryOperators.INFIX_CAST)) {
      return Optional.of(only("::", ShortCasts.infix(call), call));
    } else if (call.getOperator().equals(AtTimeZone.OPERATOR)) {
      TimeZones.check(call.operand(1), call.getParserPosition());
      return Optional.of(only(ZONED, Optional.of(call.operand(0)), call));
    } else if (TimeZones.isTruncated(call)) {
      return Optional.of(only("DATE_TRUNC", TimeZones.truncated(call), call));
    } else if (call.getOperator() instanceof Quotient quotient) {
      return Optional.of(only(quotient.getName(), IntegerQuotients.standard(call, syntax), call));
    } else if (call.getOperator() instanceof Bitwise bits) {
      return Optional.of(only(bits.getName(), Optional.empty(), call));
    } else if (StringInterval.is(call)) {
      return Optional.of(only("INTERVAL", IntervalLiterals.known(call), call));
    } else if (call.getOperator().equals(SqlLibraryOperators.ILIKE)
        || call.getOperator().equals(SqlLibraryOperators.NOT_ILIKE)) {
      return syntax.operator(call.getOperator().getName(), call);
    } else if (AgeComparisons.is(call)) {
      return syntax.operator("AGE", call);
    } else if (call.getKind() == SqlKind.INTERVAL) {
      return IntervalLiterals.ofNumber(call);
    } else if ((call.getKind() == SqlKind.FLOOR || call.getKind() == SqlKind.CEIL)
        && call.operandCount() == 2
        && DateUnits.ofPart(call.operand(1)).filter(TimeUnit.DECADE::equals).isPresent()
        && !syntax.has(SqlFeature.DECADES)) {
      throw ParseMessages.truncUnit(/* decades= */ false).at(Position.of(call.getParserPosition()));
    } else if (call.getKind() == SqlKind.EXTRACT) {
      if (DateRewrites.isOfYears(call) && !syntax.has(SqlFeature.DECADES)) {
        throw notOffered("EXTRACT", DateRewrites.ofYears(call), call);
      }
      return syntax.operator("EXTRACT", call);
    } else if (call.getOperator() instanceof SqlQuantifyOperator) {
      Optional<SqlNode> listed = syntax.operator("ANY", call);
      if (exact && listed.isEmpty() && ArrayComparisons.isOfValue(call)) {
        throw ParseMessages.formNotSupported(
                call.getOperator().getName(), Optional.of("x IN (1, 2)"))
            .at(Position.of(call.getParserPosition()));
      }
      return listed;
    } else if (call.getKind() == SqlKind.OVER) {
      return syntax.operator("RATIO_TO_REPORT", call);
    } else if (call.getOperator() instanceof SqlFunction function
        && call.getFunctionQuantifier() == null) {
      String name = function.getName().toUpperCase(Locale.ROOT);
      SqlOperator unescaped = OF_ESCAPES.get(name);
      if (unescaped != null) {
        SqlCall plain = unescaped.createCall(call.getParserPosition(), call.getOperandList());
        return Optional.of(rewritten(plain).orElse(plain));
      }
      if (exact && name.equals("RIGHT") && !isLength(call)) {
        throw ExpressionMessages.needsLiteral(name, "the length", "of 0 or more")
            .at(Position.of(call.getParserPosition()));
      }
      if (exact && StringRewrites.areOutput(name)) {
        SqlCall output = StringRewrites.output(call);
        return syntax.function(name, output);
      }
      Optional<SqlNode> clamp = ConditionalRewrites.clamp(call);
      if (exact && clamp.isEmpty() && Extremes.are(name)) {
        return syntax.operator("GREATEST", call);
      }
      Optional<SqlNode> known = clamp.isPresent() ? clamp : syntax.function(name, call);
      return known.isPresent() ? known : ofSome(name, call);
    }
    return Optional.empty();
  }

  /** Of a negative one, databases make different things. */
  private static boolean isLength(SqlCall call) {
    return call.operandCount() == 2
        && call.operand(1) instanceof SqlNumericLiteral length
        && length.signum() >= 0;
  }

  /** A function that only some databases have; {@code {fn NAME(x)}} is the same one. */
  private Optional<SqlNode> ofSome(String function, SqlCall call) {
    String name =
        function.startsWith(ESCAPE)
            ? function.substring(ESCAPE.length(), function.length() - 1)
            : function;
    if (!syntax.hasFunction(name)) {
      throw notOffered(name, name.equals("LOG2") ? Logarithms.ofTwo(call) : Optional.empty(), call);
    }
    return DialectSyntax.ofSome(name).map(known -> call);
  }

  /**
   * What the grammar reads on all databases, and not all have.
   *
   * @param standard what it is read as where it is offered
   */
  private SqlNode only(String name, Optional<SqlNode> standard, SqlCall call) {
    return syntax.operator(name, call).orElseThrow(() -> notOffered(name, standard, call));
  }

  private static RefusedException notOffered(
      String name, Optional<SqlNode> standard, SqlCall call) {
    return ParseMessages.formNotSupported(name, standard.flatMap(SqlUnparser::text))
        .at(Position.of(call.getParserPosition()));
  }

  private record Place(SqlNode node, int depth) {}

  private static void check(SqlNode root, int limit) {
    if (size(root, limit) > limit) {
      throw ParseMessages.growsTooLarge().at(Position.of(root.getParserPosition()));
    }
  }

  /** How many nodes there are, or more than the limit; {@code limit + 1} where it is too deep. */
  private static int size(SqlNode root, int limit) {
    Deque<Place> open = new ArrayDeque<>();
    open.push(new Place(root, 1));
    int count = 0;
    while (!open.isEmpty() && count <= limit) {
      Place place = open.pop();
      if (place.depth > MAX_DEPTH) {
        return limit + 1;
      }
      count++;
      List<? extends @Nullable SqlNode> children =
          place.node instanceof SqlCall call
              ? call.getOperandList()
              : place.node instanceof SqlNodeList list ? list.getList() : List.of();
      for (SqlNode child : children) {
        if (child != null) {
          open.push(new Place(child, place.depth + 1));
        }
      }
    }
    return count;
  }

  /** Validation changes names and calls in place, so none may stand in two places. */
  private static final class Copy extends SqlShuttle {
    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      CallCopyingArgHandler copies = new CallCopyingArgHandler(call, /* alwaysCopy= */ true);
      call.getOperator().acceptCall(this, call, false, copies);
      return copies.result();
    }

    @Override
    public SqlNode visit(SqlIdentifier identifier) {
      return identifier.clone(identifier.getParserPosition());
    }
  }
}
