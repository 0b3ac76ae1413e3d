package org.dpjdbc.sql.dialect.trino;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The session properties of servers and catalogs that change results or errors, and the values that
 * a session of ours needs. Which of them there are depends on the server's version and on the
 * connectors of its catalogs. The manual lists them with the reasons.
 */
final class TrinoSettings {
  /** Session properties that change how fast a query is and how much memory it takes alone. */
  private static final Set<String> HARMLESS =
      Set.of(
          "aggregation_operator_unspill_memory_limit",
          "distributed_sort",
          "exchange_compression",
          "execution_policy",
          "join_distribution_type",
          "join_max_broadcast_table_size",
          "join_reordering_strategy",
          "max_hash_partition_count",
          "min_hash_partition_count",
          "query_priority",
          "spill_enabled",
          "task_concurrency");

  private static final Pattern PROPERTY = Pattern.compile("([a-z_]+):[A-Za-z0-9_.]+");

  /** The query that lists them: name and value first. */
  static final String QUERY = "SHOW SESSION";

  private static final Map<String, String> OF_SERVER =
      Map.ofEntries(
          Map.entry("ignore_stats_calculator_failures", "true"),
          Map.entry("omit_datetime_type_precision", "false"),
          Map.entry("optimize_metadata_queries", "false"),
          Map.entry("parse_decimal_literals_as_double", "false"),
          Map.entry("prefer_streaming_operators", "false"),
          Map.entry("query_max_cpu_time", "1000000000.00d"),
          Map.entry("query_max_execution_time", "100.00d"),
          Map.entry("query_max_planning_time", "10.00m"),
          Map.entry("use_legacy_window_filter_pushdown", "false"),
          Map.entry("use_table_scan_node_partitioning", "false"));

  /** Pinned only where they have a value: without one there is no limit. */
  private static final Map<String, String> LIMITS =
      Map.of("query_max_scan_physical_bytes", "8000PB");

  private static final Map<String, String> OF_CATALOG =
      Map.ofEntries(
          Map.entry("aggregation_pushdown_enabled", "false"),
          Map.entry("complex_expression_pushdown", "false"),
          Map.entry("complex_join_pushdown_enabled", "false"),
          Map.entry("decimal_mapping", "STRICT"),
          Map.entry("enable_string_pushdown_with_collate", "false"),
          Map.entry("ignore_corrupted_statistics", "true"),
          Map.entry("join_pushdown_enabled", "false"),
          Map.entry("propagate_table_scan_sorting_properties", "false"),
          Map.entry("topn_pushdown_enabled", "false"),
          Map.entry("unsupported_type_handling", "IGNORE"),
          Map.entry("validate_bucketing", "false"));

  private TrinoSettings() {}

  /** The statements for those that have another value. */
  static List<String> pinning(Map<String, String> settings) {
    List<String> statements = new ArrayList<>();
    new TreeMap<>(settings)
        .forEach(
            (name, value) -> {
              String wanted = wanted(name, value);
              if (!wanted.equalsIgnoreCase(value)) {
                statements.add("SET SESSION " + quoted(name) + " = " + literal(wanted));
              }
            });
    return statements;
  }

  private static String wanted(String name, String value) {
    int dot = name.lastIndexOf('.');
    if (dot >= 0) {
      return OF_CATALOG.getOrDefault(name.substring(dot + 1), value);
    }
    return OF_SERVER.getOrDefault(name, value.isEmpty() ? value : LIMITS.getOrDefault(name, value));
  }

  private static String quoted(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? name : quotedPart(name.substring(0, dot)) + "." + name.substring(dot + 1);
  }

  private static String quotedPart(String catalog) {
    return '"' + catalog.replace("\"", "\"\"") + '"';
  }

  private static String literal(String value) {
    return value.equals("true") || value.equals("false") ? value : "'" + value + "'";
  }

  /** Whether a session property of a URL is one of them. */
  static boolean isHarmless(String property) {
    Matcher parts = PROPERTY.matcher(property);
    return parts.matches() && HARMLESS.contains(parts.group(1));
  }
}
