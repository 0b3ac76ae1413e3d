package org.dpjdbc.docs;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.dpjdbc.plan.Planner;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyCheck;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.parse.ExecutionContext;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.parse.QueryReader;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.validate.Algebra;
import org.dpjdbc.sql.validate.Catalog;

/**
 * One private table {@code T} of a database, with a column of each kind: {@code N} is an integer,
 * {@code X} a decimal, {@code F} in floating point, {@code S} a text, {@code D} a date, {@code M} a
 * moment, {@code B} a boolean. It exists for planning alone.
 */
final class Clinic {
  private static final ExecutionContext CONTEXT =
      new ExecutionContext("ann", LocalDateTime.parse("2026-06-30T12:34:56.789012"));

  private final BackendDialect dialect;
  private final Policy policy;
  private final Catalog catalog;

  Clinic(Product product) {
    this.dialect = product.dialect();
    String schema = product.spelled("S");
    List<LiveSchema.Column> columns = new ArrayList<>(product.columns());
    columns.add(person(product.spelled("P"), columns.get(0)));
    LiveSchema live =
        new LiveSchema(
            List.of(
                new LiveSchema.Table(
                    schema,
                    product.spelled("T"),
                    LiveSchema.Kind.TABLE,
                    columns,
                    List.of(),
                    List.of(),
                    List.of())));
    this.policy = policy(columns, live);
    this.catalog = new Catalog(policy, live, dialect, schema);
  }

  /** The person is an integer, as the first column is. */
  private static LiveSchema.Column person(String name, LiveSchema.Column number) {
    return new LiveSchema.Column(
        name, number.jdbcType(), number.typeName(), number.precision(), number.scale(), true);
  }

  private static Policy policy(List<LiveSchema.Column> columns, LiveSchema live) {
    String text =
        """
        version: 1
        schemas:
          S:
            tables:
              T:
                privacy_unit: P
                max_rows_contributed: 5
                max_groups_contributed: 3
                columns:
        """
            + columns.stream()
                .map(column -> "          " + column.name() + ": " + known(column.name()) + "\n")
                .collect(Collectors.joining());
    try {
      return PolicyCheck.check(PolicyFile.parse("t.yaml", text), live);
    } catch (PolicyException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String known(String column) {
    return switch (column.toUpperCase(Locale.ROOT)) {
      case "N" -> "{lower: 0, upper: 100}";
      case "X" -> "{lower: 0, upper: 100, step: 0.01}";
      case "F" -> "{lower: 0, upper: 100, step: 0.01}";
      case "D" -> "{lower: 2000-01-01, upper: 2030-12-31}";
      case "M" -> "{lower: 2000-01-01T00:00:00, upper: 2030-12-31T00:00:00}";
      default -> "{}";
    };
  }

  /** Whether there is a column of that kind. */
  boolean has(String column) {
    return policy.tables().get(0).columns().stream()
        .anyMatch(c -> c.name().equalsIgnoreCase(column));
  }

  /** Why the query is refused; empty if it is planned. */
  Optional<RefusedException> refusal(String sql) {
    try {
      ParsedQuery query = new QueryReader(dialect.parserSettings()).read(sql);
      Algebra algebra = new Algebra(catalog);
      List<Set<String>> labels = algebra.validate(query).names();
      Algebra.located(
          query,
          () ->
              new Planner(catalog)
                  .plan(
                      algebra.translate(query, List.of(), CONTEXT),
                      PrivacyRequest.of(
                          policy, Optional.empty(), Optional.empty(), query, labels)));
      return Optional.empty();
    } catch (RefusedException e) {
      return Optional.of(e);
    }
  }
}
