package org.dpjdbc.gateway.server;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.session.Output;
import org.dpjdbc.gateway.session.Session;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.web.ask.Talk;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * A session of the web page: one like those over PostgreSQL's protocol, that counts among them and
 * ends with them.
 */
final class PageSession implements Talk {
  private final Gateway gateway;
  private final User user;
  private final Session session;
  private final Clients.Client client;
  private final AtomicBoolean closed = new AtomicBoolean();

  private PageSession(Gateway gateway, User user, String database, Session session) {
    this.gateway = gateway;
    this.user = user;
    this.session = session;
    this.client = gateway.clients().add(session, user, database, why -> session.close());
  }

  /** Begins one, whose noisy columns have columns of errors after them. */
  static PageSession open(Gateway gateway, User user, String database, String address, Output out)
      throws IOException, ServerError {
    Database found = gateway.database(user, database);
    gateway.enter(user.name());
    PageSession session =
        new PageSession(
            gateway, user, database, begun(gateway, user, database, found, address, out));
    if (!gateway.isCurrent(user, database, found)) {
      session.close();
      throw Gateway.changed();
    }
    return session;
  }

  /** The session of a user who has entered, or leaves again. */
  private static Session begun(
      Gateway gateway, User user, String name, Database database, String address, Output out)
      throws IOException, ServerError {
    Optional<ShadowWire> wire = Optional.empty();
    boolean begun = false;
    try {
      wire = Optional.of(database.open(user.name(), Map.of()));
      Session session =
          gateway.session(
              user,
              database,
              database.connectorWithErrors(user),
              gateway.observer(user, name, address),
              wire.get(),
              out);
      begun = true;
      return session;
    } finally {
      if (!begun) {
        wire.ifPresent(ShadowWire::close);
        gateway.clients().leave(user.name());
      }
    }
  }

  @Override
  public void send(Frame frame) throws IOException {
    session.handle(frame);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      session.close();
      gateway.clients().remove(client);
      gateway.clients().leave(user.name());
    }
  }
}
