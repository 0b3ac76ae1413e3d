package org.dpjdbc.gateway.server;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.session.Session;
import org.dpjdbc.gateway.session.SessionOutput;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.web.ask.PageConnection;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * A session of the web page: one like those over PostgreSQL's protocol, that counts among them and
 * ends with them.
 */
final class PageSession implements PageConnection {
  private final Gateway gateway;
  private final Session session;
  private final UserResources.Share share;
  private final Clients.Client client;
  private final AtomicBoolean closed = new AtomicBoolean();

  private PageSession(
      Gateway gateway, User user, String database, Session session, UserResources.Share share) {
    this.gateway = gateway;
    this.share = share;
    this.session = session;
    this.client =
        gateway.clients().add(session, user, database, why -> gateway.tidy(session::close));
  }

  /** Begins one, whose noisy columns have columns of errors after them. */
  static PageSession open(
      Gateway gateway, User user, String database, String address, SessionOutput out)
      throws IOException, ServerError {
    Database found = gateway.database(user, database);
    UserResources.Share share = gateway.resources().enter(user.name());
    PageSession session =
        new PageSession(
            gateway,
            user,
            database,
            begun(gateway, user, database, found, address, out, share),
            share);
    if (!gateway.isCurrent(user, database, found)) {
      session.close();
      throw Gateway.changed();
    }
    return session;
  }

  /** The session of a user who has entered, or leaves again. */
  private static Session begun(
      Gateway gateway,
      User user,
      String name,
      Database database,
      String address,
      SessionOutput out,
      UserResources.Share share)
      throws IOException, ServerError {
    Optional<ShadowWire> wire = Optional.empty();
    boolean begun = false;
    try {
      wire = Optional.of(database.open(user, Map.of()));
      wire.get().charge(share);
      Session session =
          gateway.session(
              database,
              database.connectorWithErrors(user),
              gateway.observer(user, name, address),
              wire.get(),
              out,
              share);
      begun = true;
      return session;
    } finally {
      if (!begun) {
        wire.ifPresent(ShadowWire::close);
        share.close();
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
      try {
        session.close();
      } finally { // memory may be short
        gateway.clients().remove(client);
        share.close();
      }
    }
  }
}
