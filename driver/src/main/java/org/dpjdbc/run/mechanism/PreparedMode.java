package org.dpjdbc.run.mechanism;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.PermuteAndFlip;
import org.dpjdbc.plan.model.Cells;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.ModeRelease;

/**
 * The most common value with its mechanism, calibrated once per plan. The count of the chosen one
 * is below the largest by more than what {@link #accuracy} says with a probability of at most 1/20.
 * Thread-safe.
 */
public final class PreparedMode implements PreparedRelease {
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

  @Override
  public ModeRelease release() {
    return release;
  }

  /** Of permute-and-flip nothing is known but its epsilon. */
  @Override
  public List<ChargedMechanism> charged() {
    return List.of(
        new ChargedMechanism.Other("permute and flip", release.epsilon(), BigFraction.ZERO));
  }

  @Override
  public Explanation explain(Frontier frontier, int index) {
    return new Explanation(
        release.what(),
        "permute-and-flip",
        "L1 "
            + SignificantDigits.text(
                BigFraction.of(release.l1(), BigInteger.valueOf(release.parts()))),
        accuracy());
  }

  /** Nothing is drawn ahead: a choice takes as much noise as its scores need. */
  @Override
  public Draws draw(NoiseSource noise, int groups) {
    return exact -> {
      int cell = mechanism.choose(exact.counts(release.query(), cells), noise);
      return List.of(BigInteger.valueOf(cell));
    };
  }

  /** How many values there are, and how many rows fewer than the most common the chosen one has. */
  private String accuracy() {
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
