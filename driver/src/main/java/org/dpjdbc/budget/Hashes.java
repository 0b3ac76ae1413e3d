package org.dpjdbc.budget;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-256 over sequences of values. Every string and every byte string is preceded by its length,
 * so no two different sequences have the same input.
 */
final class Hashes {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
  private final DataOutputStream out = new DataOutputStream(bytes);

  private Hashes() {}

  /** Begins a hash. {@code purpose} keeps hashes of different things apart. */
  static Hashes of(String purpose) {
    return new Hashes().add(purpose);
  }

  Hashes add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  Hashes add(byte[] content) {
    try {
      out.writeInt(content.length);
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  Hashes add(long number) {
    try {
      out.writeLong(number);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** 64 lower-case hexadecimal digits. */
  String hex() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(bytes.toByteArray()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
