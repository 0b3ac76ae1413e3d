package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.run.backend.BackendReader;
import org.dpjdbc.run.backend.BackendValues;
import org.jspecify.annotations.Nullable;

/**
 * The result of one query to the database: exact integers by group. Never leaves the release. There
 * may be a million groups: each is held once, without a list or a map of its own.
 */
public final class AggregateRows {
  private final List<Row> rows = new ArrayList<>();
  private final Map<List<KeyValue>, Row> byGroup = new HashMap<>();
  private final BigInteger[] unmatched;

  /** A group's exact integers. */
  public static final class Row {
    private final List<KeyValue> group;
    private final BigInteger[] integers;

    public Row(List<KeyValue> group, BigInteger[] integers) {
      this.group = group;
      this.integers = integers;
    }

    public List<KeyValue> group() {
      return group;
    }

    /** Not a copy. */
    public BigInteger[] integers() {
      return integers;
    }
  }

  private AggregateRows(int integers) {
    unmatched = new BigInteger[integers];
    Arrays.fill(unmatched, BigInteger.ZERO);
  }

  public static AggregateRows of(
      BackendReader backend,
      Frontier frontier,
      AggregateQuery query,
      BackendReader.Planned statement) {
    AggregateRows answered = new AggregateRows(query.integers());
    List<RelDataType> types = new ArrayList<>();
    query.keys().forEach(key -> types.add(frontier.rowType().getFieldList().get(key).getType()));
    query.cells().ifPresent(grid -> types.add(grid.type()));
    backend.ask(
        statement,
        rows -> {
          while (rows.next()) {
            answered.add(row(rows, types, query.integers()));
          }
        });
    return answered;
  }

  /** The same rows under other groups; those of one group are added up. */
  public AggregateRows regrouped(UnaryOperator<List<KeyValue>> group) {
    AggregateRows regrouped = new AggregateRows(unmatched.length);
    for (Row row : rows) {
      List<KeyValue> to = group.apply(row.group());
      Row sum = regrouped.byGroup.get(to);
      if (sum == null) {
        regrouped.add(new Row(to, row.integers().clone()));
      } else {
        for (int i = 0; i < unmatched.length; i++) {
          sum.integers()[i] = sum.integers()[i].add(row.integers()[i]);
        }
      }
    }
    return regrouped;
  }

  private static Row row(ResultSet rows, List<RelDataType> types, int integers)
      throws SQLException {
    KeyValue[] group = new KeyValue[types.size()];
    for (int i = 0; i < group.length; i++) {
      group[i] = keyValue(BackendValues.read(rows, i + 1, types.get(i)));
    }
    BigInteger[] values = new BigInteger[integers];
    for (int i = 0; i < integers; i++) {
      values[i] = BackendValues.integer(rows, group.length + i + 1);
    }
    return new Row(List.of(group), values);
  }

  /**
   * Each key is brought to the type that it is read in by the database, so that no two rows have
   * the same. Were it otherwise, to fail would tell that both groups exist: they become one then,
   * whose integers are those further from zero. No unit moves that by more, added up, than it moved
   * the two; the bound on a norm of squares rests on there being no such rows.
   */
  private void add(Row row) {
    Row known = byGroup.putIfAbsent(row.group(), row);
    if (known == null) {
      rows.add(row);
      return;
    }
    for (int i = 0; i < unmatched.length; i++) {
      BigInteger a = known.integers()[i];
      BigInteger b = row.integers()[i];
      known.integers()[i] = a.max(b).max(BigInteger.ZERO).add(a.min(b).min(BigInteger.ZERO));
    }
  }

  public static KeyValue keyValue(@Nullable Object value) {
    return value == null ? KeyValue.NULL : new KeyValue.Of(value);
  }

  /** The integers of a group; all 0 where the database has no such group. Not to be changed. */
  public BigInteger[] of(List<KeyValue> group) {
    Row row = byGroup.get(group);
    return row == null ? unmatched : row.integers();
  }

  /** The groups that the database has, in no order. */
  public List<Row> rows() {
    return rows;
  }
}
