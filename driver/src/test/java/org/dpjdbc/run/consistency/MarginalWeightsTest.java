package org.dpjdbc.run.consistency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Test;

/**
 * Weights of generated marginals: estimates are without bias, and satisfy the conditions of least
 * variance.
 */
class MarginalWeightsTest {
  private static final int CASES = 60;

  private final Random random = new Random(47);

  /** A marginal of a table: its attributes, as bits. */
  private record Kept(int attributes, double variance) {}

  @Test
  void estimatesAreThoseOfLeastVariance() {
    for (int i = 0; i < CASES; i++) {
      int[] sizes = IntStream.range(0, 3).map(a -> 1 + random.nextInt(4)).toArray();
      int target = random.nextInt(8);
      List<Kept> kept = new ArrayList<>(List.of(new Kept(target | random.nextInt(8), variance())));
      for (int more = random.nextInt(5); more > 0; more--) {
        kept.add(new Kept(random.nextInt(8), variance()));
      }
      check(sizes, target, kept);
    }
  }

  private double variance() {
    return Math.exp(4 * random.nextDouble());
  }

  private void check(int[] sizes, int target, List<Kept> kept) {
    int[] cell = IntStream.of(sizes).map(random::nextInt).toArray();
    List<Integer> asked =
        IntStream.range(0, sizes.length).filter(a -> (target >> a & 1) == 1).boxed().toList();
    List<MarginalWeights.Marginal> marginals =
        kept.stream().map(of -> marginal(sizes, asked, of.attributes())).toList();
    List<BigFraction[]> weights =
        MarginalWeights.of(
            asked.stream().mapToInt(a -> sizes[a]).toArray(),
            marginals,
            kept.stream().mapToDouble(Kept::variance).toArray());

    // Without bias: exact in every cell of the table.
    List<int[]> table = cells(sizes, 7);
    for (int[] one : table) {
      BigFraction sum = BigFraction.ZERO;
      for (int m = 0; m < kept.size(); m++) {
        sum = sum.add(weight(weights.get(m), asked, kept.get(m), cell, one));
      }
      BigFraction expected = agrees(asked, cell, one) ? BigFraction.ONE : BigFraction.ZERO;
      assertThat(sum).isEqualTo(expected);
    }
    checkLeast(sizes, asked, kept, weights, cell);
  }

  private static MarginalWeights.Marginal marginal(
      int[] sizes, List<Integer> asked, int attributes) {
    int shared = 0;
    long others = 1;
    for (int a = 0; a < sizes.length; a++) {
      if ((attributes >> a & 1) == 1) {
        if (asked.contains(a)) {
          shared |= 1 << asked.indexOf(a);
        } else {
          others *= sizes[a];
        }
      }
    }
    return new MarginalWeights.Marginal(shared, BigInteger.valueOf(others));
  }

  private static BigFraction weight(
      BigFraction[] weights, List<Integer> asked, Kept kept, int[] cell, int[] of) {
    int agreeing = 0;
    for (int i = 0; i < asked.size(); i++) {
      int a = asked.get(i);
      if ((kept.attributes() >> a & 1) == 1 && cell[a] == of[a]) {
        agreeing |= 1 << i;
      }
    }
    return weights[agreeing];
  }

  private static boolean agrees(List<Integer> attributes, int[] one, int[] other) {
    return attributes.stream().allMatch(a -> one[a] == other[a]);
  }

  /**
   * No shift of weight from one marginal to another that leaves the estimate without bias makes its
   * variance smaller: weight times variance, added up to a sum that both have, is the same.
   */
  private static void checkLeast(
      int[] sizes, List<Integer> asked, List<Kept> kept, List<BigFraction[]> weights, int[] cell) {
    for (int m = 0; m < kept.size(); m++) {
      for (int o = 0; o < m; o++) {
        int both = kept.get(m).attributes() & kept.get(o).attributes();
        for (int[] sum : cells(sizes, both)) {
          double one = load(sizes, asked, kept.get(m), weights.get(m), cell, both, sum);
          double other = load(sizes, asked, kept.get(o), weights.get(o), cell, both, sum);
          assertThat(one).isCloseTo(other, within(1e-6 * (1 + Math.abs(one))));
        }
      }
    }
  }

  /** The sum over the cells of a marginal that agree in some attributes: weight times variance. */
  private static double load(
      int[] sizes,
      List<Integer> asked,
      Kept kept,
      BigFraction[] weights,
      int[] cell,
      int attributes,
      int[] sum) {
    double load = 0;
    List<Integer> same =
        IntStream.range(0, sizes.length).filter(a -> (attributes >> a & 1) == 1).boxed().toList();
    for (int[] of : cells(sizes, kept.attributes())) {
      if (agrees(same, sum, of)) {
        load += weight(weights, asked, kept, cell, of).doubleValue() * kept.variance();
      }
    }
    return load;
  }

  /** All combinations of values of some attributes, with 0 for the others. */
  private static List<int[]> cells(int[] sizes, int attributes) {
    List<int[]> cells = new ArrayList<>(List.of(new int[sizes.length]));
    for (int a = 0; a < sizes.length; a++) {
      if ((attributes >> a & 1) == 1) {
        List<int[]> more = new ArrayList<>();
        for (int[] cell : cells) {
          for (int value = 0; value < sizes[a]; value++) {
            int[] next = cell.clone();
            next[a] = value;
            more.add(next);
          }
        }
        cells = more;
      }
    }
    return cells;
  }
}
