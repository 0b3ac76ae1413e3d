package org.dpjdbc.gateway.login;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifiers for users that there are not, which no password fits. The same name gets the same salt
 * each time, as a user's would be, so that nobody learns from an exchange who is one.
 */
public final class Decoy {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SECRET = 32;
  private static final int SALT = 16;

  private final byte[] secret = new byte[SECRET];

  public Decoy(SecureRandom random) {
    random.nextBytes(secret);
  }

  /** That of a name. */
  public Verifier of(String name) {
    return new Verifier(
        Verifier.ITERATIONS,
        Arrays.copyOf(digest("salt " + name), SALT),
        digest("stored " + name),
        digest("server " + name));
  }

  private byte[] digest(String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
