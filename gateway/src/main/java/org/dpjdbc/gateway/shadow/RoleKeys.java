package org.dpjdbc.gateway.shadow;

import org.dpjdbc.gateway.login.Verifier;

/**
 * Logs in to a role in place of a password: the two keys of SCRAM (RFC 5802, section 3). A password
 * would have to be stretched at each login.
 */
@SuppressWarnings("ArrayRecordComponent") // is not compared
record RoleKeys(byte[] client, byte[] server) {
  /** There is no password that it would be of. */
  private static final byte[] NO_SALT = new byte[16];

  /** What the server keeps of them, which cannot be used to log in. */
  String verifier() {
    return Verifier.ofKeys(NO_SALT, client, server).text();
  }
}
