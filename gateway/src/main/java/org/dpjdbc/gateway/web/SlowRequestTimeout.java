package org.dpjdbc.gateway.web;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections on which no complete request arrives in time, although bytes do: idle timeouts
 * alone would let a client hold all connections with a byte now and then.
 */
final class SlowRequestTimeout implements Connection.Listener {
  private static final long NONE = -1;

  private final Scheduler scheduler;
  private final Duration patience;

  /**
   * @param patience a connection is closed after this time, or after twice as long
   */
  SlowRequestTimeout(Scheduler scheduler, Duration patience) {
    this.scheduler = scheduler;
    this.patience = patience;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof HttpConnection) { // and not that of TLS, which counts no requests
      watch(connection, NONE);
    }
  }

  @Override
  public void onClosed(Connection connection) {
    // is seen when it is looked after next
  }

  private void watch(Connection connection, long before) {
    scheduler.schedule(
        () -> {
          if (!connection.getEndPoint().isOpen()) {
            return;
          }
          long requests = connection.getMessagesIn();
          if (requests == before && requests == connection.getMessagesOut()) {
            connection.getEndPoint().close();
          } else {
            watch(connection, requests);
          }
        },
        patience.toMillis(),
        TimeUnit.MILLISECONDS);
  }
}
