package org.dpjdbc.run.query;

import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.derive.GroupMap;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.run.consistency.MarginalWeights;
import org.dpjdbc.run.mechanism.NoisyGroups;
import org.dpjdbc.run.mechanism.PreparedFrontier;

/**
 * What releases by some keys say about a query by other keys of the same rows under the same
 * conditions: all of them are marginals of one table. The estimate of each group is that of {@link
 * MarginalWeights}. Keys whose values are listed together are one attribute of the table.
 *
 * <p>A key whose list leaves rows out is in all marginals or in none, since the sums over it are
 * not those of all rows.
 */
final class Marginals {
  /** Attributes of a query, at most: patterns of agreement double with each. */
  private static final int MAX_ATTRIBUTES = 6;

  /** Cells of a marginal times patterns, at most. */
  private static final long MAX_WORK = 1 << 20;

  private final GroupMap.Question asked;
  private final List<Attribute> attributes;
  private final int[] sizes;
  private final int[][] places;

  /**
   * Keys whose values are listed together.
   *
   * @param forms of the keys, in order
   * @param values of the keys in the same order, each with its place
   */
  private record Attribute(
      List<String> forms, List<Integer> keys, Map<List<KeyValue>, Integer> values, boolean rest) {
    List<KeyValue> of(List<KeyValue> group) {
      return keys.stream().map(group::get).toList();
    }

    int place(List<KeyValue> group) {
      return Objects.requireNonNull(values.get(of(group)));
    }
  }

  /**
   * A release that is a marginal of the table of the query.
   *
   * @param frontier its releases, with the query's statistics of their integers
   * @param shared the attributes of the query that it has, as bits
   * @param others how many combinations of values its other attributes have
   * @param sums by attributes, as bits, and by the places of their values
   */
  record Table(
      PreparedFrontier frontier,
      int shared,
      BigInteger others,
      Map<Integer, Map<Integer, BigInteger[]>> sums,
      Instant releasedAt) {}

  private Marginals(
      GroupMap.Question asked, List<Attribute> attributes, List<List<KeyValue>> groups) {
    this.asked = asked;
    this.attributes = attributes;
    this.sizes = attributes.stream().mapToInt(attribute -> attribute.values().size()).toArray();
    this.places = new int[groups.size()][];
    for (int g = 0; g < places.length; g++) {
      List<KeyValue> group = groups.get(g);
      places[g] = attributes.stream().mapToInt(attribute -> attribute.place(group)).toArray();
    }
  }

  /**
   * The table of a query.
   *
   * @param groups of the query
   * @return empty if it has too many attributes, or its groups are not all their combinations
   */
  static Optional<Marginals> of(
      GroupMap.Question asked, Frontier frontier, List<List<KeyValue>> groups) {
    List<Attribute> attributes = attributes(asked, frontier, groups);
    return attributes.size() <= MAX_ATTRIBUTES && isProduct(attributes, groups)
        ? Optional.of(new Marginals(asked, attributes, groups))
        : Optional.empty();
  }

  private static List<Attribute> attributes(
      GroupMap.Question question, Frontier frontier, List<List<KeyValue>> groups) {
    List<Attribute> attributes = new ArrayList<>();
    for (KeyDomain domain : frontier.domains()) {
      List<Integer> keys =
          domain.keys().stream().sorted(Comparator.comparing(question::keyForm)).toList();
      Map<List<KeyValue>, Integer> values = new LinkedHashMap<>();
      for (List<KeyValue> group : groups) {
        values.putIfAbsent(keys.stream().map(group::get).toList(), values.size());
      }
      attributes.add(
          new Attribute(
              keys.stream().map(question::keyForm).toList(), keys, values, domain.leavesOut()));
    }
    return attributes;
  }

  private static boolean isProduct(List<Attribute> attributes, List<List<KeyValue>> groups) {
    BigInteger size = BigInteger.ONE;
    for (Attribute attribute : attributes) {
      size = size.multiply(BigInteger.valueOf(attribute.values().size()));
    }
    return size.equals(BigInteger.valueOf(groups.size()));
  }

  /** Whether a release may be a marginal: of the same rows, under the same conditions. */
  boolean hasRowsOf(GroupMap.Question cells) {
    return asked.hasRowsOf(cells) && asked.conditions().equals(cells.conditions());
  }

  /**
   * A release as a marginal.
   *
   * @param cells what was asked
   * @param domains with the domains of its keys
   * @param frontier its releases, with the query's statistics of their integers
   * @return empty if it is none
   */
  Optional<Table> table(
      GroupMap.Question cells,
      Frontier domains,
      PreparedFrontier frontier,
      NoisyGroups noisy,
      Instant releasedAt) {
    List<Attribute> own = attributes(cells, domains, noisy.groups());
    boolean additive =
        frontier.frontier().statistics().stream()
            .allMatch(statistic -> Combination.isAdditive(statistic, frontier.frontier()));
    if (!additive || !isProduct(own, noisy.groups())) {
      return Optional.empty();
    }
    Attribute[] shared = new Attribute[attributes.size()];
    BigInteger others = BigInteger.ONE;
    for (Attribute attribute : own) {
      Optional<Integer> same = place(attribute);
      if (same.isPresent()) {
        shared[same.get()] = attribute;
      } else if (attribute.rest() || isPartOfOther(attribute)) {
        return Optional.empty();
      } else {
        others = others.multiply(BigInteger.valueOf(attribute.values().size()));
      }
    }
    int bits = 0;
    for (int i = 0; i < shared.length; i++) {
      if (shared[i] != null) {
        bits |= 1 << i;
      } else if (attributes.get(i).rest()) {
        return Optional.empty();
      }
    }
    return (long) noisy.groups().size() << Integer.bitCount(bits) > MAX_WORK
        ? Optional.empty()
        : Optional.of(new Table(frontier, bits, others, sums(noisy, shared, bits), releasedAt));
  }

  /** The attribute of the query that is the same, with the same values. */
  private Optional<Integer> place(Attribute attribute) {
    for (int i = 0; i < attributes.size(); i++) {
      Attribute own = attributes.get(i);
      if (own.forms().equals(attribute.forms())
          && own.values().keySet().equals(attribute.values().keySet())) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  private boolean isPartOfOther(Attribute attribute) {
    Set<String> forms =
        attributes.stream().flatMap(other -> other.forms().stream()).collect(Collectors.toSet());
    return attribute.forms().stream().anyMatch(forms::contains);
  }

  private Map<Integer, Map<Integer, BigInteger[]>> sums(
      NoisyGroups noisy, Attribute[] shared, int bits) {
    Map<Integer, Map<Integer, BigInteger[]>> all = new HashMap<>();
    for (int subset = bits; ; subset = (subset - 1) & bits) {
      all.put(subset, new HashMap<>());
      if (subset == 0) {
        break;
      }
    }
    int[] at = new int[shared.length];
    for (int cell = 0; cell < noisy.groups().size(); cell++) {
      for (int i = 0; i < shared.length; i++) {
        if (shared[i] != null) {
          at[i] =
              Objects.requireNonNull(
                  attributes.get(i).values().get(shared[i].of(noisy.groups().get(cell))));
        }
      }
      BigInteger[] integers = noisy.integers().get(cell);
      all.forEach(
          (subset, sums) ->
              add(sums.computeIfAbsent(place(at, subset), p -> zeros(integers.length)), integers));
    }
    return all;
  }

  /** One number for the values of some attributes. */
  private int place(int[] at, int subset) {
    int place = 0;
    for (int i = 0; i < at.length; i++) {
      place = (subset >> i & 1) == 1 ? place * sizes[i] + at[i] : place;
    }
    return place;
  }

  private static BigInteger[] zeros(int size) {
    BigInteger[] zeros = new BigInteger[size];
    Arrays.fill(zeros, BigInteger.ZERO);
    return zeros;
  }

  private static void add(BigInteger[] sum, BigInteger[] more) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] = sum[i].add(more[i]);
    }
  }

  /** Whether a marginal has all attributes of the query. */
  boolean hasAll(Table table) {
    return table.shared() == (1 << sizes.length) - 1;
  }

  /**
   * The least squares of some marginals.
   *
   * @param ordered the first has all attributes of the query; statistics of all are alike
   * @param look called for each group; throws if the query is to stop
   */
  Estimate estimate(List<Table> ordered, Runnable look) {
    List<Estimate.Part> parts = new ArrayList<>();
    List<Integer> tableOf = new ArrayList<>();
    List<Integer> patterns = new ArrayList<>();
    int[] first = new int[ordered.size()];
    for (int t = 0; t < first.length; t++) {
      first[t] = parts.size();
      Table table = ordered.get(t);
      for (int pattern = table.shared(); pattern >= 0; pattern--) {
        int draws = (pattern & ~table.shared()) == 0 ? cells(table, pattern) : 0;
        if (draws > 0) {
          parts.add(part(table, pattern, draws, look));
          tableOf.add(t);
          patterns.add(pattern);
        }
      }
    }
    List<MarginalWeights.Marginal> marginals =
        ordered.stream()
            .map(table -> new MarginalWeights.Marginal(table.shared(), table.others()))
            .toList();
    Map<List<Double>, List<BigFraction>> known = new ConcurrentHashMap<>();
    return new Estimate(
        parts,
        variance -> {
          List<Double> variances = Arrays.stream(first).mapToObj(variance::applyAsDouble).toList();
          return known.computeIfAbsent(
              variances,
              of -> {
                List<BigFraction[]> weights =
                    MarginalWeights.of(sizes, marginals, of.stream().mapToDouble(v -> v).toArray());
                List<BigFraction> flat = new ArrayList<>();
                for (int p = 0; p < parts.size(); p++) {
                  flat.add(weights.get(tableOf.get(p))[patterns.get(p)]);
                }
                return flat;
              });
        },
        ordered.stream().map(Table::releasedAt).min(Comparator.naturalOrder()).orElseThrow());
  }

  /** How many cells agree with one of the query in just these attributes. */
  private int cells(Table table, int pattern) {
    BigInteger cells = table.others();
    for (int i = 0; i < sizes.length; i++) {
      if (((table.shared() & ~pattern) >> i & 1) == 1) {
        cells = cells.multiply(BigInteger.valueOf(sizes[i] - 1L));
      }
    }
    return cells.intValueExact();
  }

  /** The sums over these cells: an alternating sum of those that agree in more attributes. */
  private Estimate.Part part(Table table, int pattern, int draws, Runnable look) {
    List<BigInteger[]> sums = new ArrayList<>();
    int[] all = new int[places.length];
    Arrays.fill(all, draws);
    int size = NoisyGroups.Places.of(table.frontier().frontier()).size();
    for (int[] at : places) {
      look.run();
      BigInteger[] sum = zeros(size);
      for (Map.Entry<Integer, Map<Integer, BigInteger[]>> more : table.sums().entrySet()) {
        int subset = more.getKey();
        if ((pattern & ~subset) == 0) {
          BigInteger[] addend = Objects.requireNonNull(more.getValue().get(place(at, subset)));
          boolean odd = Integer.bitCount(subset & ~pattern) % 2 == 1;
          for (int i = 0; i < size; i++) {
            sum[i] = odd ? sum[i].subtract(addend[i]) : sum[i].add(addend[i]);
          }
        }
      }
      sums.add(sum);
    }
    return new Estimate.Part(table.frontier(), sums, all);
  }
}
