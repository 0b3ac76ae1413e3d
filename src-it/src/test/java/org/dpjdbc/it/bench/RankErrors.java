package org.dpjdbc.it.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * By how many ranks quantiles are off, in root mean square, over all that are asked for at once.
 */
final class RankErrors {
  private static final int TRIES = 5_000;

  private final double[] values;
  private final double upper;
  private final int runs;

  /**
   * Of these values.
   *
   * @param values no two alike, above 0
   * @param upper the end of the range, which begins at 0
   * @param runs how often a question is asked
   */
  RankErrors(double[] values, double upper, int runs) {
    this.values = Arrays.stream(values).sorted().toArray();
    this.upper = upper;
    this.runs = runs;
  }

  /**
   * Of the driver's.
   *
   * @param sql gives a quantile in each column
   * @param fractions of the columns
   */
  double error(Connection driver, String sql, double... fractions) throws SQLException {
    double squares = 0;
    for (int run = 0; run < runs; run++) {
      try (Statement statement = driver.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        rows.next();
        for (int i = 0; i < fractions.length; i++) {
          double value = rows.getDouble(i + 1);
          double below = Arrays.stream(values).filter(each -> each < value).count();
          squares += Math.pow(below - fractions[i] * values.length, 2);
        }
      }
    }
    return Math.sqrt(squares / runs / fractions.length);
  }

  /**
   * Of the best mechanism that is known, simulated: the exponential mechanism over all points of
   * the range, for several quantiles in levels that share epsilon (Kaplan, Schnapp, Stemmer 2022).
   *
   * @param fractions ascending
   */
  double best(double epsilon, double... fractions) {
    SplittableRandom random = new SplittableRandom(1);
    int levels = Integer.SIZE - Integer.numberOfLeadingZeros(fractions.length);
    double squares = 0;
    for (int run = 0; run < TRIES; run++) {
      squares +=
          choose(
              new Part(0, values.length, 0, upper, 0, 1),
              fractions,
              0,
              fractions.length,
              epsilon / levels,
              random);
    }
    return Math.sqrt(squares / TRIES / fractions.length);
  }

  /** The values from one place to another, the range they are in, and which share they are. */
  private record Part(int from, int to, double low, double high, double first, double last) {}

  /** The squares of how many ranks the quantiles from one place to another are off. */
  private double choose(
      Part part, double[] fractions, int from, int to, double epsilon, SplittableRandom random) {
    if (from == to) {
      return 0;
    }
    int middle = (from + to) / 2;
    double fraction = (fractions[middle] - part.first()) / (part.last() - part.first());
    double aim = fraction * (part.to() - part.from());
    double rate = epsilon / (2 * Math.max(fraction, 1 - fraction));
    double[] sums = new double[part.to() - part.from() + 1];
    for (int i = 0; i < sums.length; i++) {
      double width = end(part, part.from() + i) - end(part, part.from() + i - 1);
      sums[i] = (i == 0 ? 0 : sums[i - 1]) + width * Math.exp(-rate * Math.abs(i - aim));
    }
    double drawn = random.nextDouble() * sums[sums.length - 1];
    int below = 0;
    while (sums[below] <= drawn) {
      below++;
    }
    int rank = part.from() + below;
    double low = end(part, rank - 1);
    double point = low + random.nextDouble() * (end(part, rank) - low);
    double off = rank - fractions[middle] * values.length;
    return off * off
        + choose(
            new Part(part.from(), rank, part.low(), point, part.first(), fractions[middle]),
            fractions,
            from,
            middle,
            epsilon,
            random)
        + choose(
            new Part(rank, part.to(), point, part.high(), fractions[middle], part.last()),
            fractions,
            middle + 1,
            to,
            epsilon,
            random);
  }

  /** Where the stretch in front of a value ends. */
  private double end(Part part, int place) {
    if (place < part.from()) {
      return part.low();
    }
    return place < part.to() ? values[place] : part.high();
  }
}
