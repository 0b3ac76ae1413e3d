package org.dpjdbc.budget.accountant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.MechanismJson.Counted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MechanismJsonTest {
  private static final BigFraction TENTH = BigFraction.of(1, 10);
  private static final ChargedMechanism LAPLACE =
      new ChargedMechanism.Laplace(TENTH, BigFraction.of(3), BigFraction.of(5));
  private static final ChargedMechanism GAUSSIAN =
      new ChargedMechanism.Gaussian(
          TENTH, BigFraction.of(1, 1_000), BigFraction.of(2), BigFraction.of(77, 2), TENTH);
  private static final ChargedMechanism SELECTION =
      new ChargedMechanism.Selection(TENTH, BigFraction.of(1, 7), 4);

  @Test
  void saysAllParametersExactly() {
    assertThat(MechanismJson.write(List.of(LAPLACE, GAUSSIAN, LAPLACE)))
        .isEqualTo(
            "{\"version\":1,\"mechanisms\":["
                + "{\"mechanism\":\"laplace\",\"count\":2,\"epsilon\":\"1/10\",\"l1\":\"3\","
                + "\"l2Squared\":\"5\"},"
                + "{\"mechanism\":\"gaussian\",\"count\":1,\"epsilon\":\"1/10\",\"delta\":\"1/1000\","
                + "\"l2Squared\":\"2\",\"sigmaSquared\":\"77/2\",\"leastSigmaSquared\":\"1/10\"}]}");
  }

  @Test
  void isReadAsWritten() {
    ChargedMechanism exponential = new ChargedMechanism.Exponential(TENTH);
    ChargedMechanism threshold = new ChargedMechanism.Threshold(TENTH);
    ChargedMechanism other = new ChargedMechanism.Other("sparse vector", TENTH, BigFraction.ZERO);
    List<ChargedMechanism> all =
        List.of(LAPLACE, SELECTION, GAUSSIAN, threshold, exponential, other, other, SELECTION);
    assertThat(MechanismJson.read(MechanismJson.write(all)))
        .contains(
            List.of(
                new Counted(LAPLACE, 1),
                new Counted(SELECTION, 2),
                new Counted(GAUSSIAN, 1),
                new Counted(threshold, 1),
                new Counted(exponential, 1),
                new Counted(other, 2)));
    assertThat(MechanismJson.read(MechanismJson.write(List.of()))).contains(List.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "[{\"mechanism\":\"laplace\"}]",
        MechanismJson.UNKNOWN,
        "{\"version\":2,\"mechanisms\":[]}",
        "{\"version\":1,\"mechanisms\":[",
        "{\"version\":1,\"mechanisms\":[{\"mechanism\":\"exponential\",\"count\":1}]}",
        "{\"version\":1,\"mechanisms\":[{\"mechanism\":\"exponential\",\"count\":1,\"epsilon\":\"-1\"}]}",
        "{\"version\":1,\"mechanisms\":[{\"mechanism\":\"exponential\",\"count\":1,\"epsilon\":\"1/0\"}]}",
        "{\"version\":1,\"mechanisms\":[{\"mechanism\":\"exponential\",\"count\":0,\"epsilon\":\"1\"}]}",
        "{\"version\":1,\"mechanisms\":[{\"mechanism\":\"exponential\",\"count\":-1,\"epsilon\":\"1\"}]}",
        "{\"version\":1,\"mechanisms\":[{\"mechanism\":\"exponential\",\"count\":1,\"epsilon\":\"1\"}x]}",
        "{\"version\":1,\"mechanisms\":[{\"mechanism\":\"exponential\",\"count\":1,\"epsilon\":\"1\",\"z\":\"1\"}]}",
        "{\"version\":1,\"mechanisms\":[{\"mechanism\":\"exponential\",\"count\":1,\"epsilon\":\"1\",\"epsilon\":\"2\"}]}",
      })
  void whatWasNotWrittenTellsNothing(String text) {
    assertThat(MechanismJson.read(text)).isEmpty();
  }

  @Test
  void aNameIsText() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ChargedMechanism.Other("a\"b", TENTH, TENTH));
  }
}
