package org.dpjdbc.plan.model;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.policy.NoiseKind;

/**
 * A noisy count by private keys that also decides which of them are released: a group is shown just
 * if its noisy count is above a threshold, and that noisy count is what is released of it.
 *
 * <p>The claim: one unit moves the counts of at most {@code maxGroups} groups, each by at most
 * {@code maxMove}. Or it moves those of more groups, but none by more than {@code maxMove}, and all
 * together by no more: with {@code maxMove / pieces} for one, they move in pieces, of which there
 * are at most {@code pieces · maxGroups}, each in one group.
 *
 * <p>Laplace noise that is bounded by the threshold then makes all counts together (epsilon,
 * delta)- differentially private, those of groups that do not exist among them, whose count is 0
 * and never shown. Gaussian noise makes them a part of the query's joint Gaussian vector, of which
 * {@code maxMove² · maxGroups} is the square of the L2 sensitivity, but for the probability {@code
 * failure} that a group is shown which would be hidden for sure without the unit.
 *
 * @param what the aggregate it serves, as EXPLAIN PRIVACY names it
 * @param cell the count
 * @param maxMove how far one unit, or all that are protected together, move one group's count, at
 *     least 1
 * @param pieces a divisor of {@code maxMove}
 * @param maxGroups at least 1
 * @param parts into how many parts a row is divided in it
 * @param noise distribution
 * @param epsilon share of the query's epsilon, positive
 * @param delta share of the query's delta, positive
 * @param failure of that for the threshold, which for Laplace noise is all of it, positive
 * @param part of the joint Gaussian vector, in (0, 1]; 1 for Laplace
 */
public record ThresholdedCount(
    String what,
    AggregateQuery.Cell cell,
    int maxMove,
    int pieces,
    int maxGroups,
    int parts,
    NoiseKind noise,
    BigFraction epsilon,
    BigFraction delta,
    BigFraction failure,
    BigFraction part)
    implements Release {

  /** Checks that no count goes without noise. */
  public ThresholdedCount {
    if (maxMove < 1 || maxGroups < 1 || epsilon.signum() <= 0) {
      throw new IllegalArgumentException("a count needs a positive sensitivity and epsilon");
    }
    if (failure.signum() <= 0 || failure.compareTo(delta) > 0) {
      throw new IllegalArgumentException("a threshold needs a share of delta");
    }
    if (pieces < 1 || maxMove % pieces != 0) {
      throw new IllegalArgumentException("a count moves in whole pieces");
    }
  }

  /**
   * Square of the L2 sensitivity: |d| is at most maxMove, and Σ |d| at most maxMove · maxGroups.
   */
  public BigFraction l2Squared() {
    BigInteger square = BigInteger.valueOf(maxMove).pow(2);
    return BigFraction.of(square.multiply(BigInteger.valueOf(maxGroups)));
  }

  @Override
  public Optional<GaussianPart> gaussianPart() {
    return noise == NoiseKind.GAUSSIAN
        ? Optional.of(
            new GaussianPart(
                l2Squared(), List.of(BigFraction.ONE), epsilon, delta.subtract(failure), part))
        : Optional.empty();
  }

  @Override
  public int size() {
    return 1;
  }

  @Override
  public List<Integer> queries() {
    return List.of(cell.query());
  }

  @Override
  public <T> T accept(Visitor<T> visitor) {
    return visitor.thresholdedCount(this);
  }

  /** A thresholded count without its share. */
  public record Draft(
      String what,
      AggregateQuery.Cell cell,
      int maxMove,
      int pieces,
      int maxGroups,
      int parts,
      NoiseKind noise)
      implements Release.Draft {
    /** One share for the threshold, and one for Gaussian noise. */
    @Override
    public int deltaShares() {
      return isGaussian() ? 2 : 1;
    }

    @Override
    public boolean isGaussian() {
      return noise == NoiseKind.GAUSSIAN;
    }

    @Override
    public boolean selects() {
      return true;
    }

    /** The same with other noise. */
    public Draft withNoise(NoiseKind other) {
      return new Draft(what, cell, maxMove, pieces, maxGroups, parts, other);
    }

    /**
     * So many units move a count so many times as far, and all counts together as well, or one
     * count each.
     */
    @Override
    public Draft together(int units) {
      return new Draft(
          what,
          cell,
          Math.multiplyExact(maxMove, units),
          Math.multiplyExact(pieces, units),
          maxGroups,
          parts,
          noise);
    }

    @Override
    public Draft withoutFirstQuery() {
      return new Draft(what, cell.withoutFirstQuery(), maxMove, pieces, maxGroups, parts, noise);
    }

    @Override
    public ThresholdedCount complete(Share share) {
      return new ThresholdedCount(
          what,
          cell,
          maxMove,
          pieces,
          maxGroups,
          parts,
          noise,
          share.epsilon(),
          isGaussian() ? share.delta().add(share.failure()) : share.failure(),
          share.failure(),
          isGaussian() ? share.part() : BigFraction.ONE);
    }
  }
}
