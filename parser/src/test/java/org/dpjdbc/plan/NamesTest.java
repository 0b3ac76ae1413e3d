package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Messages and EXPLAIN PRIVACY speak of what the analyst wrote, not of columns that Calcite names.
 */
final class NamesTest {
  private final Clinic clinic = new Clinic();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT SUM(age * 2) FROM patients | SUM(AGE * 2)",
        "SELECT AVG(age + 1) AS x FROM patients GROUP BY sex | AVG(AGE + 1)",
        "SELECT COUNT(DISTINCT UPPER(region)) FROM patients | COUNT(DISTINCT UPPER(REGION))",
        "SELECT SUM(CHAR_LENGTH(region)) FROM patients | SUM(CHAR_LENGTH(REGION))",
        "SELECT SUM(x) FROM (SELECT age * 2 AS x FROM patients) | SUM(X)",
        "SELECT SUM(x + 1) FROM (SELECT age * 2 AS x FROM patients) | SUM(AGE * 2 + 1)",
      })
  void aReleaseIsCalledAsItWasWritten(String sql, String what) {
    assertThat(clinic.plan(sql).frontiers().get(0).releases().get(0).what()).isEqualTo(what);
  }

  @Test
  void aRefusalNamesTheExpression() {
    assertThatThrownBy(
            () -> clinic.plan("SELECT VAR_POP(cost * cost * cost * cost * cost * 20) FROM visits"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("range of COST * COST * COST * COST * COST * 20 has too many steps");
  }

  @Test
  void aRefusalNamesTheColumnThatHasNoBounds() {
    assertThatThrownBy(
            () -> clinic.plan("SELECT SUM(x) FROM (SELECT age + patient_id AS x FROM patients)"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("column PATIENT_ID has no lower and upper bound");
  }
}
