package org.dpjdbc.gateway.shadow;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Where a PostgreSQL server listens that holds shadows.
 *
 * @param host its name
 * @param port its port
 * @param owner a role that may create databases and roles
 * @param password the owner's
 */
public record ShadowAddress(String host, int port, String owner, String password) {
  /** The password of a user's role, which only who knows the owner's can compute. */
  String passwordOf(String user) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(password.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      byte[] bytes = mac.doFinal(("role " + user).getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
