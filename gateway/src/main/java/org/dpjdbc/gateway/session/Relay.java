package org.dpjdbc.gateway.session;

import java.io.IOException;
import java.util.List;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.Reply;

/** Passes messages to the shadow, and its answers back. */
final class Relay {
  /** Nothing that any parser takes, so that the shadow's transaction fails as the client's has. */
  private static final String REFUSED = "refused";

  private final ShadowWire wire;
  private final Output out;
  private final Deadlines deadlines;

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
    wire.send(frame);
    wire.send(Message.flush());
    return pass(ends, true);
  }

  /**
   * Runs one statement.
   *
   * @return whether it succeeded
   */
  boolean simple(String text) throws IOException {
    wire.send(Message.query(text));
    return pass("Z", true);
  }

  /** Ends a series of messages of the extended protocol, without a word to the client. */
  void sync() throws IOException {
    wire.send(Message.sync());
    pass("Z", false);
  }

  /** Has an open transaction fail there, too; the shadow skips what follows up to a Sync. */
  void fail() throws IOException {
    if (wire.transaction() == Reply.Transaction.OPEN) {
      wire.send(Message.parse("", REFUSED, List.of()));
      wire.send(Message.flush());
      pass("1", false);
    }
  }

  /** Has the shadow drop a statement whose name now means another one. */
  void forget(String statement) throws IOException {
    wire.send(Message.close(false, statement));
    wire.send(Message.flush());
    pass("3", false);
  }

  private boolean pass(String ends, boolean tell) throws IOException {
    try (Deadlines.Watch watch = deadlines.watch(wire)) {
      boolean taken = true;
      for (Frame frame = wire.ask(); ; frame = wire.receive()) {
        boolean isError = frame.is('E');
        taken &= !isError;
        boolean isEnd = ends.indexOf(frame.type()) >= 0;
        if (tell && !frame.is('Z')) {
          out.write(frame);
        }
        if (isEnd || (isError && !ends.equals("Z"))) {
          return taken;
        }
      }
    }
  }
}
