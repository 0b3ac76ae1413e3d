package org.dpjdbc.run.sensitivity;

import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.numbers.fraction.BigFraction;

/** How near the movements came to what is claimed: never above 1; far below 1 is wasted noise. */
final class Tightness {
  private final Map<String, double[]> max = new TreeMap<>();

  /** Remembers a movement, as shares of the claim in L1 and of the squared claim in L2. */
  void add(String what, BigFraction l1, BigFraction l2Squared) {
    double[] shares = max.computeIfAbsent(what, key -> new double[3]);
    shares[0] = Math.max(shares[0], l1.doubleValue());
    shares[1] = Math.max(shares[1], Math.sqrt(l2Squared.doubleValue()));
    shares[2]++;
  }

  @Override
  public String toString() {
    StringBuilder table = new StringBuilder();
    table.append(String.format("%-52s %8s %8s %8s%n", "release, strategy", "L1", "L2", "seen"));
    max.forEach(
        (what, shares) ->
            table.append(
                String.format("%-52s %8.4f %8.4f %8.0f%n", what, shares[0], shares[1], shares[2])));
    return table.toString();
  }
}
