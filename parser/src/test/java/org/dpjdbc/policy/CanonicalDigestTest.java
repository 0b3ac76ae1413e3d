package org.dpjdbc.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Test;

class CanonicalDigestTest {
  private static String of(Consumer<CanonicalDigest> facts) {
    CanonicalDigest digest = new CanonicalDigest("test 1");
    facts.accept(digest);
    return digest.hex();
  }

  @Test
  void noTwoSequencesRunTogether() {
    List<String> all =
        Stream.<Consumer<CanonicalDigest>>of(
                digest -> {},
                digest -> digest.text(""),
                digest -> digest.text("ab"),
                digest -> digest.text("a").text("b"),
                digest -> digest.text("a").text(":b"),
                digest -> digest.text("a1:b"),
                digest -> digest.list(List.of(), digest::text),
                digest -> digest.list(List.of("a", "b"), digest::text),
                digest -> digest.list(List.of("a"), digest::text).text("b"),
                digest ->
                    digest.list(
                        List.of(List.of("a"), List.<String>of()),
                        l -> digest.list(l, digest::text)),
                digest ->
                    digest.list(
                        List.of(List.<String>of(), List.of("a")),
                        l -> digest.list(l, digest::text)),
                digest -> digest.optional(Optional.of(""), digest::text),
                digest -> digest.number(new BigDecimal("1.0")),
                digest -> digest.number(new BigDecimal("1.00")),
                digest -> digest.number(BigFraction.of(1, 2)),
                digest -> digest.number(BigFraction.of(2)),
                digest -> digest.flag(true),
                digest -> digest.flag(false))
            .map(CanonicalDigestTest::of)
            .toList();
    assertThat(all).doesNotHaveDuplicates();
  }

  /**
   * What is stored is found again: SHA-256 of {@code 6:test 1} and the facts, by any other tool.
   */
  @Test
  void aSequenceIsWrittenAsItAlwaysWas() {
    assertThat(
            of(
                digest ->
                    digest
                        .text("ä")
                        .number(-7)
                        .number(BigInteger.TEN)
                        .flag(true)
                        .list(List.of("x"), digest::text)))
        .isEqualTo("4e4dd46bde8a1735d2920f8ec7fb1bea6aed8caa80b246132810cac9f31bc9ad");
  }
}
