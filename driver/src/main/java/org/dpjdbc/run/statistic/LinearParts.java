package org.dpjdbc.run.statistic;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.Statistic;

/**
 * The linear combinations of released integers that a statistic is a function of. Statistics of one
 * measure that are {@link #alike} are one function of them, and the exact value of each combination
 * is the same: any mean of both, with weights that add up to 1, may take its place.
 */
public final class LinearParts implements Statistic.Visitor<Statistic> {
  private static final LinearCombination NONE = new LinearCombination(List.of());

  private final UnaryOperator<LinearCombination> others;

  private LinearParts(UnaryOperator<LinearCombination> others) {
    this.others = others;
  }

  /** The combinations, in an order; empty if the statistic is no function of such. */
  public static List<LinearCombination> of(Statistic statistic) {
    List<LinearCombination> parts = new ArrayList<>();
    replaced(
        statistic,
        part -> {
          parts.add(part);
          return part;
        });
    return parts;
  }

  /** The same function of other combinations, as many and in the same order. */
  public static Statistic with(Statistic statistic, List<LinearCombination> others) {
    Iterator<LinearCombination> next = others.iterator();
    return replaced(statistic, part -> next.next());
  }

  /** Whether both are one function of combinations. */
  public static boolean alike(Statistic one, Statistic other) {
    return !of(one).isEmpty() && replaced(one, part -> NONE).equals(replaced(other, part -> NONE));
  }

  /** Whether all statistics of two lists are. */
  public static boolean alike(List<Statistic> ones, List<Statistic> others) {
    return IntStream.range(0, ones.size()).allMatch(i -> alike(ones.get(i), others.get(i)));
  }

  /** A number or a sum as such, whether it was released on its own or out of a pair. */
  public static Statistic asOne(Statistic statistic) {
    if (statistic instanceof Statistic.NotNegative clamped) {
      return new Statistic.NotNegative(asOne(clamped.count()));
    } else if (statistic instanceof Statistic.PairCount count) {
      BigFraction each = BigFraction.of(BigInteger.ONE, count.pair().width());
      return new Statistic.Count(of(count.pair(), each, each), count.pair().parts());
    } else if (statistic instanceof Statistic.PairSum sum) {
      Statistic.Pair pair = sum.pair();
      BigFraction above = BigFraction.of(pair.lower(), pair.width()).divide(pair.parts());
      BigFraction below = BigFraction.of(pair.upper(), pair.width()).divide(pair.parts());
      return new Statistic.Sum(of(pair, above, below), pair.step());
    }
    return statistic;
  }

  private static LinearCombination of(Statistic.Pair pair, BigFraction above, BigFraction below) {
    return LinearCombination.sumOf(
        Stream.concat(
                pair.above().terms().stream().map(term -> times(term, above)),
                pair.below().terms().stream().map(term -> times(term, below)))
            .toList());
  }

  private static LinearCombination.Term times(LinearCombination.Term term, BigFraction factor) {
    return new LinearCombination.Term(term.ref(), term.factor().multiply(factor));
  }

  private static Statistic replaced(Statistic statistic, UnaryOperator<LinearCombination> others) {
    return statistic.accept(new LinearParts(others));
  }

  @Override
  public Statistic count(Statistic.Count count) {
    return new Statistic.Count(others.apply(count.count()), count.parts());
  }

  @Override
  public Statistic notNegative(Statistic.NotNegative clamped) {
    return new Statistic.NotNegative(clamped.count().accept(this));
  }

  @Override
  public Statistic sum(Statistic.Sum sum) {
    return new Statistic.Sum(others.apply(sum.sum()), sum.step());
  }

  @Override
  public Statistic pairCount(Statistic.PairCount count) {
    return new Statistic.PairCount(pair(count.pair()));
  }

  @Override
  public Statistic pairSum(Statistic.PairSum sum) {
    return new Statistic.PairSum(pair(sum.pair()));
  }

  @Override
  public Statistic mean(Statistic.Mean mean) {
    return new Statistic.Mean(pair(mean.pair()));
  }

  @Override
  public Statistic variance(Statistic.Variance variance) {
    return new Statistic.Variance(
        pair(variance.pair()), others.apply(variance.spread()), variance.sample(), variance.root());
  }

  private Statistic.Pair pair(Statistic.Pair pair) {
    return new Statistic.Pair(
        others.apply(pair.above()),
        others.apply(pair.below()),
        pair.lower(),
        pair.upper(),
        pair.step(),
        pair.parts());
  }

  @Override
  public Statistic quantile(Statistic.Quantile quantile) {
    return quantile;
  }

  @Override
  public Statistic debiased(Statistic.Debiased debiased) {
    return debiased;
  }

  @Override
  public Statistic autoBound(Statistic.AutoBound sum) {
    return sum;
  }

  @Override
  public Statistic autoBoundMean(Statistic.AutoBoundMean mean) {
    return mean;
  }

  @Override
  public Statistic listed(Statistic.Listed listed) {
    return listed;
  }

  @Override
  public Statistic comoment(Statistic.Comoment comoment) {
    Statistic.Joint joint = comoment.joint();
    return new Statistic.Comoment(
        new Statistic.Joint(
            others.apply(joint.belowBelow()),
            others.apply(joint.belowAbove()),
            others.apply(joint.aboveBelow()),
            others.apply(joint.aboveAbove()),
            applied(joint.spreadX()),
            applied(joint.spreadY()),
            joint.x(),
            joint.y(),
            joint.parts()),
        comoment.function());
  }

  private Optional<LinearCombination> applied(Optional<LinearCombination> part) {
    return part.map(others);
  }
}
