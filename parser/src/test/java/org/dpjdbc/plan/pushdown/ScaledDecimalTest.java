package org.dpjdbc.plan.pushdown;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaledDecimalTest {
  private final RelDataTypeFactory types = new SqlTypeFactoryImpl(RelDataTypeSystem.DEFAULT);
  private final RexBuilder rex = new RexBuilder(types);

  @Test
  void aClampedColumnIsReadAsItIs() {
    ScaledDecimal read = ScaledDecimal.of(rex, x -> true, clamped(10, 1000)).orElseThrow();
    assertThat(read.value()).hasToString("CASE(<($0, -10), -10, >($0, 10), 10, $0)");
    assertThat(read.factor()).isEqualByComparingTo("100");
  }

  @ParameterizedTest
  @CsvSource({"0.1, 11", "10, 1001", "10, 999"})
  void notWhereTheEndsAreOthersThanThoseOfTheRange(BigDecimal bound, long steps) {
    assertThat(ScaledDecimal.of(rex, x -> true, clamped(bound, steps))).isEmpty();
  }

  /** 9 · 10^9 and 2 decimals are 12 digits; twice that are more than 18. */
  @Test
  void notWhereAStepHasMoreThan18Digits() {
    RexNode large = clamped(9_000_000_000L, 900_000_000_000L);
    RexNode small = clamped(1_000, 100_000);
    assertThat(ScaledDecimal.of(rex, x -> true, times(large, small))).isPresent();
    assertThat(ScaledDecimal.of(rex, x -> true, times(large, large))).isEmpty();
  }

  /** Two decimals are 100 times as many digits, and the factor as many again. */
  @ParameterizedTest
  @CsvSource({"100000000000000, true", "1000000000000000000, false"})
  void theSumOfManyRowsHasRoom(long times, boolean room) {
    RexNode many = times(clamped(1_000, 100_000), rex.makeExactLiteral(BigDecimal.valueOf(times)));
    assertThat(ScaledDecimal.of(rex, x -> true, many).isPresent()).isEqualTo(room);
  }

  /** 24 digits and those of 10^14 rows are 38. */
  @ParameterizedTest
  @CsvSource({"999999999999999999, 6, true", "1000000000000000000, 6, false"})
  void theSumOfManyUnitsHasRoom(BigDecimal integer, int scale, boolean room) {
    assertThat(ScaledDecimal.hasRoom(integer, scale)).isEqualTo(room);
  }

  @Test
  void onlyOfColumnsThatAreStored() {
    assertThat(ScaledDecimal.of(rex, x -> false, clamped(10, 1000))).isEmpty();
  }

  private RexNode times(RexNode left, RexNode right) {
    return rex.makeCall(SqlStdOperatorTable.MULTIPLY, left, right);
  }

  private RexNode clamped(long bound, long steps) {
    return clamped(BigDecimal.valueOf(bound), steps);
  }

  /** A column of two decimals, in hundredths, between ± a bound. */
  private RexNode clamped(BigDecimal bound, long steps) {
    RelDataType bigint = types.createSqlType(SqlTypeName.BIGINT);
    RexNode x = rex.makeInputRef(types.createSqlType(SqlTypeName.DECIMAL, 15, 2), 0);
    RexNode from = rex.makeExactLiteral(bound.negate());
    RexNode to = rex.makeExactLiteral(bound);
    return rex.makeCall(
        bigint,
        SqlStdOperatorTable.CASE,
        List.of(
            rex.makeCall(SqlStdOperatorTable.BETWEEN, x, from, to),
            rex.makeAbstractCast(
                bigint, times(x, rex.makeExactLiteral(BigDecimal.valueOf(100))), false),
            rex.makeCall(SqlStdOperatorTable.LESS_THAN, x, from),
            rex.makeExactLiteral(BigDecimal.valueOf(-steps), bigint),
            rex.makeCall(SqlStdOperatorTable.GREATER_THAN, x, to),
            rex.makeExactLiteral(BigDecimal.valueOf(steps), bigint),
            rex.makeNullLiteral(bigint)));
  }
}
