package org.dpjdbc.gateway.web.ask;

import java.io.IOException;
import org.dpjdbc.gateway.session.SessionOutput;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.ServerError;

/** A session like that of a PostgreSQL client, with the same checks and limits. */
public interface PageConnection extends AutoCloseable {
  /** Begins sessions of one user with one database. */
  interface Opener {
    /**
     * Begins one.
     *
     * @param out gets what a client would be sent
     * @throws ServerError if the user may have no more of them
     * @throws IOException if the catalog server does not answer
     */
    PageConnection open(SessionOutput out) throws IOException, ServerError;
  }

  /**
   * Takes a client's message.
   *
   * @throws IOException if the session is at its end
   */
  void send(Frame frame) throws IOException;

  @Override
  void close();
}
