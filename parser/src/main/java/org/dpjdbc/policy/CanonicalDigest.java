package org.dpjdbc.policy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * SHA-256 of a sequence of facts, for what is stored and compared later. Each fact goes in as a
 * string with its length before it, and each list with its size, so that no two sequences run
 * together into one. What goes in, and in which order, is written down where it is used: names of
 * classes and of record components are no part of it, so that renaming them changes nothing that is
 * stored. Whoever changes the order or the facts changes the version, which goes in first.
 */
public final class CanonicalDigest {
  private final MessageDigest digest;

  /**
   * Starts a sequence.
   *
   * @param version of what is written down, with the name of what it is of: {@code "plan 2"}
   */
  public CanonicalDigest(String version) {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
    text(version);
  }

  public CanonicalDigest text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
    return this;
  }

  public CanonicalDigest number(long number) {
    return text(Long.toString(number));
  }

  public CanonicalDigest number(BigInteger number) {
    return text(number.toString());
  }

  /** Equal numbers of different scales are different facts. */
  public CanonicalDigest number(BigDecimal number) {
    return text(number.toString());
  }

  public CanonicalDigest number(BigFraction number) {
    return number(number.getNumerator()).number(number.getDenominator());
  }

  public CanonicalDigest flag(boolean flag) {
    return text(flag ? "yes" : "no");
  }

  /**
   * Adds a list.
   *
   * @param each adds an item
   */
  public <T> CanonicalDigest list(Collection<T> items, Consumer<T> each) {
    number(items.size());
    items.forEach(each);
    return this;
  }

  /** Adds what may be missing. */
  public <T> CanonicalDigest optional(Optional<T> item, Consumer<T> present) {
    return list(item.stream().toList(), present);
  }

  /** The digest, as 64 hexadecimal digits. Nothing can be added after it. */
  public String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
