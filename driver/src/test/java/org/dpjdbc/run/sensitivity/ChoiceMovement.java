package org.dpjdbc.run.sensitivity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.ModeRelease;
import org.dpjdbc.plan.model.TopRelease;

/** Holds what is chosen by its scores to the claims of how far those move. */
final class ChoiceMovement {
  private final Frontier frontier;
  private final Map<String, List<List<KeyValue>>> publicKeys;
  private final Tightness tightness;
  private final Movement movement;

  ChoiceMovement(
      Frontier frontier,
      Map<String, List<List<KeyValue>>> publicKeys,
      Tightness tightness,
      Movement movement) {
    this.frontier = frontier;
    this.publicKeys = publicKeys;
    this.tightness = tightness;
    this.movement = movement;
  }

  /** In each group the cell that moves most, and none that falls when a unit is added. */
  void check(ModeRelease release, Movement.Answers with, Movement.Answers without) {
    Map<List<KeyValue>, List<BigInteger>> before = with.byAsk().get(release.query());
    Map<List<KeyValue>, List<BigInteger>> after = without.byAsk().get(release.query());
    Set<List<KeyValue>> cells = new LinkedHashSet<>(before.keySet());
    cells.addAll(after.keySet());
    Map<List<KeyValue>, BigInteger> byGroup = new HashMap<>();
    for (List<KeyValue> cell : cells) {
      if (frontier.domains().stream().allMatch(domain -> movement.holds(domain, cell))) {
        BigInteger was = before.getOrDefault(cell, List.of(BigInteger.ZERO)).get(0);
        BigInteger is = after.getOrDefault(cell, List.of(BigInteger.ZERO)).get(0);
        if (was.compareTo(is) < 0) {
          throw new AssertionError(
              "%s: the count of %s falls from %s to %s when a unit is added"
                  .formatted(release.what(), cell, is, was));
        }
        byGroup.merge(cell.subList(0, cell.size() - 1), was.subtract(is), BigInteger::max);
      }
    }
    BigInteger moved = byGroup.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
    String strategy = frontier.queries().get(release.query()).strategy();
    BigFraction share = BigFraction.of(moved, release.l1());
    tightness.add("MODE, " + strategy, share, share.multiply(share));
    if (moved.compareTo(release.l1()) > 0) {
      throw new AssertionError(
          "%s (%s) moves by %s where %s is claimed"
              .formatted(release.what(), strategy, moved, release.l1()));
    }
  }

  void check(TopRelease top, Movement.Answers with, Movement.Answers without) {
    for (List<KeyValue> group : movement.groups(with, without)) {
      BigInteger move = with.get(top.cell(), group).subtract(without.get(top.cell(), group));
      BigFraction share = BigFraction.of(move.abs(), top.moves());
      tightness.add(
          "TOP, " + frontier.queries().get(top.cell().query()).strategy(),
          share,
          share.multiply(share));
      if (move.abs().compareTo(top.moves()) > 0
          || (top.monotone() && top.moves().signum() > 0 && isBoth(top, with, without))) {
        throw new AssertionError(
            "%s moves by %s in %s where %s is claimed"
                .formatted(top.what(), move, group, top.moves()));
      }
      if (top.factor().isPresent()) {
        BigDecimal score =
            factor(group.get(top.factor().getAsInt())).multiply(new BigDecimal(move));
        BigDecimal claimed = maxFactor(top).multiply(new BigDecimal(top.moves()));
        if (score.abs().compareTo(claimed) > 0) {
          throw new AssertionError(
              "a score of %s moves by %s in %s where %s is claimed"
                  .formatted(top.what(), score, group, claimed));
        }
      }
    }
  }

  /** Of all groups that can be chosen, whether anybody is in them or not. */
  private BigDecimal maxFactor(TopRelease top) {
    int key = top.factor().orElseThrow();
    for (KeyDomain domain : frontier.domains()) {
      int place = domain.keys().indexOf(key);
      if (place >= 0) {
        List<KeyValue> values =
            domain instanceof KeyDomain.Declared declared
                ? declared.values()
                : publicKeys
                    .getOrDefault(((KeyDomain.FromPublic) domain).query(), List.of())
                    .stream()
                    .map(keys -> keys.get(place))
                    .toList();
        return values.stream()
            .map(value -> factor(value).abs())
            .max(Comparator.naturalOrder())
            .orElse(BigDecimal.ZERO);
      }
    }
    throw new AssertionError("no such key");
  }

  private static BigDecimal factor(KeyValue key) {
    return key instanceof KeyValue.Of of ? new BigDecimal(of.value().toString()) : BigDecimal.ZERO;
  }

  /** Whether some scores move up and some down. */
  private boolean isBoth(TopRelease top, Movement.Answers with, Movement.Answers without) {
    Set<Integer> signs = new HashSet<>();
    for (List<KeyValue> group : movement.groups(with, without)) {
      signs.add(with.get(top.cell(), group).subtract(without.get(top.cell(), group)).signum());
    }
    return signs.contains(1) && signs.contains(-1);
  }
}
