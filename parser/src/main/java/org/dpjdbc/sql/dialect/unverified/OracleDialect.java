package org.dpjdbc.sql.dialect.unverified;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.CatalogQuestion;
import org.dpjdbc.sql.dialect.common.FormOperator;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.jspecify.annotations.Nullable;

/**
 * Oracle, from 12.2. The empty text is NULL, DATE has a time of day, all exact numbers are NUMBERs,
 * which round where they have too many digits, and truth values are numbers.
 */
public final class OracleDialect extends UnverifiedDialect {
  private static final String NAME = "Oracle";

  private static final int SECOND_DIGITS = 9;

  private static final int INTEGER_DIGITS = 9;

  private static final int BIGINT_DIGITS = 18;

  private static final int QUOTIENT_DECIMALS = 6;

  /** Characters of four bytes each that always fit into a VARCHAR2, changed to others or not. */
  private static final int MAX_CHARACTERS = 1000;

  private static final String FINITE_DOUBLE =
      "CASE WHEN ABS({0}) <= 1.7976931348623157E308D THEN TO_BINARY_DOUBLE({0}) + 0D"
          + " ELSE NULL END";

  /** Nothing but blanks is one blank, and not NULL. */
  private static final String UNPADDED =
      "CASE WHEN {0} IS NOT NULL THEN NVL(RTRIM({0}), ' ') ELSE NULL END";

  public OracleDialect() {
    super(NAME, ParserSettings.standard(), () -> new Printer(), OracleDialect::types);
  }

  private static BackendTypes types() {
    return new UnverifiedTypes(
        SECOND_DIGITS, UnverifiedTypes.Division.DECIMAL, QUOTIENT_DECIMALS, true);
  }

  @Override
  public boolean isOf(String product, String version) {
    return product.equals(NAME)
        && version.matches("(?s).*Release (12\\.2|1[89]\\.|2\\d\\.|[3-9]\\d\\.).*");
  }

  @Override
  Optional<Readable> readable(LiveSchema.Column column) {
    return Optional.ofNullable(
        switch (word(column)) {
          case "NUMBER" -> isPlainDecimal(column) ? number(column) : null;
          case "BINARY_DOUBLE", "BINARY_FLOAT" ->
              Readable.orNull(FINITE_DOUBLE, SqlTypeName.DOUBLE);
          case "VARCHAR2", "NVARCHAR2" -> Readable.text("", column.precision());
          case "CHAR", "NCHAR" -> Readable.text(UNPADDED, column.precision());
          case "DATE" -> Readable.moment("CAST({0} AS TIMESTAMP(0))", SqlTypeName.TIMESTAMP, 0);
          case "TIMESTAMP" ->
              column.typeName().contains("ZONE")
                  ? null
                  : Readable.moment("", SqlTypeName.TIMESTAMP, SECOND_DIGITS);
          default -> null;
        });
  }

  private static Readable number(LiveSchema.Column column) {
    if (column.scale() > 0 || column.precision() > BIGINT_DIGITS) {
      return Readable.decimal("", column.precision(), column.scale());
    }
    return Readable.asIs(
        column.precision() <= INTEGER_DIGITS ? SqlTypeName.INTEGER : SqlTypeName.BIGINT);
  }

  @Override
  boolean hasTruthValues() {
    return false;
  }

  /** A quotient has some forty digits: as many decimals as its type says. */
  @Override
  RexNode exact(RexBuilder rex, RexCall call) {
    return call.getKind() == SqlKind.DIVIDE && call.getType().getScale() > 0
        ? formed(rex, call, "ROUND(({0}) / ({1}), " + call.getType().getScale() + ")")
        : call;
  }

  /** A text that would be too long for its type is an error of the row that has it. */
  @Override
  RexNode changed(RexCall call) {
    int length = call.getType().getPrecision();
    if (length <= 0 || length > MAX_CHARACTERS) {
      throw ExpressionMessages.notOfferedOn(
          call.getOperator().getName() + " of a text that may have more than 1,000 characters",
          NAME);
    }
    return call;
  }

  @Override
  public RexNode hash(RexBuilder rex, List<RexNode> values) {
    FormOperator step = FormOperator.hash("MOD(ORA_HASH({0}) + ({1}) * 31, 4294967291)");
    return chained(
        rex,
        rex.makeExactLiteral(BigDecimal.valueOf(HASH_SEED)),
        values,
        (value, hash) -> rex.makeCall(step, value, hash));
  }

  /** Nothing is approximated, rewritten to something stale, or compared by a language. */
  @Override
  public List<String> pinning() {
    return List.of(
        "ALTER SESSION SET NLS_COMP = BINARY",
        "ALTER SESSION SET NLS_SORT = BINARY",
        "ALTER SESSION SET NLS_CALENDAR = GREGORIAN",
        "ALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,'",
        "ALTER SESSION SET TIME_ZONE = '+00:00'",
        "ALTER SESSION SET QUERY_REWRITE_ENABLED = FALSE",
        "ALTER SESSION SET APPROX_FOR_COUNT_DISTINCT = FALSE",
        "ALTER SESSION SET APPROX_FOR_AGGREGATION = FALSE");
  }

  /** Texts of a collation of their own, and keys that hold for some rows or for none. */
  @Override
  public Optional<String> catalogQuery(CatalogQuestion question) {
    return switch (question) {
      case MERGING_COLLATIONS ->
          Optional.of(
              """
              SELECT table_name, column_name, collation
              FROM all_tab_columns
              WHERE collation NOT IN ('BINARY', 'USING_NLS_COMP') AND owner = ?
              """);
      case DOUBTFUL_TABLES ->
          Optional.of(
              """
              SELECT table_name
              FROM all_constraints
              WHERE constraint_type IN ('P', 'U') AND (status <> 'ENABLED' OR validated <> 'VALIDATED')
                AND owner = ?
              """);
      default -> Optional.empty();
    };
  }

  private static final class Printer extends UnverifiedPrinter {
    Printer() {
      super(NAME, "\"", NullCollation.HIGH, types(), OracleForms.ALL);
    }

    @Override
    public boolean supportsJoinType(JoinRelType joinType) {
      return true;
    }

    @Override
    String type(RelDataType type) {
      return switch (type.getSqlTypeName()) {
        case BOOLEAN -> "NUMBER(1)";
        case TINYINT -> "NUMBER(3)";
        case SMALLINT -> "NUMBER(5)";
        case INTEGER -> "NUMBER(10)";
        case BIGINT -> "NUMBER(19)";
        case DECIMAL -> "NUMBER" + digits(type);
        case REAL, FLOAT, DOUBLE -> "BINARY_DOUBLE";
        case CHAR, VARCHAR -> "VARCHAR2(4000)";
        case DATE -> "DATE";
        case TIMESTAMP -> "TIMESTAMP";
        default -> throw refused(type.getSqlTypeName().getName());
      };
    }

    /** A DATE has a time of day, which is cut off. */
    @Override
    void cast(SqlWriter writer, SqlNode operand, SqlNode type) {
      if (isType(type, "DATE")) {
        numbered(writer, "TRUNC({0})", List.of(operand));
      } else {
        super.cast(writer, operand, type);
      }
    }

    /** A number with an exponent is of double precision, and may be beyond any NUMBER. */
    @Override
    public void unparseNumericLiteral(SqlWriter writer, String value, int leftPrec, int rightPrec) {
      writer.literal(value.contains("E") ? value + "D" : value);
    }

    @Override
    public void unparseBoolLiteral(
        SqlWriter writer, SqlLiteral literal, int leftPrec, int rightPrec) {
      writer.print(literal.booleanValue() ? "1 " : "0 ");
    }

    /** Tables are named without AS. */
    @Override
    void as(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
      SqlNode named = call.operand(0);
      // A plain SELECT has parentheses of its own.
      boolean several = named.isA(SqlKind.SET_QUERY);
      SqlWriter.Frame frame = several ? writer.startList("(", ")") : writer.startList("", "");
      named.unparse(writer, several ? 0 : call.getOperator().getLeftPrec(), 0);
      writer.endList(frame);
      writer.setNeedWhitespace(true);
      call.operand(1).unparse(writer, 0, 0);
    }

    @Override
    String singleRow() {
      return " FROM DUAL";
    }

    @Override
    String setOperation(String standard) {
      return standard.equals("EXCEPT") ? "MINUS" : standard;
    }

    @Override
    public void unparseOffsetFetch(
        SqlWriter writer, @Nullable SqlNode offset, @Nullable SqlNode fetch) {
      unparseFetchUsingAnsi(writer, offset, fetch);
    }
  }
}
