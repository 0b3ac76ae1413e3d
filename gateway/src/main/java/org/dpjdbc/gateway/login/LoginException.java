package org.dpjdbc.gateway.login;

/** A login that cannot go on, because of what the client sent. */
public final class LoginException extends Exception {
  private static final long serialVersionUID = 1;

  public LoginException(String message) {
    super(message);
  }
}
