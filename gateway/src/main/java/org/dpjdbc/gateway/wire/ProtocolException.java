package org.dpjdbc.gateway.wire;

/**
 * What a client sent is no message of the protocol, or not one that fits here; the session ends.
 */
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ProtocolException(String message) {
    super(message);
  }
}
