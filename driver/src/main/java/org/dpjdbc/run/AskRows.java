package org.dpjdbc.run;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.plan.Ask;
import org.dpjdbc.plan.Frontier;
import org.dpjdbc.plan.KeyValue;
import org.jspecify.annotations.Nullable;

/** What the database answered to an ask: exact integers by group. Never leaves the release. */
final class AskRows {
  private final Map<List<KeyValue>, List<BigInteger>> byGroup = new LinkedHashMap<>();

  private AskRows() {}

  static AskRows of(
      Backend backend,
      Frontier frontier,
      Ask ask,
      List<@Nullable Object> parameters,
      Deadline deadline,
      Cancellation cancellation) {
    AskRows answered = new AskRows();
    List<RelDataType> types =
        ask.keys().stream()
            .map(key -> frontier.rowType().getFieldList().get(key).getType())
            .toList();
    backend.ask(
        ask.sql(),
        parameters,
        deadline,
        cancellation,
        rows -> {
          while (rows.next()) {
            List<KeyValue> key = new ArrayList<>(types.size());
            for (int i = 0; i < types.size(); i++) {
              key.add(keyValue(BackendValues.read(rows, i + 1, types.get(i))));
            }
            List<BigInteger> integers = new ArrayList<>(ask.integers());
            for (int i = 0; i < ask.integers(); i++) {
              integers.add(BackendValues.integer(rows, types.size() + i + 1));
            }
            if (answered.byGroup.put(List.copyOf(key), integers) != null) {
              throw new IllegalStateException("the database told one group apart in two");
            }
          }
        });
    return answered;
  }

  static KeyValue keyValue(@Nullable Object value) {
    return value == null ? KeyValue.NULL : new KeyValue.Of(value);
  }

  /** An integer of a group; 0 where the database has no such group. */
  BigInteger get(List<KeyValue> group, int integer) {
    List<BigInteger> integers = byGroup.get(group);
    return integers == null ? BigInteger.ZERO : integers.get(integer);
  }

  /** An integer of every group. */
  Map<List<KeyValue>, BigInteger> column(int integer) {
    Map<List<KeyValue>, BigInteger> column = new LinkedHashMap<>();
    byGroup.forEach((group, integers) -> column.put(group, integers.get(integer)));
    return column;
  }
}
