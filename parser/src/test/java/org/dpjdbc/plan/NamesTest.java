package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.Rewrite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT AVG(height) FROM patients | LEAST(GREATEST(HEIGHT, 0), 100) clamps",
        "SELECT AVG(height) FROM patients | WHERE HEIGHT BETWEEN 0 AND 100 filters",
        "SELECT SUM(CASE WHEN sex = 'F' THEN height END) FROM patients | the range of HEIGHT"
            + " cannot",
        "SELECT SUM(COALESCE(height, 1)) FROM patients | the range of HEIGHT cannot",
        "SELECT SUM(NULLIF(n * n, 3)) FROM (SELECT COUNT(*) n FROM visits) t, visits |"
            + " the range of N cannot",
        "SELECT COUNT(*) FROM patients WHERE DATEADD('day', patient_id, born) > born |"
            + " column PATIENT_ID has no lower and upper bound",
        "SELECT MAX(smoker) FROM patients | MAX on private rows only supports numbers, dates",
        "SELECT EVERY(age > 3) FROM patients | a single row can decide it",
        "SELECT COUNT(*) FROM other.patients | table OTHER.PATIENTS not found",
        "CALL foo() | CALL is not supported",
        "SELECT RANDOM() FROM patients | a random sample costs as much as all rows",
        "SELECT REGEXP_REPLACE(region, 'a', 'b') FROM patients | write REPLACE(x, 'a', 'b')",
        "SELECT REGEXP_SUBSTR(region, 'a') FROM patients | write SUBSTRING(x, 1, 3)",
        "SELECT AVG(age) FROM (SELECT age, ROW_NUMBER() OVER (ORDER BY age) AS r, COUNT(*) OVER ()"
            + " AS n FROM patients) t WHERE r IN ((n + 1) / 2, (n + 2) / 2) | write"
            + " PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY AGE)",
        "WITH RECURSIVE d(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM d WHERE n < 9) SELECT d.n,"
            + " COUNT(*) FROM d JOIN patients ON age = d.n GROUP BY d.n | for a calendar, GROUP BY"
            + " DATE_TRUNC('day', x)",
        "SELECT COUNT(*) FROM (SELECT patient_id, age AS x, sex AS x FROM patients) t WHERE EXISTS"
            + " (SELECT 1 FROM visits v WHERE v.patient_id = t.patient_id) |"
            + " a query with two columns named X in one SELECT",
      })
  void aRefusalSpeaksOfWhatWasWritten(String sql, String says) {
    assertThatThrownBy(() -> clinic.plan(sql))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(says)
        .hasMessageNotContaining("IS NULL")
        .hasMessageNotContaining("$");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT COUNT(*) FROM patient | table PATIENT not found; did you mean PATIENTS?",
        "SELECT COUNT(*) FROM pubic.patient | not found; did you mean PUBLIC.PATIENTS?",
        "SELECT COUNT(*) FROM \"Patients\" | table Patients not found; did you mean PATIENTS?",
        "SELECT COUNT(*) FROM patients p WHERE p.agee > 3 | AGEE not found; did you mean AGE?",
        "SELECT rgion, COUNT(*) FROM patients GROUP BY 1 | RGION not found; did you mean REGION?",
      })
  void anUnknownNameIsShownTheNearest(String sql, String says) {
    assertThatThrownBy(() -> clinic.plan(sql))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(says);
  }

  /** Columns without access and tables that the policy does not name do not exist. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM patients WHERE naem = 'x'",
        "SELECT COUNT(*) FROM patients WHERE cots > 3", // of a table that the query does not name
        "SELECT COUNT(*) FROM passwrds",
        "SELECT COUNT(*) FROM q",
        "SELECT q FROM patients",
      })
  void onlyWhatTheQueryMayReadIsSuggested(String sql) {
    assertThatThrownBy(() -> clinic.plan(sql))
        .isInstanceOf(RefusedException.class)
        .message()
        .endsWith("not found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT MAX(born) FROM patients",
        "SELECT PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY born) FROM patients",
      })
  void boundsOfADateAreDates(String sql) {
    Clinic unbounded =
        Clinic.with(
            policy -> policy.replace("BORN: {lower: 1900-01-01, upper: 2030-12-31}", "BORN: {}"));
    assertThatThrownBy(() -> unbounded.plan(sql))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refusal -> {
              assertThat(refusal.rewrites()).hasSize(2);
              for (Rewrite way : refusal.rewrites()) {
                String applied =
                    new AppliedRewrite(
                            sql, unbounded.read(sql), AppliedRewrite.place(refusal.position(), sql))
                        .of(way);
                assertThat(applied).contains("DATE '2000-01-01'");
                assertThatCode(() -> unbounded.plan(applied)).doesNotThrowAnyException();
              }
            });
  }
}
