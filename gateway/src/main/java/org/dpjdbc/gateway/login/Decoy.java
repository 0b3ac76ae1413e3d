package org.dpjdbc.gateway.login;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
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

  private final byte[] secret;

  private Decoy(byte[] secret) {
    this.secret = secret;
  }

  /**
   * Those that a secret of {@link #secret} gives, which should be the same at each start: other
   * salts would tell who is no user.
   *
   * @throws IllegalArgumentException if it is no such secret
   */
  public static Decoy of(String secret) {
    byte[] bytes = Base64.getDecoder().decode(secret);
    if (bytes.length != SECRET) {
      throw new IllegalArgumentException("must be " + SECRET + " bytes in Base64");
    }
    return new Decoy(bytes);
  }

  /** A new secret, as a text. */
  public static String secret(SecureRandom random) {
    byte[] secret = new byte[SECRET];
    random.nextBytes(secret);
    return Base64.getEncoder().encodeToString(secret);
  }

  /** That of a name. */
  public Verifier verifier(String name) {
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
