package org.dpjdbc.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dpjdbc.noise.error.ErrorBar;
import org.dpjdbc.noise.error.WeightedNoise;
import org.dpjdbc.plan.Release;

/**
 * Half-widths of the 95 % interval of weighted sums of a frontier's noises. They scale with the
 * weights, so weights are divided by the largest and rounded up to 64ths of it: a table of many
 * groups then needs few computations, and no bar is too short. Thread-safe.
 */
final class ErrorBars {
  private static final int PARTS = 64;

  private final List<PreparedRelease> releases;
  private final Map<Shape, Double> known = new ConcurrentHashMap<>();

  private record Shape(List<Release.Ref> refs, List<Integer> parts) {}

  ErrorBars(List<PreparedRelease> releases) {
    this.releases = releases;
  }

  double halfWidth(List<Release.Ref> refs, List<Double> weights) {
    double most = weights.stream().mapToDouble(Math::abs).max().orElse(0);
    if (most == 0 || !Double.isFinite(most)) {
      return most;
    }
    List<Integer> parts = new ArrayList<>();
    weights.forEach(weight -> parts.add((int) Math.ceil(Math.abs(weight) / most * PARTS)));
    return known.computeIfAbsent(new Shape(List.copyOf(refs), List.copyOf(parts)), this::compute)
        * most;
  }

  private double compute(Shape shape) {
    List<WeightedNoise> terms = new ArrayList<>();
    for (int i = 0; i < shape.refs().size(); i++) {
      Release.Ref ref = shape.refs().get(i);
      terms.add(
          new WeightedNoise(
              shape.parts().get(i) / (double) PARTS,
              releases.get(ref.release()).noise(ref.component())));
    }
    return ErrorBar.halfWidth95(terms);
  }
}
