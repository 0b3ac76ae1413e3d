package org.dpjdbc.run.release;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.run.mechanism.AggregateRows;

/**
 * Gathers the rows of the private keys that are not shown in one group, whose private keys are all
 * NULL. So that it means nothing else, rows whose private keys are all NULL are always among them.
 */
final class OtherGroupRows {
  private final List<Integer> hidden;
  private final List<KeyValue> others;
  private final Set<List<KeyValue>> selected;

  private OtherGroupRows(
      List<Integer> hidden, List<KeyValue> others, Set<List<KeyValue>> selected) {
    this.hidden = hidden;
    this.others = others;
    this.selected = selected;
  }

  /** The group beside those that are shown. */
  static OtherGroupRows of(Frontier frontier, List<List<KeyValue>> selected) {
    List<Integer> hidden = Groups.privateKeys(frontier);
    List<KeyValue> others = Collections.nCopies(hidden.size(), KeyValue.NULL);
    Set<List<KeyValue>> shown = new HashSet<>(selected);
    shown.remove(others);
    return new OtherGroupRows(hidden, others, shown);
  }

  /** The combinations of private keys that are shown, in order, this group among them. */
  List<List<KeyValue>> shown() {
    List<List<KeyValue>> shown = new ArrayList<>(selected);
    shown.add(others);
    shown.sort(new KeyOrder());
    return shown;
  }

  /** The answers with the rows that are not shown under this group. */
  List<AggregateRows> gather(Frontier frontier, List<AggregateRows> answers) {
    List<AggregateRows> gathered = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      List<Integer> keys = frontier.queries().get(i).keys();
      gathered.add(
          keys.containsAll(hidden)
              ? answers.get(i).regrouped(group -> regrouped(keys, group))
              : answers.get(i));
    }
    return gathered;
  }

  private List<KeyValue> regrouped(List<Integer> keys, List<KeyValue> group) {
    List<KeyValue> own = hidden.stream().map(key -> group.get(keys.indexOf(key))).toList();
    if (selected.contains(own)) {
      return group;
    }
    List<KeyValue> moved = new ArrayList<>(group);
    hidden.forEach(key -> moved.set(keys.indexOf(key), KeyValue.NULL));
    return List.copyOf(moved);
  }
}
