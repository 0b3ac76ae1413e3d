package org.dpjdbc.run.query;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.ContributionLimit;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.Summand;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.policy.Composition;
import org.dpjdbc.policy.NoiseRule;
import org.dpjdbc.run.mechanism.AdditiveRelease;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.mechanism.SignificantDigits;
import org.dpjdbc.run.mechanism.VectorColumns;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.statistic.HalfWidths;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * What would make the errors of a query smaller, each with its figure: a lower contribution limit
 * and a larger epsilon, for which the query is planned again; a narrower range of what is summed;
 * and a query of its own. A function of the query and the policy.
 */
final class ErrorAdvice {
  /** So many times narrower a range is proposed, or a little more, for a round bound. */
  private static final int NARROWER = 8;

  /** A share of the query's epsilon from which on a query of its own is no advantage. */
  private static final double ALMOST_ALL = 0.9;

  private final Map<String, PlannedQuery> changed = new LinkedHashMap<>();
  private final Map<String, PlannedQuery> otherNoise = new LinkedHashMap<>();
  private Optional<String> fewerRows = Optional.empty();

  /**
   * A change that makes errors smaller.
   *
   * @param change what to write
   * @param share of the error that remains
   */
  record Change(String change, double share) {}

  private ErrorAdvice() {}

  /**
   * Plans the changed queries.
   *
   * @param maxEpsilon that a query may spend
   * @param planner plans the same query with another request
   */
  static ErrorAdvice of(
      PlannedQuery planned,
      PrivacyRequest request,
      BigDecimal maxEpsilon,
      Function<PrivacyRequest, PlannedQuery> planner) {
    ErrorAdvice advice = new ErrorAdvice();
    if (request.noise() == NoiseRule.BEST && request.composition() != Composition.BASIC) {
      for (NoiseRule rule : List.of(NoiseRule.LAPLACE, NoiseRule.GAUSSIAN)) {
        String option = "noise = '" + rule.name().toLowerCase(Locale.ROOT) + "'";
        advice.plan(option, request.withNoise(rule), planner, advice.otherNoise);
      }
    }
    if (request.clauses().isEmpty()) {
      rows(planned)
          .ifPresent(
              rows -> {
                String fewer = "max_rows_contributed = " + rows;
                advice.plan(fewer, request.withRows(rows), planner, advice.changed);
                advice.fewerRows = Optional.of(fewer);
              });
      BigDecimal twice = request.epsilon().multiply(BigDecimal.valueOf(2)).min(maxEpsilon);
      if (twice.compareTo(request.epsilon()) > 0) {
        advice.plan(
            "epsilon = " + twice.stripTrailingZeros().toPlainString(),
            request.withEpsilon(twice),
            planner,
            advice.changed);
      }
    }
    return advice;
  }

  /** The query asks for what is planned, whatever becomes of its changes. */
  private void plan(
      String change,
      PrivacyRequest request,
      Function<PrivacyRequest, PlannedQuery> planner,
      Map<String, PlannedQuery> into) {
    try {
      into.put(change, planner.apply(request));
    } catch (RefusedException e) {
      // no advice
    }
  }

  /** Half of the rows that count. */
  private static OptionalInt rows(PlannedQuery planned) {
    return planned.frontiers().stream()
        .flatMap(frontier -> frontier.frontier().cut().stream())
        .flatMap(cut -> (cut.inAll() ? cut.rows().or(cut::groups) : cut.rows()).stream())
        .mapToInt(ContributionLimit.Limit::max)
        .filter(max -> max > 1)
        .map(max -> max / 2)
        .max();
  }

  /** What would make the columns of a frontier more accurate, a sentence for each column. */
  List<String> of(PlannedQuery planned, int place) {
    PreparedFrontier prepared = planned.frontiers().get(place);
    List<String> sentences = new ArrayList<>();
    errors(planned, prepared)
        .forEach(
            (column, error) -> {
              List<String> changes = new ArrayList<>();
              narrower(prepared.frontier(), column)
                  .ifPresent(
                      change ->
                          changes.add(
                              RunMessages.errorWith(
                                  less(error * change.share()), change.change())));
              changed.forEach(
                  (change, other) ->
                      error(other, place, column)
                          .filter(less -> less < error)
                          .ifPresent(
                              less -> changes.add(RunMessages.errorWith(less(less), change))));
              alone(planned, prepared.frontier(), column)
                  .ifPresent(share -> changes.add(RunMessages.errorAlone(less(error * share))));
              if (!changes.isEmpty()) {
                sentences.add(
                    RunMessages.smallerError(
                        prepared.frontier().aggregates().get(column), less(error), changes));
              }
            });
    return sentences;
  }

  /**
   * What other noise would give, where the best noise is chosen at equal cost: its errors are not
   * the smallest ones at the query's epsilon.
   *
   * @param loss what a plan takes of the budget
   */
  List<String> ofNoise(PlannedQuery planned, Function<PlannedQuery, String> loss) {
    return otherNoise.entrySet().stream()
        .filter(each -> !Mechanisms.describe(each.getValue()).equals(Mechanisms.describe(planned)))
        .filter(each -> !columns(each.getValue()).isEmpty())
        .map(
            each ->
                RunMessages.otherNoise(
                    each.getKey(),
                    columns(each.getValue()),
                    loss.apply(each.getValue()),
                    loss.apply(planned)))
        .toList();
  }

  private static List<String> columns(PlannedQuery planned) {
    List<String> columns = new ArrayList<>();
    for (PreparedFrontier prepared : planned.frontiers()) {
      errors(planned, prepared)
          .forEach(
              (column, error) ->
                  columns.add(prepared.frontier().aggregates().get(column) + " ± " + less(error)));
    }
    return columns;
  }

  private static String less(double error) {
    return SignificantDigits.text(error);
  }

  private static Optional<Double> error(PlannedQuery planned, int place, int column) {
    return planned.frontiers().size() <= place
        ? Optional.empty()
        : Optional.ofNullable(errors(planned, planned.frontiers().get(place)).get(column));
  }

  /** The errors that are known before the query runs, by the places of the columns. */
  static SortedMap<Integer, Double> errors(PlannedQuery planned, PreparedFrontier prepared) {
    SortedMap<Integer, Double> errors = new TreeMap<>();
    HalfWidths widths = planned.explainedTotals(prepared).orElse(prepared.errors());
    for (int i = 0; i < prepared.releases().size(); i++) {
      if (prepared.releases().get(i) instanceof AdditiveRelease vector) {
        VectorColumns figures = new VectorColumns(prepared.frontier(), vector, i);
        for (int column : figures.ofAnswers() ? List.<Integer>of() : figures.columns()) {
          Double error = figures.error(column, widths);
          if (error != null && error > 0) {
            errors.put(column, error);
          }
        }
      }
    }
    return errors;
  }

  /**
   * The change that makes all errors of a query smaller, without more epsilon: as much smaller as
   * the error that it changes least.
   */
  Optional<Change> ofAll(PlannedQuery planned) {
    Optional<Change> narrower =
        planned.frontiers().size() == 1
                && planned.frontiers().get(0).frontier().statistics().size() == 1
            ? narrower(planned.frontiers().get(0).frontier(), 0)
            : Optional.empty();
    return Stream.concat(narrower.stream(), fewerRows.flatMap(c -> share(planned, c)).stream())
        .filter(change -> change.share() < 1)
        .min(Comparator.comparingDouble(Change::share));
  }

  /** Empty if an error is not known before the query runs. */
  private Optional<Change> share(PlannedQuery planned, String change) {
    PlannedQuery other = changed.get(change);
    if (other == null) {
      return Optional.empty();
    }
    double share = 0;
    for (int place = 0; place < planned.frontiers().size(); place++) {
      PreparedFrontier prepared = planned.frontiers().get(place);
      SortedMap<Integer, Double> errors = errors(planned, prepared);
      if (errors.size() < prepared.frontier().statistics().size()) {
        return Optional.empty();
      }
      for (Map.Entry<Integer, Double> each : errors.entrySet()) {
        share =
            Math.max(
                share,
                error(other, place, each.getKey()).map(e -> e / each.getValue()).orElse(1.0));
      }
    }
    return Optional.of(new Change(change, share));
  }

  /** The noise of a sum is proportional to the largest value of a row. */
  private static Optional<Change> narrower(Frontier frontier, int column) {
    Optional<Summand> summand = frontier.summands().get(column);
    if (summand.isEmpty() || summand.get().lower().signum() < 0) {
      return Optional.empty();
    }
    BigDecimal upper = summand.get().upper();
    Optional<BigDecimal> bound =
        round(upper.doubleValue() / NARROWER).filter(b -> b.compareTo(summand.get().lower()) > 0);
    return bound.map(
        b ->
            new Change(
                "LEAST(" + summand.get().expression() + ", " + b.toPlainString() + ")",
                b.doubleValue() / upper.doubleValue()));
  }

  /** The largest of 1, 2 and 5 times a power of ten that is no greater; none below 1. */
  private static Optional<BigDecimal> round(double number) {
    BigDecimal round = BigDecimal.ONE;
    if (!(number >= 1) || Double.isInfinite(number)) {
      return Optional.empty();
    }
    BigDecimal power = BigDecimal.ONE;
    while (power.doubleValue() <= number) {
      for (int times : new int[] {1, 2, 5}) {
        BigDecimal next = power.multiply(BigDecimal.valueOf(times));
        round = next.doubleValue() <= number ? next : round;
      }
      power = power.multiply(BigDecimal.TEN);
    }
    return Optional.of(round);
  }

  /**
   * The share of the query's epsilon that a column has, if others have much of it. Left out is what
   * is released together with other columns, which would have less noise than that alone, and what
   * belongs to a query of several stages, where the rest is no other column.
   */
  private static Optional<Double> alone(PlannedQuery planned, Frontier frontier, int column) {
    List<Integer> own =
        frontier.statistics().get(column).refs().stream()
            .map(ref -> ref.release())
            .distinct()
            .toList();
    boolean joint =
        IntStream.range(0, frontier.statistics().size())
            .filter(other -> other != column)
            .mapToObj(frontier.statistics()::get)
            .anyMatch(other -> other.refs().stream().anyMatch(ref -> own.contains(ref.release())));
    BigFraction share =
        own.stream()
            .map(place -> frontier.releases().get(place).epsilon())
            .reduce(BigFraction.ZERO, BigFraction::add);
    double part = share.doubleValue() / planned.plan().epsilon().doubleValue();
    return joint
            || planned.frontiers().size() > 1
            || frontier.selection().isPresent()
            || part >= ALMOST_ALL
        ? Optional.empty()
        : Optional.of(part);
  }
}
