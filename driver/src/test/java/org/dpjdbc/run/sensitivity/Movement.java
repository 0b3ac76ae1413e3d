package org.dpjdbc.run.sensitivity;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.AutoBoundRelease;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.ModeRelease;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.QuantileRelease;
import org.dpjdbc.plan.model.RankGrid;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Selection;
import org.dpjdbc.plan.model.ThresholdedCount;
import org.dpjdbc.plan.model.TopRelease;

/**
 * Holds a frontier to its claims: between two databases that differ by one unit, the exact integers
 * of all groups that can be released move by no more than each {@link Release} says, and the unit
 * counts by no more than its {@link Selection} says.
 */
final class Movement {
  private final Frontier frontier;
  private final Map<String, List<List<KeyValue>>> publicKeys;
  private final Tightness tightness;

  /**
   * Creates the check.
   *
   * @param publicKeys the rows of the public queries that list keys, by their names
   */
  Movement(Frontier frontier, Map<String, List<List<KeyValue>>> publicKeys, Tightness tightness) {
    this.frontier = frontier;
    this.publicKeys = publicKeys;
    this.tightness = tightness;
  }

  /** Exact integers by group, one map per ask. */
  record Answers(List<Map<List<KeyValue>, List<BigInteger>>> byAsk) {

    BigInteger get(AggregateQuery.Cell cell, List<KeyValue> group) {
      List<BigInteger> integers = byAsk.get(cell.query()).get(group);
      return integers == null ? BigInteger.ZERO : integers.get(cell.integer());
    }
  }

  void check(Answers with, Answers without) {
    Check check = new Check(with, without);
    frontier.releases().forEach(release -> release.accept(check));
    if (frontier.selection().filter(Selection::others).isPresent()) {
      Check gathered = new Check(gathered(with), gathered(without));
      frontier.releases().forEach(release -> release.accept(gathered));
    }
    frontier.selection().ifPresent(selection -> check(selection, with, without));
  }

  /** What each kind of release claims. */
  private final class Check implements Release.Visitor<Boolean> {
    private final Answers with;
    private final Answers without;

    Check(Answers with, Answers without) {
      this.with = with;
      this.without = without;
    }

    private ChoiceMovement choices() {
      return new ChoiceMovement(frontier, publicKeys, tightness, Movement.this);
    }

    @Override
    public Boolean vector(NoisyVector vector) {
      check(vector, with, without);
      return true;
    }

    @Override
    public Boolean thresholdedCount(ThresholdedCount count) {
      check(count, with, without);
      return true;
    }

    @Override
    public Boolean quantiles(QuantileRelease quantiles) {
      check(quantiles, with, without);
      return true;
    }

    @Override
    public Boolean autoBound(AutoBoundRelease autoBound) {
      check(autoBound, with, without);
      return true;
    }

    @Override
    public Boolean mode(ModeRelease mode) {
      choices().check(mode, with, without);
      return true;
    }

    @Override
    public Boolean top(TopRelease top) {
      choices().check(top, with, without);
      return true;
    }
  }

  private void check(NoisyVector release, Answers with, Answers without) {
    BigFraction l1 = BigFraction.ZERO;
    BigFraction l2Squared = BigFraction.ZERO;
    StringBuilder moves = new StringBuilder();
    for (List<KeyValue> group : groups(with, without)) {
      for (NoisyVector.Component component : release.components()) {
        BigInteger before = exact(component, with, group);
        BigInteger after = exact(component, without, group);
        BigFraction move = BigFraction.of(before.subtract(after).abs()).divide(component.weight());
        l1 = l1.add(move);
        l2Squared = l2Squared.add(move.multiply(move));
        if (move.signum() != 0) {
          moves.append("\n  ").append(group).append(": ").append(after).append(" -> ");
          moves.append(before).append(" weight ").append(component.weight());
        }
      }
    }
    String strategy = frontier.queries().get(ask(release)).strategy();
    tightness.add(
        kind(release) + ", " + strategy,
        l1.divide(release.l1()),
        l2Squared.divide(release.l2Squared()));
    if (l1.compareTo(release.l1()) > 0 || l2Squared.compareTo(release.l2Squared()) > 0) {
      throw new AssertionError(
          "%s (%s) moves by %s in L1 where %s is claimed, by the square root of %s in L2 where that of %s is%s"
              .formatted(
                  release.what(),
                  strategy,
                  l1,
                  release.l1(),
                  l2Squared,
                  release.l2Squared(),
                  moves));
    }
  }

  /** No count is negative, or one that was never asked about would not read as 0. */
  private void check(ThresholdedCount count, Answers with, Answers without) {
    BigInteger all = BigInteger.ZERO;
    BigInteger max = BigInteger.ZERO;
    BigInteger piece = BigInteger.valueOf(count.maxMove() / count.pieces());
    BigInteger pieces = BigInteger.ZERO;
    StringBuilder moves = new StringBuilder();
    for (List<KeyValue> group : groups(with, without)) {
      BigInteger before = with.get(count.cell(), group);
      BigInteger after = without.get(count.cell(), group);
      BigInteger move = before.subtract(after).abs();
      all = all.add(move);
      max = max.max(move);
      pieces = pieces.add(move.add(piece).subtract(BigInteger.ONE).divide(piece));
      moves.append("\n  ").append(group).append(": ").append(after).append(" -> ").append(before);
      if (before.signum() < 0 || after.signum() < 0) {
        throw new AssertionError(count.what() + " is negative" + moves);
      }
    }
    BigInteger groups = BigInteger.valueOf(count.maxGroups());
    BigInteger claimed = BigInteger.valueOf(count.maxMove()).multiply(groups);
    if (pieces.compareTo(BigInteger.valueOf(count.pieces()).multiply(groups)) > 0) {
      throw new AssertionError(
          "%s moves by %s pieces of %s%s".formatted(count.what(), pieces, piece, moves));
    }
    String strategy = frontier.queries().get(count.cell().query()).strategy();
    BigFraction share = BigFraction.of(all, claimed);
    tightness.add("thresholded count, " + strategy, share, share);
    if (all.compareTo(claimed) > 0 || max.compareTo(BigInteger.valueOf(count.maxMove())) > 0) {
      throw new AssertionError(
          "%s (%s) moves by %s, and by %s in one group, where %s and %s are claimed%s"
              .formatted(count.what(), strategy, all, max, claimed, count.maxMove(), moves));
    }
  }

  private void check(QuantileRelease release, Answers with, Answers without) {
    Map<List<KeyValue>, List<BigInteger>> before = with.byAsk().get(release.query());
    Map<List<KeyValue>, List<BigInteger>> after = without.byAsk().get(release.query());
    Set<List<KeyValue>> cells = new LinkedHashSet<>(before.keySet());
    cells.addAll(after.keySet());
    BigInteger l1 = BigInteger.ZERO;
    for (List<KeyValue> cell : cells) {
      if (frontier.domains().stream().allMatch(domain -> holds(domain, cell))) {
        BigInteger was = before.getOrDefault(cell, List.of(BigInteger.ZERO)).get(0);
        BigInteger is = after.getOrDefault(cell, List.of(BigInteger.ZERO)).get(0);
        l1 = l1.add(was.subtract(is).abs());
      }
    }
    KnownCells.check(frontier.queries().get(release.query()), cells);
    String strategy = frontier.queries().get(release.query()).strategy();
    BigFraction share = BigFraction.of(l1, release.l1());
    tightness.add("QUANTILE, " + strategy, share, share.multiply(share));
    if (l1.compareTo(release.l1()) > 0) {
      throw new AssertionError(
          "%s (%s) moves by %s where %s is claimed"
              .formatted(release.what(), strategy, l1, release.l1()));
    }
  }

  /**
   * Totals come or go, all of them one way, and none of those that stay is another. Each cell has
   * totals of its power alone, so that clamped sums follow from the histogram.
   */
  private void check(AutoBoundRelease release, Answers with, Answers without) {
    Map<List<KeyValue>, List<BigInteger>> before = with.byAsk().get(release.query());
    Map<List<KeyValue>, List<BigInteger>> after = without.byAsk().get(release.query());
    Map<KeyValue, BigInteger> powers = powers(release);
    Set<List<KeyValue>> cells = new LinkedHashSet<>(before.keySet());
    cells.addAll(after.keySet());
    BigInteger gone = BigInteger.ZERO;
    for (List<KeyValue> cell : cells) {
      KeyValue power = cell.get(cell.size() - 1);
      if (!powers.containsKey(power)
          || !frontier.domains().stream().allMatch(domain -> holds(domain, cell))) {
        continue;
      }
      List<BigInteger> was = before.getOrDefault(cell, List.of(BigInteger.ZERO, BigInteger.ZERO));
      List<BigInteger> is = after.getOrDefault(cell, List.of(BigInteger.ZERO, BigInteger.ZERO));
      BigInteger totals = was.get(0).subtract(is.get(0));
      BigInteger sum = was.get(1).subtract(is.get(1));
      gone = gone.add(totals);
      boolean fits =
          totals.signum() >= 0
              && isOf(powers.get(power), was)
              && isOf(powers.get(power), List.of(totals, sum));
      if (!fits) {
        throw new AssertionError(
            "%s: of %s were %s, and are %s".formatted(release.what(), cell, was, is));
      }
    }
    String strategy = frontier.queries().get(release.query()).strategy();
    BigFraction share = BigFraction.of(gone, release.moves());
    tightness.add("FOUND, " + strategy, share, share.multiply(share));
    if (gone.compareTo(release.moves()) > 0) {
      throw new AssertionError(
          "%s: %s totals go where %s are claimed".formatted(release.what(), gone, release.moves()));
    }
  }

  /** Whether so many totals of a power, or of minus that, can add up to so much. */
  private static boolean isOf(BigInteger power, List<BigInteger> cell) {
    BigInteger sum = power.signum() < 0 ? cell.get(1).negate() : cell.get(1);
    BigInteger max = power.abs();
    BigInteger min = max.shiftRight(1).add(BigInteger.ONE).min(max);
    return sum.compareTo(cell.get(0).multiply(max)) <= 0
        && sum.compareTo(cell.get(0).multiply(min)) >= 0;
  }

  /** The powers of two, negative for totals below 0, by the keys of their cells. */
  private Map<KeyValue, BigInteger> powers(AutoBoundRelease release) {
    RankGrid grid = (RankGrid) frontier.queries().get(release.query()).cells().orElseThrow();
    Map<KeyValue, BigInteger> powers = new HashMap<>();
    for (int power = 0; power < release.side(); power++) {
      BigInteger value = BigInteger.ONE.shiftLeft(power);
      powers.put(grid.key(release.cell(power, false)), value);
      if (release.signed()) {
        powers.put(grid.key(release.cell(power, true)), value.negate());
      }
    }
    return powers;
  }

  /** With nothing shown: all groups are one for each combination of public keys. */
  private Answers gathered(Answers answers) {
    List<Map<List<KeyValue>, List<BigInteger>>> byAsk = new ArrayList<>();
    for (int i = 0; i < frontier.queries().size(); i++) {
      List<Integer> keys = frontier.queries().get(i).keys();
      Map<List<KeyValue>, List<BigInteger>> sums = new HashMap<>();
      answers
          .byAsk()
          .get(i)
          .forEach((group, integers) -> sums.merge(others(keys, group), integers, Movement::add));
      byAsk.add(sums);
    }
    return new Answers(byAsk);
  }

  private List<KeyValue> others(List<Integer> keys, List<KeyValue> group) {
    List<KeyValue> others = new ArrayList<>(group);
    for (KeyDomain domain : frontier.domains()) {
      if (domain instanceof KeyDomain.Private) {
        domain.keys().stream()
            .filter(keys::contains)
            .forEach(key -> others.set(keys.indexOf(key), KeyValue.NULL));
      }
    }
    return others;
  }

  private static List<BigInteger> add(List<BigInteger> a, List<BigInteger> b) {
    List<BigInteger> sum = new ArrayList<>();
    for (int i = 0; i < a.size(); i++) {
      sum.add(a.get(i).add(b.get(i)));
    }
    return sum;
  }

  private static int ask(NoisyVector release) {
    return release.components().get(0).terms().get(0).cell().query();
  }

  private static String kind(NoisyVector release) {
    String what = release.what();
    String name = what.substring(0, what.indexOf('('));
    return what.startsWith(name + "(DISTINCT") ? name + " DISTINCT" : name;
  }

  static BigInteger exact(NoisyVector.Component component, Answers answers, List<KeyValue> group) {
    BigInteger exact = BigInteger.ZERO;
    for (NoisyVector.Term term : component.terms()) {
      exact = exact.add(answers.get(term.cell(), group).multiply(term.factor()));
    }
    return exact;
  }

  /** Every group that either database has and that can be released. */
  Set<List<KeyValue>> groups(Answers with, Answers without) {
    Set<List<KeyValue>> groups = new LinkedHashSet<>();
    for (int query = 0; query < frontier.queries().size(); query++) {
      if (frontier.queries().get(query).keys().size() == frontier.keys().size()
          && frontier.queries().get(query).cells().isEmpty()) {
        groups.addAll(with.byAsk().get(query).keySet());
        groups.addAll(without.byAsk().get(query).keySet());
      }
    }
    groups.removeIf(group -> !frontier.domains().stream().allMatch(d -> holds(d, group)));
    return groups;
  }

  boolean holds(KeyDomain domain, List<KeyValue> group) {
    List<KeyValue> values = domain.keys().stream().map(group::get).toList();
    if (domain instanceof KeyDomain.Declared declared) {
      return declared.values().contains(values.get(0));
    } else if (domain instanceof KeyDomain.FromPublic from) {
      return publicKeys.getOrDefault(from.query(), List.of()).contains(values)
          || (from.nullRow() && values.stream().allMatch(KeyValue.NULL::equals));
    } else if (domain instanceof KeyDomain.FromReleased from) {
      return publicKeys.getOrDefault(from.set(), List.of()).contains(values)
          || (from.nullRow() && values.stream().allMatch(KeyValue.NULL::equals));
    }
    return true;
  }

  private void check(Selection selection, Answers with, Answers without) {
    Map<List<KeyValue>, BigInteger> before = units(selection, with);
    Map<List<KeyValue>, BigInteger> after = units(selection, without);
    Set<List<KeyValue>> all = new HashSet<>(before.keySet());
    all.addAll(after.keySet());
    BigInteger moved = BigInteger.ZERO;
    BigInteger max = BigInteger.valueOf((long) selection.maxMove() * selection.unitSize());
    for (List<KeyValue> key : all) {
      BigInteger number = before.getOrDefault(key, BigInteger.ZERO);
      BigInteger move = number.subtract(after.getOrDefault(key, BigInteger.ZERO)).abs();
      moved = moved.add(move);
      if (number.signum() < 0 || move.compareTo(max) > 0) {
        throw new AssertionError("the units of " + key + " are " + number + ", moved by " + move);
      }
    }
    String strategy = frontier.queries().get(selection.units().query()).strategy();
    BigInteger claimed = max.multiply(BigInteger.valueOf(selection.maxGroups()));
    BigFraction share = BigFraction.of(moved, claimed);
    tightness.add("selection, " + strategy, share, share);
    if (moved.compareTo(claimed) > 0) {
      throw new AssertionError(
          "one unit moves all keys by %s where %s is claimed: %s, %s"
              .formatted(moved, claimed, before, after));
    }
  }

  /** Units by combination of private keys, as they decide what is released. */
  private Map<List<KeyValue>, BigInteger> units(Selection selection, Answers answers) {
    AggregateQuery query = frontier.queries().get(selection.units().query());
    List<Integer> hidden = new ArrayList<>();
    for (KeyDomain domain : frontier.domains()) {
      if (domain instanceof KeyDomain.Private) {
        domain.keys().forEach(key -> hidden.add(query.keys().indexOf(key)));
      }
    }
    Map<List<KeyValue>, BigInteger> units = new HashMap<>();
    answers
        .byAsk()
        .get(selection.units().query())
        .forEach(
            (group, integers) ->
                units.merge(
                    hidden.stream().map(group::get).toList(),
                    integers.get(selection.units().integer()),
                    BigInteger::add));
    return units;
  }
}
