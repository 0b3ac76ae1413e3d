package org.dpjdbc.run.consistency;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Generalized least squares over noisy marginals of one relation: how much each cell of each
 * marginal counts in the estimate of a cell of one of them.
 *
 * <p>A table over some attributes is the sum of residuals, one for each subset of them: what the
 * subset tells beyond all smaller ones. Residuals of different subsets are orthogonal, and noise
 * that is equal and independent in all cells of a marginal leaves them uncorrelated. So the least
 * squares of all marginals is that of each residual by itself: the mean of what the marginals that
 * have its attributes say, weighted by the inverses of their variances, in which each attribute
 * that is summed over counts with its number of values (Xiao, He, Zhang, Kifer, NeurIPS 2023,
 * reconstruct tables in the same way).
 *
 * <p>Of the cells of a marginal, those that agree with the estimated cell in the same attributes
 * count alike. Weights are exact: without noise the estimate is the exact value.
 */
public final class MarginalWeights {
  private MarginalWeights() {}

  /**
   * A marginal.
   *
   * @param shared its attributes among those of the estimated cell, as bits
   * @param others how many combinations of values its other attributes have
   */
  public record Marginal(int shared, BigInteger others) {}

  /**
   * The weights of the cells of each marginal, by the attributes, as bits, in which they agree with
   * the estimated cell: those that are no subset of the shared ones have no cells.
   *
   * @param sizes how many values each attribute of the estimated cell has
   * @param marginals one of them has all these attributes
   * @param variances of a cell of each marginal
   */
  public static List<BigFraction[]> of(int[] sizes, List<Marginal> marginals, double[] variances) {
    int all = 1 << sizes.length;
    List<BigFraction[]> residuals = new ArrayList<>();
    marginals.forEach(marginal -> residuals.add(zeros(all)));
    for (int subset = 0; subset < all; subset++) {
      List<Integer> having = new ArrayList<>();
      for (int m = 0; m < marginals.size(); m++) {
        if (isIn(subset, marginals.get(m).shared())) {
          having.add(m);
        }
      }
      double[] ofSums = new double[having.size()];
      for (int i = 0; i < ofSums.length; i++) {
        Marginal marginal = marginals.get(having.get(i));
        ofSums[i] =
            variances[having.get(i)]
                * marginal.others().doubleValue()
                * product(sizes, marginal.shared() & ~subset).doubleValue();
      }
      List<BigFraction> weights = InverseVariances.of(ofSums);
      for (int i = 0; i < ofSums.length; i++) {
        residuals.get(having.get(i))[subset] = weights.get(i);
      }
    }
    List<BigFraction[]> found = new ArrayList<>();
    for (int m = 0; m < marginals.size(); m++) {
      found.add(ofCells(sizes, marginals.get(m).shared(), residuals.get(m)));
    }
    return found;
  }

  /** A residual of a subset is an alternating sum of the sums by the attributes of its subsets. */
  private static BigFraction[] ofCells(int[] sizes, int shared, BigFraction[] residuals) {
    BigFraction[] ofCells = zeros(residuals.length);
    for (int summed = 0; summed < residuals.length; summed++) {
      if (!isIn(summed, shared)) {
        continue;
      }
      BigFraction ofSum = BigFraction.ZERO;
      for (int subset = 0; subset < residuals.length; subset++) {
        if (isIn(summed, subset) && isIn(subset, shared)) {
          boolean odd = Integer.bitCount(subset & ~summed) % 2 == 1;
          ofSum = odd ? ofSum.subtract(residuals[subset]) : ofSum.add(residuals[subset]);
        }
      }
      ofSum = ofSum.divide(product(sizes, (residuals.length - 1) & ~summed));
      for (int agreeing = 0; agreeing < residuals.length; agreeing++) {
        if (isIn(summed, agreeing) && isIn(agreeing, shared)) {
          ofCells[agreeing] = ofCells[agreeing].add(ofSum);
        }
      }
    }
    return ofCells;
  }

  private static boolean isIn(int subset, int set) {
    return (subset & ~set) == 0;
  }

  private static BigFraction[] zeros(int size) {
    BigFraction[] zeros = new BigFraction[size];
    Arrays.fill(zeros, BigFraction.ZERO);
    return zeros;
  }

  private static BigInteger product(int[] sizes, int attributes) {
    BigInteger product = BigInteger.ONE;
    for (int i = 0; i < sizes.length; i++) {
      if ((attributes >> i & 1) == 1) {
        product = product.multiply(BigInteger.valueOf(sizes[i]));
      }
    }
    return product;
  }
}
