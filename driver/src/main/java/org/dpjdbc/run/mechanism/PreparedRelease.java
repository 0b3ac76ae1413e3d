package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.List;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.plan.model.AutoBoundRelease;
import org.dpjdbc.plan.model.Cells;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.ModeRelease;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.QuantileRelease;
import org.dpjdbc.plan.model.RankGrid;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.ThresholdedCount;
import org.dpjdbc.plan.model.TopRelease;

/**
 * A release with its mechanism, calibrated once per plan: how its noise is drawn, what it is
 * charged as, and how EXPLAIN PRIVACY describes it. Thread-safe.
 */
public sealed interface PreparedRelease
    permits AdditiveRelease, PreparedQuantiles, PreparedAutoBound, PreparedMode, PreparedTop {
  /** What is released. */
  Release release();

  /**
   * The mechanisms, with the exact parameters that accounting needs; none for a part of the joint
   * Gaussian vector, which is charged as one ({@link GaussianCharge}).
   */
  List<ChargedMechanism> charged();

  /**
   * What EXPLAIN PRIVACY says of it.
   *
   * @param frontier to which it belongs
   * @param index its place among the frontier's releases
   */
  Explanation explain(Frontier frontier, int index);

  /**
   * Draws the noise that can be drawn before the database is asked.
   *
   * @param groups how many groups to draw for ahead
   */
  Draws draw(NoiseSource noise, int groups);

  /**
   * What EXPLAIN PRIVACY says of a release.
   *
   * @param what the aggregates it serves
   * @param mechanism its name in the field
   * @param sensitivity how far one unit moves what it is computed from
   * @param scale how much noise, or how far a choice may be off
   */
  record Explanation(String what, String mechanism, String sensitivity, String scale) {}

  /** The noise of one run: gives the released integers of a group, {@link Release#size} of them. */
  interface Draws {
    List<BigInteger> release(GroupAnswers exact);
  }

  /**
   * Calibrates the mechanism of a release.
   *
   * @param joint the vectors with Gaussian noise of the whole query
   */
  static PreparedRelease of(Release release, Frontier frontier, JointGaussian joint) {
    return release.accept(
        new Release.Visitor<PreparedRelease>() {
          @Override
          public PreparedRelease vector(NoisyVector vector) {
            return PreparedVector.of(vector, joint);
          }

          @Override
          public PreparedRelease thresholdedCount(ThresholdedCount count) {
            return PreparedThresholdedCount.of(count, joint);
          }

          @Override
          public PreparedRelease quantiles(QuantileRelease quantiles) {
            return PreparedQuantiles.of(quantiles, (RankGrid) cells(quantiles.query()));
          }

          @Override
          public PreparedRelease autoBound(AutoBoundRelease autoBound) {
            return PreparedAutoBound.of(autoBound, (RankGrid) cells(autoBound.query()));
          }

          @Override
          public PreparedRelease mode(ModeRelease mode) {
            return PreparedMode.of(mode, cells(mode.query()));
          }

          @Override
          public PreparedRelease top(TopRelease top) {
            return new PreparedTop(top);
          }

          private Cells cells(int query) {
            return frontier.queries().get(query).cells().orElseThrow();
          }
        });
  }
}
