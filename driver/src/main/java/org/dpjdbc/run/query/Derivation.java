package org.dpjdbc.run.query;

import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelNode;
import org.dpjdbc.plan.derive.AddedMeasures;
import org.dpjdbc.plan.derive.GroupMap;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.AskedGroups;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.PublicQuery;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.model.TopRelease;
import org.dpjdbc.policy.Policy.DeriveRule;
import org.dpjdbc.run.mechanism.AggregateRows;
import org.dpjdbc.run.mechanism.NoisyGroups;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.release.Groups;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.release.ReleasedRows;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Deadline;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.run.statistic.LinearParts;
import org.dpjdbc.run.statistic.StatisticErrors;
import org.dpjdbc.sql.parse.GivenValue;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RunMessages;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers a query from what is kept. The noisy integers of kept groups, the cells, are added up to
 * those of the groups that the query asks for, and its statistics are computed from the sums: a
 * function of released values and of public ones, which costs no privacy. A new answer, and one
 * that was kept, is put together with what others say ({@link Combination}).
 *
 * <p>A cell counts all rows of its group: no contribution is limited there, so that the rows of a
 * group are those of its cells. What is derived has the error of the sum of its cells' independent
 * draws. Every release is of one time within {@code answers.reuse_for}; between two of them the
 * data may have changed.
 */
final class Derivation {
  private static final Logger LOGGER = LoggerFactory.getLogger(Derivation.class);

  /** Kept queries that are planned again for one query, at most. */
  private static final int MAX_PLANNED = 32;

  /** The part of the time limit that is left when no further one is planned. */
  private static final double TIME_LEFT = 0.98;

  private final DpSession session;
  private final PrivateQuery query;
  private final PlannedQuery planned;
  private final List<GivenValue> given;
  private final String key;
  private final Map<String, List<List<KeyValue>>> publicKeys;
  private final BiFunction<PublicQuery, List<GivenValue>, Rows> publicRows;
  private final Cancellation cancellation;
  private final Deadline deadline;
  private final AskedGroups asked;
  private final GroupMap.Question question;
  private final List<List<KeyValue>> groups;
  private final Optional<Marginals> marginals;
  private @Nullable List<Source> known;
  private @Nullable Instant own;

  /**
   * Prepares the derivation.
   *
   * @param asked what the query asks
   * @param run the query, as it is run
   */
  private Derivation(DpSession session, PrivateQuery query, AskedGroups asked, Asked run) {
    this.session = session;
    this.query = query;
    this.planned = run.planned();
    this.given = run.given();
    this.key = run.key();
    this.publicKeys = run.publicKeys();
    this.publicRows = run.publicRows();
    this.cancellation = run.cancellation();
    this.deadline = run.deadline();
    this.asked = asked;
    Frontier frontier = planned.frontiers().get(0).frontier();
    this.question = new GroupMap.Question(asked, frontier.rowType(), given);
    this.groups = Groups.all(frontier, publicKeys, List.of());
    this.marginals =
        session.policy().answers().consistent()
            ? Marginals.of(question, frontier, groups)
            : Optional.empty();
  }

  /**
   * A query that is run.
   *
   * @param planned the query
   * @param given the values that the plan does not depend on
   * @param key of its answer
   * @param publicKeys the values of its public keys
   * @param publicRows answers a query over public tables
   */
  record Asked(
      PlannedQuery planned,
      List<GivenValue> given,
      String key,
      Map<String, List<List<KeyValue>>> publicKeys,
      BiFunction<PublicQuery, List<GivenValue>, Rows> publicRows,
      Cancellation cancellation,
      Deadline deadline) {}

  /** What derives the answer to a query; empty if none can be, or the policy wants none. */
  static Optional<Derivation> of(DpSession session, PrivateQuery query, Asked run) {
    return query.deriveRule() == DeriveRule.NEVER
        ? Optional.empty()
        : asked(run.planned()).map(asked -> new Derivation(session, query, asked, run));
  }

  /**
   * A query and its answer.
   *
   * @param source what it is derived from; empty if it is the query's own answer, with others
   */
  record Derived(PlannedQuery planned, ReleasedRows released, Optional<KeptSource> source) {}

  /**
   * What one kept release says about the query.
   *
   * @param key of the kept answer
   * @param sums of its cells, for each group of the query; empty if groups are no sums of cells
   * @param table the release as a marginal of the query's table; empty if it is none
   * @param leftOut keys that have rows in no cell
   * @param asGood whether it was asked in the same way with as much epsilon, and has the groups
   */
  private record Source(
      String key,
      Optional<Estimate> sums,
      Optional<Marginals.Table> table,
      List<String> leftOut,
      boolean asGood) {}

  /** The derived answer, if there is one that is as good as a new one. */
  Optional<Derived> find() {
    try {
      return derived();
    } catch (RefusedException e) {
      throw e;
    } catch (RuntimeException e) {
      LOGGER.warn("An answer cannot be derived; the question is asked anew", e);
      return Optional.empty();
    }
  }

  private Optional<Derived> derived() {
    List<Source> sources = sources();
    List<Source> whole = sources.stream().filter(source -> source.leftOut().isEmpty()).toList();
    List<Estimate> estimates = estimates(whole, Optional.empty());
    DeriveRule rule = query.deriveRule();
    if (!estimates.isEmpty()) {
      Combination combination = combination(estimates);
      if (rule == DeriveRule.ALWAYS
          || whole.stream().anyMatch(Source::asGood)
          || combination.isAsGoodAs(planned.frontiers().get(0))) {
        return Optional.of(derived(combination, whole.get(0), oldest(estimates), List.of()));
      }
    }
    return rule == DeriveRule.ALWAYS
        ? sources.stream().filter(source -> source.sums().isPresent()).findFirst().map(this::partly)
        : Optional.empty();
  }

  /** An answer in which rows are missing. */
  private Derived partly(Source source) {
    Estimate sums = source.sums().orElseThrow();
    return derived(combination(List.of(sums)), source, sums.oldest(), source.leftOut());
  }

  /**
   * The query's own answer, put together with all that is kept.
   *
   * @param released the answer
   * @return empty if nothing else is known, or if the answer cannot be put together with it
   */
  Optional<Derived> combined(ReleasedRows released) {
    Frontier frontier = planned.frontiers().get(0).frontier();
    NoisyGroups noisy = released.noisy().get(0);
    if (frontier.cut().isPresent() || !noisy.groups().equals(groups)) {
      return Optional.empty();
    }
    try {
      List<Source> others =
          sources().stream().filter(source -> source.leftOut().isEmpty()).toList();
      if (others.isEmpty()) {
        return Optional.empty();
      }
      PreparedFrontier prepared = planned.frontiers().get(0);
      Instant now = own == null ? session.clock().instant() : own;
      int[] one = new int[groups.size()];
      Arrays.fill(one, 1);
      Source ours =
          new Source(
              key,
              Optional.of(Estimate.of(new Estimate.Part(prepared, noisy.integers(), one), now)),
              marginals.flatMap(table -> table.table(question, frontier, prepared, noisy, now)),
              List.of(),
              /* asGood= */ true);
      List<Estimate> estimates = estimates(others, Optional.of(ours));
      Combination combination = combination(estimates);
      return combination.isSingle()
          ? Optional.empty()
          : Optional.of(
              answer(
                  combination,
                  RunMessages.combined(query.shown(oldest(estimates))),
                  List.of(),
                  Optional.empty()));
    } catch (RuntimeException e) {
      LOGGER.warn("An answer is not put together with those that are kept", e);
      return Optional.empty();
    }
  }

  /**
   * Estimates without a draw in common.
   *
   * @param ours what comes first
   */
  private List<Estimate> estimates(List<Source> others, Optional<Source> ours) {
    List<Source> all = new ArrayList<>(ours.stream().toList());
    others.stream().sorted(Comparator.comparing(source -> !source.asGood())).forEach(all::add);
    List<Source> tables = tables(all);
    List<Estimate> estimates = new ArrayList<>();
    for (Source source : all) {
      if (tables.isEmpty() || !tables.contains(source)) {
        source.sums().ifPresent(estimates::add);
      } else if (source.key().equals(tables.get(0).key())) {
        estimates.add(
            marginals
                .orElseThrow()
                .estimate(
                    tables.stream().map(of -> of.table().orElseThrow()).toList(), this::look));
      }
    }
    return estimates;
  }

  /** Marginals that go together: the first that has all attributes, and those that are like it. */
  private List<Source> tables(List<Source> all) {
    Optional<Source> first =
        all.stream()
            .filter(
                source -> marginals.flatMap(of -> source.table().filter(of::hasAll)).isPresent())
            .findFirst();
    return first.stream()
        .flatMap(
            one ->
                Stream.concat(
                    Stream.of(one),
                    all.stream()
                        .filter(other -> !other.key().equals(one.key()) && areAlike(one, other))))
        .toList();
  }

  private static boolean areAlike(Source one, Source other) {
    return other.table().isPresent() && LinearParts.alike(statistics(one), statistics(other));
  }

  private static List<Statistic> statistics(Source source) {
    return source.table().orElseThrow().frontier().frontier().statistics().stream()
        .map(LinearParts::asOne)
        .toList();
  }

  /** Many kept answers of many groups take long to put together. */
  private void look() {
    if (cancellation.isCancelled() || deadline.nanosLeft() <= 0) {
      throw RunMessages.stopped();
    }
  }

  private Combination combination(List<Estimate> estimates) {
    return new Combination(planned.frontiers().get(0).frontier(), groups, estimates, this::look);
  }

  private static Instant oldest(List<Estimate> estimates) {
    return estimates.stream().map(Estimate::oldest).min(Comparator.naturalOrder()).orElseThrow();
  }

  private Derived derived(
      Combination combination, Source first, Instant oldest, List<String> leftOut) {
    return answer(
        combination,
        RunMessages.derived(query.shown(oldest)),
        leftOut,
        Optional.of(new KeptSource(first.key(), oldest, /* derived= */ true)));
  }

  private Derived answer(
      Combination combination, String note, List<String> leftOut, Optional<KeptSource> source) {
    PlannedQuery answer = query.derived(planned, combination.frontier(), note, leftOut);
    return new Derived(answer, combination.rows(answer), source);
  }

  /** What is kept, but for the query's own answer. */
  private List<Source> sources() {
    List<Source> found = known;
    if (found == null) {
      found = found();
      known = found;
    }
    return found;
  }

  private List<Source> found() {
    long enough = (long) (deadline.nanosLeft() * TIME_LEFT);
    List<Source> found = new ArrayList<>();
    Set<String> keys =
        new HashSet<>(Set.of(key)); // of each answer, once: its draws are one estimate
    int left = MAX_PLANNED;
    for (KeptRecipe recipe : new RecipeIndex(session).find(asked, given)) {
      if (recipe.key().equals(key)) {
        own = recipe.storedAt();
      } else if (keys.add(recipe.key()) && left-- > 0 && deadline.nanosLeft() >= enough) {
        source(recipe).ifPresent(found::add);
      }
    }
    return found;
  }

  /** What a plan asks, if others may follow from it, or it from others. */
  static Optional<AskedGroups> asked(PlannedQuery planned) {
    PrivatePlan plan = planned.plan();
    return plan.asked()
        .filter(
            any ->
                plan.scalars().isEmpty()
                    && plan.sets().isEmpty()
                    && plan.consistencies().isEmpty()
                    && isPublic(plan.frontiers().get(0)));
  }

  private static boolean isPublic(Frontier frontier) {
    return frontier.selection().isEmpty()
        && frontier.domains().stream()
            .allMatch(
                domain ->
                    domain instanceof KeyDomain.Declared || domain instanceof KeyDomain.FromPublic)
        && frontier.releases(TopRelease.class).isEmpty()
        && frontier.statistics().stream().noneMatch(StatisticErrors::isDebiased);
  }

  /** What cannot be planned again, or leads to another key, is as if it had not been kept. */
  private Optional<Source> source(KeptRecipe recipe) {
    try {
      PrivateQuery.Replanned kept = query.replanned(recipe, cancellation);
      Optional<AskedGroups> cells = asked(kept.query());
      if (cells.isEmpty()) {
        return Optional.empty();
      }
      Frontier frontier = kept.query().frontiers().get(0).frontier();
      GroupMap.Question other =
          new GroupMap.Question(cells.get(), frontier.rowType(), kept.given());
      Optional<GroupMap> map = GroupMap.of(question, other);
      boolean marginal = marginals.filter(table -> table.hasRowsOf(other)).isPresent();
      if (frontier.cut().isPresent() || (map.isEmpty() && !marginal)) {
        return Optional.empty();
      }
      Optional<PreparedFrontier> measured = measured(kept, cells.get());
      if (measured.isEmpty()) {
        return Optional.empty();
      }
      Optional<NoisyGroups> noisy =
          content(recipe, kept).flatMap(content -> noisy(content, kept.query()));
      if (noisy.isEmpty()) {
        return Optional.empty();
      }
      Optional<Estimate.Part> sums =
          map.flatMap(of -> sums(measured.get(), frontier, noisy.get(), of));
      Optional<Marginals.Table> table =
          marginals
              .filter(of -> marginal)
              .flatMap(
                  of -> of.table(other, frontier, measured.get(), noisy.get(), recipe.storedAt()));
      boolean asGood =
          sums.filter(of -> Arrays.stream(of.draws()).allMatch(n -> n <= 1)).isPresent()
              && query.asksNoMoreThan(kept.request(), planned.plan().epsilon());
      return Optional.of(
              new Source(
                  recipe.key(),
                  sums.map(of -> Estimate.of(of, recipe.storedAt())),
                  table,
                  map.map(of -> leftOut(frontier, of, noisy.get())).orElse(List.of()),
                  asGood))
          .filter(source -> sums.isPresent() || table.isPresent());
    } catch (RefusedException e) {
      if (e.code() == RefusalCode.STOPPED) {
        throw e;
      }
      return Optional.empty();
    } catch (RuntimeException e) {
      LOGGER.warn("An answer cannot be derived; the question is asked anew", e);
      return Optional.empty();
    }
  }

  /**
   * The keys because of which rows of a group may be in no cell: some have a value that is not
   * listed, and neither do the groups have the key, nor does a condition leave listed values alone.
   */
  private static List<String> leftOut(Frontier frontier, GroupMap map, NoisyGroups cells) {
    List<String> leftOut = new ArrayList<>();
    for (int key : unlisted(frontier)) {
      boolean listed =
          map.fixed().stream()
              .anyMatch(
                  fixed -> fixed.key() == key && values(cells, key).containsAll(fixed.values()));
      if (!listed && !map.grouping().contains(key)) {
        leftOut.add(frontier.keys().get(key));
      }
    }
    return leftOut;
  }

  private static List<Integer> unlisted(Frontier frontier) {
    return frontier.domains().stream()
        .filter(KeyDomain::leavesOut)
        .flatMap(domain -> domain.keys().stream())
        .toList();
  }

  private static Set<KeyValue> values(NoisyGroups cells, int key) {
    return cells.groups().stream().map(cell -> cell.get(key)).collect(Collectors.toSet());
  }

  /**
   * The frontier of the query, with the releases of the kept one and the query's statistics; empty
   * if these need other releases.
   */
  private Optional<PreparedFrontier> measured(PrivateQuery.Replanned kept, AskedGroups cells) {
    PreparedFrontier frontier = kept.query().frontiers().get(0);
    Optional<List<Statistic>> statistics = statistics(frontier, cells, kept.given());
    if (statistics.isEmpty()) {
      Optional<RelNode> more = AddedMeasures.of(cells, kept.given(), asked, given);
      if (more.isEmpty()) {
        return Optional.empty();
      }
      PrivatePlan plan = session.dataset().planner().plan(more.get(), kept.request());
      if (plan.asked().isEmpty() || !releasesAlike(plan.frontiers().get(0), frontier.frontier())) {
        return Optional.empty();
      }
      statistics =
          statistics(
              PreparedFrontier.all(plan.frontiers()).get(0), plan.asked().get(), kept.given());
    }
    return statistics.map(found -> with(frontier, found));
  }

  private Optional<List<Statistic>> statistics(
      PreparedFrontier frontier, AskedGroups known, List<GivenValue> knownGiven) {
    Map<String, Statistic> byForm = new HashMap<>();
    for (int i = 0; i < known.measures().size(); i++) {
      byForm.put(
          known.measures().get(i).form().with(knownGiven), frontier.frontier().statistics().get(i));
    }
    List<Statistic> found = new ArrayList<>();
    for (AskedGroups.Measure measure : asked.measures()) {
      Statistic statistic = byForm.get(measure.form().with(given));
      if (statistic == null || StatisticErrors.isDebiased(statistic)) {
        return Optional.empty();
      }
      found.add(statistic);
    }
    return Optional.of(found);
  }

  /** Whether two frontiers over the same keys release the same integers, whatever their names. */
  private static boolean releasesAlike(Frontier one, Frontier other) {
    return one.releases().equals(other.releases())
        && one.selection().equals(other.selection())
        && one.unitSize() == other.unitSize()
        && one.cut().equals(other.cut())
        && keys(one).equals(keys(other))
        && questions(one).equals(questions(other));
  }

  private static List<List<Integer>> keys(Frontier frontier) {
    return frontier.domains().stream().map(KeyDomain::keys).toList();
  }

  private static List<Object> questions(Frontier frontier) {
    List<Object> all = new ArrayList<>();
    for (AggregateQuery ask : frontier.queries()) {
      all.add(List.of(ask.form(), ask.keys(), ask.integers(), ask.strategy(), ask.cells()));
    }
    return all;
  }

  private PreparedFrontier with(PreparedFrontier kept, List<Statistic> statistics) {
    return new PreparedFrontier(
        planned.frontiers().get(0).frontier().computedFrom(kept.frontier().releases(), statistics),
        kept.releases(),
        Optional.empty(),
        kept.errors());
  }

  /** The kept answer that a recipe leads to, if it still does. */
  private Optional<byte[]> content(KeptRecipe recipe, PrivateQuery.Replanned kept) {
    Map<String, List<List<KeyValue>>> listed = new HashMap<>();
    for (PublicQuery ask : kept.query().plan().publicQueries()) {
      listed.put(ask.name(), PrivateRun.keys(publicRows.apply(ask, kept.given())));
    }
    String key = AnswerKey.of(session.dataset(), kept.query().plan(), kept.given(), listed);
    if (!key.equals(recipe.key())) {
      return Optional.empty();
    }
    return session.keptAnswer(key);
  }

  private static Optional<NoisyGroups> noisy(byte[] content, PlannedQuery kept) {
    try {
      return AnswerCodec.decode(content, kept) instanceof ReleasedRows rows
          ? Optional.of(rows.noisy().get(0))
          : Optional.empty();
    } catch (RuntimeException e) {
      LOGGER.warn("A kept answer cannot be read; nothing is derived from it", e);
      return Optional.empty();
    }
  }

  /**
   * The sums of the cells of each group.
   *
   * @return empty if cells do not add up, or if a group without cells may have rows
   */
  private Optional<Estimate.Part> sums(
      PreparedFrontier frontier, Frontier kept, NoisyGroups noisy, GroupMap map) {
    Map<List<KeyValue>, Integer> places = new HashMap<>();
    List<BigInteger[]> sums = new ArrayList<>();
    for (List<KeyValue> group : groups) {
      places.put(group, places.size());
      BigInteger[] none = new BigInteger[noisy.places().size()];
      Arrays.fill(none, BigInteger.ZERO);
      sums.add(none);
    }
    int[] cells = new int[groups.size()];
    Rows mapped =
        session
            .finisher()
            .run(
                session.finisher().compile(map.groups()),
                Map.of(GroupMap.CELLS, rows(noisy)),
                cancellation);
    for (int r = 0; r < mapped.size(); r++) {
      List<KeyValue> group = new ArrayList<>();
      for (int c = 1; c < mapped.width(); c++) {
        group.add(AggregateRows.keyValue(mapped.get(r, c)));
      }
      Integer place = places.get(group);
      if (place != null) {
        int cell = ((Number) Objects.requireNonNull(mapped.get(r, 0))).intValue();
        BigInteger[] sum = sums.get(place);
        for (int i = 0; i < sum.length; i++) {
          sum[i] = sum[i].add(noisy.integers().get(cell)[i]);
        }
        cells[place]++;
      }
    }
    boolean added =
        Arrays.stream(cells).anyMatch(n -> n > 1)
            && !frontier.frontier().statistics().stream()
                .allMatch(statistic -> Combination.isAdditive(statistic, frontier.frontier()));
    // A group without cells has none because it has no rows, if every row is in a cell.
    boolean unknown = Arrays.stream(cells).anyMatch(n -> n == 0) && !unlisted(kept).isEmpty();
    return added || unknown
        ? Optional.empty()
        : Optional.of(new Estimate.Part(frontier, sums, cells));
  }

  private static Rows rows(NoisyGroups noisy) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    int keys = noisy.groups().isEmpty() ? 0 : noisy.groups().get(0).size();
    for (int cell = 0; cell < noisy.groups().size(); cell++) {
      @Nullable Object[] row = new @Nullable Object[keys + 1];
      for (int k = 0; k < keys; k++) {
        row[k] = noisy.groups().get(cell).get(k) instanceof KeyValue.Of of ? of.value() : null;
      }
      row[keys] = (long) cell;
      rows.add(row);
    }
    return Rows.of(keys + 1, rows);
  }
}
