package org.dpjdbc.run.dataset;

import com.google.common.base.Suppliers;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.dpjdbc.plan.Planner;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.backend.Login;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.dialect.common.Dialects;
import org.dpjdbc.sql.dialect.common.ReadDialect;
import org.dpjdbc.sql.parse.Occasion;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.parse.QueryReader;
import org.dpjdbc.sql.parse.QueryTemplate;
import org.dpjdbc.sql.spelling.ClockUse;
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
  private final Remembered remembered;
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
   * @param types of its columns and parameters
   * @param looks what its answers look like
   */
  public record Statement(
      ParsedQuery query, QueryTemplate template, ValidQuery types, Supplier<Shape> looks) {
    public Shape shape() {
      return looks.get();
    }
  }

  /**
   * What a plan depends on.
   *
   * @param sql the text, or what of it the plan knows
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
        Occasion occasion) {
      return key(
          sql, parameters.stream().map(Optional::ofNullable).toList(), settings, types, occasion);
    }

    /** The key where it is planned for all values. */
    public static PlanKey of(
        QueryTemplate.Instance instance, Settings settings, ValidQuery types, Occasion occasion) {
      return key(instance.key(), instance.kept(), settings, types, occasion);
    }

    private static PlanKey key(
        String sql,
        List<Optional<Object>> parameters,
        Settings settings,
        ValidQuery types,
        Occasion occasion) {
      return new PlanKey(
          sql,
          parameters,
          settings.epsilon(),
          settings.delta(),
          settings.errorColumns(),
          types.mayNameAnalyst() ? Optional.of(occasion.analyst()) : Optional.empty(),
          types.clock() == ClockUse.DAY
              ? Optional.of(occasion.moment().toLocalDate())
              : Optional.empty());
    }
  }

  private record Tools(Catalog catalog, Algebra algebra, Planner planner) {}

  Dataset(Key key, BackendDialect dialect, Remembered remembered) {
    this.key = key;
    this.dialects = new Dialects(key.read(), dialect);
    this.remembered = remembered;
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

  /** Reads and validates a statement, or finds it. */
  public Statement statement(String sql, ParsedQuery parsed) {
    Remembered.Owned<String> owned = new Remembered.Owned<>(this, sql);
    Statement known = remembered.statements().getIfPresent(owned);
    if (known == null) {
      QueryTemplate template = Algebra.located(parsed, () -> QueryTemplate.of(sql, parsed));
      ValidQuery valid = types(template, parsed);
      known = new Statement(parsed, template, valid, Suppliers.memoize(() -> shape(parsed, valid)));
      remembered.statements().put(owned, known);
    }
    return known;
  }

  private Shape shape(ParsedQuery parsed, ValidQuery valid) {
    Tools own = tools.get();
    return Shape.of(parsed, valid, own.catalog(), own.algebra(), own.planner());
  }

  /** Queries that differ in values alone, of the same types, have columns of the same types. */
  private ValidQuery types(QueryTemplate template, ParsedQuery parsed) {
    Remembered.Owned<String> key = new Remembered.Owned<>(this, template.with(List.of()).key());
    ValidQuery known = remembered.types().getIfPresent(key);
    if (known == null) {
      known = algebra().validate(parsed);
      remembered.types().put(key, known);
    }
    return known;
  }

  /** The statement of a text that was read before. */
  public Optional<Statement> known(String sql) {
    return Optional.ofNullable(
        remembered.statements().getIfPresent(new Remembered.Owned<>(this, sql)));
  }

  /** A plan that was made before, or the one that is made now; empty where there is none. */
  public Optional<PlannedQuery> plan(PlanKey planKey, Supplier<Optional<PlannedQuery>> make) {
    Remembered.Owned<PlanKey> owned = new Remembered.Owned<>(this, planKey);
    Optional<PlannedQuery> known = remembered.plans().getIfPresent(owned);
    if (known == null) {
      known = make.get();
      remembered.plans().put(owned, known);
    }
    return known;
  }
}
