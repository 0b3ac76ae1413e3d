package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A short query may have many columns, each of which is looked up among many. */
final class WideQueriesTest {
  private final Clinic clinic = new Clinic();

  private static String columns(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "age AS c" + i)
        .collect(Collectors.joining(", "));
  }

  private void assertRefused(String sql, String why) {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> clinic.plan(sql))
        .withMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT %s FROM patients p",
        "SELECT COUNT(*) FROM (SELECT %s FROM patients p) q",
        "SELECT SUM(age) FROM (SELECT age, %s FROM patients p) q",
        "SELECT COUNT(*) FROM (SELECT DISTINCT %s FROM patients p) q",
        "SELECT COUNT(*) FROM patients WHERE EXISTS (SELECT %s FROM patients p)",
        "WITH q AS (SELECT %s FROM patients p) SELECT COUNT(*) FROM q",
        "SELECT COUNT(*) FROM (SELECT * FROM (SELECT %s FROM patients p) q) r",
      })
  void starsStandForAsManyColumnsAsCanBeWritten(String sql) {
    String stars = "p.*" + ", p.*".repeat(400);
    assertRefused(sql.formatted(stars), "a SELECT has at most 2000 columns");
  }

  @Test
  void aStarOfManyColumnsMayStandAlone() {
    String wide = "(SELECT " + columns(1_500) + " FROM patients) q";
    assertThatCode(() -> clinic.plan("SELECT COUNT(*) FROM (SELECT * FROM " + wide + ") r"))
        .doesNotThrowAnyException();
    assertRefused(
        "SELECT COUNT(*) FROM (SELECT q.*, q.* FROM " + wide + ") r", "at most 2000 columns");
  }

  @Test
  void namesAreLookedUpAmongManyColumnsWithinTheSteps() {
    String sql = "(SELECT " + columns(1_500) + " FROM patients) q";
    for (int i = 0; i < 20; i++) {
      sql = "(SELECT * FROM " + sql + ") q";
    }
    assertRefused("SELECT COUNT(*) FROM " + sql, "the query is too complex");
  }
}
