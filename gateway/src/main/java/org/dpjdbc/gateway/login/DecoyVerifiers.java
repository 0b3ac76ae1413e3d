package org.dpjdbc.gateway.login;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifiers for unknown user names, which no password matches. The same name gets the same salt and
 * iterations each time, as a user's would be, so that neither an exchange nor its duration
 * discloses who is a user.
 */
public final class DecoyVerifiers {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SECRET = 32;
  private static final int SALT = 16;

  private final byte[] secret;
  private final List<Candidate> users;

  /** Those that all users have. */
  private final OptionalInt iterations;

  /** A user whose iterations a decoy may have. */
  private record Candidate(String prefix, int iterations) {}

  private DecoyVerifiers(byte[] secret, Collection<Verifier> users) {
    this.secret = secret;
    this.users =
        users.stream()
            .map(user -> new Candidate("iterations " + user.text() + " ", user.iterations()))
            .toList();
    int[] different = users.stream().mapToInt(Verifier::iterations).distinct().limit(2).toArray();
    this.iterations = different.length == 1 ? OptionalInt.of(different[0]) : OptionalInt.empty();
  }

  /**
   * Those that a secret of {@link #secret} gives, which should be the same at each start: different
   * salts would disclose who is not a user.
   *
   * @param users whose iterations they have: passwords may have come from a PostgreSQL, which
   *     stores 4096
   * @throws IllegalArgumentException if it is no such secret
   */
  public static DecoyVerifiers of(String secret, Collection<Verifier> users) {
    byte[] bytes = Base64.getDecoder().decode(secret);
    if (bytes.length != SECRET) {
      throw new IllegalArgumentException("must be " + SECRET + " bytes in Base64");
    }
    return new DecoyVerifiers(bytes, users);
  }

  /** A new secret, as a string. */
  public static String secret(SecureRandom random) {
    byte[] secret = new byte[SECRET];
    random.nextBytes(secret);
    return Base64.getEncoder().encodeToString(secret);
  }

  /** That of a name. */
  public Verifier verifier(String name) {
    Mac mac = mac();
    int found = iterations(mac, name);
    return new Verifier(
        found,
        Arrays.copyOf(digest(mac, "salt " + found + " " + name), SALT),
        digest(mac, "stored " + name),
        digest(mac, "server " + name));
  }

  /**
   * Those of one of the users, each as likely as another, and the same for as long as that user is
   * there. With other iterations comes another salt, as with another password. Anybody may have
   * this computed, so it is not where all users have the same.
   */
  private int iterations(Mac mac, String name) {
    if (iterations.isPresent()) {
      return iterations.getAsInt();
    }
    byte[] highest = new byte[0];
    int found = Verifier.ITERATIONS;
    for (Candidate user : users) {
      byte[] digest = digest(mac, user.prefix() + name);
      if (Arrays.compare(digest, highest) > 0) {
        highest = digest;
        found = user.iterations();
      }
    }
    return found;
  }

  private static byte[] digest(Mac mac, String text) {
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  private Mac mac() {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
