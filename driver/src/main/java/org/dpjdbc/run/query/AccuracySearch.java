package org.dpjdbc.run.query;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.dpjdbc.noise.error.ErrorBar;
import org.dpjdbc.noise.error.WeightedNoise;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.run.mechanism.AdditiveRelease;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.statistic.HalfWidths;
import org.dpjdbc.run.statistic.StatisticErrors;
import org.dpjdbc.sql.parse.ErrorTarget;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * Finds the smallest epsilon, to three digits, with which every released aggregate of a query is as
 * accurate as required: a function of the query and the policy alone. Only counts and sums have an
 * error that is known before they are released. The error of a mean depends on the count, and a
 * relative error on the value (see {@link ErrorSteps}); that of a quantile depends on how close
 * together the values are, and a choice has none.
 *
 * <p>What is released, and with which noise, is chosen for an epsilon: with a greater one a vector
 * may be without others whose epsilon it had a part of, and have more noise. Only among plans of
 * one kind does a greater epsilon mean less noise, so each range of them is searched.
 */
final class AccuracySearch {
  /** Epsilons of three digits, a decade after the other: the first has index 0. */
  private static final int DECADE = 900;

  private static final int FIRST_EXPONENT = -8;
  private static final int DIGITS = 3;

  /** What is looked up to when the policy does not allow enough: ε = 10^6. */
  private static final int LAST = (6 - (FIRST_EXPONENT + DIGITS - 1)) * DECADE;

  /** How many ranges of epsilons with plans of one kind are searched, from the largest down. */
  private static final int MAX_RANGES = 8;

  private final ErrorTarget target;
  private final PrivacyRequest request;
  private final Function<PrivacyRequest, PrivatePlan> planner;

  private AccuracySearch(
      ErrorTarget target, PrivacyRequest request, Function<PrivacyRequest, PrivatePlan> planner) {
    this.target = target;
    this.request = request;
    this.planner = planner;
  }

  /**
   * The plan with the smallest epsilon, or with the maximum if only answers show what is needed.
   *
   * @param request its epsilon is the maximum that may be spent
   * @param planner plans the query with a request
   * @throws org.dpjdbc.sql.refusal.RefusedException if more would be needed, which it names
   */
  static PrivatePlan plan(
      ErrorTarget target, PrivacyRequest request, Function<PrivacyRequest, PrivatePlan> planner) {
    PrivatePlan max = planner.apply(request);
    if (max.frontiers().isEmpty()) {
      return max;
    }
    if (!isKnownBefore(target, max)) {
      return max;
    }
    AccuracySearch promise = new AccuracySearch(target, request, planner);
    int enough = first(0, LAST, i -> epsilon(i).compareTo(request.epsilon()) >= 0);
    OptionalInt minimum = promise.minimum(0, enough - 1);
    if (minimum.isPresent()) {
      return promise.plan(minimum.getAsInt());
    } else if (!promise.keeps(max)) {
      int needed =
          promise
              .minimum(enough, LAST)
              .orElseThrow(() -> RunMessages.errorNeverKept(target.toString()));
      throw RunMessages.errorNeedsMore(
          target.toString(), request.epsilon().toPlainString(), epsilon(needed).toPlainString());
    }
    return max;
  }

  /**
   * Whether the error is one that a plan alone keeps or not.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it is about what has no error
   */
  static boolean isKnownBefore(ErrorTarget target, PrivatePlan plan) {
    boolean known = !target.relative() || plan.frontiers().isEmpty();
    for (Frontier frontier : plan.frontiers()) {
      if (frontier.statistics().isEmpty()
          || frontier.statistics().stream().anyMatch(AccuracySearch::isChosen)) {
        throw RunMessages.errorNotKnown();
      }
      known &= frontier.statistics().stream().allMatch(StatisticErrors::isLinear);
    }
    return known;
  }

  private static boolean isChosen(Statistic statistic) {
    return statistic.accuracy() == Statistic.Accuracy.UNTOLD;
  }

  /** The smallest epsilon of a range, by its index, that is enough; empty if none is. */
  private OptionalInt minimum(int from, int to) {
    OptionalInt minimum = OptionalInt.empty();
    int top = to;
    for (int i = 0; i < MAX_RANGES && top >= from; i++) {
      PrivatePlan maximum = plan(top);
      List<Object> kind = kind(maximum);
      int bottom = first(from, top, index -> kind(plan(index)).equals(kind));
      if (keeps(maximum)) {
        minimum = OptionalInt.of(first(bottom, top, index -> keeps(plan(index))));
      }
      top = bottom - 1;
    }
    return minimum;
  }

  /** Where in a range begins what holds from there on, and holds at its end. */
  private static int first(int from, int to, IntPredicate holds) {
    int low = from - 1;
    int high = to;
    // Often it holds for all.
    int middle = from;
    while (high - low > 1) {
      if (holds.test(middle)) {
        high = middle;
      } else {
        low = middle;
      }
      middle = (low + high) >>> 1;
    }
    return high;
  }

  /** What is released, and with which noise. */
  private static List<Object> kind(PrivatePlan plan) {
    List<Object> kind = new ArrayList<>();
    for (Frontier frontier : plan.frontiers()) {
      kind.add(frontier.selection().isPresent());
      for (Release release : frontier.releases()) {
        kind.add(release.getClass());
        kind.add(release.size());
        kind.add(release.gaussianPart().isPresent());
      }
    }
    return kind;
  }

  private PrivatePlan plan(int index) {
    return planner.apply(request.withEpsilon(epsilon(index)));
  }

  private static BigDecimal epsilon(int index) {
    return BigDecimal.valueOf(100L + index % DECADE)
        .scaleByPowerOfTen(FIRST_EXPONENT + index / DECADE);
  }

  private boolean keeps(PrivatePlan plan) {
    double max = target.error().doubleValue();
    return PreparedFrontier.all(plan.frontiers()).stream()
        .allMatch(
            frontier ->
                frontier.frontier().statistics().stream()
                    .allMatch(statistic -> halfWidth(statistic, frontier) <= max));
  }

  private double halfWidth(Statistic statistic, PreparedFrontier frontier) {
    HalfWidths errors =
        (refs, weights) -> {
          List<WeightedNoise> noises = new ArrayList<>();
          for (int i = 0; i < refs.size(); i++) {
            AdditiveRelease vector = frontier.additive(refs.get(i).release());
            noises.add(new WeightedNoise(weights.get(i), vector.noise(refs.get(i).component())));
          }
          return ErrorBar.halfWidth(target.confidence().doubleValue(), noises);
        };
    return Objects.requireNonNull(
        StatisticErrors.halfWidth(statistic, ref -> BigInteger.ZERO, errors), "linear");
  }
}
