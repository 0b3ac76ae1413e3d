package org.dpjdbc.sql.dialect.common;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAlienSystemTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Prints SQL that a database reads as Calcite means it. Dialects override what differs. */
public abstract class BackendPrinter extends SqlDialect {
  private static final Pattern PLACE = Pattern.compile("\\{(\\d)\\}");

  protected BackendPrinter(DatabaseProduct product, NullCollation nulls, BackendTypes types) {
    this(product, "\"", nulls, types);
  }

  protected BackendPrinter(
      DatabaseProduct product, String quote, NullCollation nulls, BackendTypes types) {
    super(
        SqlDialect.EMPTY_CONTEXT
            .withDatabaseProduct(product)
            .withIdentifierQuoteString(quote)
            .withNullCollation(nulls)
            .withDataTypeSystem(types));
  }

  /** Every identifier is quoted: what the policy spells is what the database reads. */
  @Override
  protected boolean identifierNeedsQuote(@Nullable String val) {
    return true;
  }

  /** An aggregate of an aggregate needs a subselect. */
  @Override
  public boolean supportsNestedAggregations() {
    return false;
  }

  /** As in standard SQL: older versions of PostgreSQL read no subquery in FROM without a name. */
  @Override
  public boolean requiresAliasForFromItems() {
    return true;
  }

  @Override
  public boolean supportsCharSet() {
    return false;
  }

  @Override
  public @Nullable SqlNode getCastSpec(RelDataType type) {
    if (type.getSqlTypeName() == SqlTypeName.VARCHAR
        && type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED) {
      return named("VARCHAR");
    }
    // The type of an empty string is CHAR(0), which no database has.
    if (SqlTypeName.CHAR_TYPES.contains(type.getSqlTypeName()) && type.getPrecision() == 0) {
      return named("VARCHAR");
    }
    if (type.getSqlTypeName() == SqlTypeName.DOUBLE) {
      return named("DOUBLE PRECISION");
    }
    return super.getCastSpec(type);
  }

  /** Whether a field of an interval of more than two digits must say how many it has. */
  protected boolean intervalsHavePrecision() {
    return false;
  }

  @Override
  public void unparseSqlIntervalLiteral(
      SqlWriter writer, SqlIntervalLiteral literal, int leftPrec, int rightPrec) {
    if (intervalsHavePrecision()) {
      super.unparseSqlIntervalLiteral(writer, literal, leftPrec, rightPrec);
      return;
    }
    SqlIntervalLiteral.IntervalValue interval =
        literal.getValueAs(SqlIntervalLiteral.IntervalValue.class);
    writer.print(
        "INTERVAL '%s%s' %s"
            .formatted(
                interval.getSign() < 0 ? "-" : "",
                interval.getIntervalLiteral(),
                interval.getIntervalQualifier().timeUnitRange.name()));
  }

  /** LIKE binds more than a comparison for Calcite, and as much for H2 and MariaDB. */
  @Override
  public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    int comparison = SqlStdOperatorTable.EQUALS.getLeftPrec();
    if (call.getKind() == SqlKind.LIKE && Math.max(leftPrec, rightPrec) >= comparison) {
      SqlWriter.Frame frame = writer.startList("(", ")");
      super.unparseCall(writer, call, 0, 0);
      writer.endList(frame);
    } else {
      super.unparseCall(writer, call, leftPrec, rightPrec);
    }
  }

  /** A function of the database by its name. */
  protected static void function(SqlWriter writer, String name, List<SqlNode> operands) {
    SqlWriter.Frame frame = writer.startFunCall(name);
    for (SqlNode operand : operands) {
      writer.sep(",");
      operand.unparse(writer, 0, 0);
    }
    writer.endFunCall(frame);
  }

  /** A form of the database's with a node in the place of each question mark. */
  public static void form(SqlWriter writer, String form, SqlNode node) {
    String[] parts = form.split("\\?", -1);
    for (int i = 0; i < parts.length; i++) {
      if (i > 0) {
        node.unparse(writer, 0, 0);
      }
      writer.print(parts[i]);
    }
  }

  /**
   * A form of the database's with the operands in the place of {@code {0}}, {@code {1}} and so on.
   */
  protected static void numbered(SqlWriter writer, String form, List<SqlNode> operands) {
    Matcher places = PLACE.matcher(form);
    int end = 0;
    while (places.find()) {
      writer.print(form.substring(end, places.start()));
      operands.get(Integer.parseInt(places.group(1))).unparse(writer, 0, 0);
      end = places.end();
    }
    writer.print(form.substring(end));
    writer.setNeedWhitespace(true);
  }

  /** The unit of time that is the first operand of EXTRACT, DATEDIFF and the like. */
  protected static String unit(SqlCall call) {
    return call.operand(0) instanceof SqlIntervalQualifier unit
        ? unit.timeUnitRange.name()
        : ((SqlLiteral) call.operand(0)).getValueAs(Enum.class).name();
  }

  /** A type by the database's own name for it. */
  protected static SqlDataTypeSpec named(String type) {
    return new SqlDataTypeSpec(
        new SqlAlienSystemTypeNameSpec(type, SqlTypeName.ANY, SqlParserPos.ZERO),
        SqlParserPos.ZERO);
  }
}
