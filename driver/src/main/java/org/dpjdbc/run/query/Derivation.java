package org.dpjdbc.run.query;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.dpjdbc.plan.derive.AddedMeasures;
import org.dpjdbc.plan.derive.GroupMap;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.AskedGroups;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.PublicQuery;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.model.TopRelease;
import org.dpjdbc.policy.Policy.DeriveRule;
import org.dpjdbc.run.mechanism.AggregateRows;
import org.dpjdbc.run.mechanism.NoisyGroups;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.release.Groups;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.release.Released;
import org.dpjdbc.run.release.ReleasedRows;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Deadline;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.run.statistic.HalfWidths;
import org.dpjdbc.run.statistic.StatisticErrors;
import org.dpjdbc.sql.parse.GivenValue;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Derives the answer to a query from a kept one. The noisy integers of kept groups, the cells, are
 * added up to those of the groups that the query asks for, and its statistics are computed from the
 * sums: a function of released values and of public ones, which costs no privacy.
 *
 * <p>A cell counts all rows of its group: no contribution is limited there, so that the rows of a
 * group are those of its cells. What is derived has the error of the sum of its cells' independent
 * draws.
 */
final class Derivation {
  private static final Logger LOGGER = LoggerFactory.getLogger(Derivation.class);

  /** Kept queries that are planned again for one query, at most. */
  private static final int MAX_PLANNED = 8;

  /** The part of the time limit that is left when no further one is planned. */
  private static final double TIME_LEFT = 0.98;

  private final DpSession session;
  private final PrivateQuery query;
  private final PlannedQuery planned;
  private final List<GivenValue> given;
  private final BiFunction<PublicQuery, List<GivenValue>, Rows> publicRows;
  private final Cancellation cancellation;
  private final Deadline deadline;

  /**
   * Prepares the derivation.
   *
   * @param planned the query
   * @param given the values that the plan does not depend on
   * @param publicRows answers a query over public tables
   */
  Derivation(
      DpSession session,
      PrivateQuery query,
      PlannedQuery planned,
      List<GivenValue> given,
      BiFunction<PublicQuery, List<GivenValue>, Rows> publicRows,
      Cancellation cancellation,
      Deadline deadline) {
    this.session = session;
    this.query = query;
    this.planned = planned;
    this.given = given;
    this.publicRows = publicRows;
    this.cancellation = cancellation;
    this.deadline = deadline;
  }

  /**
   * A query and its answer.
   *
   * @param source what it is derived from
   */
  record Derived(PlannedQuery planned, Released released, KeptRecipe source) {}

  /**
   * What a derived answer is made of.
   *
   * @param frontier of the query, with the releases of the kept one
   * @param groups of the query, with sums of the cells' integers
   * @param cells how many are in each group
   */
  @SuppressWarnings("ArrayRecordComponent") // compared with nothing
  private record Summed(PreparedFrontier frontier, NoisyGroups groups, int[] cells) {
    int mostCells() {
      return Arrays.stream(cells).max().orElse(0);
    }

    int leastCells() {
      return Arrays.stream(cells).min().orElse(0);
    }
  }

  /**
   * The derived answer, if there is one that is as good as a new one.
   *
   * @param publicKeys the values of the query's own public keys
   */
  Optional<Derived> find(Map<String, List<List<KeyValue>>> publicKeys) {
    Optional<AskedGroups> asked = asked(planned);
    if (asked.isEmpty() || query.deriveRule() == DeriveRule.NEVER) {
      return Optional.empty();
    }
    long enough = (long) (deadline.nanosLeft() * TIME_LEFT);
    List<KeptRecipe> recipes = new RecipeIndex(session).find(asked.get(), given);
    for (KeptRecipe recipe : recipes.subList(0, Math.min(MAX_PLANNED, recipes.size()))) {
      if (deadline.nanosLeft() < enough) {
        return Optional.empty();
      }
      Optional<Derived> derived = derived(recipe, asked.get(), publicKeys);
      if (derived.isPresent()) {
        return derived;
      }
    }
    return Optional.empty();
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
  private Optional<Derived> derived(
      KeptRecipe recipe, AskedGroups asked, Map<String, List<List<KeyValue>>> publicKeys) {
    try {
      PrivateQuery.Replanned kept = query.replanned(recipe, cancellation);
      Optional<AskedGroups> cells = asked(kept.query());
      Frontier frontier =
          kept.query().frontiers().isEmpty()
              ? planned.frontiers().get(0).frontier()
              : kept.query().frontiers().get(0).frontier();
      if (cells.isEmpty() || frontier.cut().isPresent()) {
        return Optional.empty();
      }
      Optional<GroupMap> map =
          GroupMap.of(
              new GroupMap.Question(asked, planned.frontiers().get(0).frontier().rowType(), given),
              new GroupMap.Question(cells.get(), frontier.rowType(), kept.given()));
      if (map.isEmpty()) {
        return Optional.empty();
      }
      Optional<PreparedFrontier> measured = measured(kept, cells.get(), asked);
      if (measured.isEmpty()) {
        return Optional.empty();
      }
      Optional<NoisyGroups> noisy =
          content(recipe, kept).flatMap(content -> noisy(content, kept.query()));
      if (noisy.isEmpty()) {
        return Optional.empty();
      }
      List<String> leftOut = leftOut(frontier, map.get(), noisy.get());
      Summed summed = summed(measured.get(), noisy.get(), map.get(), publicKeys);
      // A group without cells has none because it has no rows, if every row is in a cell.
      boolean known = unlisted(frontier).isEmpty() || summed.leastCells() > 0;
      return known && (leftOut.isEmpty() || query.deriveRule() == DeriveRule.ALWAYS) && isAsGood(summed, kept)
          ? Optional.of(derived(summed, recipe, leftOut))
          : Optional.empty();
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
  private Optional<PreparedFrontier> measured(
      PrivateQuery.Replanned kept, AskedGroups cells, AskedGroups asked) {
    PreparedFrontier frontier = kept.query().frontiers().get(0);
    Optional<List<Statistic>> statistics = statistics(frontier, cells, kept.given(), asked);
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
              PreparedFrontier.all(plan.frontiers()).get(0),
              plan.asked().get(),
              kept.given(),
              asked);
    }
    return statistics.map(found -> with(frontier, found));
  }

  private Optional<List<Statistic>> statistics(
      PreparedFrontier frontier,
      AskedGroups known,
      List<GivenValue> knownGiven,
      AskedGroups wanted) {
    Map<String, Statistic> byForm = new HashMap<>();
    for (int i = 0; i < known.measures().size(); i++) {
      byForm.put(
          known.measures().get(i).form().with(knownGiven), frontier.frontier().statistics().get(i));
    }
    List<Statistic> found = new ArrayList<>();
    for (AskedGroups.Measure measure : wanted.measures()) {
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
    Frontier own = planned.frontiers().get(0).frontier();
    Frontier frontier =
        new Frontier(
            own.name(),
            own.clause(),
            own.unitSize(),
            own.rowType(),
            own.keys(),
            own.listed(),
            own.domains(),
            Optional.empty(),
            List.of(),
            kept.frontier().releases(),
            statistics,
            own.aggregates(),
            own.summands(),
            own.widened(),
            Optional.empty());
    return new PreparedFrontier(frontier, kept.releases(), Optional.empty(), kept.errors());
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

  private Summed summed(
      PreparedFrontier frontier,
      NoisyGroups noisy,
      GroupMap map,
      Map<String, List<List<KeyValue>>> publicKeys) {
    List<List<KeyValue>> groups = Groups.all(frontier.frontier(), publicKeys, List.of());
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
    return new Summed(frontier, new NoisyGroups(groups, noisy.places(), sums), cells);
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

  /**
   * Whether the policy takes every derived answer, or a part of a kept answer is given again that
   * was asked for in the same way with as much epsilon, or every column has no larger an error than
   * a new answer would have.
   */
  private boolean isAsGood(Summed summed, PrivateQuery.Replanned kept) {
    Frontier frontier = summed.frontier().frontier();
    boolean whole = summed.mostCells() <= 1;
    if (!whole && !frontier.statistics().stream().allMatch(s -> isAdditive(s, frontier))) {
      return false;
    }
    if (query.deriveRule() == DeriveRule.ALWAYS) {
      return true;
    }
    if (whole && query.asksNoMoreThan(kept.request(), planned.plan().epsilon())) {
      return true;
    }
    HalfWidths errors = summed.frontier().errorsOfSum(Math.max(1, summed.mostCells()));
    PreparedFrontier own = planned.frontiers().get(0);
    for (int i = 0; i < frontier.statistics().size(); i++) {
      Statistic statistic = frontier.statistics().get(i);
      Statistic fresh = own.frontier().statistics().get(i);
      if (!StatisticErrors.isLinear(statistic) || !StatisticErrors.isLinear(fresh)) {
        return false;
      }
      Double error = StatisticErrors.halfWidth(statistic, ref -> BigInteger.ZERO, errors);
      Double other = StatisticErrors.halfWidth(fresh, ref -> BigInteger.ZERO, own.errors());
      if (error == null || other == null || error > other) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAdditive(Statistic statistic, Frontier frontier) {
    return statistic.refs().stream()
        .map(Release.Ref::release)
        .allMatch(
            release ->
                frontier.releases().get(release) instanceof NoisyVector vector
                    && vector.additive());
  }

  private Derived derived(Summed summed, KeptRecipe source, List<String> leftOut) {
    PreparedFrontier largest = summed.frontier().ofSums(summed.mostCells());
    PlannedQuery own = query.derived(planned, largest, source.storedAt(), leftOut);
    ReleasedRows released = new ReleasedRows(own);
    Map<Integer, HalfWidths> errors = new HashMap<>();
    released.add(
        summed.groups(),
        group -> errors.computeIfAbsent(summed.cells()[group], summed.frontier()::errorsOfSum));
    return new Derived(own, released, source);
  }
}
