package org.dpjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EscapesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      quoteCharacter = '^',
      value = {
        "SELECT 1|SELECT 1",
        "FROM {oj a LEFT JOIN b ON x} WHERE|FROM     a LEFT JOIN b ON x  WHERE",
        "{OJ a LEFT JOIN {oj b JOIN c} ON {fn ABS(x)} = 1}|"
            + "    a LEFT JOIN     b JOIN c  ON {fn ABS(x)} = 1 ",
        "LIKE 'a!_' {escape '!'}|LIKE 'a!_'  escape '!' ",
        "FROM t {limit 5}|FROM t  limit 5 ",
        "{d '2020-01-01'} {ojx} {fn OJ(1)}|{d '2020-01-01'} {ojx} {fn OJ(1)}",
        "'{oj a}' \"{oj b}\" `{oj c}`|'{oj a}' \"{oj b}\" `{oj c}`",
        "'it''s {oj' {oj a}|'it''s {oj'     a ",
        "/* {oj */ {oj a} /* } */|/* {oj */     a  /* } */",
        "-- {oj a}|-- {oj a}",
        "'{oj|'{oj",
        "/* {oj|/* {oj",
        "{oj|   ",
        "}}{{oj a|}}{    a",
        "{|{",
      })
  void blanksOurBracesAndMovesNothing(String given, String blanked) {
    assertThat(Escapes.blank(given)).isEqualTo(blanked).hasSameSizeAs(given);
  }

  @Test
  void goesOnAfterALineComment() {
    assertThat(Escapes.blank("-- {oj\n{oj a}")).isEqualTo("-- {oj\n    a ");
  }

  @Test
  void isQuickOnManyBraces() {
    String many = "{oj ".repeat(100_000);
    assertThat(Escapes.blank(many)).isBlank();
  }
}
