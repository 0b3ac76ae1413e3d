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
}
