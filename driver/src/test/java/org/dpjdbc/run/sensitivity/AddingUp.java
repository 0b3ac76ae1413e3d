package org.dpjdbc.run.sensitivity;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.dpjdbc.plan.model.Consistency;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.Release;

/**
 * Holds the levels of a plan to what their estimation rests on: the exact integers of the finest
 * one add up to those of the others, in every database.
 */
final class AddingUp {
  private final PrivatePlan plan;
  private final Map<String, List<List<KeyValue>>> publicKeys;

  AddingUp(PrivatePlan plan, Map<String, List<List<KeyValue>>> publicKeys) {
    this.plan = plan;
    this.publicKeys = publicKeys;
  }

  /** Checks all families; says how many. */
  int check(List<Movement.Answers> answers) {
    for (Consistency family : plan.consistencies()) {
      for (Consistency.Level level : family.levels()) {
        Frontier finest = plan.frontiers().get(place(family.levels().get(0)));
        for (int r = 0; r < finest.releases().size(); r++) {
          if (finest.releases().get(r) instanceof NoisyVector vector && vector.additive()) {
            for (int c = 0; c < vector.size(); c++) {
              check(family.levels().get(0), level, new Release.Ref(r, c), answers);
            }
          }
        }
      }
    }
    return plan.consistencies().size();
  }

  private void check(
      Consistency.Level finest,
      Consistency.Level level,
      Release.Ref ref,
      List<Movement.Answers> answers) {
    Map<List<KeyValue>, BigInteger> expected = new HashMap<>();
    values(finest, ref, answers)
        .forEach(
            (group, value) ->
                expected.merge(
                    level.keys().stream().map(group::get).toList(), value, BigInteger::add));
    Map<List<KeyValue>, BigInteger> actual = values(level, ref, answers);
    expected.values().removeIf(value -> value.signum() == 0);
    actual.values().removeIf(value -> value.signum() == 0);
    if (!actual.equals(expected)) {
      throw new AssertionError(
          "level %s of %s: %s where the finest adds up to %s"
              .formatted(level.keys(), ref, actual, expected));
    }
  }

  private Map<List<KeyValue>, BigInteger> values(
      Consistency.Level level, Release.Ref ref, List<Movement.Answers> answers) {
    int place = place(level);
    Frontier frontier = plan.frontiers().get(place);
    Movement movement = new Movement(frontier, publicKeys, new Tightness());
    Map<List<KeyValue>, BigInteger> values = new HashMap<>();
    for (List<KeyValue> group : movement.groups(answers.get(place), answers.get(place))) {
      values.put(
          group,
          Movement.exact(
              ((NoisyVector) frontier.releases().get(ref.release()))
                  .components()
                  .get(ref.component()),
              answers.get(place),
              group));
    }
    return values;
  }

  private int place(Consistency.Level level) {
    return plan.frontiers().stream().map(Frontier::name).toList().indexOf(level.frontier());
  }
}
