package org.dpjdbc.run.finish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.run.Cancellation;
import org.dpjdbc.sql.RefusalCode;
import org.dpjdbc.sql.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run gives, and what it refuses. */
class FinisherTest {
  private final Released released =
      new Released()
          .table(
              "R",
              List.of(
                  Released.Column.of("K", SqlTypeName.VARCHAR).of(20),
                  Released.Column.of("N", SqlTypeName.BIGINT),
                  Released.Column.of("S", SqlTypeName.DOUBLE),
                  Released.Column.of("D", SqlTypeName.DECIMAL).of(10, 2)),
              List.of(
                  new Object[] {"a", 10L, 2.5, new BigDecimal("1.25")},
                  new Object[] {"b", 20L, 3.5, new BigDecimal("2.25")},
                  new Object[] {null, null, null, null},
                  new Object[] {"a", 0L, 7.5, new BigDecimal("-3.75")}));

  @Test
  void keepsTheOrderOfRowsThatSortAlike() {
    assertThat(released.rows("SELECT n FROM r ORDER BY k NULLS FIRST"))
        .containsExactly(row((Object) null), row(10L), row(0L), row(20L));
  }

  @Test
  void skipsAndFetches() {
    assertThat(released.rows("SELECT n FROM r ORDER BY n OFFSET 2 ROWS FETCH NEXT 2 ROWS ONLY"))
        .containsExactly(row(10L), row(20L));
  }

  @Test
  void aPlanServesManyRuns() {
    Finisher finisher = released.finisher();
    FinishPlan plan = finisher.compile(released.plan("SELECT n + 1 FROM r WHERE k = 'b'"));
    for (int run = 0; run < 3; run++) {
      assertThat(Released.list(finisher.run(plan, released.inputs(), new Cancellation())))
          .containsExactly(row(21L));
    }
    assertThat(plan.rowType().getFieldList().get(0).getType().getSqlTypeName())
        .isEqualTo(SqlTypeName.BIGINT);
  }

  @Test
  void whatNobodyForesawIsRefusedWithAConstantText() {
    Finisher finisher = released.finisher();
    List<Throwable> failures =
        List.of(
            new IllegalStateException("Smith"),
            new ClassCastException("Smith"),
            new StackOverflowError("Smith"),
            new OutOfMemoryError("Smith"),
            new AssertionError("Smith"));
    for (Throwable failure : failures) {
      Operator operator =
          run -> {
            if (failure instanceof Error error) {
              throw error;
            }
            throw (RuntimeException) failure;
          };
      FinishPlan plan = new FinishPlan(operator, released.plan("SELECT n FROM r").getRowType());
      assertThatThrownBy(() -> finisher.run(plan, released.inputs(), new Cancellation()))
          .isInstanceOf(RefusedException.class)
          .hasMessage("DP-FINISH: the released values could not be combined as the query asks")
          .hasNoCause();
    }
  }

  @Test
  void warmUpRuns() {
    released.finisher().warmUp();
    released.finisher().warmUp();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT s / n FROM r                                   | DIVISION_BY_ZERO",
        "SELECT 1 / n FROM r                                   | DIVISION_BY_ZERO",
        "SELECT d / n FROM r                                   | DIVISION_BY_ZERO",
        "SELECT MOD(5, n) FROM r                               | DIVISION_BY_ZERO",
        "SELECT n + 9223372036854775800 FROM r                 | OUT_OF_RANGE",
        "SELECT CAST(n * 100 AS TINYINT) FROM r                | OUT_OF_RANGE",
        "SELECT CAST(k AS INTEGER) FROM r                      | BAD_CAST",
        "SELECT LN(n) FROM r                                   | FINISH",
        "SELECT k FROM r WHERE n = (SELECT n FROM r)           | MANY_ROWS",
        "SELECT INITCAP(k), n + 9223372036854775800 FROM r     | OUT_OF_RANGE",
        "SELECT INITCAP(k), 1 / n FROM r                       | DIVISION_BY_ZERO",
      })
  void refusesWithACode(String sql, RefusalCode code) {
    assertThatThrownBy(() -> released.rows(sql))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(code);
              assertThat(refusal.getCause()).isNull();
              assertThat(refusal.getStackTrace()).isEmpty();
            });
  }

  @Test
  void doesNotDivideWhereItIsGuarded() {
    assertThat(released.rows("SELECT CASE WHEN n <> 0 THEN 100 / n END FROM r"))
        .containsExactly(row(10L), row(5L), row((Object) null), row((Object) null));
  }

  @Test
  void stopsWhenCancelled() {
    FinishPlan plan = released.finisher().compile(released.plan("SELECT n + 1 FROM r"));
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();
    assertThatThrownBy(() -> released.finisher().run(plan, released.inputs(), cancellation))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(RefusalCode.STOPPED));
  }

  private static List<Object> row(Object... values) {
    return java.util.Arrays.asList(values);
  }
}
