package org.dpjdbc.it.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** By how many people chosen groups have fewer than as many of the largest, in root mean square. */
final class ChoiceErrors {
  private static final int TRIES = 20_000;

  private final Map<Integer, Long> people;
  private final int runs;

  /**
   * Of these groups.
   *
   * @param people how many each has
   * @param runs how often a question is asked
   */
  ChoiceErrors(Map<Integer, Long> people, int runs) {
    this.people = people;
    this.runs = runs;
  }

  /** Of the driver's choice of so many. */
  double error(Connection driver, String sql, int count) throws SQLException {
    double squares = 0;
    for (int run = 0; run < runs; run++) {
      double off = max(count);
      try (Statement statement = driver.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        while (rows.next()) {
          off -= people.get(rows.getInt(1));
        }
      }
      squares += off * off;
    }
    return Math.sqrt(squares / runs);
  }

  /**
   * Of the better of two ways, simulated: permute-and-flip for one after the other, which is the
   * largest of counts with exponential noise, and the largest of counts with Laplace noise.
   */
  double best(int count, double epsilon) {
    SplittableRandom random = new SplittableRandom(1);
    double[] exact = people.values().stream().mapToDouble(n -> n).toArray();
    double ofChoices = 0;
    double ofNoise = 0;
    for (int run = 0; run < TRIES; run++) {
      double choices = lost(exact, count, at -> exact[at] + exponential(random) * count / epsilon);
      ofChoices += choices * choices;
      double[] noisy =
          Arrays.stream(exact)
              .map(n -> n + exponential(random) / epsilon)
              .map(n -> n - exponential(random) / epsilon)
              .toArray();
      double noise = lost(exact, count, at -> noisy[at]);
      ofNoise += noise * noise;
    }
    return Math.sqrt(Math.min(ofChoices, ofNoise) / TRIES);
  }

  private double lost(double[] exact, int count, IntToDoubleFunction score) {
    Set<Integer> left = new HashSet<>();
    IntStream.range(0, exact.length).forEach(left::add);
    double lost = max(count);
    for (int i = 0; i < count; i++) {
      int place = maximum(left, score);
      left.remove(place);
      lost -= exact[place];
    }
    return lost;
  }

  private long max(int count) {
    Collection<Long> counts = people.values();
    return counts.stream().sorted(Comparator.reverseOrder()).limit(count).mapToLong(n -> n).sum();
  }

  private static double exponential(SplittableRandom random) {
    return -Math.log(1 - random.nextDouble());
  }

  private static int maximum(Set<Integer> places, IntToDoubleFunction score) {
    int best = -1;
    double max = Double.NEGATIVE_INFINITY;
    for (int place : places) {
      double of = score.applyAsDouble(place);
      if (of > max) {
        max = of;
        best = place;
      }
    }
    return best;
  }
}
