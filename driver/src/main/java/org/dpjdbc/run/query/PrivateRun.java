package org.dpjdbc.run.query;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.budget.ChargeRequest;
import org.dpjdbc.budget.Cost;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.plan.model.AskedGroups;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.PublicProduct;
import org.dpjdbc.plan.model.PublicQuery;
import org.dpjdbc.plan.model.ReleasedSet;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.backend.BackendReader;
import org.dpjdbc.run.backend.BackendValues;
import org.dpjdbc.run.ledger.PendingAnswers;
import org.dpjdbc.run.mechanism.AggregateRows;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.release.Groups;
import org.dpjdbc.run.release.NoisyRelease;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.release.Released;
import org.dpjdbc.run.release.ReleasedRows;
import org.dpjdbc.run.rows.Deadline;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.run.virtual.VirtualRows;
import org.dpjdbc.sql.parse.GivenValue;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RunMessages;
import org.dpjdbc.sql.validate.VirtualTable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a planned query, in the order that the guarantee needs: public tables are read, noise
 * is drawn, the database checks the statements, the whole charge is made durable, the database runs
 * the statements, the answer is released and kept for reuse, and the rest is computed from released
 * values. Single use.
 */
final class PrivateRun {
  private static final Logger LOGGER = LoggerFactory.getLogger(PrivateRun.class);

  /** Values of public rows that released ones are joined with: the answer may have fewer rows. */
  private static final int MAX_PUBLIC_VALUES = 500_000;

  private final DpSession session;
  private final String sql;
  private final PlannedQuery planned;
  private final List<GivenValue> given;
  private final RunOptions options;
  private final Deadline deadline;
  private final TimedFinisher finisher;
  private final BackendReader backend;
  private final long startedAt = System.nanoTime();
  private final Optional<Source> source;
  private PlannedQuery answered;
  private Optional<KeptSource> kept = Optional.empty();
  private Optional<Released> released = Optional.empty();

  /**
   * Prepares a run.
   *
   * @param sql the query text
   * @param given the values that the plan does not depend on
   * @param source what other answers are derived from, or this one is derived for; empty for a part
   *     of a query
   */
  PrivateRun(
      DpSession session,
      String sql,
      PlannedQuery planned,
      List<GivenValue> given,
      RunOptions options,
      Optional<Source> source) {
    this.session = session;
    this.sql = sql;
    this.planned = planned;
    this.answered = planned;
    this.source = source;
    this.given = given;
    this.options = options;
    Duration limit = session.policy().limits().timeout();
    Duration asked = options.timeout();
    this.deadline = Deadline.after(asked.isZero() || asked.compareTo(limit) > 0 ? limit : asked);
    this.backend = new BackendReader(session.backend(), deadline, options.cancellation());
    this.finisher = new TimedFinisher(session.finisher(), deadline, options.cancellation());
  }

  /** A query as it is asked now. */
  record Source(PrivateQuery query, PrivateQuery.BoundQuery bound) {}

  Answer run() {
    if (planned.frontiers().isEmpty()) {
      return answer();
    }
    try {
      return answer();
    } finally {
      waitForStep();
    }
  }

  /**
   * How a query is answered.
   *
   * @param planned its plan, or that of what is derived
   * @param kept where its answer is from; empty if it is charged, or costs nothing anyway
   */
  record Decision(PlannedQuery planned, Optional<KeptSource> kept) {}

  /** In a dry session: finds out whether it is charged, and computes no answer. */
  Decision decide() {
    try (backend) {
      ask(new HashMap<>());
    }
    return new Decision(answered, kept);
  }

  /** Looks for what it would be answered from now. Nothing is charged or made. */
  Decision find() {
    if (!planned.frontiers().isEmpty() && isReused()) {
      try (backend) {
        Map<String, List<List<KeyValue>>> publicKeys = publicKeys(new HashMap<>());
        String key = key(publicKeys);
        found(key, derivation(key, publicKeys));
      }
    }
    return new Decision(answered, kept);
  }

  /** What was released; empty if the query has no frontier. */
  Optional<Released> released() {
    return released;
  }

  private Answer answer() {
    Map<String, Rows> inputs = new HashMap<>();
    try (backend) {
      ask(inputs);
    }
    Rows rows = finished(inputs);
    int limit = session.policy().limits().maxOutputRows();
    if (rows.size() > limit) {
      throw RunMessages.tooManyRows(limit);
    }
    return new Answer(answered.columns(), options.limit(rows), answered.warnings());
  }

  private Rows finished(Map<String, Rows> inputs) {
    try {
      return finisher.run(answered.finish(), inputs);
    } catch (RefusedException e) {
      throw e.code() == RefusalCode.STOPPED ? backend.stopped() : e;
    }
  }

  private void ask(Map<String, Rows> inputs) {
    Map<String, List<List<KeyValue>>> publicKeys = publicKeys(inputs);
    planned.plan().products().forEach(product -> check(product, inputs));
    VirtualRows virtual =
        new VirtualRows(
            session,
            session.ledger(),
            session.dataset().live(),
            () -> SessionStatement.settings(session),
            () -> new ReleaseCatalog(session).rows());
    for (String table : planned.virtualTables()) {
      inputs.put(table, virtual.of(VirtualTable.valueOf(table)));
    }
    if (!planned.frontiers().isEmpty()) {
      Released all = released(inputs, publicKeys);
      released = Optional.of(all);
      for (int i = 0; i < planned.frontiers().size(); i++) {
        inputs.put(
            planned.frontiers().get(i).frontier().name(),
            planned.errorColumns() ? all.withErrors(i) : all.rows(i));
      }
    }
  }

  /**
   * Queries the public tables.
   *
   * @param inputs takes their rows
   */
  private Map<String, List<List<KeyValue>>> publicKeys(Map<String, Rows> inputs) {
    Map<String, List<List<KeyValue>>> publicKeys = new HashMap<>();
    for (PublicQuery query : planned.plan().publicQueries()) {
      Rows rows = publicRows(query, given);
      inputs.put(query.name(), rows);
      publicKeys.put(query.name(), keys(rows));
    }
    return publicKeys;
  }

  private Rows publicRows(PublicQuery query, List<GivenValue> values) {
    List<RelDataType> types =
        query.rowType().getFieldList().stream().map(field -> field.getType()).toList();
    int shown = session.policy().limits().maxOutputRows();
    int limit =
        planned.frontiers().isEmpty()
            ? shown
            : Math.max(shown, MAX_PUBLIC_VALUES / Math.max(1, types.size()));
    List<@Nullable Object[]> rows = new ArrayList<>();
    backend.ask(
        new StageValues(values).bound(query.sql(), query.parameters()),
        result -> {
          while (result.next()) {
            if (rows.size() == limit) {
              throw RunMessages.tooManyRows(limit);
            }
            @Nullable Object[] row = new @Nullable Object[types.size()];
            for (int i = 0; i < row.length; i++) {
              row[i] = BackendValues.read(result, i + 1, types.get(i));
            }
            rows.add(row);
          }
        });
    return Rows.of(types.size(), rows);
  }

  /** An empty table makes the others no smaller: the database may join them first. */
  private static void check(PublicProduct product, Map<String, Rows> inputs) {
    BigInteger rows =
        product.counts().stream()
            .map(count -> Objects.requireNonNull(inputs.get(count)).get(0, 0))
            .map(count -> BigInteger.valueOf(((Number) Objects.requireNonNull(count)).longValue()))
            .map(BigInteger.ONE::max)
            .reduce(BigInteger.ONE, BigInteger::multiply);
    if (rows.compareTo(BigInteger.valueOf(product.maxRows())) > 0) {
      throw product.maxRows() == PublicProduct.MAX_ROWS
          ? RunMessages.productOfPublicTables(product.maxRows())
          : RunMessages.workOnPublicRows(product.maxRows());
    }
  }

  static List<List<KeyValue>> keys(Rows rows) {
    List<List<KeyValue>> keys = new ArrayList<>();
    for (int r = 0; r < rows.size(); r++) {
      List<KeyValue> key = new ArrayList<>();
      for (int c = 0; c < rows.width(); c++) {
        key.add(AggregateRows.keyValue(rows.get(r, c)));
      }
      keys.add(key);
    }
    return keys;
  }

  private Released released(
      Map<String, Rows> inputs, Map<String, List<List<KeyValue>>> publicKeys) {
    if (!isReused()) {
      return made(inputs, publicKeys);
    }
    String key = key(publicKeys);
    Optional<Derivation> derivation = derivation(key, publicKeys);
    try (PendingAnswers.Pending answer = session.pending().join(key)) {
      Optional<Released> theirs = answer.isOwn() ? Optional.empty() : theirs(answer);
      return theirs.isPresent()
          ? combined(derivation, theirs.get())
          : keptOrMade(key, derivation, inputs, publicKeys, answer::finish);
    }
  }

  private boolean isReused() {
    return !session.policy().answers().reuseFor().isZero();
  }

  private String key(Map<String, List<List<KeyValue>>> publicKeys) {
    return AnswerKey.of(session.dataset(), planned.plan(), given, publicKeys);
  }

  /**
   * What another session makes. Whoever waits for it keeps no connection from others.
   *
   * @return empty if this one is to make it, and has enough time left: what is stopped after the
   *     charge is lost
   */
  private Optional<Released> theirs(PendingAnswers.Pending answer) {
    backend.close();
    long enough = deadline.nanosLeft() / 2;
    Optional<Released> theirs;
    try {
      theirs = answer.await(deadline, options.cancellation()).flatMap(this::readable);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw RunMessages.stopped();
    }
    boolean isLate = options.cancellation().isCancelled() || deadline.nanosLeft() < enough;
    if (theirs.isEmpty() && isLate) {
      throw RunMessages.stopped();
    }
    return theirs;
  }

  /**
   * The kept answer, or one that is derived from others, or else a new one, which is kept.
   *
   * @param others who wait for it
   */
  private Released keptOrMade(
      String key,
      Optional<Derivation> derivation,
      Map<String, Rows> inputs,
      Map<String, List<List<KeyValue>>> publicKeys,
      Consumer<byte[]> others) {
    Optional<Found> found = found(key, derivation);
    if (found.isPresent()) {
      found.get().content().ifPresent(others);
      return found.get().released();
    }
    ReleasedRows made = made(inputs, publicKeys);
    byte[] content = AnswerCodec.encode(made.noisy());
    keep(key, content);
    others.accept(content);
    return combined(derivation, made);
  }

  /**
   * A free answer.
   *
   * @param content of the kept answer, if it is the same query's
   */
  private record Found(Released released, Optional<byte[]> content) {}

  private Optional<Found> found(String key, Optional<Derivation> derivation) {
    Optional<byte[]> content = session.keptAnswer(key);
    Optional<Released> read = content.flatMap(this::readable);
    if (read.isPresent()) {
      kept = session.keptSince(key).map(since -> new KeptSource(key, since, /* derived= */ false));
      return Optional.of(new Found(combined(derivation, read.get()), content));
    }
    Optional<Derivation.Derived> derived = derivation.flatMap(Derivation::find);
    derived.ifPresent(
        any -> {
          answered = any.planned();
          kept = any.source();
        });
    return derived.map(any -> new Found(any.released(), Optional.empty()));
  }

  /** An answer of the query with what else is known; what a dry session makes up is as it is. */
  private Released combined(Optional<Derivation> derivation, Released own) {
    Optional<Derivation.Derived> better =
        session.isDry() || !(own instanceof ReleasedRows rows)
            ? Optional.empty()
            : derivation.flatMap(of -> of.combined(rows));
    better.ifPresent(combined -> answered = combined.planned());
    return better.<Released>map(Derivation.Derived::released).orElse(own);
  }

  private Optional<Derivation> derivation(
      String key, Map<String, List<List<KeyValue>>> publicKeys) {
    return source.flatMap(
        asked ->
            Derivation.of(
                session,
                asked.query(),
                new Derivation.Asked(
                    planned,
                    given,
                    key,
                    publicKeys,
                    this::publicRows,
                    options.cancellation(),
                    deadline)));
  }

  private ReleasedRows made(
      Map<String, Rows> inputs, Map<String, List<List<KeyValue>>> publicKeys) {
    int limit = session.policy().limits().maxOutputRows();
    List<NoisyRelease> releasers = new ArrayList<>();
    for (PreparedFrontier frontier : planned.frontiers()) {
      if (Groups.publicSize(frontier.frontier(), publicKeys) > limit) {
        throw RunMessages.tooManyRows(limit);
      }
      releasers.add(new NoisyRelease(frontier, publicKeys, session.noise()));
    }
    checkSets(publicKeys);
    if (options.cancellation().isCancelled()) {
      throw RunMessages.stopped();
    }
    StagedRelease release =
        new StagedRelease(planned, new StageValues(given), backend, finisher, inputs);
    if (!planned.plan().isFree()) {
      release.prepare();
    }
    charge();
    return session.isDry() ? madeUp(releasers) : release.run(releasers);
  }

  private ReleasedRows madeUp(List<NoisyRelease> releasers) {
    ReleasedRows rows = new ReleasedRows(planned);
    releasers.forEach(releaser -> rows.add(releaser.madeUp()));
    return rows;
  }

  /** Of some sets it is known from the public values of their keys how many rows they will have. */
  private void checkSets(Map<String, List<List<KeyValue>>> publicKeys) {
    Map<String, Integer> listed = new HashMap<>();
    for (PreparedFrontier prepared : planned.frontiers()) {
      Frontier frontier = prepared.frontier();
      if (frontier.domains().stream().noneMatch(KeyDomain.Private.class::isInstance)) {
        listed.put(frontier.name(), Groups.publicSize(frontier, publicKeys));
      }
    }
    boolean tooLarge =
        planned.plan().sets().stream()
            .flatMap(set -> set.allGroupsOf().stream())
            .anyMatch(name -> listed.getOrDefault(name, 0) > ReleasedSet.MAX_ROWS);
    if (tooLarge) {
      throw RunMessages.setsTooLarge(ReleasedSet.MAX_ROWS, "rows");
    }
  }

  /** Public keys alone are listed without a query to the database: that costs nothing. */
  private void charge() {
    if (planned.plan().epsilon().signum() == 0) {
      return;
    }
    session.charge(
        new ChargeRequest(
            session.settings().analyst(),
            Cost.of(planned.plan().epsilon(), planned.plan().delta()),
            sql,
            Mechanisms.describe(planned)));
    backend.charged();
  }

  /** What was kept in a form that is not this version's is as if it had not been kept. */
  private Optional<Released> readable(byte[] kept) {
    try {
      return Optional.of(AnswerCodec.decode(kept, planned));
    } catch (RuntimeException e) {
      LOGGER.warn("An answer kept for reuse cannot be read; the question is asked anew", e);
      return Optional.empty();
    }
  }

  /** An answer that cannot be kept is given all the same: it is charged. */
  private void keep(String key, byte[] content) {
    if (session.isDry() && source.isEmpty()) {
      return; // which of its steps is kept is known with its answer
    }
    Instant now = session.clock().instant();
    try {
      Map<String, byte[]> contents = new HashMap<>(Map.of(key, content));
      new ReleaseCatalog(session)
          .entry(key, planned, given, now)
          .ifPresent(line -> contents.put(line.getKey(), line.getValue()));
      Optional<AskedGroups> asked = source.flatMap(any -> Derivation.asked(planned));
      if (asked.isPresent()) {
        KeptRecipe recipe = source.get().query().recipe(source.get().bound(), key, now);
        if (recipe.isShort()) {
          RecipeIndex.Entry family = new RecipeIndex(session).with(recipe, asked.get(), given);
          contents.put(family.family(), family.content());
        }
      }
      session.ledger().answers().store(contents, now);
    } catch (LedgerException e) {
      LOGGER.warn("An answer could not be kept for reuse", e);
    }
  }

  /** Rounds the time of an answer, or of its failure, up to a step of the policy. */
  private void waitForStep() {
    long step = session.policy().limits().latencyStep().toNanos();
    if (step == 0) {
      return;
    }
    long past = (System.nanoTime() - startedAt) % step;
    try {
      TimeUnit.NANOSECONDS.sleep(step - past);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
