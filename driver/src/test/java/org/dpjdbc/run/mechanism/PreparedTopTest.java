package org.dpjdbc.run.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.TopRelease;
import org.junit.jupiter.api.Test;

class PreparedTopTest {
  private final NoiseSource secure = NoiseSource.secure();

  private static PreparedTop top(
      boolean priced, boolean descending, int count, BigFraction epsilon) {
    return new PreparedTop(
        new TopRelease(
            "",
            new AggregateQuery.Cell(0, 0),
            priced ? OptionalInt.of(0) : OptionalInt.empty(),
            descending,
            count,
            BigInteger.ONE,
            BigDecimal.ONE,
            true,
            epsilon));
  }

  private static List<List<KeyValue>> keys(Object... values) {
    List<List<KeyValue>> keys = new ArrayList<>();
    for (Object value : values) {
      keys.add(List.of(new KeyValue.Of(value)));
    }
    return keys;
  }

  private static List<BigInteger> counts(long... values) {
    List<BigInteger> counts = new ArrayList<>();
    for (long value : values) {
      counts.add(BigInteger.valueOf(value));
    }
    return counts;
  }

  @Test
  void withoutNoiseTheBestAreChosenInTheirOrder() {
    NoiseSource none = TestNoise.zero();
    List<List<KeyValue>> names = keys("a", "b", "c", "d");
    List<BigInteger> counts = counts(3, 9, 1, 7);
    assertThat(top(false, true, 2, BigFraction.ONE).choose(names, counts, none))
        .isEqualTo(keys("b", "d"));
    assertThat(top(false, false, 9, BigFraction.ONE).choose(names, counts, none))
        .isEqualTo(keys("c", "a", "d", "b"));
    List<List<KeyValue>> prices =
        keys(new BigDecimal("0.50"), new BigDecimal("1.25"), new BigDecimal("3"), -4);
    assertThat(top(true, true, 1, BigFraction.ONE).choose(prices, counts, none))
        .isEqualTo(keys(new BigDecimal("1.25")));
    assertThat(top(true, true, 1, BigFraction.ONE).choose(keys(), counts(), none)).isEmpty();
  }

  /**
   * The auction: of each price, what those pay who bid as much. The revenue is below OPT -
   * (2Δ/ε)(ln|R| + t) with a probability of at most e^-t: of 400 auctions at t = 3, 60 would be as
   * many with a probability below 10^-9.
   */
  @Test
  void theAuctionEarnsNearlyAsMuchAsItCould() {
    Random random = new Random(1);
    long[] sold = new long[100];
    for (int bidder = 0; bidder < 1000; bidder++) {
      int bid = 1 + random.nextInt(100);
      for (int price = 1; price <= bid; price++) {
        sold[price - 1]++;
      }
    }
    Object[] prices = new Object[sold.length];
    double best = 0;
    for (int i = 0; i < sold.length; i++) {
      prices[i] = i + 1;
      best = Math.max(best, sold[i] * (i + 1.0));
    }
    double epsilon = 0.1;
    double bound = 2 * 100 / epsilon * (Math.log(100) + 3);
    int below = 0;
    double lost = 0;
    int auctions = 400;
    for (int i = 0; i < auctions; i++) {
      int price =
          (Integer)
              ((KeyValue.Of)
                      top(true, true, 1, BigFraction.of(1, 10))
                          .choose(keys(prices), counts(sold), secure)
                          .get(0)
                          .get(0))
                  .value();
      double revenue = sold[price - 1] * (double) price;
      below += revenue < best - bound ? 1 : 0;
      lost += best - revenue;
    }
    System.out.printf(
        "auction: OPT %.0f, mean loss %.0f, bound at t = 3 %.0f, below %d of %d%n",
        best, lost / auctions, bound, below, auctions);
    assertThat(below).isLessThan(60);
    assertThat(lost / auctions).isLessThan(100 / epsilon * (Math.log(100) + 1));
  }

  /**
   * The most common nationality: K of 195 has at least OPT - 6.8/ε people, on the whole: ln 195 is
   * 5.3, and the mean is off by less. Of 1,000 choices, 320 would be off by more with a probability
   * below 10^-9, for each is with one of at most 195 · e^-6.8 = 0.22.
   */
  @Test
  void theMostCommonNationalityIsNearlyTheMostCommon() {
    long[] people = new long[195];
    for (int i = 0; i < people.length; i++) {
      people[i] = 100L - i % 20;
    }
    Object[] names = new Object[people.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = "n" + i;
    }
    int off = 0;
    double lost = 0;
    for (int i = 0; i < 1000; i++) {
      KeyValue chosen =
          top(false, true, 1, BigFraction.ONE)
              .choose(keys(names), counts(people), secure)
              .get(0)
              .get(0);
      long k = people[Integer.parseInt(((KeyValue.Of) chosen).value().toString().substring(1))];
      off += k < 100 - 6.8 ? 1 : 0;
      lost += 100 - k;
    }
    System.out.printf("nationality: mean loss %.2f, off by more than 6.8: %d%n", lost / 1000, off);
    assertThat(off).isLessThan(320);
    assertThat(lost / 1000).isLessThan(5.3);
  }

  @Test
  void severalAreDifferent() {
    List<List<KeyValue>> chosen =
        top(false, true, 3, BigFraction.of(1, 10))
            .choose(keys("a", "b", "c", "d"), counts(5, 5, 5, 5), secure);
    assertThat(new HashSet<>(chosen)).hasSize(3);
  }

  /** For counts of Δ = 1, which all move in one direction, the rate is ε. */
  @Test
  void eachOfSeveralChoicesHasItsShareOfEpsilon() {
    List<BigFraction> rates = new ArrayList<>();
    top(false, true, 3, BigFraction.of(3, 10))
        .choose(keys("a", "b", "c", "d"), counts(5, 4, 3, 2), TestNoise.zeroTelling(rates::add));
    assertThat(rates).isEqualTo(Collections.nCopies(3, BigFraction.of(1, 10)));
  }
}
