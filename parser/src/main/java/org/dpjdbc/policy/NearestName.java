package org.dpjdbc.policy;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the known word closest to an unknown one, for suggestions: the one with the fewest
 * insertions, deletions, replacements and swaps of neighbours (Damerau 1964, optimal string
 * alignment), ignoring case.
 */
public final class NearestName {
  private NearestName() {}

  /**
   * The nearest candidate; nothing if all are further than a third of the word, where at least 2
   * changes are allowed, but not one of every letter.
   */
  public static Optional<String> to(String word, Collection<String> candidates) {
    int reach = Math.min(word.length() - 1, Math.max(2, word.length() / 3));
    return among(word, candidates).filter(c -> distance(word, c) <= reach);
  }

  /**
   * The nearest candidate, however far it is.
   *
   * @param word the unknown name
   * @param candidates what there is
   * @return the first of those that are nearest; nothing if there are none
   */
  public static Optional<String> among(String word, Collection<String> candidates) {
    return candidates.stream().min(Comparator.comparingInt(c -> distance(word, c)));
  }

  private static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, a, b, i, j);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int step(int[][] cost, String a, String b, int i, int j) {
    int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int best = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, 1 + cost[i - 2][j - 2]) : best;
  }
}
