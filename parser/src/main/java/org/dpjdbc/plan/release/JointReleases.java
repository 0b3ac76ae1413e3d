package org.dpjdbc.plan.release;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexNode;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.contribution.ClippedVectors;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.PairFunction;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.release.Measures.Need;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * The joint release of the moments of pairs (x, y) of integers in [Lx, Ux] × [Ly, Uy], with the
 * widths W and V. It generalises the pair of Kulesza, Suresh and Wang (ICML 2024). With a = (x −
 * Lx)/W and b = (y − Ly)/V, both in [0, 1], a row adds to the four sums the products
 *
 * <p>WV · (ab, a(1 − b), (1 − a)b, (1 − a)(1 − b)).
 *
 * <p>None is negative and they add up to exactly WV, so that one row moves the four by WV in L1,
 * and by no more in L2. They determine n, Σx, Σy and Σxy, for the price of the count alone: n is
 * the sum of the four over WV.
 *
 * <p>The spreads s = (Ux − x)(x − Lx) = W² · a(1 − a) and t likewise determine Σx² and Σy². They
 * are weighted W/(2V) and V/(2W), so that a row moves them by 2WV · a(1 − a) ≤ WV/2. Hence, of all
 * components that are released together:
 *
 * <ul>
 *   <li>L1 is at most WV · (1 + 1/2 for each spread);
 *   <li>L2 is at most WV still. With α = 2a(1 − a) and β = 2b(1 − b), both in [0, 1/2], its square
 *       over (WV)² is (1 − α)(1 − β) + α² + β², since a² + (1 − a)² = 1 − α. That is convex in α
 *       and in β, so it is greatest at a corner: 1, 3/4, 3/4 or 3/4.
 * </ul>
 *
 * <p>The vector of a unit with several rows in a group is at most the sum of theirs, coordinate by
 * coordinate, none being negative; where it has more rows than count, each coordinate is scaled
 * down to no more than c/n of itself, for the n rows and c that count. By the triangle inequality
 * its norms are at most c times the above. Where norms are clipped, c is the part of the count that
 * {@link ClippedVectors} lets through, F · n/D, and Σ F · n/D (Σ (F · n/D)²) over the groups is at
 * most what is claimed of the counts, before they are rounded. Where the square of L2 is clipped,
 * L1 is no more than that square times the greatest weight or 1: of an integer i and a weight w,
 * |i|/w ≤ w · (i/w)².
 */
final class JointReleases {
  /** The digits of a decimal, less those of the rows of one unit. */
  private static final int SCALED_BITS = 126 - 31;

  private final RowMeasures rows;
  private final Contribution contribution;
  private final MeasuresQuery main;

  JointReleases(RowMeasures rows, Contribution contribution, MeasuresQuery main) {
    this.rows = rows;
    this.contribution = contribution;
    this.main = main;
  }

  /** The release, and where its moments are; x is the first column. */
  record Made(NoisyVector.Draft draft, Statistic.Joint joint) {
    Statistic statistic(AggregateCall aggregate, Measures.Key key) {
      Optional<PairFunction> function = PairFunction.of(aggregate);
      boolean first = function.isEmpty() || aggregate.getArgList().get(1) == key.argument();
      return new Statistic.Comoment(
          first ? joint : joint.swapped(), function.orElse(PairFunction.COUNT));
    }
  }

  Made make(Measures.Key key, Set<Need> needs, String name, int release) {
    Measure x = rows.measure(key.argument());
    Measure y = rows.measure(key.second());
    Statistic.Bounds ofX = bounds(x);
    Statistic.Bounds ofY = bounds(y);
    BigInteger max = ofX.width().multiply(ofY.width());
    check(max.max(ofX.width().pow(2)).max(ofY.width().pow(2)), name);
    RexNode counted = rows.both(key, rows.one());
    List<NoisyVector.Component> components = new ArrayList<>();
    for (RexNode product : rows.products(x.value(), ofX, y.value(), ofY, name)) {
      components.add(component(rows.filtered(key, product), counted, max, BigFraction.ONE));
    }
    BigFraction l1 = BigFraction.of(max);
    BigFraction heaviest = BigFraction.ONE;
    List<Optional<Release.Ref>> spreads = new ArrayList<>();
    for (boolean first : new boolean[] {true, false}) {
      boolean needed = needs.contains(first ? Need.FIRST_SPREAD : Need.SECOND_SPREAD);
      spreads.add(
          needed ? Optional.of(new Release.Ref(release, components.size())) : Optional.empty());
      if (needed) {
        Statistic.Bounds own = first ? ofX : ofY;
        Statistic.Bounds other = first ? ofY : ofX;
        BigFraction weight = BigFraction.of(own.width(), other.width().multiply(BigInteger.TWO));
        RexNode spread = rows.spread((first ? x : y).value(), own.lower(), own.upper(), name);
        BigInteger quarter = own.width().pow(2).shiftRight(2);
        components.add(component(rows.both(key, spread), counted, quarter, weight));
        l1 = l1.add(BigFraction.of(max, BigInteger.TWO));
        heaviest = heaviest.compareTo(weight) < 0 ? weight : heaviest;
      }
    }
    return new Made(
        draft("CORR(" + name + ")", components, l1, max, heaviest),
        new Statistic.Joint(
            new Release.Ref(release, 0),
            new Release.Ref(release, 1),
            new Release.Ref(release, 2),
            new Release.Ref(release, 3),
            spreads.get(0),
            spreads.get(1),
            ofX,
            ofY,
            contribution.parts()));
  }

  private static Statistic.Bounds bounds(Measure measure) {
    BigInteger lower = measure.lower();
    return new Statistic.Bounds(
        lower, measure.upper().max(lower.add(BigInteger.ONE)), measure.step());
  }

  /** Refuses what has no room while it is scaled. */
  void check(BigInteger max, String name) {
    checkClipped(contribution, max, name);
    if (!(contribution instanceof Contribution.Clip)
        && !(contribution instanceof Contribution.OnePass)
        && max.bitLength() + rowsOfUnit().bitLength() > SCALED_BITS) {
      throw ExpressionMessages.rangeTooWide(name);
    }
  }

  /** Whether sums of what is at most so much in a row have room while they are scaled. */
  static void checkClipped(Contribution contribution, BigInteger max, String name) {
    if (contribution instanceof Contribution.Clip clip
        && max.bitLength() + ClippedVectors.bitsToScale(clip) > SCALED_BITS) {
      throw ExpressionMessages.rangeTooWideToClip(name);
    }
  }

  /**
   * A release of components that are not negative.
   *
   * @param rowL1 what one row moves all together by
   * @param rowL2 what one row moves them by in L2
   * @param heaviest the greatest weight, or 1
   */
  NoisyVector.Draft draft(
      String what,
      List<NoisyVector.Component> components,
      BigFraction rowL1,
      BigInteger rowL2,
      BigFraction heaviest) {
    BigInteger l2Squared = rowL2.pow(2).multiply(contribution.l2Squared(rowsOfUnit()));
    boolean squares = contribution instanceof Contribution.Clip clip && clip.squares();
    BigFraction l1 =
        squares ? heaviest.multiply(l2Squared) : rowL1.multiply(contribution.l1(rowsOfUnit()));
    return new NoisyVector.Draft(what, components, ceiling(l1), l2Squared, contribution.additive());
  }

  private BigInteger rowsOfUnit() {
    return BigInteger.valueOf(contribution.rows());
  }

  private static BigInteger ceiling(BigFraction value) {
    BigInteger[] parts = value.getNumerator().divideAndRemainder(value.getDenominator());
    return parts[1].signum() > 0 ? parts[0].add(BigInteger.ONE) : parts[0];
  }

  /** What is added up in each group, none of it negative and at most so much in a row. */
  NoisyVector.Component component(
      RexNode value, RexNode counted, BigInteger max, BigFraction weight) {
    AggregateQuery.Cell cell = new AggregateQuery.Cell(0, main.share(value, counted, max));
    return new NoisyVector.Component(List.of(new NoisyVector.Term(cell, BigInteger.ONE)), weight);
  }
}
