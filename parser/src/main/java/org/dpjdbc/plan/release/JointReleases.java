package org.dpjdbc.plan.release;

import java.math.BigDecimal;
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
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.LinearCombination.Term;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.PairFunction;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.release.Measures.Need;
import org.dpjdbc.plan.release.MeasuresQuery.Summand;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * The joint release of the moments of pairs (x, y) of integers in [Lx, Ux] × [Ly, Uy], with the
 * widths W and V. With the polynomials of {@link Bernstein} of x, of degree d, and those of y, of
 * degree e, a row adds to the sums the products of each of the ones with each of the others: none
 * is negative, and they add up to exactly W^d · V^e, so that one row moves them by that in L1, and
 * by no more in L2. With Gaussian weights both norms are at most the products of those of x and of
 * y. Degree 1 for both determines n, Σx, Σy and Σxy; degree 2 for x determines Σx² as well, and
 * likewise for y.
 *
 * <p>Where the products of degree 2 are too long for integers, both are of degree 1. With a = (x −
 * Lx)/W and b = (y − Ly)/V the four products are WV · (ab, a(1 − b), (1 − a)b, (1 − a)(1 − b)), and
 * the spreads s = (Ux − x)(x − Lx) = W² · a(1 − a) and t likewise determine Σx² and Σy². They are
 * weighted W/(2V) and V/(2W), so that a row moves them by 2WV · a(1 − a) ≤ WV/2. Hence, of all
 * components that are released together:
 *
 * <ul>
 *   <li>L1 is at most WV · (1 + 1/2 for each spread);
 *   <li>L2 is at most WV still. With α = 2a(1 − a) and β = 2b(1 − b), both in [0, 1/2], its square
 *       over (WV)² is (1 − α)(1 − β) + α² + β², since a² + (1 − a)² = 1 − α. That is convex in α
 *       and in β, so it is largest at a corner: 1, 3/4, 3/4 or 3/4.
 * </ul>
 *
 * <p>The vector of a unit with several rows in a group is at most the sum of theirs, coordinate by
 * coordinate, none being negative; where it has more rows than count, each coordinate is scaled
 * down to no more than c/n of itself, for the n rows and c that count. By the triangle inequality
 * its norms are at most c times the above. Where norms are clipped, c is the part of the count that
 * {@link ClippedVectors} lets through, F · n/D, and Σ F · n/D (Σ (F · n/D)²) over the groups is at
 * most what is claimed of the counts, before they are rounded. Where the square of L2 is clipped,
 * L1 is no more than that square times the largest weight or 1: of an integer i and a weight w,
 * |i|/w ≤ w · (i/w)².
 */
final class JointReleases {
  /** The digits of a decimal, less those of the rows of one unit. */
  private static final int SCALED_BITS = 126 - 31;

  /** The bits of the parts of a row that is scaled. */
  private static final int FINE_BITS = 16;

  private static final int MEAN_BITS = 10;

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

  /**
   * Makes the release.
   *
   * @param counted not NULL in the rows by which a unit with too many is scaled, those of the pairs
   *     among them
   */
  Made make(Measures.Key key, Set<Need> needs, String name, int release, RexNode counted) {
    Measure x = rows.measure(key.argument());
    Measure y = rows.measure(key.second());
    Statistic.Bounds ofX = bounds(x);
    Statistic.Bounds ofY = bounds(y);
    int degreeX = needs.contains(Need.FIRST_SPREAD) ? 2 : 1;
    int degreeY = needs.contains(Need.SECOND_SPREAD) ? 2 : 1;
    int bits = degreeX * ofX.width().bitLength() + degreeY * ofY.width().bitLength();
    return RowMeasures.areIntegers(bits) && hasRoom(bits + 1)
        ? products(key, x, ofX, degreeX, y, ofY, degreeY, name, release, counted)
        : spreads(key, needs, x, ofX, y, ofY, name, release, counted);
  }

  /** All that is needed in one product. */
  private Made products(
      Measures.Key key,
      Measure x,
      Statistic.Bounds ofX,
      int degreeX,
      Measure y,
      Statistic.Bounds ofY,
      int degreeY,
      String name,
      int release,
      RexNode counted) {
    BigInteger whole = ofX.width().pow(degreeX).multiply(ofY.width().pow(degreeY));
    BigInteger parts = BigInteger.valueOf(fineness(whole));
    BigInteger max = whole.multiply(parts);
    List<NoisyVector.Component> components =
        products(key, x, ofX, degreeX, y, ofY, degreeY, name, parts).stream()
            .map(product -> component(product, counted, max, BigFraction.ONE))
            .toList();
    List<BigFraction> weights = new ArrayList<>();
    List<Term> both = new ArrayList<>();
    List<Term> justX = new ArrayList<>();
    List<Term> justY = new ArrayList<>();
    List<Term> neither = new ArrayList<>();
    List<Release.Ref> middleX = new ArrayList<>();
    List<Release.Ref> middleY = new ArrayList<>();
    for (int i = degreeX; i >= 0; i--) {
      for (int j = degreeY; j >= 0; j--) {
        Release.Ref ref = new Release.Ref(release, weights.size());
        weights.add(
            Bernstein.gaussianWeights(degreeX)
                .get(i)
                .multiply(Bernstein.gaussianWeights(degreeY).get(j)));
        BigFraction partX = BigFraction.of(i, degreeX);
        BigFraction partY = BigFraction.of(j, degreeY);
        BigFraction restX = BigFraction.ONE.subtract(partX);
        BigFraction restY = BigFraction.ONE.subtract(partY);
        both.add(new Term(ref, partX.multiply(partY)));
        justX.add(new Term(ref, partX.multiply(restY)));
        justY.add(new Term(ref, restX.multiply(partY)));
        neither.add(new Term(ref, restX.multiply(restY)));
        if (degreeX == 2 && i == 1) {
          middleX.add(ref);
        }
        if (degreeY == 2 && j == 1) {
          middleY.add(ref);
        }
      }
    }
    BigInteger greater = ofX.width().pow(degreeX - 1).multiply(ofY.width().pow(degreeY - 1));
    NoisyVector.Draft equal =
        draft(
            "CORR(" + name + ")",
            components,
            BigFraction.of(max),
            max,
            BigFraction.ONE,
            ofX.step()
                .pow(degreeX)
                .multiply(ofY.step().pow(degreeY))
                .divide(new BigDecimal(parts)));
    BigFraction l1 = Bernstein.gaussianL1(degreeX).multiply(Bernstein.gaussianL1(degreeY));
    return new Made(
        degreeX * degreeY == 1 ? equal : equal.withGaussian(weights, l1),
        new Statistic.Joint(
            LinearCombination.sumOf(both).over(greater),
            LinearCombination.sumOf(justX).over(greater),
            LinearCombination.sumOf(justY).over(greater),
            LinearCombination.sumOf(neither).over(greater),
            middle(middleX, ofY.width().pow(degreeY)),
            middle(middleY, ofX.width().pow(degreeX)),
            ofX,
            ofY,
            Math.multiplyExact(contribution.parts(), parts.intValueExact())));
  }

  /**
   * The products of the polynomials, those of x from the largest i on with each of y likewise, as
   * linear combinations of sums of powers of a = x − Lx and b = y − Ly, which are cheaper for the
   * database: C(d, i) · (W − a)^(d − i) · a^i is the sum over k of C(d, i) · C(d − i, k) · W^(d − i
   * − k) · (−1)^k · a^(i + k).
   */
  private List<List<Summand>> products(
      Measures.Key key,
      Measure x,
      Statistic.Bounds ofX,
      int degreeX,
      Measure y,
      Statistic.Bounds ofY,
      int degreeY,
      String name,
      BigInteger parts) {
    List<List<Optional<RexNode>>> powers =
        rows.powers(x.value(), ofX, degreeX, y.value(), ofY, degreeY, name);
    List<List<Summand>> products = new ArrayList<>();
    for (int i = degreeX; i >= 0; i--) {
      for (int j = degreeY; j >= 0; j--) {
        List<Summand> summands = new ArrayList<>();
        for (int k = 0; k <= degreeX - i; k++) {
          for (int l = 0; l <= degreeY - j; l++) {
            int p = i + k;
            int q = j + l;
            BigInteger factor =
                Bernstein.factor(degreeX, i, k, ofX.width())
                    .multiply(Bernstein.factor(degreeY, j, l, ofY.width()))
                    .multiply(parts);
            boolean both = p > 0 && (q > 0 || key.argument() == key.second());
            RexNode power = powers.get(p).get(q).orElseGet(rows::one);
            RexNode kept = both ? rows.filtered(key, power) : rows.both(key, power);
            BigInteger max = ofX.width().pow(p).multiply(ofY.width().pow(q));
            summands.add(p + q == 0 ? Summand.rows(kept, factor) : Summand.sum(kept, max, factor));
          }
        }
        products.add(summands);
      }
    }
    return products;
  }

  /** Twice the spread of the one, in all that the polynomials of the other add up to. */
  private static Optional<LinearCombination> middle(List<Release.Ref> refs, BigInteger other) {
    return refs.isEmpty()
        ? Optional.empty()
        : Optional.of(LinearCombination.sum(refs).over(other.multiply(BigInteger.TWO)));
  }

  /** The product of degree 1, and the spreads beside it. */
  private Made spreads(
      Measures.Key key,
      Set<Need> needs,
      Measure x,
      Statistic.Bounds ofX,
      Measure y,
      Statistic.Bounds ofY,
      String name,
      int release,
      RexNode counted) {
    BigInteger max = ofX.width().multiply(ofY.width());
    check(max.max(ofX.width().pow(2)).max(ofY.width().pow(2)), name);
    List<NoisyVector.Component> components = new ArrayList<>();
    for (List<Summand> product : products(key, x, ofX, 1, y, ofY, 1, name, BigInteger.ONE)) {
      components.add(component(product, counted, max, BigFraction.ONE));
    }
    BigFraction l1 = BigFraction.of(max);
    BigFraction heaviest = BigFraction.ONE;
    List<Optional<LinearCombination>> spreads = new ArrayList<>();
    for (boolean first : new boolean[] {true, false}) {
      boolean needed = needs.contains(first ? Need.FIRST_SPREAD : Need.SECOND_SPREAD);
      spreads.add(needed ? Optional.of(ref(release, components.size())) : Optional.empty());
      if (needed) {
        Statistic.Bounds own = first ? ofX : ofY;
        Statistic.Bounds other = first ? ofY : ofX;
        BigFraction weight = BigFraction.of(own.width(), other.width().multiply(BigInteger.TWO));
        RexNode spread = rows.spread((first ? x : y).value(), own.lower(), own.upper(), name);
        BigInteger quarter = own.width().pow(2).shiftRight(2);
        Summand sum = Summand.sum(rows.both(key, spread), quarter, BigInteger.ONE);
        components.add(component(List.of(sum), counted, quarter, weight));
        l1 = l1.add(BigFraction.of(max, BigInteger.TWO));
        heaviest = heaviest.compareTo(weight) < 0 ? weight : heaviest;
      }
    }
    return new Made(
        draft("CORR(" + name + ")", components, l1, max, heaviest, ofX.step().multiply(ofY.step())),
        new Statistic.Joint(
            ref(release, 0),
            ref(release, 1),
            ref(release, 2),
            ref(release, 3),
            spreads.get(0),
            spreads.get(1),
            ofX,
            ofY,
            contribution.parts()));
  }

  private static LinearCombination ref(int release, int component) {
    return LinearCombination.of(new Release.Ref(release, component));
  }

  private static Statistic.Bounds bounds(Measure measure) {
    BigInteger lower = measure.lower();
    return new Statistic.Bounds(
        lower, measure.upper().max(lower.add(BigInteger.ONE)), measure.step());
  }

  /**
   * Into how many parts what a row adds is divided, that little is lost where each component of a
   * unit with too many rows is scaled down to an integer: less than 2^-16 of a row in each.
   *
   * @param whole what all components of a row add up to
   */
  int fineness(BigInteger whole) {
    return contribution instanceof Contribution.PerGroup
        ? 1 << Math.max(1, FINE_BITS - whole.bitLength() + 1)
        : 1;
  }

  /**
   * Whether a mean loses next to nothing by integers, where its values have so wide a range: of a
   * unit with too many rows less than a thousandth of it in one row.
   */
  static boolean isFine(BigInteger width) {
    return width.bitLength() > MEAN_BITS;
  }

  /** Refuses what has no room while it is scaled. */
  void check(BigInteger max, String name) {
    checkClipped(contribution, max, name);
    if (!hasRoom(max.bitLength())) {
      throw ExpressionMessages.rangeTooWide(name);
    }
  }

  /** Whether there is room for so many bits of a row while sums of a unit are scaled. */
  private boolean hasRoom(int bits) {
    return contribution instanceof Contribution.OnePass
        || bits + bitsToScale(contribution) <= SCALED_BITS;
  }

  private static int bitsToScale(Contribution contribution) {
    return contribution instanceof Contribution.Clip clip
        ? ClippedVectors.bitsToScale(clip)
        : BigInteger.valueOf(contribution.rows()).bitLength();
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
   * @param heaviest the largest weight, or 1
   * @param step what 1 of the components of weight 1 stands for in a row
   */
  NoisyVector.Draft draft(
      String what,
      List<NoisyVector.Component> components,
      BigFraction rowL1,
      BigInteger rowL2,
      BigFraction heaviest,
      BigDecimal step) {
    BigInteger l2Squared = rowL2.pow(2).multiply(contribution.l2Squared(rowsOfUnit()));
    boolean squares = contribution instanceof Contribution.Clip clip && clip.squares();
    BigFraction l1 =
        squares ? heaviest.multiply(l2Squared) : rowL1.multiply(contribution.l1(rowsOfUnit()));
    return new NoisyVector.Draft(
        what,
        components,
        NoisyVector.ceiling(l1),
        l2Squared,
        contribution.additive(),
        NoisyVector.unit(step, contribution.parts()));
  }

  private BigInteger rowsOfUnit() {
    return BigInteger.valueOf(contribution.rows());
  }

  /** What is added up in each group, none of it negative and at most so much in a row. */
  NoisyVector.Component component(
      List<Summand> summands, RexNode counted, BigInteger max, BigFraction weight) {
    List<NoisyVector.Term> terms =
        contribution instanceof Contribution.OnePass
            ? summands.stream()
                .map(summand -> term(main.inOnePass(summand), summand.factor()))
                .toList()
            : List.of(term(main.share(summands, counted, max), BigInteger.ONE));
    return new NoisyVector.Component(terms, weight);
  }

  private static NoisyVector.Term term(int integer, BigInteger factor) {
    return new NoisyVector.Term(new AggregateQuery.Cell(0, integer), factor);
  }
}
