package org.dpjdbc.plan.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Total forms, one line each. */
class RowExpressionsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          I + 1              | CAST(I AS BIGINT) + 1
          N * 2              | N * 2
          I / 2              | I / 2
          I / J              | CAST(I AS BIGINT) / NULLIF(J, 0)
          S LIKE 'a%'        | S LIKE 'a%'
          I > '5'            | I > 5
          """)
  void isTotal(String sql, String total) {
    assertThat(Expressions.of(sql).total()).isEqualTo(total);
  }
}
