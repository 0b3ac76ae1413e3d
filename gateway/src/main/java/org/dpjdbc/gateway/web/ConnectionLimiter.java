package org.dpjdbc.gateway.web;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Closes a connection when there are too many: refusing new ones would let one client lock out all
 * others. The closed one has waited longest among those of the address that has most. A connection
 * waits unless a request of it is being answered. Thread-safe.
 */
final class ConnectionLimiter implements Connection.Listener {
  private final int most;

  /** The one that has waited longest comes first. */
  private final Set<Connection> waiting = new LinkedHashSet<>();

  private final Set<Connection> working = new LinkedHashSet<>();

  /**
   * @param most connections that there may be
   */
  ConnectionLimiter(int most) {
    this.most = most;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof HttpConnection) { // and not that of TLS below it
      enter(connection).ifPresent(oldest -> oldest.getEndPoint().close());
    }
  }

  private synchronized Optional<Connection> enter(Connection connection) {
    waiting.add(connection);
    if (waiting.size() + working.size() <= most) {
      return Optional.empty();
    }
    Map<Object, Integer> counts = new HashMap<>();
    waiting.forEach(each -> counts.merge(address(each), 1, Integer::sum));
    int largest = Collections.max(counts.values());
    Connection left =
        waiting.stream()
            .filter(each -> counts.getOrDefault(address(each), 0) == largest)
            .findFirst()
            .orElseThrow();
    waiting.remove(left);
    return Optional.of(left);
  }

  private static Object address(Connection connection) {
    SocketAddress address = connection.getEndPoint().getRemoteSocketAddress();
    return address instanceof InetSocketAddress internet && internet.getAddress() != null
        ? internet.getAddress()
        : "";
  }

  @Override
  public synchronized void onClosed(Connection connection) {
    waiting.remove(connection);
    working.remove(connection);
  }

  /** A request is complete. */
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
