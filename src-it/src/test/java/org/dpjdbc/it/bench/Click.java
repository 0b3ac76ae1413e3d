package org.dpjdbc.it.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One query of a session: how many people there are by some dimensions, with a filter.
 *
 * @param keys what it groups by
 * @param filter the value of each dimension that is filtered
 */
record Click(List<String> keys, Map<String, Integer> filter) {
  /** The dimensions of the census, each with the number of its values: 0, 1 and so on. */
  static final Map<String, Integer> DIMENSIONS = dimensions();

  private static final List<String> NAMES = List.copyOf(DIMENSIONS.keySet());

  private static Map<String, Integer> dimensions() {
    Map<String, Integer> all = new LinkedHashMap<>();
    all.put("region", 10);
    all.put("sex", 2);
    all.put("age_group", 18);
    all.put("education", 16);
    all.put("occupation", 19);
    return all;
  }

  private static Click by(String... keys) {
    return new Click(List.of(keys), Map.of());
  }

  private Click where(String dimension, int value) {
    Map<String, Integer> more = new LinkedHashMap<>(filter);
    more.put(dimension, value);
    return new Click(keys, more);
  }

  String sql() {
    String where =
        filter.entrySet().stream()
            .map(each -> each.getKey() + " = " + each.getValue())
            .collect(Collectors.joining(" AND "));
    String by = String.join(", ", keys);
    return "SELECT "
        + (by.isEmpty() ? "" : by + ", ")
        + "COUNT(*) FROM census"
        + (where.isEmpty() ? "" : " WHERE " + where)
        + (by.isEmpty() ? "" : " GROUP BY " + by);
  }

  /** The number of people, and how many there are by each dimension. */
  static List<Click> tiles() {
    List<Click> tiles = new ArrayList<>();
    tiles.add(by());
    NAMES.forEach(name -> tiles.add(by(name)));
    return tiles;
  }

  /** The tiles, and those of the other dimensions again for each value of some dimensions. */
  static List<Click> crossFilter(List<String> clicked) {
    List<Click> all = tiles();
    for (String dimension : clicked) {
      for (int value = 0; value < DIMENSIONS.get(dimension); value++) {
        for (String other : NAMES) {
          if (!other.equals(dimension)) {
            all.add(by(other).where(dimension, value));
          }
        }
      }
    }
    return all;
  }

  static List<Click> fullCrossFilter() {
    return crossFilter(NAMES);
  }

  /** Twelve tiles, all of them again with each of eight filters, and three drill-downs. */
  static List<Click> dashboard() {
    List<Click> tiles = tiles();
    tiles.add(by("region", "sex"));
    tiles.add(by("sex", "age_group"));
    tiles.add(by("sex", "education"));
    tiles.add(by("sex", "occupation"));
    tiles.add(by("region", "education"));
    tiles.add(by("age_group", "education"));
    List<Click> all = new ArrayList<>(tiles);
    for (int value = 0; value < 4; value++) {
      addFiltered(tiles, "region", value, all);
    }
    addFiltered(tiles, "sex", 0, all);
    addFiltered(tiles, "sex", 1, all);
    addFiltered(tiles, "age_group", 5, all);
    addFiltered(tiles, "education", 3, all);
    all.add(by("occupation").where("region", 1).where("sex", 1));
    all.add(by("age_group").where("region", 1).where("sex", 1));
    all.add(by("education").where("region", 1).where("age_group", 5));
    return all;
  }

  private static void addFiltered(List<Click> tiles, String dimension, int value, List<Click> all) {
    tiles.forEach(tile -> all.add(tile.where(dimension, value)));
  }

  /**
   * The smallest root mean square over queries of the deviation of a cell that Gaussian marginals
   * can have, in deviations of one count that had the whole budget. Residuals of marginals are
   * measured, each with the best share of the budget (Xiao, He, Zhang, Kifer, "An Optimal and
   * Scalable Matrix Mechanism for Noisy Marginals under Convex Loss Functions", NeurIPS 2023).
   */
  static double optimum(List<Click> session) {
    Map<Set<String>, Double> perResidual = new HashMap<>();
    for (Click click : session) {
      Set<String> marginal = new TreeSet<>(click.keys());
      marginal.addAll(click.filter().keySet());
      for (Set<String> residual : subsets(List.copyOf(marginal))) {
        double variance = share(residual);
        for (String dimension : marginal) {
          if (!residual.contains(dimension)) {
            variance /= Math.pow(DIMENSIONS.get(dimension), 2);
          }
        }
        perResidual.merge(residual, variance, Double::sum);
      }
    }
    double sum = 0;
    for (Map.Entry<Set<String>, Double> each : perResidual.entrySet()) {
      sum += Math.sqrt(each.getValue() * share(each.getKey()));
    }
    return sum / Math.sqrt(session.size());
  }

  /** What a residual of variance 1 takes of the budget, and adds to each cell. */
  private static double share(Set<String> residual) {
    return residual.stream()
        .mapToDouble(name -> 1 - 1.0 / DIMENSIONS.get(name))
        .reduce(1, (a, b) -> a * b);
  }

  private static List<Set<String>> subsets(List<String> all) {
    List<Set<String>> subsets = new ArrayList<>();
    for (int bits = 0; bits < (1 << all.size()); bits++) {
      Set<String> subset = new TreeSet<>();
      for (int i = 0; i < all.size(); i++) {
        if (((bits >> i) & 1) == 1) {
          subset.add(all.get(i));
        }
      }
      subsets.add(subset);
    }
    return subsets;
  }
}
