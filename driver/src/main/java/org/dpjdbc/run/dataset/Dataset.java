package org.dpjdbc.run.dataset;

import com.google.common.base.Suppliers;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelNode;
import org.dpjdbc.plan.Planner;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.backend.Login;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.dialect.common.Dialects;
import org.dpjdbc.sql.dialect.common.ReadDialect;
import org.dpjdbc.sql.parse.AnalystName;
import org.dpjdbc.sql.parse.ExecutionContext;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.parse.QueryReader;
import org.dpjdbc.sql.parse.QueryTemplate;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.rewrite.ClockUse;
import org.dpjdbc.sql.validate.Algebra;
import org.dpjdbc.sql.validate.Catalog;
import org.dpjdbc.sql.validate.ValidQuery;
import org.jspecify.annotations.Nullable;

/**
 * A database under a policy, shared by the sessions of one login in a process: the catalog, and the
 * caches of parsed and planned queries. Created without loading Calcite; thread-safe.
 */
public final class Dataset {
  private final Key key;
  private final Dialects dialects;
  private final QueryReader reader;
  private final Supplier<Tools> tools;
  private final PlanCache cache;
  private final KnownLists lists = new KnownLists();

  /**
   * What makes two sessions share.
   *
   * @param login which database, and as whom
   * @param policy checked against {@code live}
   * @param live the database's tables
   * @param schema that unqualified names are looked up in
   * @param read the dialect that is read; empty for the database's own
   */
  public record Key(
      Login login, Policy policy, LiveSchema live, String schema, Optional<ReadDialect> read) {}

  /**
   * A statement that was read and validated.
   *
   * @param query as parsed
   * @param template the query without the values that its plan need not know
   * @param shape what its answers look like
   */
  public record Statement(ParsedQuery query, QueryTemplate template, Shape shape) {
    /** The types of its columns and parameters. */
    public ValidQuery types() {
      return shape.types();
    }
  }

  /**
   * A statement and its algebra.
   *
   * @param algebra empty if the statement, or another of its shape, was described before, and if it
   *     has bind parameters or reads the clock
   */
  public record Described(Statement statement, Optional<FirstAlgebra> algebra) {}

  /**
   * What a plan depends on.
   *
   * @param sql the SQL, or its template
   * @param parameters bound values, as far as the plan knows them
   * @param epsilon of the session
   * @param delta of the session
   * @param errorColumns whether errors are added
   * @param analyst whose plan it is, where the query may name its analyst
   * @param today the day that it is for, where the query reads the date
   */
  public record PlanKey(
      String sql,
      List<Optional<Object>> parameters,
      Optional<BigDecimal> epsilon,
      Optional<BigDecimal> delta,
      boolean errorColumns,
      Optional<String> analyst,
      Optional<LocalDate> today) {
    /** The key where the query is planned for given values. */
    public static PlanKey of(
        String sql,
        List<@Nullable Object> parameters,
        Settings settings,
        ValidQuery types,
        ExecutionContext context) {
      return key(
          sql, parameters.stream().map(Optional::ofNullable).toList(), settings, types, context);
    }

    /** The key where it is planned for all values. */
    public static PlanKey of(
        QueryTemplate.Instance instance,
        Settings settings,
        ValidQuery types,
        ExecutionContext context) {
      return key(instance.key(), instance.kept(), settings, types, context);
    }

    private static PlanKey key(
        String sql,
        List<Optional<Object>> parameters,
        Settings settings,
        ValidQuery types,
        ExecutionContext context) {
      return new PlanKey(
          sql,
          parameters,
          settings.epsilon(),
          settings.delta(),
          settings.errorColumns(),
          types.mayNameAnalyst() ? Optional.of(context.analyst()) : Optional.empty(),
          types.clock() == ClockUse.DAY
              ? Optional.of(context.timestamp().toLocalDate())
              : Optional.empty());
    }
  }

  private record Tools(Catalog catalog, Algebra algebra, Planner planner) {}

  Dataset(Key key, BackendDialect dialect, PlanCache cache) {
    this.key = key;
    this.dialects = new Dialects(key.read(), dialect);
    this.cache = cache;
    this.reader =
        new QueryReader(dialects.read().parserSettings(), key.policy().releases().isPresent());
    this.tools =
        Suppliers.memoize(
            () -> {
              Catalog catalog =
                  new Catalog(
                      key.policy(), key.live(), dialects, key.schema(), key.login().database());
              return new Tools(catalog, new Algebra(catalog), new Planner(catalog, lists));
            });
  }

  public Login login() {
    return key.login();
  }

  public String schema() {
    return key.schema();
  }

  public Policy policy() {
    return key.policy();
  }

  public LiveSchema live() {
    return key.live();
  }

  /** The database's. */
  public BackendDialect dialect() {
    return dialects.backend();
  }

  /** The dialect that is read, and the database's. */
  public Dialects dialects() {
    return dialects;
  }

  public QueryReader reader() {
    return reader;
  }

  public Algebra algebra() {
    return tools.get().algebra();
  }

  /** What is known of lists of keys that are looked up in public tables. */
  public KnownLists lists() {
    return lists;
  }

  public Planner planner() {
    return tools.get().planner();
  }

  /**
   * Describes a statement, or finds it.
   *
   * @param errorColumns whether its answers have columns of errors
   */
  public Described statement(String sql, ParsedQuery parsed, boolean errorColumns) {
    Optional<Statement> known = known(sql, errorColumns);
    if (known.isPresent()) {
      return new Described(known.get(), Optional.empty());
    }
    QueryTemplate template = Algebra.located(parsed, () -> QueryTemplate.of(sql, parsed));
    Optional<QueryTemplate.Instance> literals = template.values(List.of());
    PlanCache.Owned<PlanCache.StatementKey> key = key(template.with(List.of()).key(), errorColumns);
    Shape shape = cache.shapes().getIfPresent(key);
    Optional<FirstAlgebra> algebra = Optional.empty();
    if (shape == null) {
      Shaped shaped = shaped(parsed, literals, errorColumns);
      shape = shaped.shape();
      algebra = shaped.algebra();
      if (shaped.ofAll()) {
        cache.shapes().put(key, shape);
      }
    }
    Statement statement = new Statement(parsed, template, shape);
    cache.statements().put(key(sql, errorColumns), statement);
    return new Described(statement, algebra);
  }

  private PlanCache.Owned<PlanCache.StatementKey> key(String sql, boolean errorColumns) {
    return new PlanCache.Owned<>(this, new PlanCache.StatementKey(sql, errorColumns));
  }

  /**
   * The shape of a query, and its algebra.
   *
   * @param ofAll whether it is the shape of all queries that differ in values alone
   */
  private record Shaped(Shape shape, Optional<FirstAlgebra> algebra, boolean ofAll) {}

  /**
   * The shape of the query without its values, which all queries have that differ from it in values
   * of the same types; that of the query with its values, if they may make a difference.
   */
  private Shaped shaped(
      ParsedQuery parsed, Optional<QueryTemplate.Instance> literals, boolean errorColumns) {
    if (literals.isPresent()) {
      try {
        return shaped(parsed, literals, errorColumns, /* ofAll= */ true);
      } catch (RefusedException e) {
        if (!QueryTemplate.mayBeAnsweredWithValues(e)) {
          throw e;
        }
      }
    }
    return shaped(parsed, Optional.empty(), errorColumns, literals.isEmpty());
  }

  private Shaped shaped(
      ParsedQuery parsed,
      Optional<QueryTemplate.Instance> literals,
      boolean errorColumns,
      boolean ofAll) {
    Algebra.Validated valid = algebra().validated(parsed, literals);
    FirstAlgebra algebra = FirstAlgebra.of(this, valid, literals);
    boolean isClosed =
        valid.types().parameters().getFieldCount() == 0 && valid.types().clock() == ClockUse.NONE;
    return new Shaped(
        shape(
            parsed,
            valid.types(),
            algebra.rel().map(rel -> AnalystName.put("", rel)),
            errorColumns),
        Optional.of(algebra).filter(known -> isClosed),
        ofAll);
  }

  private Shape shape(
      ParsedQuery parsed, ValidQuery types, Optional<RelNode> rel, boolean errorColumns) {
    Tools own = tools.get();
    Optional<Planner> outlines = Optional.of(own.planner()).filter(any -> errorColumns);
    try {
      return Algebra.located(parsed, () -> Shape.of(types, rel, own.catalog(), outlines));
    } catch (RefusedException e) {
      if (e.code() == RefusalCode.STOPPED) {
        throw e;
      }
      return Shape.of(types, Optional.empty(), own.catalog(), outlines);
    }
  }

  /**
   * The statement for SQL that was parsed before.
   *
   * @param errorColumns whether its answers have columns of errors
   */
  public Optional<Statement> known(String sql, boolean errorColumns) {
    return Optional.ofNullable(cache.statements().getIfPresent(key(sql, errorColumns)));
  }

  /** A plan that was made before, or the one that is made now; empty if there is none. */
  public Optional<PlannedQuery> plan(PlanKey planKey, Supplier<Optional<PlannedQuery>> make) {
    PlanCache.Owned<PlanKey> owned = new PlanCache.Owned<>(this, planKey);
    Optional<PlannedQuery> known = cache.plans().getIfPresent(owned);
    if (known == null) {
      known = make.get();
      cache.plans().put(owned, known);
    }
    return known;
  }
}
