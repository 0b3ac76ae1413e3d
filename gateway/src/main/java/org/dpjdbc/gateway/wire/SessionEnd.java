package org.dpjdbc.gateway.wire;

import java.io.IOException;

/** Why a session cannot go on, in the client's form. */
public final class SessionEnd extends IOException {
  private static final long serialVersionUID = 1;

  private final transient ServerError error;

  /**
   * @param error one that is fatal
   */
  public SessionEnd(ServerError error) {
    super(error.getMessage());
    this.error = error;
  }

  public ServerError error() {
    return error;
  }
}
