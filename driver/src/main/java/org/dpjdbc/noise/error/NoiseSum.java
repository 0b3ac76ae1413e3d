package org.dpjdbc.noise.error;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The sum S of independent weighted noises, in which equal ones are counted. */
final class NoiseSum {
  private static final double LOG_NEGLIGIBLE = Math.log(1e-7);

  /** A noise that differs from 0 less often than this is left out, and the chance accounted for. */
  private static final double RARE = 1e-5;

  /**
   * Where Chernoff's bound is tried first, in standard deviations: also for noise that is nearly
   * always 0 the moment is finite there, since what differs from 0 with a chance of {@link #RARE}
   * decays by no more than e^12.3 a step, and its deviation is at least 0.003 steps.
   */
  private static final double MIN_TILT = 0.005;

  private record Part(double weight, NoiseLaw law, int count) {}

  private final List<Part> parts = new ArrayList<>();
  private double leftOut;

  NoiseSum(List<WeightedNoise> terms) {
    this(counted(terms));
  }

  /**
   * @param terms the noises, and how often each is in the sum
   */
  NoiseSum(Map<WeightedNoise, Integer> terms) {
    Map<WeightedNoise, Integer> counts = new LinkedHashMap<>();
    terms.forEach(
        (term, count) -> {
          if (term.weight() != 0) {
            // The distributions are symmetric: signs do not matter.
            WeightedNoise unsigned = new WeightedNoise(Math.abs(term.weight()), term.noise());
            counts.merge(unsigned, count, Integer::sum);
          }
        });
    counts.forEach((term, count) -> add(term.weight(), NoiseLaw.of(term.noise()), count));
  }

  private static Map<WeightedNoise, Integer> counted(List<WeightedNoise> terms) {
    Map<WeightedNoise, Integer> counts = new LinkedHashMap<>();
    terms.forEach(term -> counts.merge(term, 1, Integer::sum));
    return counts;
  }

  private void add(double weight, NoiseLaw law, int count) {
    double chance = count * law.variance(); // P(X ≠ 0) is at most E X² for an integer X
    if (chance < RARE) {
      leftOut += chance;
    } else {
      parts.add(new Part(weight, law, count));
    }
  }

  /** A bound of the probability that a noise that was left out is not 0. */
  double leftOut() {
    return leftOut;
  }

  double standardDeviation() {
    return Math.sqrt(
        parts.stream()
            .mapToDouble(part -> part.count * part.law.variance() * part.weight * part.weight)
            .sum());
  }

  double largestWeight() {
    return parts.stream().mapToDouble(Part::weight).max().orElse(0);
  }

  boolean isOnOneLattice() {
    return parts.stream().mapToDouble(Part::weight).distinct().count() == 1;
  }

  /** Whether it is a sum of so many noises that are normal but for steps. */
  boolean isNormal(int many) {
    return parts.size() >= many && parts.stream().allMatch(part -> part.law.isNormal());
  }

  /** Beyond ±radius S has a probability below 10^-7, by Chernoff's bound. */
  double radius() {
    double deviation = standardDeviation();
    double best = Double.POSITIVE_INFINITY;
    for (double tilt = MIN_TILT; tilt < 1e6; tilt *= 1.1) {
      double s = tilt / deviation;
      double logMoment = 0;
      for (Part part : parts) {
        logMoment += part.count * part.law.logMoment(s * part.weight);
      }
      best = Math.min(best, (logMoment + Math.log(2) - LOG_NEGLIGIBLE) / s);
    }
    return best;
  }

  /** The characteristic function of S at step, 2·step, …, count·step. */
  double[] characteristic(double step, int count) {
    double[] product = new double[count];
    Arrays.fill(product, 1);
    for (Part part : parts) {
      Rotation half = new Rotation(part.weight * step / 2);
      for (int j = 0; j < count; j++) {
        double sine = half.nextSine();
        double factor = part.law.characteristic(sine * sine);
        product[j] *= part.count == 1 ? factor : Math.pow(factor, part.count);
      }
    }
    return product;
  }
}
