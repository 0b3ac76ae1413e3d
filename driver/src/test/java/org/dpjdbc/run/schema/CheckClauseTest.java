package org.dpjdbc.run.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.dpjdbc.policy.ValueOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckClauseTest {
  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      textBlock =
          """
          "A" BETWEEN 0 AND 120                                 => A 0..120
          ("A" >= -1.50) AND ("A" <= 2e1)                       => A -1.5..20
          ("A" > 0) AND ("B" < 5) AND ("A" < 9)                 => A 0..9; B ..5
          "A" >= 1 AND "A" >= 3 AND "A" < 9 AND "A" <= 8        => A 3..8
          0 <= "A"                                              => A 0..
          100 > "A"                                             => A ..100
          "H" > CAST(0 AS NUMERIC(1))                           => H 0..
          "D" BETWEEN DATE '1900-01-01' AND DATE '2030-12-31'   => D 1900-01-01..2030-12-31
          "T" >= TIMESTAMP '2020-01-01 00:00:00'                => T 2020-01-01T00:00..
          "C" <= TIME '17:30:00'                                => C ..17:30
          "S" IN('F', 'M', 'F')                                 => S F|M
          "S" IN('it''s', U&'\\00e4')                           => S it's|ä
          "S" = 'x'                                             => S x
          ("S" = 'x') OR ("S" = 'y')                            => S x|y
          ("S" IN('x', 'y')) AND ("S" IN('y', 'z'))             => S y
          ("S" IN(1, 2)) OR ("S" IS NULL)                       => S 1|2
          ("A" IS NULL) OR ("A" >= 3)                           => A 3..
          "F" = TRUE                                            => F true
          (age >= 0) AND (age <= 120)                           => age 0..120
          ((weight >= (0)::numeric) AND (weight <= 300.5))      => weight 0..300.5
          (sex = ANY (ARRAY['F'::bpchar, 'M'::bpchar]))         => sex F|M
          ((s)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying(3)])::text[])) => s a|b
          (born >= '1900-01-01'::date)                          => born 1900-01-01..
          (at < '2020-01-01 10:00:00'::timestamp(3) without time zone) => at ..2020-01-01 10:00:00
          (VALUE >= 0) AND (VALUE <= 100)                       => VALUE 0..100
          (mood = ANY (ARRAY['VALUE::x'::mood, '"'::"odd name"])) => mood VALUE::x|"
          """)
  void understands(String condition, String expected) {
    assertThat(shown(CheckClause.read(condition))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CHAR_LENGTH(\"S\") < 4",
        "\"A\" NOT BETWEEN 0 AND 120",
        "\"A\" BETWEEN SYMMETRIC 9 AND 1",
        "\"A\" NOT IN (1, 2)",
        "NOT (\"A\" >= 3)",
        "\"A\" <> 3",
        "\"A\" < \"B\"",
        "\"A\" + 1 < 3",
        "\"A\" <> ALL (1, 2)",
        "\"A\" IN (1, \"B\")",
        "(\"A\" >= 0) OR (\"B\" <= 3)",
        "(\"A\" >= 0) OR (\"A\" <= -3)",
        "(\"A\" >= 0) OR (\"B\" IS NULL)",
        "(\"S\" = 'x') OR (\"T\" = 'y')",
        "\"S\" LIKE 'a%'",
        "this is not SQL (",
        "'open",
        "x::",
        "",
      })
  void saysNothingOfWhatItDoesNotUnderstand(String condition) {
    assertThat(CheckClause.read(condition)).isEmpty();
  }

  @Test
  void survivesHugeConditions() {
    assertThat(CheckClause.read("(".repeat(1_000_000))).isEmpty();
    assertThat(CheckClause.read("(".repeat(9_000) + "1")).isEmpty();
  }

  private static String shown(Map<String, CatalogRange> known) {
    return new TreeMap<>(known)
        .entrySet().stream()
            .map(e -> e.getKey() + " " + shown(e.getValue()))
            .collect(Collectors.joining("; "));
  }

  private static String shown(CatalogRange known) {
    return known
        .values()
        .map(v -> v.stream().map(ValueOrder::text).collect(Collectors.joining("|")))
        .orElseGet(
            () ->
                known.lower().map(ValueOrder::text).orElse("")
                    + ".."
                    + known.upper().map(ValueOrder::text).orElse(""));
  }
}
