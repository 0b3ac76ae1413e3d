package org.dpjdbc.run.mechanism;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.dpjdbc.noise.AdditiveNoise;
import org.dpjdbc.noise.DiscreteGaussian;
import org.dpjdbc.noise.DiscreteLaplace;
import org.dpjdbc.noise.error.ErrorBar;
import org.dpjdbc.noise.error.WeightedNoise;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.run.statistic.HalfWidths;

/**
 * Half-widths of the 95 % interval of weighted sums of a frontier's noises. They scale with the
 * weights, so each term's standard deviation is divided by the largest and rounded up to 64ths of
 * it: a table of many groups then needs few computations, and no bar is too short. Thread-safe.
 */
public final class ErrorBars implements HalfWidths {
  private static final int PARTS = 64;

  /** A positive deviation for noise that is all but always 0. */
  private static final double LEAST = 1e-9;

  private final Noises noises;
  private final Map<Release.Ref, Double> deviations = new ConcurrentHashMap<>();
  private final Map<Shape, Double> known = new ConcurrentHashMap<>();
  private final Map<Shape, Double> spreads = new ConcurrentHashMap<>();

  private record Shape(List<Release.Ref> refs, List<Integer> parts) {}

  /** The noise of released integers. */
  public interface Noises {
    /** The standard deviation of a released integer's noise, positive. */
    double deviation(Release.Ref ref);

    /** The independent noises that it is the sum of, and how often each is in it. */
    Map<WeightedNoise, Integer> of(Release.Ref ref);
  }

  public ErrorBars(Noises noises) {
    this.noises = noises;
  }

  /**
   * Of integers that carry independent draws.
   *
   * @param draws of each integer of a release, at least 1
   */
  static ErrorBars ofDraws(IntFunction<AdditiveRelease> releases, IntUnaryOperator draws) {
    return new ErrorBars(
        new Noises() {
          @Override
          public double deviation(Release.Ref ref) {
            return Math.sqrt(draws.applyAsInt(ref.release()))
                * deviationOf(releases.apply(ref.release()).noise(ref.component()));
          }

          @Override
          public Map<WeightedNoise, Integer> of(Release.Ref ref) {
            return Map.of(
                new WeightedNoise(1, releases.apply(ref.release()).noise(ref.component())),
                draws.applyAsInt(ref.release()));
          }
        });
  }

  /** The standard deviation of a released integer's noise, positive. */
  public double deviation(Release.Ref ref) {
    return deviations.computeIfAbsent(ref, noises::deviation);
  }

  @Override
  public double halfWidth(List<Release.Ref> refs, List<Double> weights) {
    return scaled(refs, weights, known, ErrorBar::halfWidth95);
  }

  @Override
  public double spread(List<Release.Ref> refs, List<Double> weights) {
    return scaled(refs, weights, spreads, ErrorBar::spread95);
  }

  private double scaled(
      List<Release.Ref> refs,
      List<Double> weights,
      Map<Shape, Double> found,
      ToDoubleFunction<Map<WeightedNoise, Integer>> width) {
    double[] deviations = new double[refs.size()];
    double max = 0;
    for (int i = 0; i < deviations.length; i++) {
      deviations[i] = Math.abs(weights.get(i)) * deviation(refs.get(i));
      max = Math.max(max, deviations[i]);
    }
    if (max == 0 || !Double.isFinite(max)) {
      return max;
    }
    List<Integer> parts = new ArrayList<>();
    for (double deviation : deviations) {
      parts.add((int) Math.ceil(deviation / max * PARTS));
    }
    Shape shape = new Shape(List.copyOf(refs), List.copyOf(parts));
    return found.computeIfAbsent(shape, of -> width.applyAsDouble(terms(of))) * max;
  }

  /** The noises where the largest standard deviation is 1. */
  private Map<WeightedNoise, Integer> terms(Shape shape) {
    Map<WeightedNoise, Integer> terms = new HashMap<>();
    for (int i = 0; i < shape.refs().size(); i++) {
      Release.Ref ref = shape.refs().get(i);
      double factor = shape.parts().get(i) / (PARTS * deviation(ref));
      noises
          .of(ref)
          .forEach(
              (term, count) ->
                  terms.merge(
                      new WeightedNoise(factor * term.weight(), term.noise()),
                      count,
                      Integer::sum));
    }
    return terms;
  }

  public static double deviationOf(AdditiveNoise noise) {
    return Math.max(
        LEAST,
        noise instanceof DiscreteGaussian gaussian
            ? Math.sqrt(gaussian.sigmaSquared().doubleValue())
            : laplace(((DiscreteLaplace) noise).scale().doubleValue()));
  }

  /** 1 / (2 sinh²(1 / (2 b))) is the variance of discrete Laplace noise of scale b. */
  private static double laplace(double scale) {
    return Math.sqrt(0.5) / Math.sinh(0.5 / scale);
  }
}
