package org.dpjdbc.run.query;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.dpjdbc.budget.Answers;
import org.dpjdbc.budget.BudgetExceededException;
import org.dpjdbc.budget.ChargeRequest;
import org.dpjdbc.budget.Ledger;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.budget.PrepaidLedger;
import org.dpjdbc.budget.TrialLedger;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.policy.ColumnPolicy;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.Policy.DeriveRule;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.run.api.ConstantQuery;
import org.dpjdbc.run.api.Query;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.backend.Backend;
import org.dpjdbc.run.dataset.Catalogs;
import org.dpjdbc.run.dataset.Dataset;
import org.dpjdbc.run.finish.Finisher;
import org.dpjdbc.run.ledger.PendingAnswers;
import org.dpjdbc.run.ledger.SharedLedgers;
import org.dpjdbc.run.virtual.VirtualCatalog;
import org.dpjdbc.sql.parse.ExecutionContext;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.parse.ReleaseTarget;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RunMessages;
import org.dpjdbc.sql.validate.ValidQuery;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session over a real backend. Confined to one caller at a time; {@link #close} may come later.
 */
public final class DpSession implements Session {
  private static final Logger LOGGER = LoggerFactory.getLogger(DpSession.class);

  private final Settings settings;
  private final Backend backend;
  private final Catalogs catalogs;
  private final SharedLedgers.Lease lease;
  private final NoiseSource noise;
  private final Clock clock;
  private final Finisher finisher;
  private final Optional<Ledger> own;
  private final boolean dry;
  private final PendingAnswers pending;
  private long charges;
  private boolean closed;

  public DpSession(
      Settings settings,
      Backend backend,
      Catalogs catalogs,
      SharedLedgers.Lease lease,
      NoiseSource noise,
      Clock clock,
      Finisher finisher) {
    this.settings = settings;
    this.backend = backend;
    this.catalogs = catalogs;
    this.lease = lease;
    this.noise = noise;
    this.clock = clock;
    this.finisher = finisher.of(settings.analyst());
    this.own = Optional.empty();
    this.dry = false;
    this.pending = lease.pending();
  }

  private DpSession(DpSession session, Ledger own, boolean dry) {
    this.settings = session.settings;
    this.backend = session.backend;
    this.catalogs = session.catalogs;
    this.lease = session.lease;
    this.noise = session.noise;
    this.clock = session.clock;
    this.finisher = session.finisher;
    this.own = Optional.of(own);
    this.dry = dry;
    // Nobody else may get what it makes up.
    this.pending = dry ? new PendingAnswers() : session.pending;
  }

  /** What this session would do now with statements, one after the other. */
  public DryRun dryRun(List<String> statements) {
    return new DryRun(this, statements);
  }

  /**
   * The same session on a trial of its ledger. What it releases is made up, for which no private
   * row is read, and is kept in the trial alone.
   */
  DpSession onTrial(TrialLedger ledger) {
    return new DpSession(this, ledger, /* dry= */ true);
  }

  /** When answers are derived from kept ones, unless a query says otherwise. */
  DeriveRule deriveRule() {
    return settings.derive().orElseGet(() -> policy().answers().derive());
  }

  /** The answer that is kept under a key, if it may still be given. */
  Optional<byte[]> keptAnswer(String key) {
    return kept(answers -> answers.find(key, notBefore()));
  }

  /** Since when it is. */
  Optional<Instant> keptSince(String key) {
    return kept(answers -> answers.storedAt(key, notBefore()));
  }

  /** What was kept before is not given any more. */
  Instant notBefore() {
    return clock.instant().minus(policy().answers().reuseFor());
  }

  private interface KeptAnswers<T> {
    T of(Answers answers) throws LedgerException;
  }

  private <T> T kept(KeptAnswers<T> query) {
    try {
      return query.of(ledger().answers());
    } catch (LedgerException e) {
      throw SharedLedgers.unusable(e);
    }
  }

  /**
   * The same session after one charge for the statements of a plan, except for those that run in
   * steps, whose charges are known only with their answers. It is not closed.
   *
   * @param statements of which the plan is
   * @throws RefusedException if the budget does not allow the charge, and nothing is charged
   */
  public DpSession prepaid(SessionPlan plan, List<String> statements) {
    List<StatementPlan> charged =
        plan.statements().stream().filter(each -> each.isCharged() && !each.inSteps()).toList();
    String query =
        charged.stream()
            .map(each -> statements.get(each.number() - 1))
            .collect(Collectors.joining("; "));
    List<ChargeRequest> requests =
        charged.stream().flatMap(each -> each.outcome().requests().stream()).toList();
    return new DpSession(
        this, charging(ledger -> PrepaidLedger.of(ledger, requests, query)), /* dry= */ false);
  }

  /** Charges a query. */
  void charge(ChargeRequest request) {
    charging(ledger -> ledger.charge(request));
  }

  private interface Charging<T> {
    T on(Ledger ledger) throws BudgetExceededException, LedgerException;
  }

  private <T> T charging(Charging<T> charging) {
    try {
      T made = charging.on(ledger());
      charges++;
      return made;
    } catch (BudgetExceededException e) {
      throw RunMessages.budgetExceeded(
          e.cost().toString(),
          e.remainingForAnalyst().toString(),
          e.renewsAt().map(Instant::toString));
    } catch (LedgerException e) {
      throw SharedLedgers.unusable(e);
    }
  }

  /** Whether it charges a trial, and makes up what it releases. */
  boolean isDry() {
    return dry;
  }

  @Override
  public Query prepare(String sql) {
    try {
      return prepared(sql);
    } catch (RefusedException e) {
      // What others have released meanwhile is there as well.
      if (e.code() == RefusalCode.UNKNOWN_TABLE && catalogs.refresh()) {
        return prepared(sql);
      }
      throw e;
    }
  }

  private Query prepared(String sql) {
    Dataset dataset = catalogs.now();
    Optional<Dataset.Statement> known = dataset.known(sql, settings.errorColumns());
    if (known.isPresent()) {
      return query(sql, new Dataset.Described(known.get(), Optional.empty()));
    }
    Optional<Query> own = SessionStatement.of(sql, this);
    if (own.isPresent()) {
      return own.get();
    }
    ParsedQuery parsed = dataset.reader().read(sql);
    Optional<Query> constant =
        parsed.into().isPresent() ? Optional.empty() : ConstantQuery.of(parsed);
    if (constant.isPresent()) {
      return constant.get();
    }
    return query(sql, dataset.statement(sql, parsed, settings.errorColumns()));
  }

  private Query query(String sql, Dataset.Described described) {
    ParsedQuery query = described.statement().query();
    Optional<ReleaseTarget> into = query.into();
    if (into.isPresent()) {
      return new ReleaseQuery(this, sql, described, into.get());
    }
    return query
        .explain()
        .<Query>map(form -> new ExplainQuery(this, sql, described, form))
        .orElseGet(() -> new PrivateQuery(this, sql, described));
  }

  public Backend backend() {
    return backend;
  }

  Dataset dataset() {
    return catalogs.now();
  }

  Catalogs catalogs() {
    return catalogs;
  }

  public Ledger ledger() {
    return own.orElseGet(lease::ledger);
  }

  PendingAnswers pending() {
    return pending;
  }

  /** How many queries of this session were charged. */
  long charges() {
    return charges;
  }

  NoiseSource noise() {
    return noise;
  }

  Clock clock() {
    return clock;
  }

  /** Who asks a query, and when: to be read once for all that one run of it needs. */
  ExecutionContext context(ValidQuery query) {
    return new ExecutionContext(
        settings.analyst(), LocalDateTime.ofInstant(clock.instant(), zone(query)));
  }

  /** The zone of the clock that a query reads. */
  ZoneId zone(ValidQuery query) {
    return query.inUtc() ? ZoneOffset.UTC : clock.getZone();
  }

  Finisher finisher() {
    return finisher;
  }

  @Override
  public boolean isValid(Duration within) {
    return !closed && backend.isValid(within);
  }

  @Override
  public Optional<Object> backendProperty(Method method, @Nullable Object... arguments) {
    try {
      return backend.with(
          connection -> {
            try {
              return Optional.ofNullable(
                  method.invoke(connection.getMetaData(), (Object[]) arguments));
            } catch (InvocationTargetException | IllegalAccessException e) {
              LOGGER.info("The database's metadata has no {}", method.getName(), e);
              return Optional.empty();
            }
          });
    } catch (SQLException e) {
      LOGGER.info("The database does not answer", e);
      return Optional.empty();
    }
  }

  /** The version of the database, as its metadata gives it. */
  String productVersion() {
    try {
      return backend.with(connection -> connection.getMetaData().getDatabaseProductVersion());
    } catch (SQLException e) {
      LOGGER.info("The database does not answer", e);
      return "";
    }
  }

  @Override
  public Policy policy() {
    return dataset().policy();
  }

  @Override
  public LiveSchema visibleSchema() {
    Dataset dataset = dataset();
    return new LiveSchema(
        dataset.policy().tables().stream()
            .flatMap(
                table ->
                    dataset.live().table(table.schema(), table.name()).stream()
                        .map(live -> visible(table, live)))
            .toList());
  }

  @Override
  public List<LiveSchema.Table> virtualTables() {
    return VirtualCatalog.tables(dataset().dialects()::folded);
  }

  private static LiveSchema.Table visible(TablePolicy policy, LiveSchema.Table live) {
    List<LiveSchema.Column> columns =
        live.columns().stream()
            .filter(c -> policy.column(c.name()).map(p -> p.readable()).orElse(false))
            .map(
                c ->
                    c.withoutLabels()
                        .withRemarks(
                            policy
                                .column(c.name())
                                .flatMap(ColumnPolicy::description)
                                .or(c::remarks)))
            .toList();
    List<String> names = columns.stream().map(LiveSchema.Column::name).toList();
    return new LiveSchema.Table(
            live.schema(),
            live.name(),
            live.kind(),
            columns,
            names.containsAll(live.primaryKey()) ? live.primaryKey() : List.of(),
            live.uniqueKeys().stream().filter(names::containsAll).toList(),
            live.foreignKeys().stream().filter(key -> names.containsAll(key.columns())).toList())
        .withRemarks(policy.description().or(live::remarks));
  }

  @Override
  public String defaultSchema() {
    return dataset().schema();
  }

  @Override
  public Settings settings() {
    return settings;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      backend.close();
      lease.close();
    }
  }
}
