package org.dpjdbc.sql.dialect.hsqldb;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.common.BackendPrinter;
import org.dpjdbc.sql.dialect.common.FormOperator;
import org.jspecify.annotations.Nullable;

/** Prints SQL that HSQLDB reads as Calcite means it. */
final class HsqlPrinter extends BackendPrinter {
  /** Predicates whose first operand is read as a value only if it is in parentheses. */
  private static final Set<SqlKind> PREDICATES =
      Set.of(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL,
          SqlKind.BETWEEN,
          SqlKind.LIKE,
          SqlKind.IN);

  private static final long SECONDS_BEFORE_1970 = 62_135_769_600L;

  private static final SqlOperator IN_PARENTHESES = FormOperator.of("IN_PARENTHESES", "({0})");

  HsqlPrinter() {
    super(DatabaseProduct.HSQLDB, NullCollation.FIRST, new HsqlTypeSystem());
  }

  @Override
  public boolean supportsAggregateFunctionFilter() {
    return false;
  }

  @Override
  public boolean supportsAliasedValues() {
    return true;
  }

  /** Strings have no length, because they would be cut off or padded to it. */
  @Override
  public @Nullable SqlNode getCastSpec(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case CHAR, VARCHAR -> named("LONGVARCHAR");
      case REAL, FLOAT, DOUBLE -> named("DOUBLE");
      default -> super.getCastSpec(type);
    };
  }

  /** Days before 1582-10-15 have the names of the Julian calendar. */
  @Override
  public void unparseDateTimeLiteral(
      SqlWriter writer, SqlAbstractDateTimeLiteral literal, int leftPrec, int rightPrec) {
    String text = literal.toFormattedString();
    String type = literal.getTypeName().getName();
    String written = literal.getTypeName() == SqlTypeName.TIME ? text : julian(text);
    writer.literal(type + " '" + written + "'");
  }

  private static String julian(String dateAndTime) {
    int blank = dateAndTime.indexOf(' ');
    int end = blank < 0 ? dateAndTime.length() : blank;
    Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    long day = LocalDate.parse(dateAndTime.substring(0, end)).toEpochDay();
    calendar.setTimeInMillis(TimeUnit.DAYS.toMillis(day));
    return "%04d-%02d-%02d"
            .formatted(
                calendar.get(Calendar.YEAR),
                calendar.get(Calendar.MONTH) + 1,
                calendar.get(Calendar.DAY_OF_MONTH))
        + dateAndTime.substring(end);
  }

  @Override
  public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    List<SqlNode> operands = call.getOperandList();
    if (PREDICATES.contains(call.getKind())
        && operands.get(0) instanceof SqlCall first
        && first.getKind() != SqlKind.ROW
        && !first.getOperator().equals(IN_PARENTHESES)) {
      List<SqlNode> enclosed = new ArrayList<>(operands);
      enclosed.set(0, IN_PARENTHESES.createCall(SqlParserPos.ZERO, first));
      SqlCall predicate = call.getOperator().createCall(SqlParserPos.ZERO, enclosed);
      super.unparseCall(writer, predicate, leftPrec, rightPrec);
      return;
    }
    switch (call.getOperator().getName()) {
      case "*" -> {
        if (operands.get(1) instanceof SqlIntervalLiteral interval) {
          repeated(writer, operands.get(0), interval);
        } else if (operands.get(0) instanceof SqlIntervalLiteral interval) {
          repeated(writer, operands.get(1), interval);
        } else {
          super.unparseCall(writer, call, leftPrec, rightPrec);
        }
      }
      case "DATEDIFF" -> numbered(writer, distance(unit(call)), operands);
      case "EXTRACT" -> numbered(writer, part(unit(call)), operands);
      default -> super.unparseCall(writer, call, leftPrec, rightPrec);
    }
  }

  /** A number of units: a product with an interval has no more digits than that has. */
  private static void repeated(SqlWriter writer, SqlNode count, SqlIntervalLiteral interval) {
    SqlIntervalLiteral.IntervalValue value =
        interval.getValueAs(SqlIntervalLiteral.IntervalValue.class);
    String length = (value.getSign() < 0 ? "-" : "") + value.getIntervalLiteral();
    String unit = value.getIntervalQualifier().timeUnitRange.name();
    numbered(writer, "(({0}) * " + length + ") " + unit, List.of(count));
  }

  /** Weeks would begin on Sundays, seconds be counted whole, and minutes be too many. */
  private static String distance(String unit) {
    return switch (unit) {
      case "WEEK" -> "(" + weeks(2) + " - " + weeks(1) + ")";
      case "HOUR" -> "(" + parts(2, 3600) + " - " + parts(1, 3600) + ")";
      case "MINUTE" -> "(" + parts(2, 60) + " - " + parts(1, 60) + ")";
      case "SECOND" -> "(" + seconds(2) + " - " + seconds(1) + ")";
      default ->
          "DATEDIFF('%s', CAST({1} AS TIMESTAMP(9)), CAST({2} AS TIMESTAMP(9)))"
              .formatted(unit.toLowerCase(Locale.ROOT));
    };
  }

  /** Since the Monday with which the year 1 begins. */
  private static String weeks(int operand) {
    return "(DATEDIFF('day', DATE '0001-01-03', CAST({%d} AS DATE)) / 7)".formatted(operand);
  }

  /** Parts of a day since before the year 1. */
  private static String parts(int operand, int seconds) {
    return "((" + seconds(operand) + " + " + SECONDS_BEFORE_1970 + ") / " + seconds + ")";
  }

  private static String seconds(int operand) {
    return "UNIX_TIMESTAMP(CAST({%d} AS TIMESTAMP(9)))".formatted(operand);
  }

  private static String part(String unit) {
    return switch (unit) {
      case "EPOCH" -> seconds(1);
      case "ISOYEAR" -> "EXTRACT(YEAR FROM {1} + (4 - " + part("ISODOW") + ") DAY)";
      case "DOW" -> "EXTRACT(DAY_OF_WEEK FROM {1})";
      case "ISODOW" -> "(MOD(EXTRACT(DAY_OF_WEEK FROM {1}) + 5, 7) + 1)";
      case "DOY" -> "EXTRACT(DAY_OF_YEAR FROM {1})";
      case "WEEK" -> "EXTRACT(WEEK_OF_YEAR FROM {1})";
      case "SECOND" -> "CAST(EXTRACT(SECOND FROM {1}) AS INTEGER)";
      case "YEAR", "QUARTER", "MONTH", "DAY", "HOUR", "MINUTE" -> "EXTRACT(" + unit + " FROM {1})";
      default -> throw new IllegalArgumentException(unit);
    };
  }
}
