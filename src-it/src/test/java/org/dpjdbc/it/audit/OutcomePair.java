package org.dpjdbc.it.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Outcomes on two neighbouring databases, and the events by which they may be told apart.
 *
 * @param one on the one
 * @param other on the other, as many
 */
record OutcomePair(List<Object> one, List<Object> other) {
  private static final int MAX_THRESHOLDS = 400;

  /** Of outcomes that are seldom seen nobody knows which speak for a side. */
  private static final int DRAWS_PER_OUTCOME = 1_000;

  private static final int FEW_OUTCOMES = 4;

  EventCount counted(LowerBound.Event event) {
    return new EventCount(
        event,
        false,
        one.stream().filter(event.holds()).count(),
        other.stream().filter(event.holds()).count());
  }

  Stream<EventCount> events() {
    return Stream.concat(thresholds(), likelihoods());
  }

  /** Numbers from each quantile up, and from it down. */
  private Stream<EventCount> thresholds() {
    double[] with = numbers(one);
    double[] without = numbers(other);
    double[] both =
        DoubleStream.concat(Arrays.stream(with), Arrays.stream(without)).sorted().toArray();
    int steps = Math.min(MAX_THRESHOLDS, both.length);
    return IntStream.range(0, steps)
        .mapToDouble(i -> both[(int) ((long) i * both.length / steps)])
        .distinct()
        .boxed()
        .flatMap(
            t -> {
              LowerBound.Event up =
                  new LowerBound.Event("at least " + text(t), o -> isNumber(o) && number(o) >= t);
              LowerBound.Event down =
                  new LowerBound.Event("at most " + text(t), o -> isNumber(o) && number(o) <= t);
              int below = below(with, t);
              int otherBelow = below(without, t);
              double next = Math.nextUp(t);
              return Stream.of(
                  new EventCount(up, false, with.length - below, without.length - otherBelow),
                  new EventCount(down, false, below(with, next), below(without, next)));
            });
  }

  private static double[] numbers(List<Object> outcomes) {
    return outcomes.stream()
        .filter(OutcomePair::isNumber)
        .mapToDouble(OutcomePair::number)
        .sorted()
        .toArray();
  }

  private static int below(double[] sorted, double threshold) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < threshold) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The outcomes that speak most for one side, ever more of them (Neyman and Pearson 1933). */
  private Stream<EventCount> likelihoods() {
    Map<Object, int[]> counts = new HashMap<>();
    one.forEach(outcome -> counts.computeIfAbsent(outcome, o -> new int[2])[0]++);
    other.forEach(outcome -> counts.computeIfAbsent(outcome, o -> new int[2])[1]++);
    if (counts.size() > Math.max(FEW_OUTCOMES, one.size() / DRAWS_PER_OUTCOME)) {
      return Stream.empty();
    }
    List<Map.Entry<Object, int[]>> outcomes = new ArrayList<>(counts.entrySet());
    outcomes.sort(
        Comparator.comparingDouble(of -> (of.getValue()[1] + 0.5) / (of.getValue()[0] + 0.5)));
    List<EventCount> events = new ArrayList<>();
    Set<Object> those = new HashSet<>();
    int with = 0;
    int without = 0;
    for (Map.Entry<Object, int[]> outcome : outcomes) {
      those.add(outcome.getKey());
      with += outcome.getValue()[0];
      without += outcome.getValue()[1];
      Set<Object> now = Set.copyOf(those);
      String name = now.size() == 1 ? String.valueOf(outcome.getKey()) : now.size() + " outcomes";
      events.add(new EventCount(new LowerBound.Event(name, now::contains), false, with, without));
      events.add(
          new EventCount(
              new LowerBound.Event("not " + name, o -> !now.contains(o)),
              false,
              one.size() - with,
              other.size() - without));
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
