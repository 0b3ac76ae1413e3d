package org.dpjdbc.run.finish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.dpjdbc.run.finish.expression.Evaluation;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What evaluations hold together is bounded, and given back when they end, however they do. */
class MemoryTest {
  private static final int BOUND = 1_000_000;

  private final Memory memory = new Memory(BOUND);

  /** An operator of rows that each hold a text of 10,000 characters, 20 kB by the estimate. */
  private static Operator strings(int rows) {
    return run -> {
      RowCollector out = new RowCollector(1, run);
      for (int i = 0; i < rows; i++) {
        out.add(new @Nullable Object[] {"x".repeat(10_000)});
      }
      return out.rows();
    };
  }

  /** Its input's rows as they are. */
  private static Operator copy(Operator input) {
    return run -> {
      Rows rows = run.rows(input);
      RowCollector out = new RowCollector(1, run);
      for (int i = 0; i < rows.size(); i++) {
        out.add(rows.row(i));
      }
      return out.rows();
    };
  }

  private Rows run(Operator operator) {
    return new Run(Map.of(), new Cancellation(), memory, "ann").whole(operator);
  }

  @Test
  void rowsOfLongStringsAreRefusedAndGivenBack() {
    assertThatThrownBy(() -> run(strings(30)))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("MB");
    assertThat(memory.held()).isZero();
    assertThat(run(strings(20)).size()).isEqualTo(20);
    assertThat(memory.held()).isZero();
  }

  @Test
  void anOperatorAndItsInputCountTogetherAndNothingBelow() {
    Operator deep = strings(10);
    for (int level = 0; level < 30; level++) {
      deep = copy(deep);
    }
    assertThat(run(deep).size()).isEqualTo(10);
    assertThatThrownBy(() -> run(copy(strings(15)))).isInstanceOf(RefusedException.class);
    assertThat(memory.held()).isZero();
  }

  @Test
  void runsOfOneAnalystShareItsBound() {
    memory.take("ann", 300_000);
    assertThatThrownBy(() -> run(strings(20))).isInstanceOf(RefusedException.class);
    memory.giveBack("ann", 300_000);
    assertThat(run(strings(20)).size()).isEqualTo(20);
  }

  @Test
  void oneAnalystLeavesAsMuchForOthersAsItMayTake() {
    memory.take("eve", BOUND / 2);
    assertThatThrownBy(() -> memory.take("eve", 1)).isInstanceOf(RefusedException.class);
    assertThat(run(strings(9)).size()).isEqualTo(9);
    assertThatThrownBy(() -> run(strings(20))).isInstanceOf(RefusedException.class);
    memory.giveBack("eve", BOUND / 2);
    assertThat(run(strings(20)).size()).isEqualTo(20);
    assertThat(memory.held()).isZero();
  }

  @Test
  void stringsOfOneRowAreBoundedTogether() {
    Operator row =
        run -> {
          run.step();
          for (int i = 0; i < 20; i++) {
            Evaluation.builds(1_000_000);
          }
          return Rows.none(1);
        };
    assertThatThrownBy(() -> run(row)).isInstanceOf(RefusedException.class);
  }
}
