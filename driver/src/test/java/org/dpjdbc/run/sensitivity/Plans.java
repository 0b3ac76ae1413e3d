package org.dpjdbc.run.sensitivity;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.dpjdbc.plan.Planner;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.sql.parse.ExecutionContext;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.parse.QueryReader;
import org.dpjdbc.sql.validate.Algebra;
import org.dpjdbc.sql.validate.Catalog;

/** Plans texts as a session does, under one policy. */
public final class Plans {
  private static final ExecutionContext CONTEXT =
      new ExecutionContext("ann", LocalDateTime.parse("2026-06-30T12:34:56.789012"));

  private final Policy policy;
  private final Catalog catalog;

  Plans(Policy policy, Catalog catalog) {
    this.policy = policy;
    this.catalog = catalog;
  }

  /**
   * The plan of a query.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it is refused
   */
  public PrivatePlan of(String sql) {
    ParsedQuery query = read(sql);
    return Algebra.located(
        query,
        () ->
            new Planner(catalog)
                .plan(
                    new Algebra(catalog).translate(query, List.of(), CONTEXT),
                    PrivacyRequest.of(
                        policy, Optional.empty(), Optional.empty(), query, labels(query))));
  }

  /** Queries without weights need none. */
  private List<Set<String>> labels(ParsedQuery query) {
    return query.options().weights().isEmpty()
        ? List.of()
        : new Algebra(catalog).validate(query).names();
  }

  /** The algebra of a query that has been planned. */
  public RelNode algebra(String sql) {
    return new Algebra(catalog).translate(read(sql), List.of(), CONTEXT);
  }

  private ParsedQuery read(String sql) {
    return new QueryReader(catalog.dialects().read().parserSettings()).read(sql);
  }
}
