package org.dpjdbc.gateway.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParserLimitsTest {
  private static String many(int count, String separator, String each) {
    return IntStream.range(0, count)
        .mapToObj(i -> each.replace("#", String.valueOf(i)))
        .collect(Collectors.joining(separator));
  }

  private static String error(String sql) {
    return ParserLimits.check(sql, true).map(error -> error.getMessage()).orElse("");
  }

  static Stream<Arguments> kinds() {
    int joins = ParserLimits.JOINS;
    int named = ParserLimits.NAMED;
    int items = ParserLimits.ITEMS + 1;
    return Stream.of(
        Arguments.of("joins", joins, "SELECT 1 FROM a ", " ", "NATURAL JOIN b"),
        Arguments.of("joins", joins + 1, "SELECT 1 FROM ", ",", "b"),
        Arguments.of("joins", joins + 1, "SELECT 1 FROM ", ",", "(VALUES (1, 2))"),
        Arguments.of("joins", joins + 1, "SELECT 1 FROM ", ",", "s.\"where\""),
        Arguments.of("joins", joins - 1, "SELECT 1 FROM a JOIN b ON b.where = 1 ", " ", ", b"),
        Arguments.of(
            "joins", joins - 1, "SELECT 1 FROM a JOIN b ON x IS DISTINCT FROM y ", " ", ", b"),
        Arguments.of(
            "joins",
            joins - 1,
            "SELECT 1 FROM a JOIN b ON rank(1) WITHIN GROUP (ORDER BY 1) ",
            " ",
            ", b"),
        Arguments.of("windows", named, "WITH ", ",", "c# AS (SELECT 1)"),
        Arguments.of("windows", named, "WITH ", ",", "c# AS MATERIALIZED (SELECT 1)"),
        Arguments.of("windows", named, "WITH ", ",", "c#(x) AS NOT MATERIALIZED (SELECT 1)"),
        Arguments.of("windows", named, "SELECT 1 WINDOW ", ",", "w# AS ()"),
        Arguments.of("long", items, "SELECT 1 ORDER BY ", ",", "1"),
        Arguments.of("long", items, "SELECT 1 WHERE 1 IN ((SELECT 1) ORDER BY ", ",", "1"),
        Arguments.of("long", items, "SELECT ARRAY[(SELECT DISTINCT ON (", ",", "1"),
        Arguments.of("long", 5477, "SELECT 1 ORDER BY ", ",", "1+1+1+1+1"),
        Arguments.of("words", ParserLimits.WORDS - 1, "SELECT ", "+", "c#"),
        Arguments.of("symbols", (ParserLimits.TOKENS - 6) / 2, "SELECT 1 WHERE 1 IN (", ",", "1"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void refusesWhatIsBeyond(String kind, int most, String start, String separator, String each) {
    assertThat(error(start + many(most, separator, each))).isEmpty();
    assertThat(error(start + many(most + 1, separator, each))).endsWith(kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT #",
        "SELECT x IS NOT DISTINCT FROM y, #",
        "SELECT extract(year FROM x), # FROM t",
        "SELECT 1 FROM t WHERE x IN (#)",
        "SELECT 1 FROM t WHERE y = 1 GROUP BY #",
        "SELECT 1 FROM t ORDER BY #",
        "SELECT 1 FROM t CROSS JOIN f(#)",
        "SELECT 1 FROM (SELECT # FROM t) AS t",
        "SELECT 1 FROM t UNION SELECT #",
      })
  void takesLongLists(String sql) {
    assertThat(error(sql.replace("#", many(1600, ", ", "c#")))).isEmpty();
  }

  @Test
  void takesALongListOfValues() {
    String values = many(50_000, ", ", "'#'");
    assertThat(error("SELECT 1 FROM t WHERE x IN (" + values + ")")).isEmpty();
    assertThat(error("SELECT 1 FROM t WHERE x = ANY (ARRAY[" + values + "])")).isEmpty();
  }
}
