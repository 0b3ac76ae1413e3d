package org.dpjdbc.it.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * An epsilon that a mechanism surely does not keep below, from draws of its outcomes on two
 * neighbouring databases. If it is (ε, δ)-differentially private, each event E has P(E) ≤ e^ε P'(E)
 * + δ, so that ε ≥ ln((P(E) − δ) / P'(E)). The event is chosen on the first half of the draws, as
 * the one that bounds ε best there; on the second half, which it does not depend on, both
 * probabilities are bounded (Clopper and Pearson 1934). The bound is above the true ε with
 * probability at most {@value #FALSE_ALARM}.
 *
 * @param epsilon the bound; 0 where the draws tell nothing
 * @param event by which the two sides are told apart
 */
record LowerBound(double epsilon, String event) {
  static final double FALSE_ALARM = 1e-12;

  private static final int MAX_THRESHOLDS = 400;
  private static final int MAX_OUTCOMES = 400;

  /**
   * An event.
   *
   * @param name for people
   * @param holds of an outcome
   */
  record Event(String name, Predicate<Object> holds) {}

  /**
   * The bound.
   *
   * @param one outcomes on one database: numbers, or anything else that has equality
   * @param other outcomes on its neighbour, as many
   * @param delta that is claimed
   * @param more events to be tried besides those that outcomes suggest
   */
  static LowerBound of(List<Object> one, List<Object> other, double delta, Event... more) {
    int half = one.size() / 2;
    Sides first = new Sides(one.subList(0, half), other.subList(0, half));
    Sides second = new Sides(one.subList(half, one.size()), other.subList(half, other.size()));
    LowerBound best = new LowerBound(0, "none");
    Event chosen = new Event("none", outcome -> false);
    boolean turned = false;
    for (Event event : Stream.concat(first.events(), Stream.of(more)).toList()) {
      for (boolean turn : new boolean[] {false, true}) {
        double epsilon = first.epsilon(event, turn, delta, FALSE_ALARM);
        if (epsilon > best.epsilon()) {
          best = new LowerBound(epsilon, event.name());
          chosen = event;
          turned = turn;
        }
      }
    }
    double epsilon = second.epsilon(chosen, turned, delta, FALSE_ALARM);
    return new LowerBound(epsilon, chosen.name() + (turned ? ", without the unit" : ""));
  }

  private record Sides(List<Object> one, List<Object> other) {
    double epsilon(Event event, boolean turned, double delta, double risk) {
      long often = (turned ? other : one).stream().filter(event.holds()).count();
      long seldom = (turned ? one : other).stream().filter(event.holds()).count();
      double atLeast = atLeast(often, one.size(), risk / 2) - delta;
      double atMost = 1 - atLeast(other.size() - seldom, other.size(), risk / 2);
      return atLeast <= 0 ? 0 : Math.max(0, Math.log(atLeast / atMost));
    }

    /** The smallest probability that is not ruled out by so many successes. */
    private static double atLeast(long successes, int draws, double risk) {
      return successes == 0
          ? 0
          : BetaDistribution.of((double) successes, draws - successes + 1.0)
              .inverseCumulativeProbability(risk);
    }

    Stream<Event> events() {
      return Stream.concat(thresholds(), likelihoods());
    }

    /** Numbers from each quantile up, and from it down. */
    private Stream<Event> thresholds() {
      double[] numbers =
          Stream.concat(one.stream(), other.stream())
              .filter(Number.class::isInstance)
              .mapToDouble(outcome -> ((Number) outcome).doubleValue())
              .sorted()
              .toArray();
      int steps = Math.min(MAX_THRESHOLDS, numbers.length);
      return IntStream.range(0, steps)
          .mapToDouble(i -> numbers[(int) ((long) i * numbers.length / steps)])
          .distinct()
          .boxed()
          .flatMap(
              t ->
                  Stream.of(
                      new Event("at least " + text(t), o -> isNumber(o) && number(o) >= t),
                      new Event("at most " + text(t), o -> isNumber(o) && number(o) <= t)));
    }

    /** The outcomes that speak most for one side, ever more of them (Neyman and Pearson 1933). */
    private Stream<Event> likelihoods() {
      Map<Object, int[]> counts = new HashMap<>();
      one.forEach(outcome -> counts.computeIfAbsent(outcome, o -> new int[2])[0]++);
      other.forEach(outcome -> counts.computeIfAbsent(outcome, o -> new int[2])[1]++);
      if (counts.size() > MAX_OUTCOMES) {
        return Stream.empty();
      }
      List<Object> outcomes = new ArrayList<>(counts.keySet());
      outcomes.sort(
          Comparator.comparingDouble(
              outcome -> {
                int[] count = counts.getOrDefault(outcome, new int[2]);
                return (count[1] + 0.5) / (count[0] + 0.5);
              }));
      List<Event> events = new ArrayList<>();
      Set<Object> those = new HashSet<>();
      for (Object outcome : outcomes) {
        those.add(outcome);
        Set<Object> now = Set.copyOf(those);
        String name = now.size() == 1 ? String.valueOf(outcome) : now.size() + " outcomes";
        events.add(new Event(name, now::contains));
        events.add(new Event("not " + name, o -> !now.contains(o)));
      }
      return events.stream();
    }

    private static boolean isNumber(Object outcome) {
      return outcome instanceof Number;
    }

    private static double number(Object outcome) {
      return ((Number) outcome).doubleValue();
    }

    private static String text(double number) {
      return String.format(Locale.ROOT, "%.4g", number);
    }
  }
}
