package org.dpjdbc.gateway.web.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalNumbersTest {
  private static List<String> labels(String language, String... ticks) {
    return LocalNumbers.of(language).labels(Stream.of(ticks).map(BigDecimal::new).toList(), true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "en-US,en;q=0.9 | 20,000,000 | -1,234.5",
        "de-DE,de;q=0.9,en;q=0.8 | 20.000.000 | -1.234,5",
        "de | 20.000.000 | -1.234,5",
        "de-CH | 20’000’000 | -1’234.5",
        "fr;q=0.7 | 20\u202f000\u202f000 | -1\u202f234,5",
        "en-IN | 20,000,000 | -1,234.5",
        "ja | 20,000,000 | -1,234.5",
        "* | 20,000,000 | -1,234.5",
        "x | 20,000,000 | -1,234.5",
      })
  void writesAsTheLanguageDoes(String header, String whole, String decimal) {
    LocalNumbers numbers = LocalNumbers.of(header);
    assertThat(numbers.noisy("20000000", null)).isEqualTo(whole);
    assertThat(numbers.exact("20000000")).isEqualTo(whole);
    assertThat(numbers.noisy("-1234.5678", "0.35")).isEqualTo(decimal + "7");
    assertThat(numbers.noisy("-1234.5", "0.1")).isEqualTo(decimal);
  }

  /** Nothing that a stranger may send does harm, or has other digits than SQL. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ",",
        ";",
        "-",
        "en_US",
        "ar-EG",
        "fa-IR",
        "th-TH-u-nu-thai",
        "hi-u-nu-deva",
        "i-klingon",
        "<script>",
        "en-US-x-lvariant-POSIX",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "\u0000",
        "und",
      })
  void hasTheDigitsOfSql(String header) {
    for (String text : List.of(header, header.repeat(2000))) {
      LocalNumbers numbers = LocalNumbers.of(text);
      assertThat(numbers.plain(new BigDecimal("1234567"))).matches("\\D?1\\D234\\D567");
      assertThat(numbers.small(1e-9)).matches("1\\D00e-09");
      assertThat(numbers.labels(List.of(new BigDecimal("1e200")), true).get(0)).startsWith("1");
    }
  }

  /** What the JDK keeps of each locale stays: a stranger must not make up new ones. */
  @Test
  void hasNoMoreLocalesThanTheJdk() {
    Set<Locale> found = new HashSet<>();
    for (char a = 'a'; a <= 'z'; a++) {
      for (char b = 'a'; b <= 'z'; b++) {
        for (String region : List.of("", "-AA", "-US", "-999", "-DE-x-some", "-Latn-QQ")) {
          found.add(LocalNumbers.of("" + a + b + region).locale());
          found.add(LocalNumbers.of("" + a + b + a + region).locale());
        }
      }
    }
    Set<String> known =
        Arrays.stream(Locale.getAvailableLocales())
            .map(each -> each.getLanguage() + each.getCountry())
            .collect(Collectors.toSet());
    assertThat(found).allMatch(each -> known.contains(each.getLanguage() + each.getCountry()));
    assertThat(found).contains(LocalNumbers.of("en").locale(), LocalNumbers.of("de-DE").locale());
  }

  @Test
  void leavesYearsAndUnknownStringsAsTheyAre() {
    LocalNumbers numbers = LocalNumbers.of("en");
    assertThat(numbers.exact("2024")).isEqualTo("2024");
    assertThat(numbers.exact("12024")).isEqualTo("12,024");
    assertThat(numbers.exact("0.50")).isEqualTo("0.50");
    assertThat(numbers.noisy("2024", "3")).isEqualTo("2,024");
    assertThat(numbers.noisy("49.5", "0.379123")).isEqualTo("49.500");
    assertThat(numbers.noisy("663", "4.15")).isEqualTo("663");
    assertThat(numbers.noisy("1234.56", "71840.5")).isEqualTo("1,235");
    assertThat(numbers.noisy("0.5", "1e-12")).isEqualTo("0.5");
    assertThat(numbers.noisy("0.00004", null)).isEqualTo("0.00004");
    for (String text :
        List.of(
            "Infinity", "NaN", "1e999999999", "-1E-999999999", "1e99999999999", "9".repeat(50))) {
      assertThat(numbers.exact(text)).isEqualTo(text);
      assertThat(numbers.noisy(text, "1")).isEqualTo(text);
      assertThat(numbers.noisy("5", text)).isEqualTo("5");
    }
    assertThat(numbers.plain(new BigDecimal("1e999999999"))).isEqualTo("1E+999999999");
  }

  @Test
  void labelsSayTheirNumberExactly() {
    assertThat(labels("en", "0", "20000000")).containsExactly("0", "20,000,000");
    assertThat(labels("en", "0", "0.5", "1")).containsExactly("0.0", "0.5", "1.0");
    assertThat(labels("en", "0", "20000000000")).containsExactly("0", "20B");
    assertThat(labels("de", "0", "20000000000")).containsExactly("0", "20\u00a0Mrd.");
    assertThat(labels("en", "1000000000", "1000000001"))
        .containsExactly("1,000,000,000", "1,000,000,001");
    assertThat(labels("en", "0", "2E30")).containsExactly("0", "2E30");
    assertThat(labels("en", "-2E-7", "0")).containsExactly("-2E-7", "0");
    assertThat(LocalNumbers.of("en").labels(List.of(new BigDecimal("2020")), false))
        .containsExactly("2020");
  }
}
