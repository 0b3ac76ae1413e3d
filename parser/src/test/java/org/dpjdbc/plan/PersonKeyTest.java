package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Private rows meet by the key of the person alone. VerdictTest has more, on every database. */
final class PersonKeyTest {
  private final Clinic clinic = new Clinic();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p.age = v.cost",
        "p.region = v.icd",
        "p.patient_id <= v.patient_id",
        // two keys may be one number of double precision
        "CAST(p.patient_id AS DOUBLE) = CAST(v.patient_id AS DOUBLE)"
      })
  void otherConditionsMixPeople(String condition) {
    assertThatThrownBy(
            () -> clinic.plan("SELECT COUNT(*) FROM patients p JOIN visits v ON " + condition))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("DP-UNIT");
  }
}
