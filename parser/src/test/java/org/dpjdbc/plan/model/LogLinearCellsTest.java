package org.dpjdbc.plan.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.junit.jupiter.api.Test;

class LogLinearCellsTest {
  private static final RelDataType BIGINT =
      new SqlTypeFactoryImpl(BackendDialects.called("H2").orElseThrow().typeSystem())
          .createSqlType(SqlTypeName.BIGINT);

  private static LogLinearCells cells(long lower, long upper, int octave, int widest) {
    return new LogLinearCells(
        BIGINT, BigInteger.valueOf(lower), BigInteger.valueOf(upper), octave, widest);
  }

  private static KeyValue key(BigInteger mark) {
    return new KeyValue.Of(RuntimeValues.number(new BigDecimal(mark), BIGINT));
  }

  /** Every point is in one cell, that of its mark, and no cell is wider than it may be. */
  @Test
  void cellsAreApartAndLeaveNothingOut() {
    Random random = new Random(3);
    for (int round = 0; round < 2000; round++) {
      long lower = random.nextInt(4000) - 2000L;
      LogLinearCells grid =
          cells(lower, lower + random.nextInt(4000), random.nextInt(8), 1 + random.nextInt(6));
      BigInteger point = grid.lower();
      Set<KeyValue> keys = new HashSet<>();
      for (int cell = 0; cell < grid.cells(); cell++) {
        assertThat(grid.lower().add(grid.first(cell))).isEqualTo(point);
        assertThat(grid.size(cell)).isPositive();
        assertThat(keys.add(grid.key(cell))).isTrue();
        KeyValue key = grid.key(cell);
        BigInteger size = grid.size(cell);
        for (int i = 0; i < size.intValueExact(); i++) {
          BigInteger widest =
              point
                  .abs()
                  .shiftRight(grid.octave())
                  .max(BigInteger.ONE)
                  .min(BigInteger.ONE.shiftLeft(grid.widest()));
          if (!key(grid.mark(point)).equals(key) || size.compareTo(widest) > 0) {
            fail("point " + point + " of cell " + cell);
          }
          point = point.add(BigInteger.ONE);
        }
      }
      assertThat(point).isEqualTo(grid.upper().add(BigInteger.ONE));
    }
  }

  @Test
  void whatIsBelowZeroIsMirrored() {
    LogLinearCells both = cells(-1_000_000, 1_000_000, 6, 9);
    LogLinearCells above = cells(0, 1_000_000, 6, 9);
    assertThat(both.cells()).isEqualTo(2 * above.cells() - 1);
    for (long point : new long[] {0, 1, 127, 128, 129, 130, 65_535, 65_536, 999_999}) {
      BigInteger value = BigInteger.valueOf(point);
      assertThat(both.mark(value)).isEqualTo(above.mark(value));
      assertThat(both.mark(value.negate())).isEqualTo(above.mark(value).negate());
    }
  }

  @Test
  void anOctaveHasAsManyCells() {
    LogLinearCells grid = cells(0, (1L << 30) - 1, 6, 40);
    assertThat(grid.cells()).isEqualTo(128 + 23 * 64);
    assertThat(grid.mark(BigInteger.valueOf(1_000))).isEqualTo(BigInteger.valueOf(1_000));
    assertThat(grid.mark(BigInteger.valueOf(1_023))).isEqualTo(BigInteger.valueOf(1_016));
    assertThat(grid.mark(BigInteger.valueOf(1_025))).isEqualTo(BigInteger.valueOf(1_024));
    assertThat(grid.minSize()).isEqualTo(BigInteger.ONE);
    assertThat(grid.maxSize()).isEqualTo(BigInteger.ONE.shiftLeft(23));
    assertThat(cells(1L << 20, 1L << 21, 6, 40).minSize()).isEqualTo(BigInteger.ONE.shiftLeft(14));
    assertThat(grid).hasToString("1600 cells of 1 to 8388608 points");
  }

  @Test
  void aGridHasPoints() {
    assertThatThrownBy(() -> cells(1, 0, 6, 9)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> cells(0, 1, -1, 9)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> cells(0, 1, 6, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
