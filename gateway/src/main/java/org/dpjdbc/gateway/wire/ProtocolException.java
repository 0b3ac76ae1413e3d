package org.dpjdbc.gateway.wire;

/**
 * What a client sends is no message of the protocol, or not one that fits here. Before the login,
 * and where no next message can be found, the session ends; where the fields of a message are
 * wrong, it goes on, as PostgreSQL's does.
 */
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String state;

  public ProtocolException(String message) {
    this("08P01", message);
  }

  /**
   * @param state an SQLSTATE
   */
  ProtocolException(String state, String message) {
    super(message);
    this.state = state;
  }

  public String state() {
    return state;
  }
}
