package org.dpjdbc.sql.dialect.trino;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.dpjdbc.sql.dialect.common.Connectors;

/** Trino's connectors, and what is known of them. */
final class TrinoConnectors implements Connectors {
  /** Those that the thorough build runs hostile values on, and Trino's own catalog. */
  private static final Set<String> VERIFIED = Set.of("memory", "system", "tpch");

  /**
   * Types that have values for which the connector fails. PostgreSQL's decimals can be NaN, its
   * dates and timestamps infinite or in years that Trino does not have.
   */
  private static final Map<String, Set<String>> FAILING =
      Map.of("postgresql", Set.of("decimal", "date", "timestamp"));

  private static final Pattern CATALOG =
      Pattern.compile("\"catalog\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

  private static final Pattern NAME_END = Pattern.compile("[^a-z].*");

  @Override
  public Optional<String> query() {
    return Optional.of("SELECT catalog_name, connector_name FROM system.metadata.catalogs");
  }

  @Override
  public Optional<String> inputsQuery(String view) {
    return Optional.of("EXPLAIN (TYPE IO, FORMAT JSON) SELECT * FROM " + view);
  }

  @Override
  public Set<String> inputs(String answer) {
    return CATALOG
        .matcher(answer)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  @Override
  public boolean isVerified(String connector) {
    return VERIFIED.contains(connector);
  }

  @Override
  public boolean mayFail(String connector) {
    return FAILING.containsKey(connector);
  }

  @Override
  public boolean mayFail(String connector, String typeName) {
    String type = NAME_END.matcher(typeName.toLowerCase(Locale.ROOT)).replaceFirst("");
    return FAILING.getOrDefault(connector, Set.of()).contains(type);
  }
}
