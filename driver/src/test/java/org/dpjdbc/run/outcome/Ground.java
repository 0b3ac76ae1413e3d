package org.dpjdbc.run.outcome;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.dpjdbc.run.hostile.HostileValues;
import org.dpjdbc.run.hostile.Rows;
import org.dpjdbc.run.hostile.ValueKind;
import org.dpjdbc.run.sensitivity.Contents;
import org.dpjdbc.run.sensitivity.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A table H whose rows are pairs of hostile values: of each type there are the columns A_x and B_x.
 * A row is one person's.
 */
final class Ground {
  /** More others than any column has values: all pairs. */
  static final int ALL_OTHERS = 1000;

  static final int FEW_OTHERS = 2;

  private static final int DIGITS = 38;
  private static final List<Integer> SCALES = List.of(0, 2, 10, 18, 25, 30, 37, 38);
  private static final String NUMBER_38 = "9".repeat(DIGITS);

  /** The columns, without A_ and B_. */
  static final List<Column> COLUMNS = columns(SCALES);

  /** No column has more values. */
  private static final int MOST =
      COLUMNS.stream().mapToInt(column -> column.values().size()).max().orElseThrow();

  /** The texts of policies: without bounds, with narrow ones, with wide ones, of many rows. */
  static final List<String> POLICIES =
      List.of(
          policy("ID", column -> "{}"),
          policy("ID", Column::tame),
          policy("ID", Column::wide),
          policy("U", Column::tame),
          policy("U", Column::wide));

  private Ground() {}

  private interface Bounds {
    String of(Column column);
  }

  private static List<Column> columns(List<Integer> scales) {
    List<Column> all = new ArrayList<>();
    all.add(integer("TI", "TINYINT", Byte.SIZE, Byte.MAX_VALUE));
    all.add(integer("SM", "SMALLINT", Short.SIZE, Short.MAX_VALUE));
    all.add(integer("IN", "INTEGER", Integer.SIZE, Integer.MAX_VALUE));
    all.add(integer("BI", "BIGINT", Long.SIZE, Long.MAX_VALUE));
    for (int scale : scales) {
      String maximum = maximum(scale);
      all.add(
          Column.of(
              "N" + scale,
              "DECIMAL(38, " + scale + ")",
              ValueKind.NUMBER,
              true,
              HostileValues.decimals(scale),
              scale < 34 ? "{lower: 0, upper: 1000}" : "{lower: 0, upper: 0.9}",
              "{lower: -" + maximum + ", upper: " + maximum + "}"));
    }
    all.add(
        Column.of(
            "DO",
            "DOUBLE PRECISION",
            ValueKind.NUMBER,
            false,
            HostileValues.doubles(),
            "{lower: 0, upper: 100}",
            "{lower: -1.7e308, upper: 1.7e308}"));
    all.add(
        Column.of(
            "RE",
            "REAL",
            ValueKind.NUMBER,
            false,
            HostileValues.singles(),
            "{lower: 0, upper: 100}",
            "{lower: -3.4e38, upper: 3.4e38}"));
    all.add(text("TX", "VARCHAR(70000)", HostileValues.strings()));
    all.add(text("CH", "CHAR(5)", HostileValues.paddedStrings(5)));
    all.add(
        Column.of(
            "DA",
            "DATE",
            ValueKind.DATE,
            false,
            HostileValues.dates(),
            "{lower: 2000-01-01, upper: 2030-12-31}",
            "{lower: 0001-01-01, upper: 9999-12-31}"));
    all.add(
        Column.of(
            "TS",
            "TIMESTAMP(6)",
            ValueKind.TIMESTAMP,
            false,
            HostileValues.moments(),
            "{lower: 2000-01-01, upper: 2030-12-31}",
            "{lower: 0001-01-01, upper: 9999-12-31}"));
    all.add(Column.of("BO", "BOOLEAN", ValueKind.BOOLEAN, false, List.of(true, false), "{}", "{}"));
    return List.copyOf(all);
  }

  private static String maximum(int scale) {
    String digits = scale == DIGITS ? "0" + NUMBER_38 : NUMBER_38;
    int point = digits.length() - scale;
    return scale == 0 ? digits : digits.substring(0, point) + "." + digits.substring(point);
  }

  private static Column integer(String name, String type, int bits, long maximum) {
    List<Object> values = HostileValues.integralNumbers(bits);
    String wide = "{lower: " + (-maximum - 1) + ", upper: " + maximum + "}";
    return Column.of(name, type, ValueKind.NUMBER, true, values, "{lower: 0, upper: 100}", wide);
  }

  private static Column text(String name, String type, List<String> values) {
    return Column.of(name, type, ValueKind.TEXT, false, values, "{}", "{}");
  }

  /** The definition, with texts of so many characters. */
  static Schema schema(int longest) {
    StringBuilder ddl =
        new StringBuilder(
            "CREATE TABLE H (RID INTEGER, ID INTEGER PRIMARY KEY, U INTEGER, V BOOLEAN");
    for (Column column : COLUMNS) {
      String type = column.type().replace("70000", String.valueOf(longest));
      ddl.append(", A_").append(column.name()).append(' ').append(type);
      ddl.append(", B_").append(column.name()).append(' ').append(type);
    }
    return new Schema(List.of(ddl.append(')').toString()), List.of("H"), POLICIES.get(0));
  }

  private static String policy(String unit, Bounds bounds) {
    StringBuilder text = new StringBuilder("version: 1\n");
    text.append("defaults: {epsilon: 1, delta: 1.0e-6}\nschemas:\n  PUBLIC:\n    tables:\n");
    text.append("      H:\n        privacy_unit: ").append(unit).append("\n");
    // If nothing is known to be unique, every person may have several rows.
    text.append("        max_rows_contributed: 3\n        max_groups_contributed: 2\n");
    text.append("        columns:\n          ID: {}\n          U: {}\n          V: {}\n");
    for (Column column : COLUMNS) {
      for (String side : List.of("A_", "B_")) {
        text.append("          ").append(side).append(column.name()).append(": ");
        text.append(bounds.of(column)).append('\n');
      }
    }
    return text.toString();
  }

  /**
   * Every value beside a number of others; all pairs where that number is great enough.
   *
   * @param others how many
   * @param longest texts are cut to so many characters
   */
  static Contents contents(int others, int longest, Random random) {
    Contents.Builder rows = new Contents.Builder();
    int id = 0;
    for (int i = 0; i < MOST; i++) {
      for (int other = 0; other < Math.min(others, MOST); other++) {
        int j = others < MOST ? i + random.nextInt(MOST) : i + other;
        List<@Nullable Object> row = new ArrayList<>(Arrays.asList(id, id / 3, id % 7 != 0));
        for (Column column : COLUMNS) {
          row.add(cut(column.value(i), longest));
          row.add(cut(column.value(j), longest));
        }
        rows.add("H", row, List.of());
        id++;
      }
    }
    return rows.build();
  }

  private static @Nullable Object cut(@Nullable Object value, int longest) {
    return value instanceof String text ? HostileValues.cut(text, longest) : value;
  }

  /** The table as expressions are drawn over it. */
  static Rows rows(Random random) {
    return new Rows() {
      @Override
      public Optional<String> column(ValueKind kind, boolean exact, int hole) {
        // Many are decimals of 38 digits, of which little can be computed.
        boolean narrow = kind == ValueKind.NUMBER && random.nextInt(3) > 0;
        List<Column> columns =
            COLUMNS.stream()
                .filter(c -> c.kind() == kind && (!exact || c.exact()))
                .filter(c -> !narrow || !c.type().startsWith("DECIMAL"))
                .toList();
        Column column = columns.get(random.nextInt(columns.size()));
        return Optional.of((hole % 2 == 0 ? "A_" : "B_") + column.name());
      }

      @Override
      public String some() {
        return "V";
      }
    };
  }

  /** Some rows. */
  static Contents part(Contents all, List<Integer> rows) {
    return new Contents(rows.stream().map(all.rows()::get).toList(), Map.of());
  }

  static List<Integer> numbers(Contents all) {
    return IntStream.range(0, all.rows().size()).boxed().toList();
  }
}
