package org.dpjdbc.run.mechanism;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.PermuteAndFlip;
import org.dpjdbc.plan.model.Cells;
import org.dpjdbc.plan.model.ModeRelease;

/**
 * The most common value with its mechanism, calibrated once per plan. The count of the chosen one
 * is below the greatest by more than what {@link #accuracy} says with a probability of at most
 * 1/20. Thread-safe.
 */
public final class PreparedMode {
  private static final double FAR = 0.05;

  private final ModeRelease release;
  private final Cells cells;
  private final PermuteAndFlip mechanism;

  private PreparedMode(ModeRelease release, Cells cells) {
    this.release = release;
    this.cells = cells;
    this.mechanism = PermuteAndFlip.of(BigFraction.of(release.l1()), release.epsilon(), true);
  }

  static PreparedMode of(ModeRelease release, Cells cells) {
    return new PreparedMode(release, cells);
  }

  public ModeRelease release() {
    return release;
  }

  public Cells cells() {
    return cells;
  }

  /**
   * Chooses the cell of a group.
   *
   * @param counts of the cells, in parts of a row
   */
  public BigInteger choose(BigInteger[] counts, NoiseSource noise) {
    return BigInteger.valueOf(mechanism.choose(counts, noise));
  }

  /** How many values there are, and how many rows fewer than the most common the chosen one has. */
  public String accuracy() {
    double parts = StrictMath.log(cells.cells() / FAR) / mechanism.rate().doubleValue();
    return "one of "
        + cells.cells()
        + " values, 95 % within "
        + BigDecimal.valueOf(parts / release.parts())
            .setScale(0, RoundingMode.CEILING)
            .toPlainString()
        + " rows of the most common";
  }
}
