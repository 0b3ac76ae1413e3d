package org.dpjdbc.run.statistic;

import java.util.List;
import org.dpjdbc.plan.model.Release;

/** Gives half-widths of the 95 % interval of weighted sums of a group's released integers. */
public interface HalfWidths {

  /**
   * The half-width of a sum.
   *
   * @param refs the released integers, all of one release
   * @param weights the factor of each
   */
  double halfWidth(List<Release.Ref> refs, List<Double> weights);

  /**
   * The half-width of a sum and a random part of a step, which may be added to others in squares:
   * see {@link org.dpjdbc.noise.error.ErrorBar#spread95}.
   *
   * @param refs the released integers, all of one release
   * @param weights the factor of each
   */
  default double spread(List<Release.Ref> refs, List<Double> weights) {
    return halfWidth(refs, weights);
  }
}
