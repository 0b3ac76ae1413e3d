package org.dpjdbc.it.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rewriting of SmartNoise, which clamps values, numbers the rows of each person at random, and
 * keeps as many as count. Queries have one clause after the other, each at the beginning of a line.
 *
 * @param column matches the names of columns
 * @param bounds the policy's, by column
 * @param source in {@code FROM}, whose rows have the person's key in a column
 * @param unit that column
 * @param rows that count of a person
 */
record Numbered(
    Pattern column, Map<String, List<String>> bounds, String source, String unit, int rows) {
  private static final Pattern CLAUSE =
      Pattern.compile("^(SELECT|FROM|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT) ");

  /**
   * What the rewriter of SmartNoise makes of a query, but for two things: it has {@code AVG} added
   * up and counted, and orders by {@code RANDOM()} itself, which DuckDB takes from a column only.
   * What is above the aggregates it works out itself. It counts people whether there are groups or
   * not.
   */
  String of(String sql) {
    Map<String, String> clauses = clauses(sql);
    String select = clauses.getOrDefault("SELECT", "");
    String keys = clauses.getOrDefault("GROUP BY", "");
    StringBuilder columns = new StringBuilder();
    TreeSet<String> used = new TreeSet<>();
    column.matcher(select).results().forEach(found -> used.add(found.group()));
    for (String each : used) {
      columns.append(", ").append(keys.contains(each) ? each : clamped(each));
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
            select,
            unit,
            columns,
            source,
            clauses.containsKey("WHERE") ? " WHERE " + clauses.get("WHERE") : "",
            rows,
            keys.isEmpty() ? "" : " GROUP BY " + keys);
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

  private String clamped(String name) {
    List<String> ends = bounds.getOrDefault(name, List.of());
    return ends.isEmpty()
        ? name
        : "CASE WHEN %1$s < %2$s THEN %2$s WHEN %1$s > %3$s THEN %3$s ELSE %1$s END AS %1$s"
            .formatted(name, ends.get(0), ends.get(1));
  }
}
