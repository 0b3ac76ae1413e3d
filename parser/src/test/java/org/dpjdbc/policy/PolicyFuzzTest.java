package org.dpjdbc.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;

/** Whatever stands in a policy file, it is read or refused with problems, and nothing else. */
class PolicyFuzzTest {
  private static final String CLINIC = clinic();

  /** Pieces that mean something to YAML, to the policy, or to a parser of numbers and dates. */
  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ":",
          ": ",
          "-",
          "- ",
          "?",
          "? ",
          "#",
          "&a ",
          "*a",
          "!!str ",
          "!x ",
          "|",
          ">",
          "'",
          "\"",
          "\\",
          "\\x",
          "\\UFFFFFFFF",
          "%YAML 99999999999.1\n",
          "%TAG ! x\n",
          "---\n",
          "...\n",
          "\t",
          "\n",
          "\r",
          " ",
          "  ",
          "<<",
          "~",
          "null",
          "true",
          "1e999999999",
          "-0",
          ".nan",
          "0x",
          "9".repeat(500),
          "2020-02-30",
          "24:00",
          "P1Y",
          "PT1e9S",
          "\u0000",
          "\uD800",
          "\uFEFF",
          "\u2028",
          "😀",
          "a.b.c.d",
          "TODO",
          "row");

  @Property(tries = 2_000)
  void splicedPoliciesAreReadOrRefused(
      @ForAll("places") int place, @ForAll("lengths") int cut, @ForAll("pieces") String piece) {
    int from = place % CLINIC.length();
    int to = Math.min(CLINIC.length(), from + cut);

    readOrRefuse(CLINIC.substring(0, from) + piece + CLINIC.substring(to));
  }

  @Property(tries = 1_000)
  void heapsOfPiecesAreReadOrRefused(@ForAll("heaps") List<String> pieces) {
    readOrRefuse(String.join("", pieces));
  }

  @Provide
  Arbitrary<Integer> places() {
    return Arbitraries.integers()
        .between(0, Integer.MAX_VALUE)
        .withDistribution(RandomDistribution.uniform());
  }

  @Provide
  Arbitrary<Integer> lengths() {
    return Arbitraries.integers().between(0, 40);
  }

  @Provide
  Arbitrary<String> pieces() {
    return Arbitraries.of(PIECES);
  }

  @Provide
  Arbitrary<List<String>> heaps() {
    return Arbitraries.of(PIECES).list().ofMaxSize(30);
  }

  private static void readOrRefuse(String text) {
    try {
      assertThat(PolicyFile.parse("fuzz.yaml", text).fingerprint()).hasSize(64);
    } catch (PolicyException e) {
      assertThat(e.problems()).isNotEmpty();
    }
  }

  private static String clinic() {
    try (InputStream in = PolicyFuzzTest.class.getResourceAsStream("clinic.yaml")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
