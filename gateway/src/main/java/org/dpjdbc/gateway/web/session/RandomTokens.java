package org.dpjdbc.gateway.web.session;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** Tokens that cannot be guessed, compared in constant time. */
public final class RandomTokens {
  private static final int BYTES = 32;

  private RandomTokens() {}

  /** A token with 256 random bits. */
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

  /** A token from which the other cannot be computed. */
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
