package org.dpjdbc.run.schema;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.dpjdbc.policy.EnumLabels;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.Table;
import org.dpjdbc.policy.PolicyValue;
import org.dpjdbc.policy.TypeFamily;
import org.dpjdbc.sql.dialect.common.CatalogQuery;

/**
 * What the catalog says about the values of columns: CHECK constraints of tables and domains, and
 * enumerated types. If the catalog of a database cannot be queried, there are no such facts.
 */
public final class CatalogFacts {
  /** How a condition of a domain names the value. */
  private static final String DOMAIN_VALUE = "VALUE";

  /** Integers between bounds that count as listed. */
  private static final BigDecimal MAX_SPAN = BigDecimal.valueOf(1000);

  private record Place(String schema, String table, String column) {}

  private final Map<Place, CatalogRange> known = new HashMap<>();

  private CatalogFacts() {}

  /** What is known of the tables of a database. */
  public static CatalogFacts read(Connection connection, LiveSchema live) throws SQLException {
    CatalogFacts facts = new CatalogFacts();
    CatalogRows catalog = CatalogRows.of(connection);
    for (String schema : live.tables().stream().map(Table::schema).distinct().toList()) {
      facts.addChecks(catalog, schema);
      facts.addEnums(schema, rows(catalog, CatalogQuery.ENUM_LABELS, schema));
    }
    return facts;
  }

  /** What the constraints of a schema say. */
  static CatalogFacts checks(CatalogRows catalog, String schema) {
    CatalogFacts facts = new CatalogFacts();
    facts.addChecks(catalog, schema);
    return facts;
  }

  /** What is known of a column, in values of its type. */
  public CatalogRange of(Table table, Column column) {
    return of(table.schema(), table.name(), column);
  }

  /** The only values that a column may have besides NULL, if they are few. */
  Optional<List<PolicyValue>> only(String schema, String table, Column column) {
    CatalogRange range = of(schema, table, column);
    return range
        .values()
        .or(
            () ->
                TypeFamily.of(column)
                    .filter(TypeFamily.INTEGER::equals)
                    .flatMap(integer -> between(range.lower(), range.upper())));
  }

  private static Optional<List<PolicyValue>> between(
      Optional<PolicyValue> lower, Optional<PolicyValue> upper) {
    if (lower.orElse(null) instanceof PolicyValue.Number least
        && upper.orElse(null) instanceof PolicyValue.Number last
        && last.value().subtract(least.value()).compareTo(MAX_SPAN) < 0) {
      return Optional.of(
          Stream.iterate(least.value(), n -> n.compareTo(last.value()) <= 0, BigDecimal.ONE::add)
              .<PolicyValue>map(PolicyValue.Number::new)
              .toList());
    }
    return Optional.empty();
  }

  /** What is known of a column of a table, in values of its type. */
  private CatalogRange of(String schema, String table, Column column) {
    CatalogRange declared =
        known.getOrDefault(new Place(schema, table, column.name()), CatalogRange.NOTHING);
    return TypedCatalogRange.fit(declared.and(labels(column)), column);
  }

  private void addChecks(CatalogRows catalog, String schema) {
    rows(catalog, CatalogQuery.TABLE_CHECKS, schema)
        .forEach(row -> addTableCheck(schema, row.get(0), row.get(1)));
    rows(catalog, CatalogQuery.DOMAIN_CHECKS, schema)
        .forEach(row -> addDomainCheck(schema, row.get(0), row.get(1), row.get(2)));
  }

  private static CatalogRange labels(Column column) {
    return EnumLabels.of(column.typeName())
        .map(labels -> labels.stream().<PolicyValue>map(PolicyValue.Text::new).toList())
        .map(CatalogRange::oneOf)
        .orElse(CatalogRange.NOTHING);
  }

  private void addTableCheck(String schema, String table, String condition) {
    CheckClause.read(condition)
        .forEach((column, fact) -> add(new Place(schema, table, column), fact));
  }

  private void addDomainCheck(String schema, String table, String column, String condition) {
    Optional.ofNullable(CheckClause.read(condition).get(DOMAIN_VALUE))
        .ifPresent(fact -> add(new Place(schema, table, column), fact));
  }

  private void addEnums(String schema, List<List<String>> rows) {
    Map<Place, List<PolicyValue>> labels = new HashMap<>();
    for (List<String> row : rows) {
      labels
          .computeIfAbsent(new Place(schema, row.get(0), row.get(1)), p -> new ArrayList<>())
          .add(new PolicyValue.Text(row.get(2)));
    }
    labels.forEach((place, values) -> add(place, CatalogRange.oneOf(values)));
  }

  private void add(Place place, CatalogRange fact) {
    known.merge(place, fact, CatalogRange::and);
  }

  private static List<List<String>> rows(
      CatalogRows catalog, CatalogQuery catalogQuery, String schema) {
    try {
      return catalog.ask(catalogQuery, schema);
    } catch (SQLException e) {
      // Not every database has every view of the catalog; the draft then has a TODO more.
      return List.of();
    }
  }
}
