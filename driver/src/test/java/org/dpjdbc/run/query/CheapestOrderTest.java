package org.dpjdbc.run.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Statements are sets of keys: one with fewer keys is free after one that has them all. */
class CheapestOrderTest {
  private static List<Integer> charged(List<Integer> keys, List<Integer> order) {
    List<Integer> charged = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      int own = keys.get(order.get(i) - 1);
      boolean free =
          order.subList(0, i).stream().anyMatch(other -> (keys.get(other - 1) & own) == own);
      if (!free) {
        charged.add(order.get(i));
      }
    }
    return charged;
  }

  private static List<Integer> charged(List<Integer> keys, Comparator<Integer> finest) {
    List<Integer> written = IntStream.rangeClosed(1, keys.size()).boxed().toList();
    return new CheapestOrder<List<Integer>>(
            order -> charged(keys, order), Comparator.comparing(List::size), each -> each)
        .of(written, charged(keys, written), written.stream().sorted(finest).toList());
  }

  @Test
  void asksFinerStatementsFirst() {
    List<Integer> chain = List.of(0, 1, 3, 7, 15);
    Comparator<Integer> written = Comparator.naturalOrder();
    assertThat(charged(chain, written)).containsExactly(5);
    assertThat(charged(List.of(1, 2, 3, 4), written)).containsExactlyInAnyOrder(3, 4);
  }

  @Test
  void triesTheFinestFirst() {
    List<Integer> many = new ArrayList<>(Collections.nCopies(19_999, 1));
    many.add(3);
    assertThat(charged(many, Comparator.reverseOrder())).hasSize(1);
  }

  /** Whatever the first guess is worth. */
  @Test
  void neverCostsMoreThanAsWritten() {
    Random random = new Random(47);
    for (int round = 0; round < 500; round++) {
      int size = 1 + random.nextInt(8);
      List<Integer> keys = random.ints(size, 0, 32).boxed().toList();
      List<Integer> guess = new ArrayList<>(IntStream.rangeClosed(1, size).boxed().toList());
      Collections.shuffle(guess, random);
      List<Integer> written = IntStream.rangeClosed(1, size).boxed().toList();
      int found = charged(keys, Comparator.comparing(guess::indexOf)).size();
      int least = charged(keys, sorted(keys)).size();
      assertThat(found)
          .as("%s", keys)
          .isLessThanOrEqualTo(charged(keys, written).size())
          .isEqualTo(least);
    }
  }

  /** Not even if statements cost more after others. */
  @Test
  void keepsTheOrderAsWrittenIfNoneIsCheaper() {
    List<Integer> written = List.of(1, 2, 3, 4);
    List<Integer> reversed = List.of(4, 3, 2, 1);
    for (int seed = 0; seed < 500; seed++) {
      int salt = seed;
      Function<List<Integer>, Integer> cost =
          order -> new Random(31L * salt + order.hashCode()).nextInt(100);
      int found =
          new CheapestOrder<>(cost, Comparator.<Integer>naturalOrder(), each -> written)
              .of(written, cost.apply(written), reversed);
      assertThat(found)
          .isLessThanOrEqualTo(cost.apply(written))
          .isLessThanOrEqualTo(cost.apply(reversed));
    }
  }

  private static List<Integer> sorted(List<Integer> keys) {
    return IntStream.rangeClosed(1, keys.size())
        .boxed()
        .sorted(Comparator.comparing((Integer i) -> Integer.bitCount(keys.get(i - 1))).reversed())
        .toList();
  }
}
