package org.dpjdbc.plan.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SumBoundsTest {
  /** A person whose rows sum up to the farther end moves the sum by as much. */
  @ParameterizedTest
  @CsvSource({"-7, 3, 7", "-3, 7, 7", "-7, 0, 7", "0, 7, 7", "0, 0, 1"})
  void aSumMovesByTheFartherEnd(BigInteger lower, BigInteger upper, BigInteger max) {
    assertThat(new SumBounds(lower, upper).max()).isEqualTo(max);
  }
}
