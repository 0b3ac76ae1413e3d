package org.dpjdbc.run.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Looks for an order of statements that costs less than the one they are written in: a later
 * statement may be answered from earlier ones, so that the finer ones are better asked first.
 *
 * <p>The order as written is tried first, and another one replaces the best so far only if it costs
 * less. So what is found never costs more than the order as written.
 *
 * @param <T> what comes of an order
 */
final class CheapestOrder<T> {
  /** Of statements, in all orders that are tried. */
  private static final int MAX_DECISIONS = 20_000;

  private final Function<List<Integer>, T> trial;
  private final Comparator<T> cost;
  private final Function<T, List<Integer>> charged;

  /**
   * Prepares the search.
   *
   * @param trial tries an order of numbers
   * @param cost compares what comes of orders
   * @param charged those that are charged in an order
   */
  CheapestOrder(
      Function<List<Integer>, T> trial, Comparator<T> cost, Function<T, List<Integer>> charged) {
    this.trial = trial;
    this.cost = cost;
    this.charged = charged;
  }

  /**
   * What comes of the cheapest order that is found.
   *
   * @param first what comes of the order as written
   * @param finestFirst an order that may be cheaper
   */
  T of(List<Integer> written, T first, List<Integer> finestFirst) {
    List<Integer> order = written;
    T best = first;
    int trials = Math.max(1, MAX_DECISIONS / Math.max(1, written.size()));
    if (!finestFirst.equals(written)) {
      T other = trial.apply(finestFirst);
      trials--;
      if (cost.compare(other, best) < 0) {
        order = finestFirst;
        best = other;
      }
    }
    // What is charged before all others may make some of them free.
    for (Integer number : List.copyOf(charged.apply(best))) {
      if (trials-- > 0 && charged.apply(best).contains(number) && order.indexOf(number) > 0) {
        List<Integer> sooner = new ArrayList<>(order);
        sooner.remove(number);
        sooner.add(0, number);
        T other = trial.apply(sooner);
        if (cost.compare(other, best) < 0) {
          order = sooner;
          best = other;
        }
      }
    }
    return best;
  }
}
