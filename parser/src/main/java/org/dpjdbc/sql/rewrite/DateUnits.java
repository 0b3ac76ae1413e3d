package org.dpjdbc.sql.rewrite;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlNode;

/** The units of time, as arguments of functions. */
final class DateUnits {
  private static final Map<String, TimeUnit> NAMES =
      Map.of(
          "YEAR", TimeUnit.YEAR,
          "QUARTER", TimeUnit.QUARTER,
          "MONTH", TimeUnit.MONTH,
          "WEEK", TimeUnit.WEEK,
          "DAY", TimeUnit.DAY,
          "HOUR", TimeUnit.HOUR,
          "MINUTE", TimeUnit.MINUTE,
          "SECOND", TimeUnit.SECOND);

  private static final Map<String, TimeUnit> PARTS =
      Map.of(
          "DOW", TimeUnit.DOW,
          "ISODOW", TimeUnit.ISODOW,
          "DOY", TimeUnit.DOY,
          "ISOYEAR", TimeUnit.ISOYEAR,
          "DECADE", TimeUnit.DECADE,
          "CENTURY", TimeUnit.CENTURY,
          "MILLENNIUM", TimeUnit.MILLENNIUM);

  private static final Map<String, TimeUnit> LONG_NAMES =
      Map.of(
          "DAY_OF_WEEK", TimeUnit.DOW,
          "ISO_DAY_OF_WEEK", TimeUnit.ISODOW,
          "DAY_OF_YEAR", TimeUnit.DOY,
          "DAY_OF_MONTH", TimeUnit.DAY,
          "ISO_YEAR", TimeUnit.ISOYEAR);

  private DateUnits() {}

  /** Of a part's name as H2 writes it. */
  static Optional<TimeUnit> ofLongName(String name) {
    return Optional.ofNullable(LONG_NAMES.get(name.toUpperCase(Locale.ROOT)));
  }

  /** Whether a part is one of a time zone's offset. */
  static boolean isOfTimeZone(String name) {
    return name.toUpperCase(Locale.ROOT).matches("TIMEZONE(_HOUR|_MINUTE|_SECOND)?");
  }

  /** Of a name in the singular or plural. */
  static Optional<TimeUnit> ofName(String name) {
    String unit = name.toUpperCase(Locale.ROOT);
    return Optional.ofNullable(
        NAMES.get(unit.endsWith("S") ? unit.substring(0, unit.length() - 1) : unit));
  }

  /** Of an argument, with or without quotes. */
  static Optional<TimeUnit> of(SqlNode node) {
    return name(node).flatMap(DateUnits::ofName);
  }

  /** Of an argument of a function that gives a part of a date. */
  static Optional<TimeUnit> ofPart(SqlNode node) {
    return name(node)
        .flatMap(
            name ->
                Optional.ofNullable(PARTS.get(name.toUpperCase(Locale.ROOT)))
                    .or(() -> ofName(name)));
  }

  private static Optional<String> name(SqlNode node) {
    if (node instanceof SqlCharStringLiteral text) {
      return Optional.of(text.getValueAs(String.class));
    } else if (node instanceof SqlIntervalQualifier qualifier) {
      return qualifier.timeFrameName != null
          ? Optional.of(qualifier.timeFrameName)
          : Optional.of(qualifier.timeUnitRange.name());
    }
    return node instanceof SqlIdentifier word && word.isSimple() && !word.isComponentQuoted(0)
        ? Optional.of(word.getSimple())
        : Optional.empty();
  }
}
