package org.dpjdbc.gateway.web;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Closes the connection that has waited longest when there are too many: not to take new ones would
 * let a stranger keep all others out. A connection waits unless a request of it is being answered.
 * Thread-safe.
 */
final class Crowd implements Connection.Listener {
  private final int most;

  /** The one that has waited longest comes first. */
  private final Set<Connection> waiting = new LinkedHashSet<>();

  private final Set<Connection> working = new LinkedHashSet<>();

  /**
   * @param most connections that there may be
   */
  Crowd(int most) {
    this.most = most;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof HttpConnection) { // and not that of TLS below it
      enter(connection).ifPresent(eldest -> eldest.getEndPoint().close());
    }
  }

  private synchronized Optional<Connection> enter(Connection connection) {
    waiting.add(connection);
    if (waiting.size() + working.size() <= most) {
      return Optional.empty();
    }
    Iterator<Connection> eldest = waiting.iterator();
    Connection left = eldest.next();
    eldest.remove();
    return Optional.of(left);
  }

  @Override
  public synchronized void onClosed(Connection connection) {
    waiting.remove(connection);
    working.remove(connection);
  }

  /** A request has arrived whole. */
  synchronized void begin(Connection connection) {
    if (waiting.remove(connection)) {
      working.add(connection);
    }
  }

  /** It has been answered. */
  synchronized void end(Connection connection) {
    if (working.remove(connection)) {
      waiting.add(connection);
    }
  }
}
