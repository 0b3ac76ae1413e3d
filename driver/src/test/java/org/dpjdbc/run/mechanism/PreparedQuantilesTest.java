package org.dpjdbc.run.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.commons.numbers.fraction.BigFraction;
import org.assertj.core.data.Offset;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.plan.model.EqualCells;
import org.dpjdbc.plan.model.LogLinearCells;
import org.dpjdbc.plan.model.QuantileRelease;
import org.dpjdbc.plan.model.RankGrid;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreparedQuantilesTest {
  private static final int DRAWS = 4000;

  private static final RelDataType BIGINT =
      new SqlTypeFactoryImpl(BackendDialects.called("H2").orElseThrow().typeSystem())
          .createSqlType(SqlTypeName.BIGINT);

  private final NoiseSource secure = NoiseSource.secure();

  private static RankGrid grid(int cells, int size) {
    return new EqualCells(
        BIGINT, BigInteger.ZERO, BigInteger.valueOf((long) cells * size), BigInteger.valueOf(size));
  }

  private static PreparedQuantiles prepared(
      String epsilon, int l1, RankGrid grid, String... fractions) {
    return PreparedQuantiles.of(
        new QuantileRelease(
            "",
            0,
            Stream.of(fractions).map(PreparedQuantilesTest::fraction).toList(),
            BigInteger.valueOf(l1),
            1,
            fraction(epsilon)),
        grid);
  }

  private static BigFraction fraction(String decimal) {
    BigDecimal exact = new BigDecimal(decimal);
    return BigFraction.of(exact.unscaledValue(), BigInteger.TEN.pow(exact.scale()));
  }

  private static BigInteger[] histogram(long... counts) {
    return Arrays.stream(counts).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new);
  }

  /** What the guarantee rests on: rows that move the histogram by L1 move no score further. */
  @Test
  void rowsMoveNoScoreFurtherThanClaimed() {
    Random random = new Random(11);
    for (int round = 0; round < 3000; round++) {
      int cells = 1 + random.nextInt(12);
      BigInteger[] rows = histogram(random.longs(cells, 0, 20).toArray());
      BigInteger[] more = rows.clone();
      long moved = 0;
      for (int i = 0; i < cells; i++) {
        int added = random.nextInt(4);
        more[i] = more[i].add(BigInteger.valueOf(added));
        moved += added;
      }
      int d = 2 + random.nextInt(20);
      BigFraction q = BigFraction.of(1 + random.nextInt(d - 1), d);
      BigInteger other = q.getDenominator().subtract(q.getNumerator());
      long row = q.getNumerator().max(other).longValueExact();
      assertMoved(
          PreparedQuantiles.scores(q, rows, 0, cells),
          PreparedQuantiles.scores(q, more, 0, cells),
          row * moved);
      BigInteger inwards = BigInteger.valueOf(random.nextInt(40));
      for (BigFraction end : List.of(BigFraction.ZERO, BigFraction.ONE)) {
        assertMoved(
            PreparedQuantiles.ends(end, inwards, rows),
            PreparedQuantiles.ends(end, inwards, more),
            2 * moved);
      }
    }
  }

  private static void assertMoved(BigInteger[] before, BigInteger[] after, long max) {
    for (int i = 0; i < before.length; i++) {
      assertThat(before[i].subtract(after[i]).abs()).isLessThanOrEqualTo(BigInteger.valueOf(max));
    }
  }

  /** Each is a middle, whose scores move by 1; the 8 cells are divided into 512 parts each. */
  @Test
  void eachLevelOfSeveralQuantilesHasItsShareOfEpsilon() {
    List<BigFraction> rates = new ArrayList<>();
    prepared("1", 1, grid(8, 1), "0.25", "0.5", "0.75")
        .choose(histogram(1, 2, 3, 4, 4, 3, 2, 1), TestNoise.zeroTelling(rates::add));
    assertThat(rates).isEqualTo(Collections.nCopies(3, BigFraction.of(1, 2 * 2 * 512)));
  }

  /** Scores that a row moves by 2: the smallest and the largest are no more exact than others. */
  @Test
  void anExtremeIsChosenByTheMechanism() {
    for (String end : List.of("0", "1")) {
      List<BigFraction> rates = new ArrayList<>();
      prepared("1", 1, grid(8, 1), end)
          .choose(histogram(1, 2, 3, 4, 4, 3, 2, 1), TestNoise.zeroTelling(rates::add));
      assertThat(rates).containsExactly(BigFraction.of(1, 2 * 2));
    }
  }

  @Test
  void theBestCellHoldsTheRank() {
    BigInteger[] rows = histogram(5, 0, 5, 3, 7);
    assertThat(PreparedQuantiles.scores(fraction("0.5"), rows, 0, 5))
        .containsExactly(histogram(-10, -10, 0, 0, -6));
    assertThat(PreparedQuantiles.ends(BigFraction.ZERO, BigInteger.valueOf(2), rows))
        .containsExactly(histogram(0, -6, -6, -16, -22));
    assertThat(PreparedQuantiles.ends(BigFraction.ONE, BigInteger.valueOf(2), rows))
        .containsExactly(histogram(-26, -26, -16, -10, 0));
  }

  /**
   * The root mean square of the ranks that a quantile is off, over prices as TPC-H has them, in
   * 1,024 cells. The figures are of a simulation of the exponential mechanism on a histogram
   * (McSherry and Talwar 2007). Compared with them is that of the mechanism's exact probabilities,
   * to which the shares of the cells that are drawn are compared.
   */
  @Tag("thorough")
  @ParameterizedTest
  @CsvSource({
    "1000, 0.1, 0.5, 13.9",
    "1000, 0.1, 0.95, 27.3",
    "1000, 1, 0.5, 1.1",
    "1000, 1, 0.95, 2.0",
    "10000, 0.1, 0.5, 9.2",
    "10000, 0.1, 0.95, 24.0",
    "100000, 1, 0.5, 0.3"
  })
  void ranksAreOffAsLittleAsThePublishedFiguresSay(
      int n, String epsilon, String q, double published) {
    int cells = 1024;
    BigInteger[] rows = prices(n, cells);
    PreparedQuantiles prepared = prepared(epsilon, 1, grid(cells, 1), q);
    BigInteger[] scores = PreparedQuantiles.scores(fraction(q), rows, 0, cells);
    double parts = fraction(q).getDenominator().doubleValue();
    double rate =
        Double.parseDouble(epsilon)
            / 2
            / parts
            / Math.max(0.05, Math.max(Double.parseDouble(q), 1 - Double.parseDouble(q)));
    double[] chances =
        Arrays.stream(scores).mapToDouble(score -> Math.exp(rate * score.doubleValue())).toArray();
    double mass = Arrays.stream(chances).sum();
    double squares = 0;
    for (int cell = 0; cell < chances.length; cell++) {
      chances[cell] /= mass;
      squares += chances[cell] * Math.pow(scores[cell].doubleValue() / parts, 2);
    }
    double expected = Math.sqrt(squares);
    int[] chosen = new int[chances.length];
    for (int i = 0; i < DRAWS; i++) {
      chosen[prepared.choose(rows, secure)[0].intValueExact()]++;
    }
    System.out.printf(
        "n %d, epsilon %s, q %s: rank RMSE %.1f, published %.1f%n",
        n, epsilon, q, expected, published);
    for (int cell = 0; cell < chances.length; cell++) {
      assertThat((double) chosen[cell] / DRAWS)
          .isCloseTo(chances[cell], Offset.offset(furthest(chances[cell])));
    }
    assertThat(expected).isLessThan(1.7 * published);
  }

  /**
   * How far the share of draws may be from their probability: by Bernstein's inequality further in
   * less than one of 10^14 cases, of which there are 7 times 1,024 and 7 times 3,537.
   */
  private static double furthest(double probability) {
    double chance = Math.log(2e14) / DRAWS;
    return chance / 3 + Math.sqrt(chance * chance / 9 + 2 * probability * chance);
  }

  /**
   * The root mean square of the ranks that a median is off, where the point within the cell counts
   * as well: of log-normal salaries, between bounds that are 20 and 20,000 times their median. The
   * draws are checked as above.
   */
  @Tag("thorough")
  @ParameterizedTest
  @CsvSource({
    "1000000, 8, 10, 1000, 1, 2.5, 2.0",
    "1000000, 8, 10, 10000, 1, 12.6, 5.6",
    "1000000, 8, 10, 10000, 0.1, 23.6, 18.9",
    "1000000000, 7, 20, 1000, 1, 420.7, 2.4",
    "1000000000, 7, 20, 1000, 0.1, 420.7, 14.9",
    "1000000000, 7, 20, 10000, 1, 4223.6, 16.4",
    "1000000000, 7, 20, 10000, 0.1, 4223.6, 28.8"
  })
  void wideBoundsCostFewRanks(
      int upper, int octave, int widest, int n, String epsilon, double equal, double logLinear) {
    BigInteger[] salaries = salaries(n);
    BigInteger max = BigInteger.valueOf(upper);
    BigInteger size = max.shiftRight(12).add(BigInteger.ONE);
    double before =
        ranks(
            new EqualCells(BIGINT, BigInteger.ZERO, max.add(BigInteger.ONE), size),
            salaries,
            epsilon,
            false);
    double after =
        ranks(
            new LogLinearCells(BIGINT, BigInteger.ZERO, max, octave, widest),
            salaries,
            epsilon,
            true);
    System.out.printf(
        "bounds to %d, n %d, epsilon %s: rank RMSE %.1f in equal cells, %.1f in log-linear ones%n",
        upper, n, epsilon, before, after);
    assertThat(before).isCloseTo(equal, Offset.offset(equal * 0.05));
    assertThat(after).isCloseTo(logLinear, Offset.offset(logLinear * 0.05));
  }

  private double ranks(RankGrid grid, BigInteger[] ascending, String epsilon, boolean drawn) {
    BigInteger[] rows = new BigInteger[grid.cells()];
    double[] squares = new double[rows.length];
    int below = 0;
    for (int cell = 0; cell < rows.length; cell++) {
      BigInteger first = grid.lower().add(grid.first(cell));
      BigInteger end = first.add(grid.size(cell));
      int from = below;
      while (below < ascending.length && ascending[below].compareTo(end) < 0) {
        below++;
      }
      rows[cell] = BigInteger.valueOf(below - from);
      squares[cell] = square(ascending, from, below, first, end);
    }
    PreparedQuantiles prepared = prepared(epsilon, 1, grid, "0.5");
    BigInteger[] scores = PreparedQuantiles.scores(fraction("0.5"), rows, 0, rows.length);
    double[] chances =
        Arrays.stream(scores)
            .mapToDouble(score -> Math.exp(Double.parseDouble(epsilon) / 2 * score.doubleValue()))
            .toArray();
    double mass = Arrays.stream(chances).sum();
    double mean = 0;
    for (int cell = 0; cell < chances.length; cell++) {
      chances[cell] /= mass;
      mean += chances[cell] * squares[cell];
    }
    if (drawn) {
      int[] chosen = new int[chances.length];
      for (int i = 0; i < DRAWS; i++) {
        chosen[cell(grid, prepared.choose(rows, secure)[0])]++;
      }
      for (int cell = 0; cell < chances.length; cell++) {
        assertThat((double) chosen[cell] / DRAWS)
            .isCloseTo(chances[cell], Offset.offset(furthest(chances[cell])));
      }
    }
    return Math.sqrt(mean);
  }

  /** The mean over the points from one to another, of which some values are between. */
  private static double square(
      BigInteger[] ascending, int from, int to, BigInteger first, BigInteger end) {
    double sum = 0;
    BigInteger start = first;
    for (int rank = from; rank <= to; rank++) {
      BigInteger next = rank < to ? ascending[rank].add(BigInteger.ONE) : end;
      double off = rank - ascending.length / 2.0;
      sum += next.subtract(start).doubleValue() * off * off;
      start = next;
    }
    return sum / end.subtract(first).doubleValue();
  }

  private static int cell(RankGrid grid, BigInteger point) {
    int from = 0;
    int to = grid.cells() - 1;
    while (from < to) {
      int middle = (from + to + 1) / 2;
      if (grid.lower().add(grid.first(middle)).compareTo(point) <= 0) {
        from = middle;
      } else {
        to = middle - 1;
      }
    }
    return from;
  }

  /** Of which the median is 45,000. */
  private static BigInteger[] salaries(int n) {
    Random random = new Random(9);
    return IntStream.range(0, n)
        .mapToObj(i -> Math.floor(45_000 * Math.exp(0.6 * random.nextGaussian())))
        .map(salary -> BigInteger.valueOf(salary.longValue()))
        .sorted()
        .toArray(BigInteger[]::new);
  }

  /** Quantity times the price of a part. */
  private static BigInteger[] prices(int n, int cells) {
    Random random = new Random(5);
    long[] counts = new long[cells];
    for (int i = 0; i < n; i++) {
      double price = (1 + random.nextInt(50)) * (900 + 1200 * random.nextDouble());
      counts[(int) (price / 105_001 * cells)]++;
    }
    return histogram(counts);
  }

  /** With all of epsilon, and values that many rows have. */
  @Test
  void severalQuantilesFindTheirRanks() {
    BigInteger[] ages = new BigInteger[100];
    Arrays.fill(ages, BigInteger.valueOf(10));
    ages[40] = BigInteger.valueOf(1000);
    PreparedQuantiles prepared =
        prepared("1000", 1, grid(100, 1), "0.1", "0.25", "0.5", "0.75", "0.9");
    BigInteger[] chosen = prepared.choose(ages, secure);
    assertThat(chosen[0]).isBetween(BigInteger.valueOf(18), BigInteger.valueOf(21));
    assertThat(chosen[1]).isEqualTo(BigInteger.valueOf(40));
    assertThat(chosen[2]).isEqualTo(BigInteger.valueOf(40));
    assertThat(chosen[3]).isBetween(BigInteger.valueOf(49), BigInteger.valueOf(52));
    assertThat(chosen[4]).isBetween(BigInteger.valueOf(79), BigInteger.valueOf(82));
    assertThat(prepared.release().levels()).isEqualTo(3);
  }

  /** Ends are values, but for one time in twenty; a group of nobody has some point all the same. */
  @Test
  void endsLieWithin() {
    BigInteger[] rows = new BigInteger[1000];
    Arrays.fill(rows, BigInteger.ZERO);
    Arrays.fill(rows, 300, 700, BigInteger.TEN);
    int beyond = 0;
    int draws = 500;
    PreparedQuantiles min = prepared("0.5", 1, grid(1000, 1), "0");
    PreparedQuantiles maximum = prepared("0.5", 1, grid(1000, 1), "1");
    for (int i = 0; i < draws; i++) {
      beyond += min.choose(rows, secure)[0].intValueExact() < 300 ? 1 : 0;
      beyond += maximum.choose(rows, secure)[0].intValueExact() > 699 ? 1 : 0;
    }
    // expected at most 50 of 1000; 100 has a probability below 10^-9
    assertThat(beyond).isLessThan(100);
    Arrays.fill(rows, BigInteger.ZERO);
    assertThat(min.choose(rows, secure)[0].intValueExact()).isBetween(0, 999);
  }
}
