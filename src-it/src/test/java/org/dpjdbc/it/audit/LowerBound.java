package org.dpjdbc.it.audit;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * An epsilon that a mechanism surely does not keep below, from draws of its outcomes on two
 * neighbouring databases. If it is (ε, δ)-differentially private, each event E has P(E) ≤ e^ε P'(E)
 * + δ, so that ε ≥ ln((P(E) − δ) / P'(E)). The event is chosen on the first fifth of the draws, as
 * the one that would bound ε best; on the others, which it does not depend on, both probabilities
 * are bounded (Clopper and Pearson 1934). The bound is above the true ε with probability at most
 * {@value #FALSE_ALARM}.
 *
 * @param epsilon the bound; 0 where the draws tell nothing
 * @param event by which the two sides are told apart
 */
record LowerBound(double epsilon, String event) {
  static final double FALSE_ALARM = 1e-12;

  /** A choice by fewer draws than these leaves more for the bound. */
  private static final int PART_TO_CHOOSE_BY = 5;

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
    int part = one.size() / PART_TO_CHOOSE_BY;
    OutcomePair first = new OutcomePair(one.subList(0, part), other.subList(0, part));
    OutcomePair second =
        new OutcomePair(one.subList(part, one.size()), other.subList(part, other.size()));
    int draws = one.size() - part;
    EventCount none = first.counted(new Event("none", outcome -> false));
    EventCount chosen =
        Stream.of(Stream.of(none), first.events(), Stream.of(more).map(first::counted))
            .flatMap(events -> events)
            .flatMap(event -> Stream.of(event, event.turned()))
            .max(Comparator.comparingDouble(event -> event.promise(part, draws, delta)))
            .orElseThrow();
    EventCount seen = second.counted(chosen.event());
    double epsilon = (chosen.turn() ? seen.turned() : seen).epsilon(draws, delta);
    return new LowerBound(
        epsilon, chosen.event().name() + (chosen.turn() ? ", without the unit" : ""));
  }
}
