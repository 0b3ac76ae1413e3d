package org.dpjdbc.gateway.shadow;

import java.io.IOException;
import java.nio.file.Path;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * Has a shadow's server end when its gateway is killed, without a process or a thread that waits
 * for that: one session keeps a lock, and ends with the gateway; another one, of the server alone
 * by then, waits for that lock and invalidates the file by which the server recognises its folder.
 * PostgreSQL checks that file once a minute, and ends if it is another one's.
 */
final class ShutdownWatch {
  private static final String KEEP = "SELECT pg_catalog.pg_advisory_lock(1)";
  private static final String WAITER = "waiter";

  /** A request to cancel could come before there is something to cancel. */
  private static final String END =
      "SELECT pg_catalog.pg_terminate_backend(pid, 2000) FROM pg_catalog.pg_stat_activity"
          + " WHERE application_name = '"
          + WAITER
          + "'";

  private final ShadowWire keeper;
  private final ShadowWire waiter;

  private ShutdownWatch(ShadowWire keeper, ShadowWire waiter) {
    this.keeper = keeper;
    this.waiter = waiter;
  }

  /**
   * Begins to.
   *
   * @param data where the server has its files
   */
  static ShutdownWatch begin(ShadowAddress server, Path data) throws IOException {
    try {
      ShadowWire keeper = ShadowWire.owner(server, "keeper");
      run(keeper, KEEP);
      ShadowWire waiter = ShadowWire.owner(server, WAITER);
      String file = data.resolve("postmaster.pid").toAbsolutePath().toString().replace("'", "''");
      waiter.send(Message.query(KEEP + "; COPY (SELECT 0) TO '" + file + "'"));
      waiter.flush();
      return new ShutdownWatch(keeper, waiter);
    } catch (ServerError e) {
      throw new IOException("the shadow's server cannot be watched", e);
    }
  }

  private static void run(ShadowWire wire, String text) throws IOException {
    wire.send(Message.query(text));
    wire.flush();
    while (!wire.receive().is('Z')) {
      // what comes before
    }
  }

  /** Ends it, so that the server can be stopped as it should. A server that is stuck is left. */
  void end() {
    try {
      run(keeper, END);
    } catch (IOException e) {
      // the server is gone, or stuck
    }
    waiter.close();
    keeper.close();
  }
}
