package org.dpjdbc.run.release;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.run.mechanism.AggregateRows;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * The groups of a frontier that are released: the product of the public keys, all of them, with the
 * private keys that partition selection lets through. Their order is that of their values.
 */
public final class Groups {
  /**
   * More groups than this are not held, nor are listed keys combined with selected ones to more.
   */
  private static final int MAX_GROUPS = 2_000_000;

  private Groups() {}

  /**
   * The number of groups where only public keys are, so that noise can be drawn ahead; 0 where a
   * set lists them that is not released yet.
   */
  public static int publicSize(Frontier frontier, Map<String, List<List<KeyValue>>> publicKeys) {
    long size = 1;
    for (KeyDomain domain : frontier.domains()) {
      if (!(domain instanceof KeyDomain.Private)) {
        size = Math.min(Integer.MAX_VALUE, size * values(domain, publicKeys).size());
      }
    }
    return (int) size;
  }

  /**
   * The combinations of private keys that are released.
   *
   * @param cell that decides
   * @param decision about a combination with so much in the cell; made once for each
   */
  static List<List<KeyValue>> select(
      Frontier frontier,
      AggregateQuery.Cell cell,
      List<AggregateRows> answers,
      BiPredicate<List<KeyValue>, BigInteger> decision) {
    List<List<KeyValue>> selected = new ArrayList<>();
    for (AggregateRows.Row group : candidates(frontier, cell, answers)) {
      if (decision.test(group.group(), group.integers()[cell.integer()])) {
        selected.add(group.group());
      }
    }
    return selected;
  }

  /** The combinations of private keys that the database has, in order, with what counts of each. */
  private static List<AggregateRows.Row> candidates(
      Frontier frontier, AggregateQuery.Cell cell, List<AggregateRows> answers) {
    AggregateRows answer = answers.get(cell.query());
    List<Integer> keysOfAsk = frontier.queries().get(cell.query()).keys();
    List<Integer> hidden = privateKeys(frontier);
    Comparator<AggregateRows.Row> order =
        Comparator.comparing(AggregateRows.Row::group, new KeyOrder());
    if (hidden.equals(keysOfAsk)) {
      List<AggregateRows.Row> sorted = new ArrayList<>(answer.rows());
      sorted.sort(order);
      return sorted;
    }
    int units = cell.integer();
    Map<List<KeyValue>, AggregateRows.Row> merged = new TreeMap<>(new KeyOrder());
    for (AggregateRows.Row row : answer.rows()) {
      List<KeyValue> key =
          hidden.stream().map(at -> row.group().get(keysOfAsk.indexOf(at))).toList();
      AggregateRows.Row sum =
          merged.computeIfAbsent(
              key,
              k -> {
                BigInteger[] none = new BigInteger[row.integers().length];
                Arrays.fill(none, BigInteger.ZERO);
                return new AggregateRows.Row(k, none);
              });
      sum.integers()[units] = sum.integers()[units].add(row.integers()[units]);
    }
    return List.copyOf(merged.values());
  }

  /** The places of the private keys among all keys. */
  static List<Integer> privateKeys(Frontier frontier) {
    return frontier.domains().stream()
        .filter(KeyDomain.Private.class::isInstance)
        .findFirst()
        .map(KeyDomain::keys)
        .orElse(List.of());
  }

  /** Every released group, its values in the order of the frontier's keys. */
  public static List<List<KeyValue>> all(
      Frontier frontier,
      Map<String, List<List<KeyValue>>> publicKeys,
      List<List<KeyValue>> selected) {
    if (frontier.domains().size() == 1
        && frontier.domains().get(0) instanceof KeyDomain.Private only
        && only.keys().equals(IntStream.range(0, frontier.keys().size()).boxed().toList())) {
      return selected;
    }
    List<KeyValue> blank = new ArrayList<>();
    frontier.keys().forEach(key -> blank.add(KeyValue.NULL));
    List<List<KeyValue>> groups = List.of(blank);
    for (KeyDomain domain : frontier.domains()) {
      List<List<KeyValue>> values =
          domain instanceof KeyDomain.Private ? selected : values(domain, publicKeys);
      if ((long) groups.size() * values.size() > MAX_GROUPS) {
        throw RunMessages.tooManyRows(MAX_GROUPS);
      }
      List<List<KeyValue>> wider = new ArrayList<>();
      for (List<KeyValue> group : groups) {
        for (List<KeyValue> value : values) {
          wider.add(with(group, domain.keys(), value));
        }
      }
      groups = wider;
    }
    return groups;
  }

  /** The order of groups where the query names the keys in another order than the frontier. */
  static Comparator<List<KeyValue>> listed(Frontier frontier) {
    List<Integer> written = frontier.listed();
    List<KeyDomain> domains = new ArrayList<>(frontier.domains());
    domains.sort(
        Comparator.comparing(
            domain -> domain.keys().stream().mapToInt(written::indexOf).min().orElse(0)));
    return domains.stream()
        .map(domain -> listed(domain, written))
        .reduce(Comparator::thenComparing)
        .orElseGet(KeyOrder::new);
  }

  private static Comparator<List<KeyValue>> listed(KeyDomain domain, List<Integer> written) {
    if (domain instanceof KeyDomain.Declared declared) {
      Map<KeyValue, Integer> places = new HashMap<>();
      declared.values().forEach(value -> places.putIfAbsent(value, places.size()));
      // Values that are not listed come last.
      return Comparator.comparing(
          group -> places.getOrDefault(group.get(declared.key()), places.size()));
    }
    List<Integer> keys =
        domain.keys().stream().sorted(Comparator.comparing(written::indexOf)).toList();
    return Comparator.comparing(group -> keys.stream().map(group::get).toList(), new KeyOrder());
  }

  private static List<KeyValue> with(
      List<KeyValue> group, List<Integer> keys, List<KeyValue> values) {
    List<KeyValue> filled = new ArrayList<>(group);
    for (int i = 0; i < keys.size(); i++) {
      filled.set(keys.get(i), values.get(i));
    }
    return filled;
  }

  private static List<List<KeyValue>> values(
      KeyDomain domain, Map<String, List<List<KeyValue>>> publicKeys) {
    if (domain instanceof KeyDomain.Declared declared) {
      return declared.values().stream().map(List::of).toList();
    } else if (domain instanceof KeyDomain.FromPublic from) {
      return sorted(from, publicKeys.getOrDefault(from.query(), List.of()), from.nullRow());
    } else if (domain instanceof KeyDomain.FromReleased from) {
      return publicKeys.containsKey(from.set())
          ? sorted(from, publicKeys.getOrDefault(from.set(), List.of()), from.nullRow())
          : List.of();
    }
    return List.of();
  }

  private static List<List<KeyValue>> sorted(
      KeyDomain domain, List<List<KeyValue>> listed, boolean nullRow) {
    Set<List<KeyValue>> rows = new LinkedHashSet<>(listed);
    if (nullRow) {
      rows.add(domain.keys().stream().map(key -> KeyValue.NULL).toList());
    }
    List<List<KeyValue>> sorted = new ArrayList<>(rows);
    sorted.sort(new KeyOrder());
    return sorted;
  }
}
