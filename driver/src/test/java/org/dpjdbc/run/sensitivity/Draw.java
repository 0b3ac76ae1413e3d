package org.dpjdbc.run.sensitivity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Chance, as a function of a seed. */
final class Draw {
  private final Random random;

  Draw(long seed) {
    this.random = new Random(seed);
  }

  /** One of several ways, each as often as its weight says. */
  record Way<T>(int weight, Supplier<T> taken) {}

  static <T> Way<T> way(int weight, Supplier<T> taken) {
    return new Way<>(weight, taken);
  }

  @SafeVarargs
  final <T> T one(Way<T>... ways) {
    int all = 0;
    for (Way<T> way : ways) {
      all += way.weight();
    }
    int at = random.nextInt(all);
    int next = 0;
    while (at >= ways[next].weight()) {
      at -= ways[next++].weight();
    }
    return ways[next].taken().get();
  }

  /** For those who draw by themselves. */
  Random random() {
    return random;
  }

  /** True so many times in a hundred. */
  boolean percent(int times) {
    return random.nextInt(100) < times;
  }

  /** A number, both ends included. */
  int between(int min, int max) {
    return min + random.nextInt(max - min + 1);
  }

  @SafeVarargs
  final <T> T of(T... all) {
    return all[random.nextInt(all.length)];
  }

  <T> T of(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  <T> List<T> shuffled(List<T> all) {
    List<T> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }
}
