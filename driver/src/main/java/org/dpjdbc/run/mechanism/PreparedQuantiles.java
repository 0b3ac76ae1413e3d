package org.dpjdbc.run.mechanism;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.noise.ExponentialMechanism;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.LogLinearCells;
import org.dpjdbc.plan.model.QuantileRelease;
import org.dpjdbc.plan.model.RankGrid;
import org.dpjdbc.plan.model.Statistic;

/**
 * Quantiles of a measure with their mechanisms, calibrated once per plan. Thread-safe.
 *
 * <p>One quantile, of the fraction q = a/d: a cell with c rows, L below and G above it, has the
 * score -max(0, a·G - (d - a)·(L + c), (d - a)·L - a·(c + G)), which is d times how many ranks it
 * is off q·n. A row more or less moves it by at most max(a, d - a), wherever the row is. All cells
 * weigh the same, and within the chosen one a point is drawn evenly.
 *
 * <p>Why that is private whatever the cells are: which cells there are, and what they weigh,
 * follows from the policy and the query ({@link RankGrid}), so that neighbouring databases have the
 * same. Cell i is chosen with probability w(i) · exp(rate · s(i)) / Σ w(j) · exp(rate · s(j)).
 * Where every score moves by at most Δ, the numerator changes by a factor of at most exp(rate · Δ),
 * which w(i) is no part of, and so does every term of the sum: exp(2 · rate · Δ) = exp(ε) in all
 * (McSherry and Talwar 2007, theorem 6, with the weights as base measure). The point within the
 * cell is drawn by the cell alone, and is post-processing. That the weights are equal is a choice
 * that costs no privacy: it makes the cells' sizes say what is likely before anybody has looked, so
 * that with log-linear cells every octave is as likely as another.
 *
 * <p>Several quantiles (H. Kaplan, S. Schnapp, U. Stemmer, "Differentially Private Approximate
 * Quantiles", ICML 2022, algorithm 1): the middle one is chosen of all rows; then those below it,
 * as quantiles of the rows below, and those above it likewise. Given what was chosen, a row is on
 * one side only, so that all choices of a level together cost what one does, and the levels, of
 * which there are ⌊log₂ m⌋ + 1 for m quantiles, share epsilon. That needs values that are not all
 * alike: each cell is cut into parts of equal weight that have the same share of its rows. The rows
 * of the chosen part are on neither side.
 *
 * <p>MIN and MAX: the value that min(r, n/2) rows lie beyond, r such that the choice lies beyond
 * all rows with a probability of at most 1/20. They are off by about r rows, inwards. In units of
 * half a row the score of a cell with T rows beyond it is -max(0, 2T - t, t - 2(T + c)) with t =
 * min(2r, n), which a row moves by at most 2.
 */
public final class PreparedQuantiles implements PreparedRelease {
  /** Parts of a cell, where several quantiles are asked for: as many as keep a choice fast. */
  private static final int MIN_PARTS = 4;

  private static final int ALL_PARTS = 4096;

  /** That MIN and MAX are no values at all, but beyond them. */
  private static final double BEYOND = 0.05;

  private final QuantileRelease release;
  private final RankGrid grid;
  private final int parts;
  private final Node root;
  private final BigInteger inwards;

  /** A choice, and those that follow it on either side. */
  private record Node(
      int quantile,
      BigFraction fraction,
      ExponentialMechanism mechanism,
      Optional<Node> below,
      Optional<Node> above) {}

  private PreparedQuantiles(QuantileRelease release, RankGrid grid) {
    this.release = release;
    this.grid = grid;
    this.parts =
        release.fractions().size() == 1 ? 1 : Math.max(MIN_PARTS, ALL_PARTS / grid.cells());
    this.root = node(0, release.fractions().size(), BigFraction.ZERO, BigFraction.ONE);
    this.inwards =
        BigDecimal.valueOf(StrictMath.log(grid.cells() / BEYOND))
            .multiply(new BigDecimal(release.l1().shiftLeft(1)))
            .multiply(new BigDecimal(release.epsilon().getDenominator()))
            .divide(new BigDecimal(release.epsilon().getNumerator()), 0, RoundingMode.CEILING)
            .toBigInteger();
  }

  static PreparedQuantiles of(QuantileRelease release, RankGrid grid) {
    return new PreparedQuantiles(release, grid);
  }

  @Override
  public QuantileRelease release() {
    return release;
  }

  public RankGrid grid() {
    return grid;
  }

  /**
   * Every level is a product of exponential mechanisms, whose ranges add up to what one unit moves.
   */
  @Override
  public List<ChargedMechanism> charged() {
    BigFraction level = release.epsilon().divide(release.levels());
    return Collections.nCopies(release.levels(), new ChargedMechanism.Exponential(level));
  }

  @Override
  public Explanation explain(Frontier frontier, int index) {
    return new Explanation(
        release.what(),
        "exponential mechanism on rank",
        "L1 "
            + SignificantDigits.text(
                BigFraction.of(release.l1(), BigInteger.valueOf(release.parts()))),
        accuracy()
            + "; a cell is "
            + width(frontier, index)
            + ", and the value may be anywhere in it");
  }

  /** How wide a cell is in which rows are counted, in the units of the values. */
  private String width(Frontier frontier, int index) {
    for (int i = 0; i < frontier.statistics().size(); i++) {
      if (frontier.statistics().get(i) instanceof Statistic.Quantile quantile
          && quantile.point().release() == index) {
        SqlTypeName type =
            frontier
                .rowType()
                .getFieldList()
                .get(frontier.keys().size() + i)
                .getType()
                .getSqlTypeName();
        String unit =
            switch (type) {
              case DATE -> grid.size(0).equals(BigInteger.ONE) ? " day" : " days";
              case TIMESTAMP -> " seconds";
              default -> "";
            };
        return grid instanceof LogLinearCells cells
            ? "at most 1/%s of the value wide, but from %s to %s"
                .formatted(
                    BigInteger.ONE.shiftLeft(cells.octave()),
                    text(quantile.step(), cells.minSize()),
                    text(quantile.step(), cells.maxSize()))
            : text(quantile.step(), grid.size(0)) + unit + " wide";
      }
    }
    throw new IllegalStateException("nobody asks for the quantile");
  }

  private static String text(BigDecimal step, BigInteger steps) {
    return SignificantDigits.text(SignificantDigits.fraction(step.multiply(new BigDecimal(steps))));
  }

  /** Nothing is drawn ahead: a choice takes as much noise as its scores need. */
  @Override
  public Draws draw(NoiseSource noise, int groups) {
    return exact -> List.of(choose(exact.counts(release.query(), grid), noise));
  }

  private boolean isEnd() {
    BigFraction first = release.fractions().get(0);
    return first.signum() == 0 || first.equals(BigFraction.ONE);
  }

  /** The quantiles from one place to another, of the rows between two fractions. */
  private Node node(int from, int to, BigFraction low, BigFraction high) {
    int middle = (from + to) / 2;
    BigFraction whole = release.fractions().get(middle);
    BigFraction fraction = whole.subtract(low).divide(high.subtract(low));
    BigInteger other = fraction.getDenominator().subtract(fraction.getNumerator());
    BigInteger row = isEnd() ? BigInteger.TWO : fraction.getNumerator().max(other);
    BigInteger moves = row.multiply(release.l1()).multiply(BigInteger.valueOf(parts));
    return new Node(
        middle,
        fraction,
        ExponentialMechanism.of(BigFraction.of(moves), release.epsilon().divide(release.levels())),
        from < middle ? Optional.of(node(from, middle, low, whole)) : Optional.empty(),
        middle + 1 < to ? Optional.of(node(middle + 1, to, whole, high)) : Optional.empty());
  }

  /**
   * Chooses the quantiles of a group: points of the grid, in steps, ascending.
   *
   * @param counts of the cells, in parts of a row
   */
  BigInteger[] choose(BigInteger[] counts, NoiseSource noise) {
    BigInteger[] points = new BigInteger[release.fractions().size()];
    BigInteger[] rows = new BigInteger[counts.length * parts];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = counts[i / parts];
    }
    choose(root, rows, 0, rows.length, points, noise);
    Arrays.sort(points);
    return points;
  }

  private void choose(
      Node node, BigInteger[] rows, int from, int to, BigInteger[] points, NoiseSource noise) {
    BigInteger[] scores =
        isEnd() ? ends(node.fraction(), inwards, rows) : scores(node.fraction(), rows, from, to);
    BigInteger[] weights = new BigInteger[to - from];
    Arrays.fill(weights, BigInteger.ONE);
    int chosen = from + node.mechanism().choose(scores, weights, noise);
    int cell = chosen / parts;
    points[node.quantile()] = grid.lower().add(grid.first(cell)).add(noise.below(grid.size(cell)));
    if (node.below().isPresent() || node.above().isPresent()) {
      BigInteger[] others = rows.clone();
      others[chosen] = BigInteger.ZERO;
      node.below().ifPresent(next -> choose(next, others, from, chosen + 1, points, noise));
      node.above().ifPresent(next -> choose(next, others, chosen, to, points, noise));
    }
  }

  static BigInteger[] scores(BigFraction fraction, BigInteger[] rows, int from, int to) {
    BigInteger share = fraction.getNumerator();
    BigInteger rest = fraction.getDenominator().subtract(share);
    BigInteger below = BigInteger.ZERO;
    BigInteger above = BigInteger.ZERO;
    for (int i = from; i < to; i++) {
      above = above.add(rows[i]);
    }
    BigInteger[] scores = new BigInteger[to - from];
    for (int i = from; i < to; i++) {
      BigInteger after = below.add(rows[i]);
      BigInteger tooFar = rest.multiply(below).subtract(share.multiply(above));
      above = above.subtract(rows[i]);
      BigInteger notFar = share.multiply(above).subtract(rest.multiply(after));
      scores[i - from] = tooFar.max(notFar).max(BigInteger.ZERO).negate();
      below = after;
    }
    return scores;
  }

  /** With {@code inwards} for r. */
  static BigInteger[] ends(BigFraction end, BigInteger inwards, BigInteger[] rows) {
    boolean min = end.signum() == 0;
    BigInteger all = Arrays.stream(rows).reduce(BigInteger.ZERO, BigInteger::add);
    BigInteger target = inwards.shiftLeft(1).min(all);
    BigInteger[] scores = new BigInteger[rows.length];
    BigInteger beyond = BigInteger.ZERO;
    for (int step = 0; step < rows.length; step++) {
      int i = min ? step : rows.length - 1 - step;
      BigInteger tooFar = beyond.shiftLeft(1).subtract(target);
      beyond = beyond.add(rows[i]);
      BigInteger notFar = target.subtract(beyond.shiftLeft(1));
      scores[i] = tooFar.max(notFar).max(BigInteger.ZERO).negate();
    }
    return scores;
  }

  /**
   * The grid, and how far choices are off, all of them with a probability of 1/20 at most: the cell
   * of each holds or borders on a rank so near to the wanted one. The value is any point of that
   * cell, so that where many rows share it, it may be further off in ranks, but by no more than the
   * cell's width.
   *
   * <p>Where one quantile is chosen among the rows between two others, the rank that it aims at is
   * off by as much as the worse of these, and by the rows of the part that this chose, which are on
   * neither side: by those of a cell, divided by the number of parts.
   */
  private String accuracy() {
    BigInteger ofEnd = inwards.divide(BigInteger.valueOf(release.parts()));
    int others = (release.levels() - 1 + parts - 1) / parts;
    return grid
        + (isEnd() ? ", aims at the rank " + ofEnd + " of the end" : "")
        + (points() == 1
            ? ", 95 % in the cell of a rank within "
            : ", 95 % all in cells of ranks within ")
        + BigDecimal.valueOf(ranks(root)).setScale(0, RoundingMode.CEILING).toPlainString()
        + (points() == 1
            ? " of the wanted one"
            : " of the wanted ones, give or take the rows of "
                + SignificantDigits.plural(BigInteger.valueOf(others), "cell"));
  }

  private int points() {
    return release.fractions().size();
  }

  /** How many rows the choice of a node, and those that follow it, are off at most. */
  private double ranks(Node node) {
    double candidates = (double) grid.cells() * parts * points();
    double score = StrictMath.log(candidates / BEYOND) / node.mechanism().rate().doubleValue();
    double row = (isEnd() ? 2 : node.fraction().getDenominator().doubleValue()) * parts;
    double further =
        Stream.of(node.below(), node.above())
            .flatMap(Optional::stream)
            .mapToDouble(this::ranks)
            .max()
            .orElse(0);
    return score / (row * release.parts()) + further;
  }
}
