package org.dpjdbc.gateway.login;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifiers for users that there are not, which no password fits. The same name gets the same salt
 * and iterations each time, as a user's would be, so that nobody learns from an exchange, or from
 * how long it takes, who is one.
 */
public final class Decoy {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SECRET = 32;
  private static final int SALT = 16;

  private final byte[] secret;
  private final List<Verifier> users;

  private Decoy(byte[] secret, List<Verifier> users) {
    this.secret = secret;
    this.users = users;
  }

  /**
   * Those that a secret of {@link #secret} gives, which should be the same at each start: other
   * salts would tell who is no user.
   *
   * @param users whose iterations they have: passwords may have come from a PostgreSQL, which
   *     stores 4096
   * @throws IllegalArgumentException if it is no such secret
   */
  public static Decoy of(String secret, Collection<Verifier> users) {
    byte[] bytes = Base64.getDecoder().decode(secret);
    if (bytes.length != SECRET) {
      throw new IllegalArgumentException("must be " + SECRET + " bytes in Base64");
    }
    return new Decoy(bytes, List.copyOf(users));
  }

  /** A new secret, as a text. */
  public static String secret(SecureRandom random) {
    byte[] secret = new byte[SECRET];
    random.nextBytes(secret);
    return Base64.getEncoder().encodeToString(secret);
  }

  /** That of a name. */
  public Verifier verifier(String name) {
    int iterations = iterations(name);
    return new Verifier(
        iterations,
        Arrays.copyOf(digest("salt " + iterations + " " + name), SALT),
        digest("stored " + name),
        digest("server " + name));
  }

  /**
   * Those of one of the users, each as likely as another, and the same for as long as that user is
   * there. With other iterations comes another salt, as with another password.
   */
  private int iterations(String name) {
    return users.stream()
        .max(
            Comparator.comparing(
                user -> digest("iterations " + user.text() + " " + name), Arrays::compare))
        .map(Verifier::iterations)
        .orElse(Verifier.ITERATIONS);
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
