package org.dpjdbc.sql.dialect.unverified;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAlienSystemTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSetOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.common.BackendPrinter;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.FormAggregate;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Prints SQL for a database that the build does not run: SQL that every database reads alike, and
 * operators for which the dialect has a form. Anything else is refused.
 */
abstract class UnverifiedPrinter extends BackendPrinter {
  /** What no database reads otherwise. */
  private static final Set<String> COMMON =
      Set.of(
          "AND",
          "OR",
          "NOT",
          "=",
          "<>",
          "<",
          "<=",
          ">",
          ">=",
          "IS NULL",
          "IS NOT NULL",
          "CASE",
          "CAST",
          "+",
          "-",
          "*",
          "/",
          "COALESCE",
          "NULLIF",
          "DESC",
          "EXISTS",
          "AS",
          "UNION ALL",
          "UNION",
          "INTERSECT",
          "EXCEPT",
          "ROW_NUMBER",
          "RANK",
          "DENSE_RANK",
          "COUNT",
          "MIN",
          "MAX",
          "READ",
          "HASH_STEP",
          "JOIN",
          "SELECT",
          "ORDER BY",
          "COLLATE",
          "OVER",
          "EXACT");

  private static final int SET_PRECEDENCE = 14;

  private final String product;
  private final Map<String, String> forms;

  /**
   * Creates a printer.
   *
   * @param forms by the operator's name, and the unit of time after it; operands in the place of
   *     {@code {0}}, {@code {1}} and so on
   */
  UnverifiedPrinter(
      String product,
      String quote,
      NullCollation nulls,
      BackendTypes types,
      Map<String, String> forms) {
    super(DatabaseProduct.UNKNOWN, quote, nulls, types);
    this.product = product;
    this.forms = forms;
  }

  /** The database's name of a type. */
  abstract String type(RelDataType type);

  @Override
  public @Nullable SqlNode getCastSpec(RelDataType type) {
    return new SqlDataTypeSpec(new TypeName(type(type)), SqlParserPos.ZERO);
  }

  /** A type's name with its letters as they are. */
  private static final class TypeName extends SqlAlienSystemTypeNameSpec {
    private final String name;

    TypeName(String name) {
      super(name, SqlTypeName.ANY, SqlParserPos.ZERO);
      this.name = name;
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
      writer.print(name);
      writer.setNeedWhitespace(true);
    }
  }

  /** Whether a type is the one of that name. */
  static boolean isType(SqlNode type, String name) {
    return type instanceof SqlDataTypeSpec spec
        && spec.getTypeNameSpec() instanceof TypeName known
        && known.name.equals(name);
  }

  final RefusedException refused(String what) {
    return ExpressionMessages.notOfferedOn(what, product);
  }

  /** Digits of a decimal in parentheses. */
  static String digits(RelDataType type) {
    return "(" + type.getPrecision() + ", " + Math.max(0, type.getScale()) + ")";
  }

  @Override
  public boolean supportsAggregateFunctionFilter() {
    return false;
  }

  /** Calcite then keeps what reads a window's column in a sub-select of its own. */
  @Override
  public boolean supportsWindowFunctions() {
    return false;
  }

  @Override
  public boolean supportsJoinType(JoinRelType joinType) {
    return joinType != JoinRelType.FULL;
  }

  /**
   * A name in quotes.
   *
   * @param name of ours, or of the owner's catalog
   */
  @Override
  public StringBuilder quoteIdentifier(StringBuilder buf, String name) {
    return super.quoteIdentifier(buf, identifier(name));
  }

  /** The name as the database takes it. */
  String identifier(String name) {
    return name;
  }

  /** A name without what ends or escapes in quotes where backslashes do. */
  final String withoutEscapes(String name) {
    if (name.indexOf('\\') >= 0 || name.indexOf('`') >= 0) {
      throw refused("a name with a backslash or a backtick");
    }
    return name;
  }

  /** Where a row without a table is selected from. */
  String singleRow() {
    return "";
  }

  /** Where NULLs stand, by a number that is sorted by first: no default of a session has a say. */
  @Override
  public @Nullable SqlNode emulateNullDirection(SqlNode node, boolean nullsFirst, boolean desc) {
    return UnverifiedClauses.isNull(node, nullsFirst ? 0 : 1);
  }

  @Override
  public void unparseOffsetFetch(
      SqlWriter writer, @Nullable SqlNode offset, @Nullable SqlNode fetch) {
    if (offset != null && fetch == null) {
      throw refused("OFFSET without LIMIT of a public table");
    }
    unparseFetchUsingLimit(writer, offset, fetch);
  }

  @Override
  public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    switch (call.getKind()) {
      case SELECT -> {
        UnverifiedClauses.nameQuery((SqlSelect) call);
        super.unparseCall(writer, call, leftPrec, rightPrec);
      }
      case AS -> {
        if (call.operandCount() > 2) {
          row(writer, call);
        } else {
          as(writer, call, leftPrec, rightPrec);
        }
      }
      case UNION, INTERSECT, EXCEPT -> set(writer, call, leftPrec, rightPrec);
      case NULLS_FIRST -> UnverifiedClauses.nulls(writer, call.operand(0), 0);
      case NULLS_LAST -> UnverifiedClauses.nulls(writer, call.operand(0), 1);
      case OVER ->
          super.unparseCall(
              writer, UnverifiedClauses.over(call, this::refused), leftPrec, rightPrec);
      case BETWEEN -> UnverifiedClauses.between(writer, call);
      case CAST -> cast(writer, call.operand(0), call.operand(1));
      case JOIN, ORDER_BY, MINUS_PREFIX -> super.unparseCall(writer, call, leftPrec, rightPrec);
      default -> named(writer, call, leftPrec, rightPrec);
    }
  }

  private void named(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    String name = call.getOperator().getName();
    switch (name) {
      case "EXTRACT", "DATE_TRUNC", "DATEDIFF" ->
          printed(
              writer,
              name + " " + unit(call),
              call.getOperandList().subList(1, call.operandCount()));
      case "LIKE", "NOT LIKE" -> {
        writer.print(name.startsWith("NOT") ? "NOT (" : "(");
        printed(writer, call.operandCount() > 2 ? "LIKE ESCAPE" : "LIKE", call.getOperandList());
        writer.print(")");
      }
      default -> {
        boolean distinct = call.getFunctionQuantifier() != null;
        String known = distinct ? name + " DISTINCT" : name;
        if (forms.containsKey(known)) {
          printed(writer, known, call.getOperandList());
        } else if (call.getOperator() instanceof FormAggregate && distinct) {
          throw refused("SUM(DISTINCT)");
        } else if (COMMON.contains(name) || call.getOperator() instanceof FormAggregate) {
          super.unparseCall(writer, call, leftPrec, rightPrec);
        } else {
          throw refused(name);
        }
      }
    }
  }

  /** By its form, if that has a place for each operand. */
  private void printed(SqlWriter writer, String name, List<SqlNode> operands) {
    String form = forms.get(name);
    if (form == null
        || !form.contains("{" + (operands.size() - 1) + "}")
        || form.contains("{" + operands.size() + "}")) {
      throw refused(name);
    }
    numbered(writer, form, operands);
  }

  /** The cast itself. */
  void cast(SqlWriter writer, SqlNode operand, SqlNode type) {
    SqlWriter.Frame frame = writer.startFunCall("CAST");
    operand.unparse(writer, 0, 0);
    writer.sep("AS");
    type.unparse(writer, 0, 0);
    writer.endFunCall(frame);
  }

  void as(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    super.unparseCall(writer, call, leftPrec, rightPrec);
  }

  /** The word for a set operation. */
  String setOperation(String standard) {
    return standard;
  }

  private void set(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    boolean all = ((SqlSetOperator) call.getOperator()).isAll();
    if (all && call.getKind() != SqlKind.UNION) {
      throw refused(call.getOperator().getName());
    }
    String word = setOperation(call.getOperator().getName());
    SqlSyntax.BINARY.unparse(
        writer,
        new SqlSetOperator(word, call.getKind(), SET_PRECEDENCE, all),
        call,
        leftPrec,
        rightPrec);
  }

  /** The one row that Calcite selects nothing from: its columns cannot be named outside. */
  private void row(SqlWriter writer, SqlCall call) {
    SqlCall values = call.operand(0);
    if (values.getKind() != SqlKind.VALUES || values.operandCount() > 1) {
      throw refused("VALUES of several rows");
    }
    SqlCall row = values.operand(0);
    writer.print("(SELECT ");
    for (int i = 0; i < row.operandCount(); i++) {
      writer.print(i == 0 ? "" : ", ");
      row.operand(i).unparse(writer, 0, 0);
      writer.print(" AS ");
      call.operand(i + 2).unparse(writer, 0, 0);
    }
    writer.print(singleRow() + ") ");
    call.operand(1).unparse(writer, 0, 0);
  }
}
