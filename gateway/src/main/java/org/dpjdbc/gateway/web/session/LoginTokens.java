package org.dpjdbc.gateway.web.session;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tokens of the form for logging in, before there is a session: the form has a token that only this
 * server can compute from the cookie of the same browser. They are not stored.
 */
public final class LoginTokens {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SECRET = 32;
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{43}");

  private final SecureRandom random;
  private final byte[] secret = new byte[SECRET];

  public LoginTokens(SecureRandom random) {
    this.random = random;
    random.nextBytes(secret);
  }

  /** A cookie for a browser that has none. */
  public String cookie() {
    return RandomTokens.next(random);
  }

  /** Whether a string can be such a cookie; other cookies are not sent back. */
  public static boolean isCookie(String text) {
    return FORM.matcher(text).matches();
  }

  /** What the form has for that cookie. */
  public String of(String cookie) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      return RandomTokens.encoded(mac.doFinal(RandomTokens.bytes(cookie)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether the form was made for that cookie. */
  public boolean fits(String cookie, String token) {
    return RandomTokens.areSame(of(cookie), token);
  }
}
