package org.dpjdbc.gateway.shadow;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
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
  /** Of the bytes that are in a role's name: no two users have the same by chance. */
  private static final int NAME = 8;

  /**
   * The name of a user's role. It discloses nothing about the user's name, because a role's name is
   * in catalogs that all others can read.
   */
  String roleOf(String user) {
    return "analyst_" + HexFormat.of().formatHex(secretOf("name " + user), 0, NAME);
  }

  /** The keys of a user's role, which only who knows the owner's password can compute. */
  RoleKeys keysOf(String user) {
    return new RoleKeys(secretOf("client key " + user), secretOf("server key " + user));
  }

  private byte[] secretOf(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(password.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
