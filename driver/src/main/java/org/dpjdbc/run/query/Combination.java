package org.dpjdbc.run.query;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.run.consistency.InverseVariances;
import org.dpjdbc.run.mechanism.ErrorBars;
import org.dpjdbc.run.mechanism.NoisyGroups;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.mechanism.PreparedRelease;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.release.ReleasedRows;
import org.dpjdbc.run.statistic.HalfWidths;
import org.dpjdbc.run.statistic.LinearParts;
import org.dpjdbc.run.statistic.StatisticErrors;

/**
 * All estimates of the groups of a query, put together. Each linear combination of integers that a
 * statistic is a function of becomes the mean of those of the estimates, weighted by the inverses
 * of their variances: of all means without bias the one of least variance. Weights depend on the
 * noise that the releases declare, never on values. They are exact fractions that add up to 1, so
 * that without noise the mean is the exact value; it is rounded as any value of its column.
 *
 * <p>The first estimate gives the statistics. Where no mean is known to be better, because a
 * statistic is no such function or rounding would outweigh what is gained, the best estimate alone
 * is taken.
 */
final class Combination {
  /** Groups with other numbers of draws than these many others are not told apart. */
  private static final int MAX_KINDS = 64;

  /** Sums are not rounded to more than this part of the deviation that they have. */
  private static final double COARSE = 0.5;

  /**
   * Half-widths of sums with one deviation differ by less: by 8 % for Laplace and Gaussian noise.
   */
  private static final double UNLIKE = 1.1;

  private static final double ROUNDING = 0.5;

  /** Deviations that differ by less are the same, computed in another order. */
  private static final double SAME = 1 + 1e-9;

  private static final double INFINITE = Double.POSITIVE_INFINITY;

  /** The integers of a group without rows. */
  private static final HalfWidths EXACT = (refs, weights) -> 0;

  private final List<Estimate> estimates;
  private final List<Estimate.Part> parts = new ArrayList<>();
  private final List<List<Statistic>> ofParts = new ArrayList<>();
  private final List<Integer> firstRelease = new ArrayList<>();
  private final List<Integer> firstPart = new ArrayList<>();
  private final List<Kind> kinds = new ArrayList<>();
  private final int[] kindOf;
  private final PreparedFrontier frontier;
  private final NoisyGroups groups;

  /** Groups whose sums have the same numbers of draws. */
  private static final class Kind {
    private final List<Integer> draws;
    private final ErrorBars errors;
    private final List<Statistic> statistics = new ArrayList<>();

    Kind(List<Integer> draws, ErrorBars errors) {
      this.draws = draws;
      this.errors = errors;
    }
  }

  /**
   * Puts estimates together.
   *
   * @param own the frontier of the query
   * @param keys of its groups
   * @param all at least one
   * @param look called for each group; throws if the query is to stop
   */
  Combination(Frontier own, List<List<KeyValue>> keys, List<Estimate> all, Runnable look) {
    this.estimates = kinds(all) > MAX_KINDS ? all.subList(0, 1) : all;
    for (Estimate estimate : estimates) {
      firstPart.add(parts.size());
      parts.addAll(estimate.parts());
    }
    List<PreparedRelease> releases = new ArrayList<>();
    for (Estimate.Part part : parts) {
      ofParts.add(
          isSingle()
              ? part.statistics()
              : part.statistics().stream().map(LinearParts::asOne).toList());
      firstRelease.add(releases.size());
      releases.addAll(part.frontier().releases());
    }
    List<Integer> partOf = new ArrayList<>();
    for (int p = 0; p < parts.size(); p++) {
      for (int r = 0; r < parts.get(p).frontier().releases().size(); r++) {
        partOf.add(p);
      }
    }
    PreparedFrontier sums =
        new PreparedFrontier(
            own.computedFrom(releases.stream().map(PreparedRelease::release).toList(), List.of()),
            releases,
            Optional.empty(),
            parts.get(0).frontier().errors());
    this.kindOf = new int[keys.size()];
    Map<List<Integer>, Integer> known = new HashMap<>();
    for (int g = 0; g < kindOf.length; g++) {
      look.run();
      List<Integer> draws = draws(parts, g);
      kindOf[g] =
          known.computeIfAbsent(
              draws,
              d -> {
                kinds.add(
                    new Kind(d, sums.errorsOfSums(place -> Math.max(1, d.get(partOf.get(place))))));
                return kinds.size() - 1;
              });
    }
    for (int i = 0; i < ofParts.get(0).size(); i++) {
      add(i);
    }
    List<Statistic> statistics = kinds.isEmpty() ? ofParts.get(0) : kinds.get(0).statistics;
    this.frontier =
        new PreparedFrontier(
            own.computedFrom(sums.frontier().releases(), statistics),
            releases,
            Optional.empty(),
            kinds.isEmpty() ? sums.errors() : kinds.get(0).errors);
    List<BigInteger[]> integers = new ArrayList<>();
    NoisyGroups.Places places = NoisyGroups.Places.of(frontier.frontier());
    for (int g = 0; g < keys.size(); g++) {
      look.run();
      integers.add(integers(g, places.size()));
    }
    this.groups = new NoisyGroups(keys, places, integers);
  }

  private static int kinds(List<Estimate> estimates) {
    List<Estimate.Part> parts =
        estimates.stream().flatMap(estimate -> estimate.parts().stream()).toList();
    return (int)
        IntStream.range(0, parts.get(0).draws().length)
            .mapToObj(group -> draws(parts, group))
            .distinct()
            .count();
  }

  /** A group that one estimate knows to have no rows has none. */
  private static List<Integer> draws(List<Estimate.Part> parts, int group) {
    List<Integer> draws = parts.stream().map(part -> part.draws()[group]).toList();
    return draws.contains(0) ? parts.stream().map(part -> 0).toList() : draws;
  }

  private BigInteger[] integers(int group, int size) {
    BigInteger[] all = new BigInteger[size];
    Arrays.fill(all, BigInteger.ZERO);
    if (!isEmpty(kinds.get(kindOf[group]))) {
      int next = 0;
      for (Estimate.Part part : parts) {
        BigInteger[] sums = part.sums().get(group);
        System.arraycopy(sums, 0, all, next, sums.length);
        next += sums.length;
      }
    }
    return all;
  }

  private static boolean isEmpty(Kind kind) {
    return kind.draws.contains(0);
  }

  /**
   * What a statistic may be computed from.
   *
   * @param taken estimates of which it is the mean
   * @param whole whether all of their parts are taken, or the first alone
   */
  private record Choice(List<Integer> taken, boolean whole) {}

  /** Adds the statistic of a measure to all kinds of groups. */
  private void add(int measure) {
    Statistic first = statistic(0, measure);
    List<Integer> alike =
        IntStream.range(0, estimates.size())
            .filter(e -> e == 0 || LinearParts.alike(first, statistic(e, measure)))
            .boxed()
            .toList();
    List<Choice> choices = new ArrayList<>(List.of(new Choice(alike, true)));
    for (int estimate : alike) {
      choices.add(new Choice(List.of(estimate), true));
      choices.add(new Choice(List.of(estimate), false));
    }
    Choice choice = StatisticErrors.isLinear(first) ? best(measure, choices) : choices.get(0);
    kinds.forEach(kind -> kind.statistics.add(mean(measure, choice, kind)));
  }

  private Statistic statistic(int estimate, int measure) {
    return ofParts.get(firstPart.get(estimate)).get(measure);
  }

  /**
   * The mean of all, if no group is better off with another choice; or else the best of these. That
   * is decided by deviations, since half-widths take long to compute.
   */
  private Choice best(int measure, List<Choice> choices) {
    double[] most = new double[choices.size()];
    boolean worse = false;
    for (Kind kind : kinds) {
      double ofAll = INFINITE;
      for (int i = 0; i < most.length && !isEmpty(kind); i++) {
        Statistic mean = mean(measure, choices.get(i), kind);
        double width = isCoarse(mean, choices.get(i), kind) ? INFINITE : reach(mean, kind.errors);
        ofAll = i == 0 ? width : ofAll;
        worse |= width < ofAll;
        most[i] = Math.max(most[i], width);
      }
    }
    int best = 0;
    for (int i = 1; worse && i < most.length; i++) {
      best = best == 0 || most[i] < most[best] ? i : best;
    }
    return choices.get(best);
  }

  /** About the half-width: twice the deviation, and by how much a number is rounded. */
  private static double reach(Statistic linear, ErrorBars errors) {
    return Math.hypot(
        2 * deviation(linear, errors), StatisticErrors.isRounded(linear) ? ROUNDING : 0);
  }

  private static double deviation(Statistic linear, ErrorBars errors) {
    double square = 0;
    for (Map.Entry<Release.Ref, Double> term : StatisticErrors.factors(linear).entrySet()) {
      double part = term.getValue() * errors.deviation(term.getKey());
      square += part * part;
    }
    return Math.sqrt(square);
  }

  /** By no less does what is rounded move. */
  private static double step(Statistic linear) {
    Statistic one = linear instanceof Statistic.NotNegative clamped ? clamped.count() : linear;
    return one instanceof Statistic.Sum sum ? sum.step().doubleValue() : 1;
  }

  /** Whether a mean of sums, which error bars take to be exact, is rounded by too much. */
  private boolean isCoarse(Statistic mean, Choice choice, Kind kind) {
    boolean several =
        choice.whole()
            && (choice.taken().size() > 1
                || estimates.get(choice.taken().get(0)).parts().size() > 1);
    return several
        && mean instanceof Statistic.Sum sum
        && Math.sqrt(variance(sum.sum(), kind.errors)) * COARSE < 1;
  }

  private static double width(Statistic statistic, Kind kind) {
    return Objects.requireNonNull(
        StatisticErrors.halfWidth(statistic, ref -> BigInteger.ZERO, kind.errors));
  }

  private Statistic mean(int measure, Choice choice, Kind kind) {
    Statistic first = statistic(choice.taken().get(0), measure);
    int size = LinearParts.of(first).size();
    if (size == 0) {
      return first;
    }
    List<LinearCombination> means = new ArrayList<>();
    for (int place = 0; place < size; place++) {
      means.add(mean(measure, place, choice, kind));
    }
    return LinearParts.with(first, means);
  }

  private LinearCombination mean(int measure, int place, Choice choice, Kind kind) {
    List<Integer> taken = choice.taken();
    List<List<BigFraction>> within = new ArrayList<>();
    double[] variances = new double[taken.size()];
    for (int t = 0; t < variances.length; t++) {
      Estimate estimate = estimates.get(taken.get(t));
      int first = firstPart.get(taken.get(t));
      IntToDoubleFunction variance =
          part ->
              variance(
                  combination(first + part, measure, place),
                  estimate.parts().get(part).frontier().errors());
      List<BigFraction> weights =
          choice.whole() ? estimate.weights().of(variance) : List.of(BigFraction.ONE);
      within.add(weights);
      for (int p = 0; p < weights.size(); p++) {
        double weight = weights.get(p).doubleValue();
        int draws = Math.max(1, kind.draws.get(first + p));
        variances[t] += weight * weight * draws * variance.applyAsDouble(p);
      }
    }
    List<BigFraction> between = InverseVariances.of(variances);
    List<LinearCombination.Term> terms = new ArrayList<>();
    for (int t = 0; t < variances.length; t++) {
      for (int p = 0; p < within.get(t).size(); p++) {
        BigFraction weight = between.get(t).multiply(within.get(t).get(p));
        int part = firstPart.get(taken.get(t)) + p;
        for (LinearCombination.Term term : combination(part, measure, place).terms()) {
          terms.add(
              new LinearCombination.Term(
                  new Release.Ref(
                      firstRelease.get(part) + term.ref().release(), term.ref().component()),
                  term.factor().multiply(weight)));
        }
      }
    }
    return LinearCombination.sumOf(terms);
  }

  private LinearCombination combination(int part, int measure, int place) {
    return LinearParts.of(ofParts.get(part).get(measure)).get(place);
  }

  private static double variance(LinearCombination combination, ErrorBars errors) {
    double square = 0;
    for (LinearCombination.Term term : combination.terms()) {
      double deviation = term.factor().doubleValue() * errors.deviation(term.ref());
      square += deviation * deviation;
    }
    return square;
  }

  /** Whether there is nothing to put together. */
  boolean isSingle() {
    return parts.size() == 1;
  }

  /** The frontier of the query, computed from the sums of all estimates. */
  PreparedFrontier frontier() {
    return frontier;
  }

  /**
   * Whether no group has a larger error than one of a new answer, in any column.
   *
   * @param fresh the query's own frontier
   */
  boolean isAsGoodAs(PreparedFrontier fresh) {
    return kinds.stream().filter(kind -> !isEmpty(kind)).allMatch(kind -> isAsGoodAs(fresh, kind));
  }

  private static boolean isAsGoodAs(PreparedFrontier fresh, Kind kind) {
    for (int i = 0; i < kind.statistics.size(); i++) {
      Statistic known = kind.statistics.get(i);
      Statistic other = fresh.frontier().statistics().get(i);
      if (StatisticErrors.isLinear(known) && StatisticErrors.isLinear(other)) {
        double ours = UNLIKE * deviation(known, kind.errors) + step(other);
        double theirs = deviation(other, fresh.errors());
        if (ours < theirs) {
          continue;
        } else if (deviation(known, kind.errors) > UNLIKE * theirs + step(other)) {
          return false;
        }
        Double error = StatisticErrors.halfWidth(other, ref -> BigInteger.ZERO, fresh.errors());
        // Half-widths of whole numbers may be equal where deviations are not.
        if (error == null
            || width(known, kind) > error
            || deviation(known, kind.errors) > theirs * SAME) {
          return false;
        }
      } else if (!LinearParts.alike(known, other) || !areAsGood(known, kind, other, fresh)) {
        return false;
      }
    }
    return true;
  }

  /** Whether what the statistics are one function of is known as well. */
  private static boolean areAsGood(
      Statistic known, Kind kind, Statistic other, PreparedFrontier fresh) {
    List<LinearCombination> ours = LinearParts.of(known);
    List<LinearCombination> others = LinearParts.of(other);
    return IntStream.range(0, ours.size())
        .allMatch(i -> width(ours.get(i), kind.errors) <= width(others.get(i), fresh.errors()));
  }

  private static double width(LinearCombination combination, HalfWidths errors) {
    return errors.halfWidth(
        combination.refs(),
        combination.terms().stream().map(term -> term.factor().doubleValue()).toList());
  }

  /** The answer that is computed from the means. */
  ReleasedRows rows(PlannedQuery planned) {
    ReleasedRows rows = new ReleasedRows(planned);
    rows.add(
        groups,
        group -> kinds.get(kindOf[group]).statistics,
        group -> isEmpty(kinds.get(kindOf[group])) ? EXACT : kinds.get(kindOf[group]).errors);
    return rows;
  }

  /** Whether all of its integers are additive over groups. */
  static boolean isAdditive(Statistic statistic, Frontier frontier) {
    return statistic.refs().stream()
        .map(Release.Ref::release)
        .allMatch(
            release ->
                frontier.releases().get(release) instanceof NoisyVector vector
                    && vector.additive());
  }
}
