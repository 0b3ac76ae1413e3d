package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.Scale;
import org.apache.commons.numbers.fraction.BigFraction;

class SigmaGridTest {
  private static final BigFraction STEP = BigFraction.of(1, 1 << 22);

  @Property
  void valuesAreRoundedUpByLittle(
      @ForAll @BigRange(min = "1e-20", max = "1e20") @Scale(25) BigDecimal decimal) {
    BigFraction value = SigmaGrid.fraction(decimal);
    BigFraction up = SigmaGrid.up(value);
    assertThat(up).isBetween(value, value.multiply(STEP.add(1)));
    assertThat(SigmaGrid.up(up)).isEqualTo(up);
    BigFraction next = SigmaGrid.next(up);
    assertThat(next).isGreaterThan(up).isLessThan(up.multiply(STEP.add(1)));
    assertThat(up.getNumerator().shiftRight(up.getNumerator().getLowestSetBit()).bitLength())
        .isLessThanOrEqualTo(25);
  }
}
