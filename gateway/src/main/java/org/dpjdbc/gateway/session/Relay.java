package org.dpjdbc.gateway.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.dpjdbc.gateway.resource.ResourceLease;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.shadow.Deadlines;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.Fields;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.Reply;
import org.dpjdbc.gateway.wire.ServerError;
import org.dpjdbc.gateway.wire.SessionEnd;
import org.jspecify.annotations.Nullable;

/** Passes messages to the shadow, and its answers back. */
final class Relay {
  /** Nothing that any parser takes, so that the shadow's transaction fails as the client's has. */
  private static final String REFUSED = "refused";

  /** What can be parsed and never run. */
  private static final String RESERVED = "SELECT pg_catalog.dp_jdbc_refused()";

  /** What those statements say that begin or end a transaction, or a part of one. */
  private static final Set<String> OF_TRANSACTIONS =
      Set.of("BEGIN", "START TRANSACTION", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE");

  /** A name that no client has. */
  static final String OWN = "dp-jdbc's own";

  private final ShadowWire wire;
  private final SessionOutput out;
  private final Deadlines deadlines;
  private final UserResources.Share share;

  /** Whether a series of the extended protocol has begun and waits for its Sync. */
  private boolean begun;

  /** Whether it has failed, so that the shadow skips the rest of it. */
  private boolean failed;

  /** Whether the client has sent something in it. */
  private boolean used;

  /** Whether the client has run something in it, so that settings may have changed since. */
  private boolean executed;

  private boolean succeeded;
  private long changes;

  /** Whether a transaction, or a part of one, may have ended since cursors were looked up. */
  private boolean ended;

  /** What the shadow said that it had done last. */
  private String tag = "";

  Relay(ShadowWire wire, SessionOutput out, Deadlines deadlines, UserResources.Share share) {
    this.wire = wire;
    this.out = out;
    this.deadlines = deadlines;
    this.share = share;
  }

  /**
   * Passes a message of the extended protocol.
   *
   * @param ends the types of messages of which one ends the answer
   * @return whether the shadow took it
   */
  boolean extended(Frame frame, String ends) throws IOException, ServerError {
    ResourceLease cycle = frame.is('C') ? ResourceLease.NOTHING : deadlines.turn(share);
    used = true;
    if (frame.is('E')) {
      executed = true;
      changes++;
    }
    return extended(frame, ends, true, cycle);
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

  /** Whether cursors may have ended with what declared them. */
  boolean mayHaveEndedCursors() {
    return ended;
  }

  /** Cursors have been looked up. */
  void cursorsFound() {
    ended = false;
  }

  /**
   * Runs one statement.
   *
   * @return whether it succeeded
   */
  boolean simple(String text) throws IOException, ServerError {
    ResourceLease cycle = deadlines.turn(share);
    changes++;
    return pass(() -> wire.send(Message.query(text)), "Z", frame -> true, cycle);
  }

  /**
   * Has the next statements be in one transaction, as those of one text are, unless there is one.
   * They are a series of the extended protocol, all of which but its first statement is such a
   * block: so the first one is the gateway's own, which takes no snapshot.
   *
   * @return whether they are in an implicit block
   */
  boolean beginBlock() throws IOException, ServerError {
    boolean isImplicit = wire.transaction() == Reply.Transaction.NONE;
    if (isImplicit && !begun) {
      ask("SHOW server_version");
    }
    return isImplicit;
  }

  /**
   * Runs one statement in such a block. The client receives the messages of a simple query.
   *
   * @return whether it succeeded
   */
  boolean inBlock(String text) throws IOException, ServerError {
    ResourceLease cycle = deadlines.turn(share);
    used = true;
    executed = true;
    changes++;
    begun = true;
    boolean done =
        pass(() -> sendOwn(text, true), "CI", frame -> "123n".indexOf(frame.type()) < 0, cycle);
    if (done && OF_TRANSACTIONS.contains(tag)) {
      sync(); // the block has ended, or is one of the client's
    }
    return done;
  }

  /** Ends a series of messages of the extended protocol. */
  void sync() throws IOException {
    ResourceLease cycle = executed && !failed ? turnToCommit() : ResourceLease.NOTHING;
    changes += used ? 1 : 0; // what was local to the series is over
    pass(() -> wire.send(Message.sync()), "Z", frame -> true, cycle);
  }

  /** A commit computes cursors that outlive it. One that is cancelled goes on, and is ended. */
  private ResourceLease turnToCommit() throws SessionEnd {
    try {
      return deadlines.turn(share);
    } catch (ServerError e) {
      if (e.state().equals("57014")) {
        return ResourceLease.NOTHING;
      }
      throw new SessionEnd(ServerError.fatal(e.state(), String.valueOf(e.getMessage())));
    }
  }

  /** Whether there is a series that has not come to its end. */
  boolean isBegun() {
    return begun;
  }

  /** Whether settings may have changed since the shadow reported them. */
  boolean isAhead() {
    return begun && executed;
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
      extended(Message.parse("", REFUSED, List.of()), "1", false, ResourceLease.NOTHING);
    }
  }

  /**
   * Has a name in the shadow for a statement of the driver, so that it is in use there, and is
   * deallocated there. It cannot be run.
   *
   * @return whether the name was free
   */
  boolean reserve(String statement) throws IOException {
    return extended(
        Message.parse(statement, RESERVED, List.of()), "1", true, ResourceLease.NOTHING);
  }

  /** Has the shadow close a portal whose name now means another one. */
  void closePortal(String name) throws IOException {
    extended(Message.close(true, name), "3", false, ResourceLease.NOTHING);
  }

  /**
   * Runs a statement of the gateway's own in the client's session.
   *
   * @return the values of its row, if it has one
   * @throws ServerError if it fails, and with it the transaction
   */
  List<@Nullable String> ask(String text) throws IOException, ServerError {
    if (failed) {
      throw Session.aborted(); // nothing is answered up to the Sync
    }
    begun = true;
    sendOwn(text, false);
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

  private void sendOwn(String text, boolean described) throws IOException {
    wire.send(Message.close(true, OWN));
    wire.send(Message.close(false, OWN)); // one that has failed is still there
    wire.send(Message.parse(OWN, text, List.of()));
    wire.send(Message.bind(OWN, OWN));
    if (described) {
      wire.send(Message.describe(true, OWN));
    }
    wire.send(Message.execute(OWN));
    wire.send(Message.flush());
  }

  private boolean extended(Frame frame, String ends, boolean tell, ResourceLease cycle)
      throws IOException {
    begun = true;
    return pass(
        () -> {
          wire.send(frame);
          wire.send(Message.flush());
        },
        ends,
        answer -> tell,
        cycle);
  }

  /** Sends messages. */
  private interface Sending {
    void send() throws IOException;
  }

  /**
   * Sends something, and waits for the answer.
   *
   * @param ends the types of messages of which one ends it; an error does, too
   * @param report which ones are passed to the client
   * @param cycle of the user's at the shadow, which ends with the answer
   */
  private boolean pass(Sending sending, String ends, Predicate<Frame> report, ResourceLease cycle)
      throws IOException {
    try (Deadlines.Watch watch = deadlines.watch(wire, cycle)) {
      sending.send();
      boolean taken = true;
      for (Frame frame = wire.ask(); ; frame = wire.receive()) {
        boolean isError = frame.is('E');
        taken &= !isError;
        if (!frame.is('Z') && report.test(frame)) {
          out.write(frame);
        }
        if (frame.is('Z')) {
          begun = false;
          failed = false;
          used = false;
          executed = false;
          succeeded = false;
        } else {
          failed |= isError;
        }
        if (frame.is('C')) {
          succeeded = true;
          tag = new Fields(frame).text();
          ended |= tag.equals("COMMIT") || tag.equals("ROLLBACK");
        }
        ended |= isError;
        if (ends.indexOf(frame.type()) >= 0 || (isError && !ends.equals("Z"))) {
          return taken;
        }
      }
    }
  }
}
