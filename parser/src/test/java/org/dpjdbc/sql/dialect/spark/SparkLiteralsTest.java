package org.dpjdbc.sql.dialect.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SparkLiteralsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a | 'a'",
        "' OR 1 = 1 -- | '\\' OR 1 = 1 --'",
        "\\ | '\\\\'",
        "\\' OR 1 = 1 -- | '\\\\\\' OR 1 = 1 --'",
        "a?b | 'a?b'",
        "\\u0027 | '\\\\u0027'",
        "${env:HOME} | '${env:HOME}'"
      })
  void writesAStringThatIsReadAsItself(String text, String literal) {
    assertThat(SparkLiterals.written("SELECT ?", List.of(text))).isEqualTo("SELECT " + literal);
  }

  @Test
  void writesOtherValues() {
    assertThat(
            SparkLiterals.written(
                "?, ?, ?, ?, ?, ?, ?",
                Arrays.asList(
                    null,
                    true,
                    12,
                    new BigDecimal("-7"),
                    new BigDecimal("0.10"),
                    Double.NaN,
                    LocalDate.of(2020, 2, 29))))
        .isEqualTo("NULL, TRUE, '12', -7, '0.10', 'NaN', '2020-02-29'");
  }

  @Test
  void leavesStringsAndNamesAlone() {
    assertThat(
            SparkLiterals.written(
                "SELECT `a?``?` + '?\\'?' + \"?\" FROM `t'` WHERE ? AND `\\` = ?",
                List.of("x", "y")))
        .isEqualTo("SELECT `a?``?` + '?\\'?' + \"?\" FROM `t'` WHERE 'x' AND `\\` = 'y'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT ?, ?", "SELECT 1", "SELECT ? + 'a", "SELECT ? + `a", "? + 'a\\'"})
  void failsWhereTheCountDiffersOrAQuoteIsOpen(String sql) {
    assertThatThrownBy(() -> SparkLiterals.written(sql, List.of("x")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void failsForAValueWithoutALiteral() {
    assertThatThrownBy(() -> SparkLiterals.written("?", List.of(new byte[1])))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
