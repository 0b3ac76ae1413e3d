package org.dpjdbc.sql.rewrite;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;

/**
 * Dates formatted with a constant format: the concatenated parts, each padded to its digits. Years
 * are those of four digits.
 */
final class DateFormats {
  /** The most fields of a format, each of which repeats the date. */
  private static final int MAX_FIELDS = 12;

  private static final List<String> MONTHS =
      List.of(
          "January",
          "February",
          "March",
          "April",
          "May",
          "June",
          "July",
          "August",
          "September",
          "October",
          "November",
          "December");

  /** From that which ISODOW counts as 1. */
  private static final List<String> DAYS =
      List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");

  /**
   * A part of a date.
   *
   * @param digits to which numbers are filled up; 0 for names
   * @param names instead of numbers
   */
  private record Field(TimeUnit unit, int digits, List<String> names) {
    Field(TimeUnit unit, int digits) {
      this(unit, digits, List.of());
    }
  }

  private static final Field YEAR = new Field(TimeUnit.YEAR, 4);
  private static final Field QUARTER = new Field(TimeUnit.QUARTER, 1);
  private static final Field MONTH = new Field(TimeUnit.MONTH, 2);
  private static final Field DAY = new Field(TimeUnit.DAY, 2);
  private static final Field HOUR = new Field(TimeUnit.HOUR, 2);
  private static final Field MINUTE = new Field(TimeUnit.MINUTE, 2);
  private static final Field SECOND = new Field(TimeUnit.SECOND, 2);
  private static final Field MONTH_NAME = new Field(TimeUnit.MONTH, 0, MONTHS);
  private static final Field SHORT_MONTH = new Field(TimeUnit.MONTH, 0, shortened(MONTHS));
  private static final Field DAY_NAME = new Field(TimeUnit.ISODOW, 0, DAYS);
  private static final Field SHORT_DAY = new Field(TimeUnit.ISODOW, 0, shortened(DAYS));

  private static final Map<String, Field> TO_CHAR =
      Map.ofEntries(
          Map.entry("YYYY", YEAR),
          Map.entry("yyyy", YEAR),
          Map.entry("Q", QUARTER),
          Map.entry("MM", MONTH),
          Map.entry("mm", MONTH),
          Map.entry("DD", DAY),
          Map.entry("dd", DAY),
          Map.entry("HH24", HOUR),
          Map.entry("hh24", HOUR),
          Map.entry("MI", MINUTE),
          Map.entry("mi", MINUTE),
          Map.entry("SS", SECOND),
          Map.entry("ss", SECOND),
          Map.entry("FMMonth", MONTH_NAME),
          Map.entry("Month", new Field(TimeUnit.MONTH, 0, filled(MONTHS))),
          Map.entry("Mon", SHORT_MONTH),
          Map.entry("FMDay", DAY_NAME),
          Map.entry("Day", new Field(TimeUnit.ISODOW, 0, filled(DAYS))),
          Map.entry("Dy", SHORT_DAY));

  private static final Map<String, Field> JAVA =
      Map.of("yyyy", YEAR, "MM", MONTH, "dd", DAY, "HH", HOUR, "mm", MINUTE, "ss", SECOND);

  /** As Trino's {@code FORMAT_DATETIME} reads it, in English. */
  private static final Map<String, Field> JODA =
      Map.of(
          "yyyy", YEAR,
          "MM", MONTH,
          "MMM", SHORT_MONTH,
          "MMMM", MONTH_NAME,
          "dd", DAY,
          "EEE", SHORT_DAY,
          "EEEE", DAY_NAME,
          "HH", HOUR,
          "mm", MINUTE,
          "ss", SECOND);

  private static final Map<String, Field> PERCENT =
      Map.ofEntries(
          Map.entry("%Y", YEAR),
          Map.entry("%m", MONTH),
          Map.entry("%d", DAY),
          Map.entry("%H", HOUR),
          Map.entry("%M", MINUTE),
          Map.entry("%S", SECOND),
          Map.entry("%B", MONTH_NAME),
          Map.entry("%b", SHORT_MONTH),
          Map.entry("%A", DAY_NAME),
          Map.entry("%a", SHORT_DAY));

  private static final Map<String, Field> DATE_FORMAT =
      Map.of(
          "%Y",
          YEAR,
          "%m",
          MONTH,
          "%d",
          DAY,
          "%H",
          HOUR,
          "%i",
          MINUTE,
          "%s",
          SECOND,
          "%S",
          SECOND,
          "%M",
          MONTH_NAME,
          "%b",
          SHORT_MONTH);

  private DateFormats() {}

  private static List<String> shortened(List<String> names) {
    return names.stream().map(name -> name.substring(0, 3)).toList();
  }

  private static List<String> filled(List<String> names) {
    return names.stream().map("%-9s"::formatted).toList();
  }

  static Optional<SqlNode> toChar(SqlCall call) {
    return call.operandCount() == 2
        ? Optional.of(written(call, call.operand(0), call.operand(1), TO_CHAR))
        : Optional.empty();
  }

  static Optional<SqlNode> formatDateTime(SqlCall call) {
    return call.operandCount() == 2
        ? Optional.of(written(call, call.operand(0), call.operand(1), JAVA))
        : Optional.empty();
  }

  static Optional<SqlNode> joda(SqlCall call) {
    return call.operandCount() == 2
        ? Optional.of(written(call, call.operand(0), call.operand(1), JODA))
        : Optional.empty();
  }

  /** DuckDB takes the two in either order. */
  static Optional<SqlNode> strftime(SqlCall call) {
    if (call.operandCount() != 2) {
      return Optional.empty();
    }
    boolean formatFirst = SqlNodes.constant(call.operand(0)).isPresent();
    return Optional.of(
        written(
            call, call.operand(formatFirst ? 1 : 0), call.operand(formatFirst ? 0 : 1), PERCENT));
  }

  static Optional<SqlNode> dateFormat(SqlCall call) {
    return call.operandCount() == 2
        ? Optional.of(written(call, call.operand(0), call.operand(1), DATE_FORMAT))
        : Optional.empty();
  }

  /** {@code DAYNAME(d)}. */
  static Optional<SqlNode> dayName(SqlCall call) {
    return called(call, DAY_NAME);
  }

  /** {@code MONTHNAME(d)}. */
  static Optional<SqlNode> monthName(SqlCall call) {
    return called(call, MONTH_NAME);
  }

  private static Optional<SqlNode> called(SqlCall call, Field field) {
    return call.operandCount() == 1
        ? Optional.of(field(field, call.operand(0), call.getParserPosition()))
        : Optional.empty();
  }

  private static SqlNode written(
      SqlCall call, SqlNode date, SqlNode format, Map<String, Field> fields) {
    SqlParserPos pos = call.getParserPosition();
    String text =
        SqlNodes.constant(format)
            .orElseThrow(
                () ->
                    ParseMessages.dateFormatNotConstant(call.getOperator().getName())
                        .at(Position.of(format.getParserPosition())));
    List<SqlNode> parts = new ArrayList<>();
    int count = 0;
    for (int at = 0; at < text.length(); ) {
      String rest = text.substring(at);
      Optional<String> name =
          fields.keySet().stream()
              .filter(rest::startsWith)
              .max(Comparator.comparingInt(String::length));
      if (name.filter(part -> isIntegral(part, rest)).isPresent() && ++count <= MAX_FIELDS) {
        parts.add(field(Objects.requireNonNull(fields.get(name.get())), date, pos));
        at += name.get().length();
      } else if (" -/.,:_".indexOf(text.charAt(at)) >= 0) {
        parts.add(SqlNodes.text(rest.substring(0, 1), pos));
        at++;
      } else if (rest.matches("(?s)\"[^\"\\\\]*\".*") && fields.equals(TO_CHAR)) {
        int end = text.indexOf('"', at + 1);
        parts.add(SqlNodes.text(text.substring(at + 1, end), pos));
        at = end + 1;
      } else {
        throw ParseMessages.dateFormat(
                call.getOperator().getName(), String.join(", ", sorted(fields)))
            .at(Position.of(format.getParserPosition()));
      }
    }
    return parts.stream()
        .reduce((first, second) -> SqlStdOperatorTable.CONCAT.createCall(pos, first, second))
        .filter(whole -> count(parts) > 0)
        .orElseThrow(
            () ->
                ParseMessages.dateFormat(
                        call.getOperator().getName(), String.join(", ", sorted(fields)))
                    .at(Position.of(format.getParserPosition())));
  }

  /** Not so is a part of a longer run of one letter, which means something else. */
  private static boolean isIntegral(String part, String rest) {
    String last = part.substring(part.length() - 1);
    return !rest.regionMatches(true, part.length(), last, 0, 1);
  }

  private static long count(List<SqlNode> parts) {
    return parts.stream().filter(part -> !(part instanceof SqlLiteral)).count();
  }

  private static List<String> sorted(Map<String, Field> fields) {
    return fields.keySet().stream().sorted().toList();
  }

  private static SqlNode field(Field field, SqlNode date, SqlParserPos pos) {
    SqlNode part = SqlNodes.extract(field.unit(), date, pos);
    if (!field.names().isEmpty()) {
      return named(field, part, pos);
    }
    if (field.digits() == 1) {
      return SqlNodes.cast(part, SqlTypeName.VARCHAR, pos);
    }
    long above = field.digits() == 4 ? 10_000 : 100;
    SqlNode padded =
        SqlNodes.cast(
            SqlStdOperatorTable.PLUS.createCall(pos, part, SqlNodes.number(above, pos)),
            SqlTypeName.VARCHAR,
            pos);
    return SqlStdOperatorTable.SUBSTRING.createCall(
        pos, padded, SqlNodes.number(2, pos), SqlNodes.number(field.digits(), pos));
  }

  private static SqlNode named(Field field, SqlNode part, SqlParserPos pos) {
    List<SqlNode> conditions = new ArrayList<>();
    List<SqlNode> values = new ArrayList<>();
    for (int i = 0; i < field.names().size(); i++) {
      conditions.add(
          SqlStdOperatorTable.EQUALS.createCall(pos, part, SqlNodes.number(1L + i, pos)));
      values.add(SqlNodes.cast(SqlNodes.text(field.names().get(i), pos), SqlTypeName.VARCHAR, pos));
    }
    return SqlNodes.cases(conditions, values, SqlLiteral.createNull(pos), pos);
  }
}
