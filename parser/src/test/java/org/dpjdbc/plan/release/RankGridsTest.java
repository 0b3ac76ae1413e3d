package org.dpjdbc.plan.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.model.RankGrid;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankGridsTest {
  private static final RexBuilder REX =
      new RexBuilder(
          new SqlTypeFactoryImpl(BackendDialects.called("H2").orElseThrow().typeSystem()));
  private static final RelDataType BIGINT = REX.getTypeFactory().createSqlType(SqlTypeName.BIGINT);

  private static RankGrid best(BigInteger lower, BigInteger upper, int max) {
    return RankGrids.best(
        new Measure(REX.makeExactLiteral(BigDecimal.ONE), lower, upper, BigDecimal.ONE),
        BIGINT,
        max);
  }

  /**
   * What is chosen for bounds that people declare. Points of their own where there are few; equal
   * cells where all values are far from 0; and log-linear ones elsewhere.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0; 120; 4096; 121 cells of 1 point",
        "0; 4095; 4096; 4096 cells of 1 point",
        "0; 10000; 4096; 3525 cells of 1 to 4 points",
        "0; 1000000; 4096; 3537 cells of 1 to 1024 points",
        "0; 1000000000; 4096; 3514 cells of 1 to 1048576 points",
        "0; 100000000000; 4096; 3155 cells of 1 to 67108864 points",
        "-1000000000; 1000000000; 4096; 3641 cells of 1 to 2097152 points",
        "20000; 200000; 4096; 3924 cells of 16 to 64 points",
        "-1000000000; -1000; 4096; 3834 cells of 4 to 524288 points",
        "1000000; 1010000; 4096; 3334 cells of 3 points",
        "0; 1000000; 1024; 1013 cells of 1 to 4096 points",
        "0; 1000000000; 1024; 943 cells of 1 to 4194304 points",
        "0; 100000000000000000000000; 4096; 3468 cells of 1 to 73786976294838206464 points",
        "-100000000000000000000000; 100000000000000000000000; 1024; 891 cells of 1 to 590295810358705651712 points"
      })
  void aGridFitsItsBounds(BigInteger lower, BigInteger upper, int max, String expected) {
    assertThat(best(lower, upper, max)).hasToString(expected);
  }

  /** Whatever the bounds. */
  @Test
  void noGridHasTooManyCells() {
    Random random = new Random(8);
    for (int round = 0; round < 300; round++) {
      BigInteger lower = new BigInteger(random.nextInt(78), random);
      BigInteger signed = random.nextBoolean() ? lower : lower.negate();
      BigInteger upper = signed.add(new BigInteger(random.nextInt(78), random));
      int max = random.nextBoolean() ? 4096 : 1024;
      RankGrid grid = best(signed, upper, max);
      assertThat(grid.cells()).isBetween(1, max);
      assertThat(grid.first(0)).isZero();
      int last = grid.cells() - 1;
      assertThat(grid.lower().add(grid.first(last)).add(grid.size(last)))
          .isEqualTo(upper.add(BigInteger.ONE));
    }
  }
}
