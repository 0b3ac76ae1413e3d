package org.dpjdbc.run;

import com.google.common.base.Suppliers;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.dpjdbc.plan.Planner;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.sql.Algebra;
import org.dpjdbc.sql.BackendDialect;
import org.dpjdbc.sql.Catalog;
import org.dpjdbc.sql.ParsedQuery;
import org.dpjdbc.sql.QueryReader;
import org.dpjdbc.sql.QueryTemplate;
import org.dpjdbc.sql.ValidQuery;
import org.jspecify.annotations.Nullable;

/**
 * One database under one policy, as the sessions of a process share it: the catalog, and what was
 * parsed and planned over it. Made without touching Calcite; thread-safe.
 */
final class Dataset {
  private static final int MAX_TEXTS = 1000;
  private static final int MAX_PLANS = 1000;

  private final Key key;
  private final BackendDialect dialect;
  private final QueryReader reader;
  private final Supplier<Tools> tools;
  private final Cache<String, Statement> statements =
      CacheBuilder.newBuilder().maximumSize(MAX_TEXTS).build();
  private final Cache<String, ValidQuery> types =
      CacheBuilder.newBuilder().maximumSize(MAX_TEXTS).build();
  private final Cache<PlanKey, Optional<PlannedQuery>> plans =
      CacheBuilder.newBuilder().maximumSize(MAX_PLANS).build();

  /**
   * What makes two sessions share.
   *
   * @param backendUrl of the database
   * @param policy checked against {@code live}
   * @param live the database's tables
   * @param schema that unqualified names are looked up in
   */
  record Key(String backendUrl, Policy policy, LiveSchema live, String schema) {}

  /**
   * A statement that was read and validated.
   *
   * @param query as parsed
   * @param template the query without the values that its plan need not know
   * @param types of its columns and parameters
   */
  record Statement(ParsedQuery query, QueryTemplate template, ValidQuery types) {}

  /**
   * What a plan depends on.
   *
   * @param sql the text, or what of it the plan knows
   * @param parameters bound values, as far as the plan knows them
   * @param epsilon of the session
   * @param delta of the session
   * @param errorColumns whether errors are added
   * @param analyst whose plan it is, where the query may name its analyst
   */
  record PlanKey(
      String sql,
      List<Optional<Object>> parameters,
      Optional<BigDecimal> epsilon,
      Optional<BigDecimal> delta,
      boolean errorColumns,
      Optional<String> analyst) {
    static PlanKey of(
        String sql, List<@Nullable Object> parameters, Settings settings, ValidQuery types) {
      return of(sql, settings, types, parameters.stream().map(Optional::ofNullable).toList());
    }

    static PlanKey of(QueryTemplate.Instance instance, Settings settings, ValidQuery types) {
      return of(instance.key(), settings, types, instance.kept());
    }

    private static PlanKey of(
        String sql, Settings settings, ValidQuery types, List<Optional<Object>> parameters) {
      return new PlanKey(
          sql,
          parameters,
          settings.epsilon(),
          settings.delta(),
          settings.errorColumns(),
          types.mayNameAnalyst() ? Optional.of(settings.analyst()) : Optional.empty());
    }
  }

  private record Tools(Catalog catalog, Algebra algebra, Planner planner) {}

  Dataset(Key key, BackendDialect dialect) {
    this.key = key;
    this.dialect = dialect;
    this.reader = new QueryReader(dialect.parserSettings(), key.policy().releases().isPresent());
    this.tools =
        Suppliers.memoize(
            () -> {
              Catalog catalog = new Catalog(key.policy(), key.live(), dialect, key.schema());
              return new Tools(catalog, new Algebra(catalog), new Planner(catalog));
            });
  }

  String backendUrl() {
    return key.backendUrl();
  }

  String schema() {
    return key.schema();
  }

  Policy policy() {
    return key.policy();
  }

  LiveSchema live() {
    return key.live();
  }

  BackendDialect dialect() {
    return dialect;
  }

  QueryReader reader() {
    return reader;
  }

  Algebra algebra() {
    return tools.get().algebra();
  }

  Planner planner() {
    return tools.get().planner();
  }

  /** Reads and validates a statement, or finds it. */
  Statement statement(String sql, ParsedQuery parsed) {
    Statement known = statements.getIfPresent(sql);
    if (known == null) {
      QueryTemplate template = QueryTemplate.of(sql, parsed);
      known = new Statement(parsed, template, types(template, parsed));
      statements.put(sql, known);
    }
    return known;
  }

  /** Queries that differ in values alone, of the same types, have columns of the same types. */
  private ValidQuery types(QueryTemplate template, ParsedQuery parsed) {
    String key = template.with(List.of()).key();
    ValidQuery known = types.getIfPresent(key);
    if (known == null) {
      known = algebra().validate(parsed);
      types.put(key, known);
    }
    return known;
  }

  /** The statement of a text that was read before. */
  Optional<Statement> known(String sql) {
    return Optional.ofNullable(statements.getIfPresent(sql));
  }

  /** A plan that was made before, or the one that is made now; empty where there is none. */
  Optional<PlannedQuery> plan(PlanKey planKey, Supplier<Optional<PlannedQuery>> make) {
    Optional<PlannedQuery> known = plans.getIfPresent(planKey);
    if (known == null) {
      known = make.get();
      plans.put(planKey, known);
    }
    return known;
  }
}
