package org.dpjdbc.gateway.session;

import java.io.IOException;
import org.dpjdbc.gateway.wire.Frame;

/** The destination of a session's answers. */
public interface SessionOutput {
  /**
   * Hands over a message; waits if the client is slow to read.
   *
   * @throws IOException if the client is gone, or too slow
   */
  void write(Frame frame) throws IOException;

  /** Sends what was handed over. */
  void flush();
}
