package org.dpjdbc.run.mechanism;

import org.dpjdbc.noise.AdditiveNoise;
import org.dpjdbc.plan.model.Frontier;

/** A release of integers with noise that is added to each. */
public sealed interface AdditiveRelease extends PreparedRelease
    permits PreparedVector, PreparedThresholdedCount {
  /**
   * The distribution of a component's noise, in units of its integers, from which errors are
   * computed.
   */
  AdditiveNoise noise(int component);

  /** How far one unit moves it, in the units of the aggregate, for EXPLAIN PRIVACY. */
  String sensitivity();

  /** How much noise there is, in the units of the aggregate, for EXPLAIN PRIVACY. */
  String scale();

  /** The distribution's name in the field. */
  String noiseName();

  @Override
  default Explanation explain(Frontier frontier, int index) {
    VectorColumns figures = new VectorColumns(frontier, this, index);
    return new Explanation(figures.what(), noiseName(), sensitivity(), scale());
  }
}
