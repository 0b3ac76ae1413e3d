package org.dpjdbc.run.query;

import java.math.BigDecimal;
import java.sql.Types;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.dpjdbc.plan.Planner;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.policy.ColumnPolicy;
import org.dpjdbc.policy.Composition;
import org.dpjdbc.policy.ContributionKind;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Location;
import org.dpjdbc.policy.NoiseRule;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyValue;
import org.dpjdbc.policy.Preview;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.Renewal;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.run.finish.Finisher;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.parse.DpOptions;
import org.dpjdbc.sql.parse.ExecutionContext;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.parse.QueryReader;
import org.dpjdbc.sql.validate.Algebra;
import org.dpjdbc.sql.validate.Catalog;

/**
 * Plans and compiles a query over a table that does not exist, so that the classes that do it are
 * loaded.
 */
public final class WarmUpPlan {
  private static final String SQL =
      "SELECT k, COUNT(*), AVG(x) FROM t WHERE x > 1 GROUP BY k HAVING COUNT(*) > 1 ORDER BY 2";

  private WarmUpPlan() {}

  public static void plan(BackendDialect dialect, Finisher finisher) {
    Location nowhere = new Location("", 0);
    PolicyValue zero = new PolicyValue.Number(BigDecimal.ZERO);
    ColumnPolicy x = column("X", Optional.of(new ColumnPolicy.Bounds(zero, zero)), nowhere);
    ColumnPolicy k = column("K", Optional.empty(), nowhere);
    TablePolicy table =
        new TablePolicy(
            "S",
            "T",
            Optional.of(new PrivacyUnit.Row()),
            List.of(),
            1,
            OptionalInt.empty(),
            false,
            OptionalInt.empty(),
            ContributionKind.LIMIT_GROUPS,
            Optional.empty(),
            List.of(k, x),
            false,
            Optional.empty(),
            nowhere);
    Policy policy =
        new Policy(
            "",
            "",
            new Policy.Defaults(BigDecimal.ONE, new BigDecimal("1e-8"), NoiseRule.LAPLACE, false),
            new Policy.Budget(
                new Policy.Share(BigDecimal.ONE, BigDecimal.ZERO),
                Renewal.NEVER,
                Composition.BASIC,
                Optional.empty()),
            new Policy.Answers(Duration.ZERO),
            new Policy.Limits(BigDecimal.ONE, Duration.ofSeconds(1), 1, Duration.ZERO),
            Preview.NONE,
            List.of(table));
    LiveSchema live =
        new LiveSchema(
            List.of(
                new LiveSchema.Table(
                    "S",
                    "T",
                    LiveSchema.Kind.TABLE,
                    List.of(
                        new LiveSchema.Column("K", Types.VARCHAR, "VARCHAR", 9, 0, true),
                        new LiveSchema.Column("X", Types.INTEGER, "INTEGER", 9, 0, true)),
                    List.of(),
                    List.of(),
                    List.of())));
    Catalog catalog = new Catalog(policy, live, dialect, "S");
    ParsedQuery query = new QueryReader(dialect.parserSettings()).read(SQL);
    Algebra algebra = new Algebra(catalog);
    algebra.validate(query);
    PrivatePlan plan =
        new Planner(catalog)
            .plan(
                algebra.translate(
                    query, List.of(), new ExecutionContext("", LocalDate.EPOCH.atStartOfDay())),
                PrivacyRequest.of(
                    policy, Optional.empty(), Optional.empty(), DpOptions.NONE, List.of()));
    PreparedFrontier.all(plan.frontiers());
    finisher.compile(plan.finish());
  }

  private static ColumnPolicy column(
      String name, Optional<ColumnPolicy.Bounds> bounds, Location location) {
    return new ColumnPolicy(
        name,
        true,
        bounds,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        location);
  }
}
