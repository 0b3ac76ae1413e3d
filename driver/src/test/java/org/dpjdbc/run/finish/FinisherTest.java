package org.dpjdbc.run.finish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.sql.type.SqlTypeName;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
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
          .hasMessage("DP-FINISH: the released values could not be combined as the query requests")
          .hasNoCause();
    }
  }

  /**
   * The third row is NULL in every column; the fourth has a zero divisor, and a negative number.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT s / n FROM r                                     | 0.25 0.175 NULL NULL",
        "SELECT 1 / n FROM r                                     | 0 0 NULL NULL",
        "SELECT d / n IS NULL FROM r                             | false false true true",
        "SELECT MOD(5, n) FROM r                                 | 5 5 NULL NULL",
        "SELECT n + 9223372036854775797 FROM r          | 9223372036854775807 NULL NULL 9223372036854775797",
        "SELECT CAST(n * 10 AS TINYINT) FROM r                   | 100 NULL NULL 0",
        "SELECT CAST(LOWER(k) AS INTEGER) FROM r                 | NULL NULL NULL NULL",
        "SELECT LN(n) IS NULL FROM r                             | false false true true",
        "SELECT UPPER(NULL) FROM r WHERE n = 10                  | NULL",
        "SELECT NULL + NULL FROM r WHERE n = 10                  | NULL",
        "SELECT FLOOR(NULL) FROM r WHERE n = 10                  | NULL",
        "SELECT LOG2(n + 536870902) FROM r WHERE n = 10          | 29.0",
        "SELECT LOG2(n) IS NULL FROM r                           | false false true true",
        "SELECT SQRT(d) IS NULL FROM r                           | false false true true",
        "SELECT POWER(d, 0.5) IS NULL FROM r                     | false false true true",
        "SELECT POWER(d, 1000) IS NULL FROM r                    | false false true false",
        "SELECT SUBSTRING(k, 1, n - 1) FROM r                    | a b NULL NULL",
        "SELECT COALESCE(s / n, -1) FROM r                       | 0.25 0.175 -1.0 -1.0",
        "SELECT CASE WHEN s / n > 0.2 THEN 'y' ELSE 'n' END FROM r | y n n n",
        "SELECT n FROM r WHERE s / n > 0.2 OR n = 0              | 10 0",
        "SELECT n FROM r ORDER BY 1 / n NULLS LAST, n NULLS LAST | 10 20 0 NULL",
        "SELECT SUM(n / n) FROM r                                | 2",
        "SELECT SUM(n * 800000000000000000) FROM r | 8000000000000000000",
        "SELECT SUM(s / n) OVER (ORDER BY k) FROM r WHERE k = 'b' | 0.175",
        "SELECT NTH_VALUE(k, n) OVER (ORDER BY k) FROM r WHERE n = 0 | NULL",
        "SELECT n FROM r WHERE UPPER(k) = 'A' AND 1 / n = 0        | 10",
        "SELECT 1 / n + CHAR_LENGTH(UPPER(k)) FROM r           | 1 1 NULL NULL",
      })
  void whatIsUndefinedIsNullForItsRow(String sql, String column) {
    assertThat(released.rows(sql))
        .extracting(row -> row.get(0) == null ? "NULL" : row.get(0).toString())
        .containsExactly(column.split(" "));
  }

  @Test
  void otherColumnsOfTheRowKeepTheirValues() {
    assertThat(released.rows("SELECT UPPER(k), 100 / n, 1 / (n - 20) FROM r WHERE k IS NOT NULL"))
        .containsExactly(row("A", 10L, 0L), row("B", 5L, null), row("A", null, 0L));
  }

  /** What is wrong whatever is released is refused when the plan is made, before any charge. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT n / 0 FROM r                          | DIVISION_BY_ZERO",
        "SELECT MOD(n, 2 - 2) FROM r                  | DIVISION_BY_ZERO",
        "SELECT k FROM r WHERE s / 0e0 > n            | DIVISION_BY_ZERO",
        "SELECT n + CAST(1000 AS TINYINT) FROM r      | OUT_OF_RANGE",
        "SELECT CAST('x' AS INTEGER) FROM r           | BAD_CAST",
        "SELECT LN(-1) FROM r                         | FINISH",
      })
  void refusesWhatNoRowHasAValueOf(String sql, RefusalCode code) {
    assertRefused(() -> released.finisher().compile(released.plan(sql)), code);
  }

  @Test
  void aRefusalNamesTheFunction() {
    assertThatThrownBy(
            () -> released.rows("SELECT EXTRACT(NANOSECOND FROM TIMESTAMP '2024-01-01 00:00:00')"))
        .hasMessageContaining("EXTRACT cannot be evaluated on released values");
  }

  @Test
  void aConstantBranchThatIsNotTakenIsNotRefused() {
    assertThat(released.rows("SELECT CASE WHEN 0 = 0 THEN n ELSE n / 0 END FROM r WHERE n > 5"))
        .containsExactly(row(10L), row(20L));
  }

  @Test
  void refusesTwoRowsWhereOneMustBe() {
    assertRefused(
        () -> released.rows("SELECT k FROM r WHERE n = (SELECT n FROM r)"), RefusalCode.MANY_ROWS);
  }

  private static void assertRefused(ThrowingCallable run, RefusalCode code) {
    assertThatThrownBy(run)
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
