package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Cells;
import org.dpjdbc.plan.model.KeyValue;
import org.jspecify.annotations.Nullable;

/**
 * The exact integers of one group, as the database gave them: what it does not have reads as 0. As
 * many look-ups for each group, whatever it has. Belongs to one thread.
 */
public final class GroupAnswers {
  private final List<KeyValue> group;
  private final List<AggregateRows> answers;
  private final BigInteger[] @Nullable [] rows;

  /**
   * Creates the view of a group.
   *
   * @param group its keys
   * @param answers of the frontier's queries
   */
  public GroupAnswers(List<KeyValue> group, List<AggregateRows> answers) {
    this.group = group;
    this.answers = answers;
    this.rows = new BigInteger[answers.size()][];
  }

  /** The keys of the group. */
  List<KeyValue> group() {
    return group;
  }

  /** An integer of the group's row. */
  BigInteger get(AggregateQuery.Cell cell) {
    BigInteger[] row = rows[cell.query()];
    if (row == null) {
      row = answers.get(cell.query()).of(group);
      rows[cell.query()] = row;
    }
    return row[cell.integer()];
  }

  /** The integers of a cell of the group's histogram. */
  BigInteger[] cell(int query, KeyValue cell) {
    List<KeyValue> key = new ArrayList<>(group);
    key.add(cell);
    return answers.get(query).of(key);
  }

  /** The counts of the group's histogram. */
  BigInteger[] counts(int query, Cells cells) {
    BigInteger[] counts = new BigInteger[cells.cells()];
    for (int cell = 0; cell < counts.length; cell++) {
      counts[cell] = cell(query, cells.key(cell))[0];
    }
    return counts;
  }
}
