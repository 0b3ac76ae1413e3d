package org.dpjdbc.plan.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * How one output column of a frontier is computed from released integers: post-processing, free of
 * privacy cost. The pair (above, below) is (sum of U − x, sum of x − L) on the grid of a measure
 * with integer bounds L and U (Kulesza, Suresh, Wang 2024): above + below = (U − L) · n.
 *
 * <p>Whoever treats statistics by their kind is a {@link Visitor}: a kind that is added does not
 * compile until each of them says what becomes of it.
 */
public sealed interface Statistic {

  /** Says what to make of each kind of statistic. */
  interface Visitor<T> {
    T count(Count count);

    T notNegative(NotNegative clamped);

    T sum(Sum sum);

    T pairCount(PairCount count);

    T pairSum(PairSum sum);

    T mean(Mean mean);

    T variance(Variance variance);

    T quantile(Quantile quantile);

    T debiased(Debiased debiased);

    T autoBound(AutoBound sum);

    T autoBoundMean(AutoBoundMean mean);

    T listed(Listed listed);

    T comoment(Comoment comoment);
  }

  /** What is known about a statistic's error. */
  enum Accuracy {
    /** The error of a sum of released integers with weights that the plan fixes. */
    LINEAR,
    /** By first-order propagation, at the released values. */
    PROPAGATED,
    /** Likewise, with the randomness of the answers themselves. */
    DEBIASED,
    /** Nothing: it depends on rows of which nothing is released. */
    UNTOLD
  }

  <T> T accept(Visitor<T> visitor);

  /** The released integers that it is computed from. */
  List<Release.Ref> refs();

  Accuracy accuracy();

  private static List<Release.Ref> refs(Stream<LinearCombination> combinations) {
    return combinations.flatMap(of -> of.refs().stream()).distinct().toList();
  }

  /**
   * A number of rows, released on its own or as the sum of the numbers of some of them.
   *
   * @param count of released integers
   * @param parts into how many parts a row is divided in it
   */
  record Count(LinearCombination count, int parts) implements Statistic {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.count(this);
    }

    @Override
    public List<Release.Ref> refs() {
      return count.refs();
    }

    @Override
    public Accuracy accuracy() {
      return Accuracy.LINEAR;
    }
  }

  /**
   * A number of rows or values, and 0 where what is released is below that. Of many such numbers
   * the errors add up, since they lean to one side.
   *
   * @param count a {@link Count}, a {@link PairCount}, the {@link PairFunction#COUNT} of pairs or a
   *     {@link Debiased} count
   */
  record NotNegative(Statistic count) implements Statistic {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.notNegative(this);
    }

    @Override
    public List<Release.Ref> refs() {
      return count.refs();
    }

    @Override
    public Accuracy accuracy() {
      return count.accuracy();
    }
  }

  /** A sum on the grid {@code step}, released on its own or in parts. */
  record Sum(LinearCombination sum, BigDecimal step) implements Statistic {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.sum(this);
    }

    @Override
    public List<Release.Ref> refs() {
      return sum.refs();
    }

    @Override
    public Accuracy accuracy() {
      return Accuracy.LINEAR;
    }
  }

  /** The number of non-null values, out of a pair. */
  record PairCount(Pair pair) implements Statistic {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.pairCount(this);
    }

    @Override
    public List<Release.Ref> refs() {
      return pair.refs();
    }

    @Override
    public Accuracy accuracy() {
      return Accuracy.LINEAR;
    }
  }

  /** The sum, out of a pair. */
  record PairSum(Pair pair) implements Statistic {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.pairSum(this);
    }

    @Override
    public List<Release.Ref> refs() {
      return pair.refs();
    }

    @Override
    public Accuracy accuracy() {
      return Accuracy.LINEAR;
    }
  }

  /** The mean, out of a pair; NULL if the released count is below one half. */
  record Mean(Pair pair) implements Statistic {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.mean(this);
    }

    @Override
    public List<Release.Ref> refs() {
      return pair.refs();
    }

    @Override
    public Accuracy accuracy() {
      return Accuracy.PROPAGATED;
    }
  }

  /**
   * A variance or standard deviation.
   *
   * @param pair gives count and mean
   * @param spread sum of (U − x)(x − L) on the grid
   * @param sample divide by n − 1 instead of n
   * @param root the standard deviation instead of the variance
   */
  record Variance(Pair pair, LinearCombination spread, boolean sample, boolean root)
      implements Statistic {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.variance(this);
    }

    @Override
    public List<Release.Ref> refs() {
      return Statistic.refs(Stream.of(pair.above(), pair.below(), spread));
    }

    @Override
    public Accuracy accuracy() {
      return Accuracy.PROPAGATED;
    }
  }

  /**
   * A quantile: a point of a grid.
   *
   * @param point the chosen point, in steps
   * @param origin what is added, in days or seconds since 1970 for dates and timestamps
   * @param step the grid
   */
  record Quantile(Release.Ref point, BigDecimal origin, BigDecimal step) implements Statistic {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.quantile(this);
    }

    @Override
    public List<Release.Ref> refs() {
      return List.of(point);
    }

    @Override
    public Accuracy accuracy() {
      return Accuracy.UNTOLD;
    }
  }

  /**
   * A number, sum or mean of rows by their true answers, estimated without bias of what was
   * released of the rows with each reported combination of answers.
   *
   * @param aim what is computed
   * @param reported what was released of each combination, at least one
   * @param chances the probability that a row of a combination, the first index, is reported with
   *     another
   * @param together rows that may have been flipped together, at most
   */
  record Debiased(Aim aim, List<Reported> reported, List<List<BigFraction>> chances, int together)
      implements Statistic {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.debiased(this);
    }

    @Override
    public List<Release.Ref> refs() {
      return reported.stream().flatMap(rows -> rows.moments().refs().stream()).toList();
    }

    @Override
    public Accuracy accuracy() {
      return Accuracy.DEBIASED;
    }

    /** What is computed from randomized answers. */
    public enum Aim {
      COUNT,
      SUM,
      /** The sum over the number; NULL if the number is below one half. */
      MEAN
    }

    /** Copies the lists. */
    public Debiased {
      reported = List.copyOf(reported);
      chances = chances.stream().map(List::copyOf).toList();
    }

    /**
     * The rows that were reported with one combination of answers.
     *
     * @param moments their number, or the moments of what is summed
     * @param summed the factor of their sum, or of their number where there is nothing to sum
     * @param counted the factor of their number
     */
    public record Reported(Moments moments, BigFraction summed, BigFraction counted) {}

    /** What was released of rows. */
    public sealed interface Moments {
      /** The released integers. */
      List<Release.Ref> refs();

      /** Into how many parts a row is divided in them. */
      int parts();
    }

    /**
     * Their number.
     *
     * @param count the released integer
     * @param parts into how many parts a row is divided in it
     */
    public record Number(Release.Ref count, int parts) implements Moments {
      @Override
      public List<Release.Ref> refs() {
        return List.of(count);
      }
    }

    /** Their number and their sum. */
    public record OfPair(Pair pair) implements Moments {
      @Override
      public List<Release.Ref> refs() {
        return pair.refs();
      }

      @Override
      public int parts() {
        return pair.parts();
      }
    }
  }

  /**
   * A sum or a count under a privately chosen clipping bound, on the grid {@code step}. Its bias
   * depends on what lies beyond the bound, and is not reported.
   *
   * @param sum the released integer
   */
  record AutoBound(Release.Ref sum, BigDecimal step) implements Statistic {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.autoBound(this);
    }

    @Override
    public List<Release.Ref> refs() {
      return List.of(sum);
    }

    @Override
    public Accuracy accuracy() {
      return Accuracy.UNTOLD;
    }
  }

  /**
   * A mean by a sum under a privately chosen clipping bound; NULL if the released count is below
   * one half.
   *
   * @param sum an {@link AutoBound}
   * @param count an {@link AutoBound} or a {@link Count}
   */
  record AutoBoundMean(Statistic sum, Statistic count) implements Statistic {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.autoBoundMean(this);
    }

    @Override
    public List<Release.Ref> refs() {
      return Stream.concat(sum.refs().stream(), count.refs().stream()).toList();
    }

    @Override
    public Accuracy accuracy() {
      return Accuracy.UNTOLD;
    }
  }

  /**
   * One of some public values.
   *
   * @param place that of the chosen one
   * @param values in their runtime form
   */
  record Listed(Release.Ref place, List<KeyValue> values) implements Statistic {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.listed(this);
    }

    @Override
    public List<Release.Ref> refs() {
      return List.of(place);
    }

    @Override
    public Accuracy accuracy() {
      return Accuracy.UNTOLD;
    }
  }

  /**
   * A function of pairs of values.
   *
   * @param joint the released moments; its x and y are those of the function
   * @param function which
   */
  record Comoment(Joint joint, PairFunction function) implements Statistic {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.comoment(this);
    }

    @Override
    public List<Release.Ref> refs() {
      return joint.refs();
    }

    @Override
    public Accuracy accuracy() {
      return Accuracy.PROPAGATED;
    }
  }

  /**
   * The moments of pairs (x, y) of integers on grids, of what is released: sums over the rows where
   * neither is NULL. The first four add up to the product of the widths times the number of rows.
   *
   * @param belowBelow sum of (x − Lx)(y − Ly)
   * @param belowAbove sum of (x − Lx)(Uy − y)
   * @param aboveBelow sum of (Ux − x)(y − Ly)
   * @param aboveAbove sum of (Ux − x)(Uy − y)
   * @param spreadX sum of (Ux − x)(x − Lx), where it is needed
   * @param spreadY sum of (Uy − y)(y − Ly), where it is needed
   * @param x bounds of x
   * @param y bounds of y
   * @param parts into how many parts a row is divided in what is released
   */
  record Joint(
      LinearCombination belowBelow,
      LinearCombination belowAbove,
      LinearCombination aboveBelow,
      LinearCombination aboveAbove,
      Optional<LinearCombination> spreadX,
      Optional<LinearCombination> spreadY,
      Bounds x,
      Bounds y,
      int parts) {
    /** The released integers. */
    public List<Release.Ref> refs() {
      return Statistic.refs(
          Stream.concat(
              Stream.of(belowBelow, belowAbove, aboveBelow, aboveAbove),
              Stream.concat(spreadX.stream(), spreadY.stream())));
    }

    /** The same with x and y called the other way round. */
    public Joint swapped() {
      return new Joint(
          belowBelow, aboveBelow, belowAbove, aboveAbove, spreadY, spreadX, y, x, parts);
    }
  }

  /**
   * Bounds of a measure.
   *
   * @param lower L, in steps
   * @param upper U, in steps, above L
   * @param step the grid
   */
  record Bounds(BigInteger lower, BigInteger upper, BigDecimal step) {
    /** U − L. */
    public BigInteger width() {
      return upper.subtract(lower);
    }
  }

  /**
   * A pair, of what is released, and its measure.
   *
   * @param above sum of U − x
   * @param below sum of x − L
   * @param lower L, in steps
   * @param upper U, in steps, above L
   * @param step the grid
   * @param parts into how many parts a row is divided in what is released
   */
  record Pair(
      LinearCombination above,
      LinearCombination below,
      BigInteger lower,
      BigInteger upper,
      BigDecimal step,
      int parts) {
    /** The released integers. */
    public List<Release.Ref> refs() {
      return Statistic.refs(Stream.of(above, below));
    }

    /** U − L. */
    public BigInteger width() {
      return upper.subtract(lower);
    }
  }
}
