package org.dpjdbc.gateway.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.gateway.shadow.Deadlines;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.Fields;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.Reply;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/** Passes messages to the shadow, and its answers back. */
final class Relay {
  /** Nothing that any parser takes, so that the shadow's transaction fails as the client's has. */
  private static final String REFUSED = "refused";

  /** What can be parsed and never run. */
  private static final String RESERVED = "SELECT pg_catalog.dp_jdbc_refused()";

  /** A name that no client has. */
  private static final String OWN = "dp-jdbc's own";

  private final ShadowWire wire;
  private final Output out;
  private final Deadlines deadlines;

  /** Whether a series of the extended protocol has begun and waits for its Sync. */
  private boolean begun;

  /** Whether it has failed, so that the shadow skips the rest of it. */
  private boolean failed;

  /** Whether the client has run something in it, and whether that succeeded. */
  private boolean used;

  private boolean succeeded;
  private long changes;

  Relay(ShadowWire wire, Output out, Deadlines deadlines) {
    this.wire = wire;
    this.out = out;
    this.deadlines = deadlines;
  }

  /**
   * Passes a message of the extended protocol.
   *
   * @param ends the types of messages of which one ends the answer
   * @return whether the shadow took it
   */
  boolean extended(Frame frame, String ends) throws IOException {
    used = true;
    changes++;
    return extended(frame, ends, true);
  }

  /**
   * Whether the transaction has failed. A statement that succeeds in one that has ends it, or goes
   * back to before.
   */
  boolean isFailed() {
    return wire.transaction() == Reply.Transaction.FAILED && !succeeded;
  }

  /** Grows whenever the settings of the session may have changed. */
  long changes() {
    return changes;
  }

  /**
   * Runs one statement.
   *
   * @return whether it succeeded
   */
  boolean simple(String text) throws IOException {
    changes++;
    wire.send(Message.query(text));
    return pass("Z", true);
  }

  /** Ends a series of messages of the extended protocol, without a word to the client. */
  void sync() throws IOException {
    changes += used ? 1 : 0; // what was local to the series is over
    wire.send(Message.sync());
    pass("Z", false);
  }

  /** The same, if there is a series. */
  void settle() throws IOException {
    if (begun) {
      sync();
    }
  }

  /**
   * Has a transaction fail there, too, be it one that lasts up to the next Sync alone; the shadow
   * skips what follows up to there.
   */
  void fail() throws IOException {
    if (!failed && (begun || wire.transaction() == Reply.Transaction.OPEN)) {
      extended(Message.parse("", REFUSED, List.of()), "1", false);
    }
  }

  /**
   * Has a name in the shadow for a statement of the driver, so that it is in use there, and is
   * deallocated there. It cannot be run.
   *
   * @return whether the name was free
   */
  boolean reserve(String statement) throws IOException {
    return extended(Message.parse(statement, RESERVED, List.of()), "1", true);
  }

  /** Has the shadow close a portal whose name now means another one. */
  void closePortal(String name) throws IOException {
    extended(Message.close(true, name), "3", false);
  }

  /**
   * Runs a statement of the gateway's own in the client's session.
   *
   * @return the values of its row, if it has one
   * @throws ServerError if it fails, and with it the transaction
   */
  List<@Nullable String> ask(String text) throws IOException, ServerError {
    begun = true;
    wire.send(Message.close(true, OWN));
    wire.send(Message.close(false, OWN)); // one that has failed is still there
    wire.send(Message.parse(OWN, text, List.of()));
    wire.send(Message.bind(OWN, OWN));
    wire.send(Message.execute(OWN));
    wire.send(Message.flush());
    List<@Nullable String> values = new ArrayList<>();
    try (Deadlines.Watch watch = deadlines.watch(wire)) {
      for (Frame frame = wire.ask(); ; frame = wire.receive()) {
        if (frame.is('E')) {
          failed = true;
          throw ServerError.read(frame);
        }
        if (frame.is('D')) {
          Fields fields = new Fields(frame);
          for (int left = fields.int16(); left > 0; left--) {
            int length = fields.int32();
            values.add(
                length < 0 ? null : new String(fields.bytes(length), StandardCharsets.UTF_8));
          }
        }
        if (frame.is('C')) {
          return values;
        }
      }
    }
  }

  private boolean extended(Frame frame, String ends, boolean tell) throws IOException {
    begun = true;
    wire.send(frame);
    wire.send(Message.flush());
    return pass(ends, tell);
  }

  private boolean pass(String ends, boolean tell) throws IOException {
    try (Deadlines.Watch watch = deadlines.watch(wire)) {
      boolean taken = true;
      for (Frame frame = wire.ask(); ; frame = wire.receive()) {
        boolean isError = frame.is('E');
        taken &= !isError;
        if (tell && !frame.is('Z')) {
          out.write(frame);
        }
        if (frame.is('Z')) {
          begun = false;
          failed = false;
          used = false;
          succeeded = false;
        } else {
          failed |= isError;
          succeeded |= frame.is('C');
        }
        if (ends.indexOf(frame.type()) >= 0 || (isError && !ends.equals("Z"))) {
          return taken;
        }
      }
    }
  }
}
