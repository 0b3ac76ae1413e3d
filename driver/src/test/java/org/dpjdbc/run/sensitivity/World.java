package org.dpjdbc.run.sensitivity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A schema with one private table T and one public table P, and a policy for it.
 *
 * @param unit how the private table T tells people apart
 * @param columns the policy of each of T's {@link Columns}
 * @param hidden whether the unit column may not be named
 * @param maxRows per unit and group, or per unit; 0 if they are to be found
 * @param maxGroups per unit; 0 if rows alone are limited
 * @param noise distribution; then whether norms are clipped instead of limiting groups, rows are
 *     numbered, only the first of them count, or every unit is bounded
 * @param publicKey constraint on the key PK of the public table P; may be empty
 * @param publicRows the number of rows of P
 */
record World(
    UnitKind unit,
    List<String> columns,
    boolean hidden,
    int maxRows,
    int maxGroups,
    String noise,
    String publicKey,
    int publicRows) {

  private static final List<String> PUBLIC =
      List.of(
          "(1, 'x', 10, TRUE)",
          "(2, 'y', 20, FALSE)",
          "(3, NULL, NULL, NULL)",
          "(4, 'x', -5, TRUE)",
          "(1, 'y', 20, TRUE)",
          "(1, 'X', 10, FALSE)",
          "(NULL, 'n', 1, TRUE)");

  Schema schema() {
    return new Schema(ddl(), List.of("T"), policy());
  }

  private List<String> ddl() {
    List<String> rows = publicKey.isEmpty() ? PUBLIC : PUBLIC.subList(0, 4);
    String listed = String.join(", ", rows.subList(0, Math.min(publicRows, rows.size())));
    List<String> ddl = new ArrayList<>();
    ddl.add(
        "CREATE TABLE T (RID INTEGER, U "
            + unit.ddl()
            + IntStream.range(0, columns.size())
                .mapToObj(i -> ", " + Columns.values()[i].ddl())
                .collect(Collectors.joining())
            + (isNumbered() ? ", NO BIGINT, UNIQUE (U, NO)" : "")
            + ")");
    ddl.add("CREATE TABLE P (PK INTEGER " + publicKey + ", G VARCHAR(3), W INTEGER, F BOOLEAN)");
    if (!listed.isEmpty()) {
      ddl.add("INSERT INTO P VALUES " + listed);
    }
    return List.copyOf(ddl);
  }

  private String policy() {
    StringBuilder text = new StringBuilder();
    text.append("version: 1\n");
    text.append("defaults: {epsilon: 1, delta: 1.0e-6, noise: ")
        .append(noise.split(" ")[0])
        .append("}\n");
    text.append("schemas:\n  PUBLIC:\n    tables:\n");
    text.append("      T:\n        privacy_unit: ").append(unitPolicy()).append("\n");
    if (unit != UnitKind.ROW) {
      text.append("        max_rows_contributed: ")
          .append(maxRows == 0 ? "auto" : maxRows)
          .append("\n");
      if (maxGroups > 0) {
        text.append("        max_groups_contributed: ").append(maxGroups).append("\n");
      }
      if (noise.endsWith("clip")) {
        text.append("        contribution: clip\n");
      } else if (noise.endsWith("first") && maxRows > 0) {
        text.append("        contribution: first_rows\n");
      } else if (noise.endsWith("all")) {
        text.append("        contribution: bound_all\n");
      }
      if (isNumbered()) {
        text.append("        row_number: NO\n");
      }
    }
    text.append("        columns:\n          U: ").append(hidden ? "{access: none}" : "{}");
    for (int i = 0; i < columns.size(); i++) {
      text.append("\n          ").append(Columns.values()[i].name()).append(": ");
      text.append(columns.get(i));
    }
    text.append("\n      P:\n        public: true\n        columns: {PK: {lower: 0, upper: 9}, ");
    text.append("G: {}, W: {lower: -5, upper: 20}, F: {}}\n");
    return text.toString();
  }

  private boolean isNumbered() {
    return unit != UnitKind.ROW && (noise.contains("numbered") || noise.endsWith("first"));
  }

  /** In order, with gaps or without a number, from a negative one, or beyond what counts. */
  private static @Nullable Long number(Row row, int earlier) {
    return switch (Math.floorMod(row.person(), 4)) {
      case 0 -> (long) earlier + 1;
      case 1 -> earlier % 2 == 0 ? null : (Long) (long) earlier;
      case 2 -> (long) earlier - 2;
      default -> earlier == 1 ? (Long) Long.MAX_VALUE : (Long) (2L * earlier + 1);
    };
  }

  private String unitPolicy() {
    return unit == UnitKind.ROW ? "row" : "U";
  }

  /** The rows, without those that the database would not take: second ones of a unit, or NULL. */
  Contents contents(List<Row> rows) {
    Contents.Builder contents = new Contents.Builder();
    Map<Integer, Integer> seen = new HashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      boolean nobody = row.person() == Row.NO_PERSON;
      boolean fits = nobody ? unit.nullable() : !seen.containsKey(row.person()) || !unit.oneRow();
      if (fits) {
        List<@Nullable Object> values = new ArrayList<>();
        values.add(nobody ? null : unit.person(row.person()));
        values.addAll(row.values());
        int earlier = seen.merge(row.person(), 1, Integer::sum) - 1;
        if (isNumbered()) {
          values.add(number(row, earlier));
        }
        contents.add("T", values, owners(row, i));
      }
    }
    return contents.build();
  }

  private List<String> owners(Row row, int index) {
    if (unit == UnitKind.ROW) {
      return List.of("row " + index);
    }
    return row.person() == Row.NO_PERSON ? List.of() : List.of("unit " + row.person());
  }
}
