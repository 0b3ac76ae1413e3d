package org.dpjdbc.gateway.web.session;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** Texts that nobody can guess, and comparisons that tell nothing of them. */
public final class RandomTokens {
  private static final int BYTES = 32;

  private RandomTokens() {}

  /** A text with 256 random bits. */
  public static String next(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return encoded(bytes);
  }

  static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Whether two are the same; takes as long if they differ. */
  static boolean areSame(String one, String other) {
    return MessageDigest.isEqual(bytes(one), bytes(other));
  }

  /** A text from which the other cannot be computed. */
  public static String digest(String text) {
    try {
      return encoded(MessageDigest.getInstance("SHA-256").digest(bytes(text)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
