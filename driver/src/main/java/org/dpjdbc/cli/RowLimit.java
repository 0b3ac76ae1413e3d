package org.dpjdbc.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Chooses how many rows of a person count in all, from a noisy histogram of how many people have
 * how many rows: the power of two for which the total of all rows is smallest off. With a limit L
 * the rows beyond it are missing, and Laplace noise has the variance 2 L² / ε²; the error is the
 * root of the sum of both squares. In g groups each has noise of its own and its part of what is
 * missing: the best limit is lower then.
 *
 * <p>A person is in one cell of the histogram, so that the sensitivity is 1. Cells of so few people
 * that there may be none are taken for empty: all of the cells without anybody are, with a
 * probability of 95 %. What is computed here is post-processing.
 */
final class RowLimit {
  /** The highest limit that is proposed is 2 to this power. */
  static final int OCTAVES = 10;

  /** The first that is not. */
  private static final int MORE = OCTAVES + 1;

  private final double[] people;
  private final double epsilon;

  /**
   * Creates the choice.
   *
   * @param people noisy numbers of them: first those with one row, then those with more rows than
   *     2^(i-1), and no more than 2^i, last those with more than 2^{@link #OCTAVES}
   * @param histogram epsilon that these numbers were released with, positive
   * @param epsilon of a query that the limit is for, positive
   */
  RowLimit(List<Double> people, double histogram, double epsilon) {
    double few = Math.log(10.0 * (MORE + 1)) / histogram;
    this.people = people.stream().mapToDouble(number -> number < few ? 0 : number).toArray();
    this.epsilon = epsilon;
  }

  /** The keys of the histogram: of n rows, whether they are more than each power of two. */
  static String keys(String n) {
    return IntStream.rangeClosed(0, OCTAVES)
        .mapToObj(octave -> n + " > " + (1L << octave))
        .collect(Collectors.joining(", "));
  }

  /** The limit with the smallest error. */
  long best() {
    int best = 0;
    for (int octave = 1; octave <= OCTAVES; octave++) {
      if (error(octave) < error(best)) {
        best = octave;
      }
    }
    return 1L << best;
  }

  /** How a limit does, in words. */
  String explained(long limit) {
    int octave = Long.numberOfTrailingZeros(limit);
    double more = IntStream.rangeClosed(octave + 1, MORE).mapToDouble(i -> people[i]).sum();
    double all = IntStream.rangeClosed(0, MORE).mapToDouble(i -> people[i]).sum();
    return String.format(
        Locale.ROOT,
        "about %d of %d people have more; a total is then off by about %d",
        Math.round(more),
        Math.round(all),
        Math.round(error(octave)));
  }

  private double error(int octave) {
    double limit = 1L << octave;
    double missing = 0;
    for (int more = octave + 1; more <= MORE; more++) {
      missing += people[more] * (middle(more) - limit);
    }
    return Math.hypot(missing, Math.sqrt(2) * limit / epsilon);
  }

  /** Of the numbers of rows of a cell. */
  private static double middle(int cell) {
    double upper = 1L << cell;
    return cell == 0 ? 1 : (upper / 2 + 1 + upper) / 2;
  }
}
