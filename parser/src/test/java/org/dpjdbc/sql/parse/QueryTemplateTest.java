package org.dpjdbc.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which values are taken out of a query, and which queries are then one. */
class QueryTemplateTest {
  private static QueryTemplate.Instance instance(String sql, @Nullable Object... parameters) {
    ParsedQuery query = new QueryReader(ParserSettings.standard()).read(sql);
    return QueryTemplate.of(sql, query).with(Arrays.asList(parameters));
  }

  private static List<Object> values(String sql) {
    return instance(sql).given().stream().map(GivenValue::value).toList();
  }

  @Test
  void takesOutWhatAColumnIsComparedWithThatStandsNowhereElse() {
    assertThat(values("SELECT COUNT(*) FROM t WHERE age > 65")).containsExactly(65);
    assertThat(values("SELECT COUNT(*) FROM t WHERE 65 <= age OR NOT (region = 'North')"))
        .containsExactly(65, "North");
    assertThat(values("SELECT COUNT(*) FROM t WHERE x BETWEEN 1.50 AND 20000000000"))
        .containsExactly(new BigDecimal("1.50"), 20_000_000_000L);
    assertThat(values("SELECT sex, COUNT(*) FROM t WHERE region IN ('N', 'S') GROUP BY sex"))
        .containsExactly("N", "S");
    assertThat(
            values("SELECT COUNT(*)\r\nFROM t\r\nWHERE born >= DATE '2020-02-29' AND c <> 'it''s'"))
        .containsExactly(LocalDate.of(2020, 2, 29), "it's");
    assertThat(
            values(
                "WITH w AS (SELECT a FROM t WHERE b = 1) SELECT COUNT(*) FROM"
                    + " (SELECT a FROM w JOIN v ON w.i = v.i WHERE c < 2) q"))
        .containsExactly(1, 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // the column's range is narrowed
        "SELECT SUM(age) FROM t WHERE age > 65",
        // a key's values are listed
        "SELECT sex, COUNT(*) FROM t WHERE sex = 'F' GROUP BY SEX",
        "SELECT COUNT(*) FROM t WHERE t.age > 65 GROUP BY CASE WHEN \"age\" > 65 THEN 1 END",
        // what stands under another name may be used by it
        "SELECT SUM(b) FROM (SELECT age AS b FROM t) WHERE b > 65",
        "SELECT SUM(b) FROM (SELECT age FROM t WHERE age > 65) AS q (b)",
        "SELECT * FROM t WHERE age > 65",
        "SELECT COUNT(*) FROM t NATURAL JOIN v WHERE age > 65",
        "SELECT COUNT(*) FROM t JOIN v USING (age) WHERE age > 65",
        // in no comparison of a column and a value
        "SELECT COUNT(*) FROM t WHERE name LIKE 'A%'",
        "SELECT COUNT(*) FROM t WHERE age + 1 > 65",
        "SELECT COUNT(*) FROM t WHERE 1 = 0",
        "SELECT COUNT(*) FROM t WHERE age > -5",
        "SELECT COUNT(*) FROM t WHERE x > 1e3",
        "SELECT COUNT(*) FROM t WHERE age = NULL",
        "SELECT COUNT(*) FROM t WHERE smoker = TRUE",
        "SELECT COUNT(*) FROM t WHERE born > '2020-01-01' AND born < CURRENT_DATE",
        // labels are made of the SELECT list
        "SELECT (SELECT COUNT(*) FROM t WHERE age > 65)",
        // above the aggregates
        "SELECT sex, COUNT(*) FROM t GROUP BY sex HAVING COUNT(*) > 65 ORDER BY 1 LIMIT 3",
        // too many digits to compare exactly everywhere
        "SELECT COUNT(*) FROM t WHERE x > 1234567890.1234567890",
      })
  void leavesEverythingElse(String sql) {
    assertThat(values(sql)).isEmpty();
  }

  @Test
  void namesQueriesThatDifferInValuesAloneAlike() {
    String key = instance("SELECT COUNT(*) FROM t WHERE age > 65 AND r = 'a'").key();
    assertThat(instance("SELECT COUNT(*) FROM t WHERE age > 7 AND r = 'a?'' OR'").key())
        .isEqualTo(key);
    assertThat(
            List.of(
                instance("SELECT COUNT(*) FROM t WHERE age > 5.5 AND r = 'a'").key(),
                instance("SELECT COUNT(*) FROM t WHERE age > 99999999999 AND r = 'a'").key(),
                instance("SELECT COUNT(*) FROM t WHERE age < 65 AND r = 'a'").key(),
                instance("SELECT COUNT(*) FROM t WHERE age > 65 AND s = 'a'").key(),
                instance("SELECT /*+ DP(epsilon=1) */ COUNT(*) FROM t WHERE age > 65 AND r = 'a'")
                    .key()))
        .doesNotContain(key)
        .doesNotHaveDuplicates();
  }

  /** Equal values are one: what is asked twice is then seen to be asked twice. */
  @Test
  void tellsEqualValuesFromDifferentOnes() {
    String both =
        "SELECT COUNT(*) FROM t WHERE a > %s UNION ALL SELECT COUNT(*) FROM t WHERE a > %s";
    QueryTemplate.Instance same = instance(both.formatted(5, 5));
    assertThat(same.given()).hasSize(1);
    assertThat(instance(both.formatted(6, 6)).key()).isEqualTo(same.key());
    assertThat(instance(both.formatted(5, 6)).key()).isNotEqualTo(same.key());
  }

  @Test
  void takesOutBindParameters() {
    String sql = "SELECT COUNT(*) FROM t WHERE a > ? AND b + ? > 3 AND c = ?";
    QueryTemplate.Instance one = instance(sql, 1, 2, "x");
    QueryTemplate.Instance other = instance(sql, 7, 2, "y");
    assertThat(one.key()).isEqualTo(other.key());
    assertThat(one.kept()).isEqualTo(other.kept());
    assertThat(one.given()).extracting(GivenValue::value).containsExactly(1, "x");
    assertThat(instance(sql, 1, 3, "x").kept()).isNotEqualTo(one.kept());
    assertThat(instance(sql, 1.5, 2, "x").key()).isNotEqualTo(one.key());
    assertThat(instance(sql, 1.5, 2, "x").kept()).isNotEqualTo(instance(sql, 2.5, 2, "x").kept());
    assertThat(instance(sql, null, 2, "x").key()).isNotEqualTo(one.key());
  }
}
