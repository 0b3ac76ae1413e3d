package org.dpjdbc.sql.dialect.unverified;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.CatalogQuestion;
import org.dpjdbc.sql.dialect.common.FormOperator;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.jspecify.annotations.Nullable;

/**
 * SQL Server, from 2016. Texts are converted to Unicode and compared by their bytes; trailing
 * blanks, which it never compares, are not read. Truth values are numbers. Overflows are NULL.
 */
public final class SqlServerDialect extends UnverifiedDialect {
  private static final String NAME = "Microsoft SQL Server";

  private static final ParserSettings SETTINGS =
      new ParserSettings(
          Quoting.DOUBLE_QUOTE,
          Casing.UNCHANGED,
          Casing.UNCHANGED,
          false,
          SqlConformanceEnum.LENIENT);

  private static final int SECOND_DIGITS = 7;

  private static final int LONGEST_TEXT = 4000;

  private static final String COLLATION = "Latin1_General_100_BIN2";

  /** A quotient has at least six decimals; the last is left to how it is rounded. */
  private static final int QUOTIENT_DECIMALS = 5;

  /** Decimals that a product keeps, however many digits it needs. */
  private static final int KEPT_DECIMALS = 6;

  public SqlServerDialect() {
    super(NAME, SETTINGS, () -> new Printer(), SqlServerDialect::types);
  }

  /** A cast from floating point cuts decimals off. */
  private static BackendTypes types() {
    return new UnverifiedTypes(
        SECOND_DIGITS, UnverifiedTypes.Division.WHOLE, QUOTIENT_DECIMALS, false) {
      @Override
      public RoundingMode floatingRounding() {
        return RoundingMode.DOWN;
      }
    };
  }

  @Override
  public boolean dependsOnVersion() {
    return true;
  }

  /** The cloud's says version 12, whatever it is. */
  @Override
  public boolean isOf(String product, String version) {
    return product.equals(NAME) && version.matches("(1[2-9]|[2-9]\\d)\\..*");
  }

  @Override
  Optional<Readable> readable(LiveSchema.Column column) {
    return Optional.ofNullable(
        switch (word(column)) {
          case "BIT" -> Readable.asIs(SqlTypeName.BOOLEAN);
          // Without a sign, a difference could be an error.
          case "TINYINT" -> Readable.by("CAST({0} AS SMALLINT)", SqlTypeName.SMALLINT);
          case "SMALLINT" -> Readable.asIs(SqlTypeName.SMALLINT);
          case "INT" -> Readable.asIs(SqlTypeName.INTEGER);
          case "BIGINT" -> Readable.asIs(SqlTypeName.BIGINT);
          case "DECIMAL", "NUMERIC" ->
              isPlainDecimal(column)
                  ? Readable.decimal("", column.precision(), column.scale())
                  : null;
          case "MONEY", "SMALLMONEY" -> Readable.decimal("CAST({0} AS DECIMAL(19, 4))", 19, 4);
          case "FLOAT", "REAL" -> Readable.by("(CAST({0} AS FLOAT) + 0E0)", SqlTypeName.DOUBLE);
          case "CHAR", "VARCHAR", "NCHAR", "NVARCHAR" -> text(column.precision());
          case "UNIQUEIDENTIFIER" -> text(36);
          case "DATE" -> Readable.asIs(SqlTypeName.DATE);
          case "DATETIME2", "DATETIME", "SMALLDATETIME" ->
              Readable.moment("CAST({0} AS DATETIME2(7))", SqlTypeName.TIMESTAMP, SECOND_DIGITS);
          default -> null;
        });
  }

  private static Readable text(int length) {
    int known = length > 0 && length <= LONGEST_TEXT ? length : 0;
    return Readable.text(
        "(RTRIM(CAST({0} AS NVARCHAR("
            + (known > 0 ? known : "MAX")
            + "))) COLLATE "
            + COLLATION
            + ")",
        known);
  }

  @Override
  boolean hasTruthValues() {
    return false;
  }

  /** A product of more digits than there are loses decimals beyond the sixth. */
  @Override
  RexNode exact(RexBuilder rex, RexCall call) {
    if (call.getKind() == SqlKind.TIMES) {
      int digits = 1;
      int scale = 0;
      for (RexNode factor : call.getOperands()) {
        digits += factor.getType().getPrecision();
        scale += Math.max(0, factor.getType().getScale());
      }
      if (digits > BackendTypes.MAX_DIGITS && scale > KEPT_DECIMALS) {
        throw ExpressionMessages.notOfferedOn("a product of decimals with that many digits", NAME);
      }
    }
    return call;
  }

  /** To an integer, decimals would be cut off; to a decimal without, they are rounded. */
  @Override
  RexNode number(RexBuilder rex, RexCall cast) {
    RexNode from = cast.getOperands().get(0);
    if (!SqlTypeUtil.isExactNumeric(from.getType())
        || from.getType().getScale() <= 0
        || !SqlTypeUtil.isIntType(cast.getType())) {
      return cast;
    }
    RelDataType whole =
        rex.getTypeFactory()
            .createTypeWithNullability(
                BackendTypes.decimal(rex.getTypeFactory(), BackendTypes.MAX_DIGITS, 0),
                from.getType().isNullable());
    return cast.clone(cast.getType(), List.of(rex.makeAbstractCast(whole, from, false)));
  }

  @Override
  RexNode text(RexBuilder rex, RexCall cast) {
    return rex.makeCall(cast.getType(), Operators.BY_BYTES, List.of(cast));
  }

  /** A sum has the type of what is added up, and is NULL where that has no room for it. */
  @Override
  String sum(RelDataType argument) {
    return switch (argument.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER -> "SUM(CAST({0} AS BIGINT))";
      case BIGINT -> "SUM(CAST({0} AS DECIMAL(38, 0)))";
      default -> "SUM({0})";
    };
  }

  @Override
  public RexNode hash(RexBuilder rex, List<RexNode> values) {
    FormOperator step = FormOperator.hash("BINARY_CHECKSUM({1}, {0})");
    return chained(
        rex,
        rex.makeExactLiteral(BigDecimal.valueOf(HASH_SEED)),
        values,
        (value, hash) -> rex.makeCall(step, value, hash));
  }

  @Override
  public List<String> pinning() {
    return List.of(
        "SET QUOTED_IDENTIFIER ON",
        "SET ANSI_NULLS ON",
        "SET CONCAT_NULL_YIELDS_NULL ON",
        "SET NUMERIC_ROUNDABORT OFF",
        // An overflow, or a division by zero, is NULL then, and no error that one row makes.
        "SET ANSI_WARNINGS OFF",
        "SET ARITHABORT OFF",
        "SET ARITHIGNORE ON",
        "SET DATEFIRST 7",
        "SET LANGUAGE us_english",
        "SET DATEFORMAT ymd",
        "SET ROWCOUNT 0",
        "SET TEXTSIZE -1",
        "SET NOCOUNT ON");
  }

  /** For locks alone; there is no time-out of a statement on the server. */
  @Override
  public List<String> limits(Duration timeout) {
    return List.of("SET LOCK_TIMEOUT " + Math.max(1, timeout.toMillis()));
  }

  @Override
  public Optional<String> catalogQuery(CatalogQuestion question) {
    return SqlServerCatalog.query(question);
  }

  /** Not loaded before there is something to print. */
  private static final class Operators {
    static final FormOperator BY_BYTES =
        FormOperator.of("EXACT", "({0} COLLATE " + COLLATION + ")");
  }

  /** Quotes by brackets, which no setting changes. */
  private static final class Printer extends UnverifiedPrinter {
    Printer() {
      super(NAME, "[", NullCollation.LOW, types(), SqlServerForms.ALL);
    }

    @Override
    public boolean supportsJoinType(JoinRelType joinType) {
      return true;
    }

    @Override
    String type(RelDataType type) {
      return switch (type.getSqlTypeName()) {
        case BOOLEAN, TINYINT, SMALLINT -> "SMALLINT";
        case INTEGER -> "INT";
        case BIGINT -> "BIGINT";
        case DECIMAL -> "DECIMAL" + digits(type);
        case REAL, FLOAT, DOUBLE -> "FLOAT";
        // Without a length, it would be cut to 30 characters.
        case CHAR, VARCHAR -> "NVARCHAR(4000)";
        case DATE -> "DATE";
        case TIMESTAMP -> "DATETIME2(7)";
        default -> throw refused(type.getSqlTypeName().getName());
      };
    }

    @Override
    public void unparseDateTimeLiteral(
        SqlWriter writer, SqlAbstractDateTimeLiteral literal, int leftPrec, int rightPrec) {
      String text = literal.toFormattedString();
      boolean date = literal.getTypeName() == SqlTypeName.DATE;
      writer.print("CAST('" + text + "' AS " + (date ? "DATE) " : "DATETIME2(7)) "));
    }

    @Override
    public void unparseBoolLiteral(
        SqlWriter writer, SqlLiteral literal, int leftPrec, int rightPrec) {
      writer.print(literal.booleanValue() ? "1 " : "0 ");
    }

    @Override
    public void unparseOffsetFetch(
        SqlWriter writer, @Nullable SqlNode offset, @Nullable SqlNode fetch) {
      SqlNode from =
          offset == null ? SqlLiteral.createExactNumeric("0", SqlParserPos.ZERO) : offset;
      unparseFetchUsingAnsi(writer, from, fetch);
    }
  }
}
