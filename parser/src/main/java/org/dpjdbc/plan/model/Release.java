package org.dpjdbc.plan.model;

import java.util.List;
import java.util.Optional;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.policy.NoiseKind;

/**
 * What one mechanism releases, in every group of a frontier: each kind says what moves by how much
 * with one unit, and by which mechanism that becomes differentially private.
 *
 * <p>A kind that is added does not compile until every {@link Visitor} says what becomes of it.
 */
public sealed interface Release
    permits NoisyVector,
        ThresholdedCount,
        QuantileRelease,
        AutoBoundRelease,
        ModeRelease,
        TopRelease {
  /** The aggregates it serves, as EXPLAIN PRIVACY names them. */
  String what();

  /** Its share of the query's epsilon, positive. */
  BigFraction epsilon();

  /** Its share of the query's delta. */
  default BigFraction delta() {
    return BigFraction.ZERO;
  }

  /** What it is of the query's joint Gaussian vector; empty if its noise is another. */
  default Optional<GaussianPart> gaussianPart() {
    return Optional.empty();
  }

  /** How many integers it releases in each group. */
  int size();

  /** The queries that it is computed from, as indices into {@link Frontier#queries()}. */
  List<Integer> queries();

  <T> T accept(Visitor<T> visitor);

  /** Says what to make of each kind of release. */
  interface Visitor<T> {
    T vector(NoisyVector vector);

    T thresholdedCount(ThresholdedCount count);

    T quantiles(QuantileRelease quantiles);

    T autoBound(AutoBoundRelease autoBound);

    T mode(ModeRelease mode);

    T top(TopRelease top);
  }

  /**
   * A released integer.
   *
   * @param release index into {@link Frontier#releases()}
   * @param component index among the integers of that release
   */
  record Ref(int release, int component) {}

  /**
   * The part of a query's privacy that one release gets, for each unit of a row.
   *
   * @param epsilon of all its mechanisms, positive
   * @param delta of its noise, where that is Gaussian
   * @param failure delta of its threshold, where it has one
   * @param noise the distribution, where noise is added
   * @param part {@link NoisyVector#part()}, where the noise is Gaussian
   */
  record Share(
      BigFraction epsilon,
      BigFraction delta,
      BigFraction failure,
      NoiseKind noise,
      BigFraction part) {}

  /** A release before the query's privacy is divided among all of them. */
  sealed interface Draft
      permits NoisyVector.Draft,
          ThresholdedCount.Draft,
          QuantileRelease.Draft,
          AutoBoundRelease.Draft,
          ModeRelease.Draft,
          TopRelease.Draft {
    /** How many mechanisms it is, each of which takes a share of the query's epsilon. */
    default int shares() {
      return 1;
    }

    /** How many shares of the query's delta it takes whatever noise is chosen for vectors. */
    default int deltaShares() {
      return 0;
    }

    /** Whether it is part of the joint Gaussian vector whatever noise is chosen for vectors. */
    default boolean isGaussian() {
      return false;
    }

    /** Whether it decides which groups there are. */
    default boolean selects() {
      return false;
    }

    /** The same for so many units that are added or removed at once. */
    Draft together(int units);

    /** The same where the first query, of which nothing is needed, is not sent. */
    Draft withoutFirstQuery();

    Release complete(Share share);
  }
}
