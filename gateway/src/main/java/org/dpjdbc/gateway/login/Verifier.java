package org.dpjdbc.gateway.login;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.StringPreparation;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of a password (RFC 5803), in the form of PostgreSQL's {@code pg_authid}: {@code
 * SCRAM-SHA-256$iterations:salt$StoredKey:ServerKey}. Who has it cannot log in with it.
 */
@SuppressWarnings("ArrayRecordComponent") // is compared by its text
public record Verifier(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) {
  static final ScramMechanism MECHANISM = ScramMechanism.SCRAM_SHA_256;

  /**
   * RFC 7677 has 4096 as the smallest; more cost a client as much, and a guesser for each guess.
   */
  static final int ITERATIONS = 100_000;

  private static final int MIN_ITERATIONS = 4096;
  private static final int MOST_ITERATIONS = 10_000_000;
  private static final int SALT = 16;
  private static final int KEY = 32;

  private static final Pattern FORM =
      Pattern.compile("SCRAM-SHA-256\\$(\\d{1,8}):([^:$]+)\\$([^:$]+):([^:$]+)");

  /** Makes that of a password, which is left as it is. */
  public static Verifier of(char[] password, SecureRandom random) {
    byte[] salt = ScramFunctions.salt(SALT, random);
    byte[] salted =
        ScramFunctions.saltedPassword(
            MECHANISM,
            StringPreparation.POSTGRESQL_PREPARATION,
            password.clone(),
            salt,
            ITERATIONS);
    try {
      return new Verifier(
          ITERATIONS,
          salt,
          ScramFunctions.storedKey(MECHANISM, ScramFunctions.clientKey(MECHANISM, salted)),
          ScramFunctions.serverKey(MECHANISM, salted));
    } finally {
      Arrays.fill(salted, (byte) 0);
    }
  }

  /** That of keys that no password gives: they cannot be guessed, so they need no iterations. */
  public static Verifier ofKeys(byte[] salt, byte[] clientKey, byte[] serverKey) {
    return new Verifier(
        MIN_ITERATIONS, salt, ScramFunctions.storedKey(MECHANISM, clientKey), serverKey);
  }

  /** Whether it is that of a password, which is left as it is. Takes as long if it is not. */
  public boolean fits(char[] password) {
    char[] some = password.length == 0 ? new char[] {' '} : password.clone();
    byte[] salted =
        ScramFunctions.saltedPassword(
            MECHANISM, StringPreparation.POSTGRESQL_PREPARATION, some, salt, iterations);
    try {
      byte[] stored =
          ScramFunctions.storedKey(MECHANISM, ScramFunctions.clientKey(MECHANISM, salted));
      return MessageDigest.isEqual(stored, storedKey) && password.length > 0;
    } finally {
      Arrays.fill(salted, (byte) 0);
    }
  }

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException if it is none; the message holds nothing of it
   */
  public static Verifier parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("not of the form SCRAM-SHA-256$iterations:salt$key:key");
    }
    int iterations = Integer.parseInt(form.group(1));
    byte[] stored = decoded(form.group(3));
    byte[] server = decoded(form.group(4));
    if (iterations < MIN_ITERATIONS
        || iterations > MOST_ITERATIONS
        || stored.length != KEY
        || server.length != KEY) {
      throw new IllegalArgumentException("iterations or keys are out of range");
    }
    return new Verifier(iterations, decoded(form.group(2)), stored, server);
  }

  private static byte[] decoded(String text) {
    return Base64.getDecoder().decode(text);
  }

  /** As it is stored. */
  public String text() {
    return "SCRAM-SHA-256$%d:%s$%s:%s"
        .formatted(iterations, encoded(salt), encoded(storedKey), encoded(serverKey));
  }

  private static String encoded(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Verifier verifier && verifier.text().equals(text());
  }

  @Override
  public int hashCode() {
    return text().hashCode();
  }

  @Override
  public String toString() {
    return "Verifier";
  }
}
