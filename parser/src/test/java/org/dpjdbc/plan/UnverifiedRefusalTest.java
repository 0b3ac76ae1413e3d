package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What databases that the build does not run are not told, though others are. */
final class UnverifiedRefusalTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SQLite               | SELECT COUNT(*) FROM (SELECT AVG(cost) OVER (PARTITION BY patient_id) m FROM visits) WHERE m > 3
          SQLite               | SELECT COUNT(*) FROM (SELECT SUM(cost) OVER (PARTITION BY patient_id) m FROM visits) WHERE m > 3
          SQLite               | SELECT COUNT(*) FROM visits WHERE cost * 0.5 > 3
          SQLite               | SELECT COUNT(*) FROM patients WHERE SQRT(weight) > 3
          SQLite               | SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip', noise = 'gaussian') icd, COUNT(*) FROM visits GROUP BY icd
          SQLite               | SELECT COUNT(*) FROM patients WHERE POWER(weight, 2) > 3
          Microsoft SQL Server | SELECT COUNT(*) FROM patients WHERE region LIKE 'a!%' ESCAPE '!'
          Microsoft SQL Server | SELECT COUNT(*) FROM patients WHERE EXTRACT(ISOYEAR FROM born) = 2000
          Microsoft SQL Server | SELECT COUNT(*) FROM patients WHERE born + INTERVAL '1' DAY > DATE '2000-01-01'
          Microsoft SQL Server | SELECT COUNT(*) FROM patients WHERE SUBSTRING(region FROM 2) = '3'
          Oracle               | SELECT COUNT(*) FROM patients WHERE EXTRACT(DOW FROM born) = 2
          Oracle               | SELECT COUNT(*) FROM patients WHERE TRIM(region) = 'a'
          Snowflake            | SELECT COUNT(*) FROM patients WHERE LN(weight) > 3
          Google BigQuery      | SELECT COUNT(*) FROM patients WHERE region LIKE 'a!%' ESCAPE '!'
          ClickHouse           | SELECT COUNT(*) FROM PATIENTS WHERE REGION LIKE 'a!%' ESCAPE '!'
          ClickHouse           | SELECT COUNT(*) FROM PATIENTS p FULL JOIN VISITS v ON p.PATIENT_ID = v.PATIENT_ID AND v.COST > 10
          """)
  void isNotOffered(String product, String sql) {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> Clinic.in(product).plan(sql))
        .satisfies(
            refusal -> {
              assertThat(refusal.code()).isEqualTo(RefusalCode.UNSUPPORTED);
              assertThat(refusal.text()).contains(" is not supported on " + product);
            });
  }

  /** The labels of what is computed above the aggregates are the analyst's own words. */
  @ParameterizedTest
  @ValueSource(strings = {"SQLite", "Microsoft SQL Server", "Oracle", "Snowflake"})
  void offersAllAboveTheAggregates(String product) {
    assertThat(
            Clinic.in(product)
                .plan("SELECT POWER(AVG(age), 2), LOG10(COUNT(*)) FROM patients")
                .frontiers())
        .hasSize(1);
  }
}
