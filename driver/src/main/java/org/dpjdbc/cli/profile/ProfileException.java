package org.dpjdbc.cli.profile;

import org.dpjdbc.policy.PolicyException;

/** A profile that cannot be used; the message lists every problem with its file and line. */
public final class ProfileException extends Exception {
  private static final long serialVersionUID = 1L;

  ProfileException(String message) {
    super(message);
  }

  /** Of a file that was read by the policy's rules. */
  ProfileException(PolicyException problems) {
    super(problems.getMessage());
  }
}
