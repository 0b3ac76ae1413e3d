package org.dpjdbc.it.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Questions as dashboards ask them, of one table, from a file: a name after {@code --}, then one
 * clause after the other, each at the beginning of a line.
 */
final class SingleTable {
  private static final Pattern CLAUSE =
      Pattern.compile("^(SELECT|FROM|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT) ");
  private static final Pattern COLUMN = Pattern.compile("\\bl_[a-z]+\\b");

  /** The policy's bounds. */
  private static final Map<String, List<String>> BOUNDS =
      Map.of(
          "l_linenumber", List.of("1", "7"),
          "l_quantity", List.of("1", "50"),
          "l_extendedprice", List.of("900", "105000"),
          "l_discount", List.of("0", "0.1"),
          "l_tax", List.of("0", "0.08"));

  private SingleTable() {}

  /**
   * Reads questions.
   *
   * @param resource the file
   * @param source in {@code FROM} for SmartNoise, whose tables have the person's key in a column
   * @param unit that column
   * @param rows that count of a person
   */
  static List<Question> read(String resource, String source, String unit, int rows)
      throws IOException {
    List<Question> questions = new ArrayList<>();
    for (String block : Resources.read(resource).strip().split("\n\n")) {
      String[] parts = block.strip().split("\n", 2);
      questions.add(
          new Question(
              parts[0].replaceFirst("^-- ", ""),
              parts[1],
              parts[1],
              Optional.of(numbered(clauses(parts[1]), source, unit, rows))));
    }
    return questions;
  }

  private static Map<String, String> clauses(String sql) {
    Map<String, String> clauses = new LinkedHashMap<>();
    for (String line : sql.split("\n")) {
      Matcher clause = CLAUSE.matcher(line);
      if (!clause.find()) {
        throw new IllegalArgumentException("no clause: " + line);
      }
      clauses.put(clause.group(1), line.substring(clause.end()));
    }
    return clauses;
  }

  /**
   * What the rewriter of SmartNoise makes of it, but for two things: it has {@code AVG} added up
   * and counted, and orders by {@code RANDOM()} itself, which DuckDB takes from a column only. What
   * is above the aggregates it works out itself.
   */
  private static String numbered(
      Map<String, String> clauses, String source, String unit, int rows) {
    String keys = clauses.getOrDefault("GROUP BY", "");
    StringBuilder columns = new StringBuilder();
    TreeSet<String> used = new TreeSet<>();
    COLUMN.matcher(clauses.get("SELECT")).results().forEach(found -> used.add(found.group()));
    for (String column : used) {
      columns.append(", ").append(keys.contains(column) ? column : clamped(column));
    }
    return """
        SELECT COUNT(DISTINCT pid) AS keycount, %s
        FROM (
          SELECT *, ROW_NUMBER() OVER (PARTITION BY pid ORDER BY draw) AS row_num
          FROM (
            SELECT %s AS pid, RANDOM() AS draw%s FROM %s%s
          ) AS clamped
        ) AS per_key_random
        WHERE row_num <= %d%s
        """
        .formatted(
            clauses.get("SELECT"),
            unit,
            columns,
            source,
            clauses.containsKey("WHERE") ? " WHERE " + clauses.get("WHERE") : "",
            rows,
            keys.isEmpty() ? "" : " GROUP BY " + keys);
  }

  private static String clamped(String column) {
    List<String> bounds = BOUNDS.getOrDefault(column, List.of());
    return bounds.isEmpty()
        ? column
        : "CASE WHEN %1$s < %2$s THEN %2$s WHEN %1$s > %3$s THEN %3$s ELSE %1$s END AS %1$s"
            .formatted(column, bounds.get(0), bounds.get(1));
  }
}
