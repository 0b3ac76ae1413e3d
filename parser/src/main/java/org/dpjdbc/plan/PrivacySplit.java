package org.dpjdbc.plan;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.FrontierDraft;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Selection;
import org.dpjdbc.policy.NoiseKind;

/**
 * Divides a query's epsilon among its releases and selections so that the sum of the relative
 * errors of what is computed from them is smallest, and its delta equally among those that need
 * one.
 *
 * <p>The relative errors of what is computed from release i, whose epsilon is e, add up to some
 * multiple of c/e, for the weight c of {@link ErrorWeights}: how great a multiple depends on the
 * data, and is taken for the same. A release of k mechanisms, or one whose cost counts for each of
 * k units of a row, has the epsilon e/k for each. So Σ ck/e is to be least where Σ e is the query's
 * epsilon, which it is for e in proportion to √(ck), by the inequality of Cauchy and Schwarz.
 *
 * <p>The releases with Gaussian noise are one vector, which gets what all of them together would
 * get. Of part a of it ({@link org.dpjdbc.plan.model.NoisyVector#part()}) the deviation is in
 * proportion to 1/√a, and Σ c/√a is smallest where Σ a is 1 for a in proportion to c^⅔.
 *
 * <p>What decides which groups there are gets no less than an equal share, since all columns of a
 * group that is not shown are lost: a selection of its own just that, and a count that selects no
 * less, as do the vector and its part where that count has Gaussian noise.
 *
 * <p>Roots are computed to hundredths, which costs next to no accuracy; shares are exact quotients
 * of such integers, and add up to exactly the query's epsilon and delta. With equal weights they
 * are equal.
 */
final class PrivacySplit {
  private static final BigInteger HUNDREDTHS = BigInteger.valueOf(100);

  private final List<FrontierDraft> drafts;
  private final List<List<Boolean>> gaussian = new ArrayList<>();
  private final List<List<BigFraction>> weights;
  private final BigFraction ofThreshold;

  private PrivacySplit(
      BigFraction delta,
      List<FrontierDraft> drafts,
      List<List<NoiseKind>> noise,
      List<List<BigFraction>> weights) {
    this.drafts = drafts;
    this.weights = weights;
    int needing = 0;
    for (int i = 0; i < drafts.size(); i++) {
      gaussian.add(drafts.get(i).areGaussian(noise.get(i)));
      needing += drafts.get(i).deltaShares(noise.get(i));
    }
    this.ofThreshold = delta.divide(Math.max(1, needing));
  }

  /**
   * The shares of each frontier.
   *
   * @param epsilon of the query, positive
   * @param delta of the query
   * @param noise of the vectors of each frontier
   * @param weights of the releases of each frontier, positive
   */
  static List<FrontierDraft.Shares> of(
      BigFraction epsilon,
      BigFraction delta,
      List<FrontierDraft> drafts,
      List<List<NoiseKind>> noise,
      List<List<BigFraction>> weights) {
    return new PrivacySplit(delta, drafts, noise, weights).shares(epsilon);
  }

  /**
   * What gets a share.
   *
   * @param pull in proportion to what, not negative
   * @param equal how many of the equal shares it would have
   * @param selects whether it gets no less than those
   */
  record Taker(BigInteger pull, int equal, boolean selects) {
    static Taker selection(int equal) {
      return new Taker(BigInteger.ZERO, equal, true);
    }
  }

  /**
   * The parts of 1 that each gets, which add up to 1: in proportion to the pulls, but that those
   * that select have no less than equal shares.
   */
  static List<BigFraction> divided(List<Taker> takers) {
    BigInteger whole = BigInteger.valueOf(takers.stream().mapToInt(Taker::equal).sum());
    boolean[] fixed = new boolean[takers.size()];
    BigInteger left = whole;
    BigInteger pull = takers.stream().map(Taker::pull).reduce(BigInteger.ZERO, BigInteger::add);
    boolean changed = true;
    while (changed) {
      changed = false;
      BigInteger before = left;
      BigInteger pulled = pull;
      for (int i = 0; i < fixed.length; i++) {
        Taker taker = takers.get(i);
        BigInteger equal = BigInteger.valueOf(taker.equal());
        boolean less = before.multiply(taker.pull()).compareTo(equal.multiply(pulled)) < 0;
        if (!fixed[i] && taker.selects() && (less || taker.pull().signum() == 0)) {
          fixed[i] = true;
          left = left.subtract(equal);
          pull = pull.subtract(taker.pull());
          changed = true;
        }
      }
    }
    List<BigFraction> parts = new ArrayList<>();
    for (int i = 0; i < fixed.length; i++) {
      Taker taker = takers.get(i);
      parts.add(
          fixed[i]
              ? BigFraction.of(BigInteger.valueOf(taker.equal()), whole)
              : BigFraction.of(left.multiply(taker.pull()), whole.multiply(pull)));
    }
    return parts;
  }

  private List<FrontierDraft.Shares> shares(BigFraction epsilon) {
    List<Taker> takers = new ArrayList<>();
    List<Taker> parts = new ArrayList<>();
    BigInteger pullOfVector = BigInteger.ZERO;
    for (int i = 0; i < drafts.size(); i++) {
      FrontierDraft draft = drafts.get(i);
      if (draft.selection().isPresent()) {
        takers.add(Taker.selection(draft.units()));
      }
      for (int r = 0; r < draft.releases().size(); r++) {
        Release.Draft release = draft.releases().get(r);
        BigFraction weight = weights.get(i).get(r);
        int equal = draft.units() * release.shares();
        if (gaussian.get(i).get(r)) {
          if (equal > 1) {
            throw new IllegalStateException("a part of the Gaussian vector is one mechanism");
          }
          parts.add(new Taker(cubeRootOfSquare(weight), 1, release.selects()));
          pullOfVector = pullOfVector.add(root(weight));
        } else {
          takers.add(new Taker(root(weight.multiply(equal)), equal, release.selects()));
        }
      }
    }
    if (!parts.isEmpty()) {
      boolean selects = parts.stream().anyMatch(Taker::selects);
      takers.add(new Taker(pullOfVector, parts.size(), selects));
    }
    List<BigFraction> amounts = divided(takers).stream().map(epsilon::multiply).toList();
    BigFraction ofVector = amounts.isEmpty() ? epsilon : amounts.get(amounts.size() - 1);
    return shares(amounts.iterator(), divided(parts).iterator(), ofVector, parts.size());
  }

  /**
   * Hands them out.
   *
   * @param amounts epsilons of what has no Gaussian noise, in order
   * @param parts of the vector, in order
   * @param ofVector its epsilon
   * @param size how many parts there are
   */
  private List<FrontierDraft.Shares> shares(
      Iterator<BigFraction> amounts, Iterator<BigFraction> parts, BigFraction ofVector, int size) {
    BigFraction deltaOfVector = ofThreshold.multiply(size);
    List<FrontierDraft.Shares> shares = new ArrayList<>();
    for (int i = 0; i < drafts.size(); i++) {
      int units = drafts.get(i).units();
      BigFraction selection =
          drafts.get(i).selection().isPresent() ? amounts.next().divide(units) : BigFraction.ZERO;
      List<Release.Share> ofReleases = new ArrayList<>();
      for (boolean isGaussian : gaussian.get(i)) {
        BigFraction part = isGaussian ? parts.next() : BigFraction.ONE;
        ofReleases.add(
            isGaussian
                ? new Release.Share(
                    ofVector.multiply(part),
                    deltaOfVector.multiply(part),
                    ofThreshold,
                    NoiseKind.GAUSSIAN,
                    part)
                : new Release.Share(
                    amounts.next().divide(units),
                    BigFraction.ZERO,
                    ofThreshold,
                    NoiseKind.LAPLACE,
                    part));
      }
      shares.add(new FrontierDraft.Shares(selection, ofThreshold, ofReleases));
    }
    return shares;
  }

  /** √x in hundredths, rounded down, but at least one. */
  static BigInteger root(BigFraction x) {
    return whole(x.multiply(HUNDREDTHS.pow(2))).sqrt().max(BigInteger.ONE);
  }

  /** x^⅔ in hundredths, rounded down, but at least one. */
  static BigInteger cubeRootOfSquare(BigFraction x) {
    BigInteger cube = whole(x.multiply(x).multiply(HUNDREDTHS.pow(3)));
    BigInteger found = BigInteger.ZERO;
    for (int bit = cube.bitLength() / 3 + 1; bit >= 0; bit--) {
      BigInteger more = found.setBit(bit);
      found = more.pow(3).compareTo(cube) <= 0 ? more : found;
    }
    return found.max(BigInteger.ONE);
  }

  private static BigInteger whole(BigFraction x) {
    return x.getNumerator().divide(x.getDenominator());
  }

  /**
   * Checks once more that nothing is spent beyond what the query may.
   *
   * @throws IllegalStateException if it were
   */
  static void check(
      BigFraction epsilon,
      BigFraction delta,
      List<FrontierDraft> drafts,
      List<Frontier> frontiers) {
    BigFraction spent = BigFraction.ZERO;
    BigFraction failures = BigFraction.ZERO;
    for (int i = 0; i < drafts.size(); i++) {
      Frontier frontier = frontiers.get(i);
      BigFraction each = frontier.selection().map(Selection::epsilon).orElse(BigFraction.ZERO);
      for (Release release : frontier.releases()) {
        each = each.add(release.epsilon());
        failures = failures.add(release.delta());
      }
      spent = spent.add(each.multiply(drafts.get(i).units()));
      failures = failures.add(frontier.selection().map(Selection::delta).orElse(BigFraction.ZERO));
    }
    if (spent.compareTo(epsilon) > 0 || failures.compareTo(delta) > 0) {
      throw new IllegalStateException("the releases spend more than the query");
    }
  }
}
