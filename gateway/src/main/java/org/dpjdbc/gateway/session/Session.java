package org.dpjdbc.gateway.session;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.dpjdbc.gateway.answer.Analyst;
import org.dpjdbc.gateway.resource.ResourceLease;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.shadow.Deadlines;
import org.dpjdbc.gateway.shadow.Shadow;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.text.Command;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.ProtocolException;
import org.dpjdbc.gateway.wire.Reply;
import org.dpjdbc.gateway.wire.Request;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/**
 * A client's session after its login: takes its messages one after the other, and has each
 * statement answered by the shadow or by the driver, as the {@link Router} decides. The shadow
 * keeps the state of the transaction; an error of the driver makes it fail there, too. Confined to
 * one thread at a time, but for {@link #cancel}, an {@link Attempt} and {@link #close}.
 */
public final class Session implements AutoCloseable {
  /** Bytes of a message from which on it counts among what the user holds. */
  private static final int LONG = 1 << 14;

  /** Which cursors there are. */
  private static final String CURSORS = "SELECT name FROM pg_catalog.pg_cursors";

  /** Of a message: its bytes, its text, what the shadow and the driver get, and values. */
  private static final int COPIES = 12;

  private final ShadowWire wire;
  private final Analyst analyst;
  private final Deadlines deadlines;
  private final SessionOutput out;
  private final UserResources.Share share;
  private final ShadowObjects objects;
  private final Relay relay;
  private final Router router;
  private final Cursors cursors;
  private final ExtendedProtocol extended;
  private final PrivateAnswers answers;
  private final RequestCycle cycle = new RequestCycle();
  private boolean skipping;

  /**
   * Begins one.
   *
   * @param wire its session with the shadow
   * @param analyst its connection with the driver
   * @param deadlines of this session alone
   * @param share of the user's resources
   */
  public Session(
      Shadow shadow,
      ShadowWire wire,
      Analyst analyst,
      SessionOutput out,
      UserResources.Share share,
      Deadlines deadlines,
      SessionLimits limits) {
    this.wire = wire;
    this.analyst = analyst;
    this.out = out;
    this.deadlines = deadlines;
    this.share = share;
    this.objects = new ShadowObjects(share);
    this.relay = new Relay(wire, out, deadlines, share);
    Map<String, Portal> portals = new HashMap<>();
    this.cursors = new Cursors(portals);
    DriverSettings own = new DriverSettings(relay, analyst);
    CurrentSettings settings = new CurrentSettings(wire, relay);
    this.router = new Router(shadow.resolver(), share, deadlines, settings, analyst, cursors, own);
    this.answers = new PrivateAnswers(analyst, out, cursors, objects, settings, relay, own);
    this.extended =
        new ExtendedProtocol(
            router, relay, answers, out, share, objects, limits, cursors, portals, this::ran);
  }

  /**
   * Takes a message.
   *
   * @return whether the session goes on
   * @throws IOException if the client or the shadow is gone
   */
  public boolean handle(Frame frame) throws IOException {
    Request.checkType(frame);
    if (frame.is('X')) {
      return false;
    }
    cycle.begin();
    try {
      if (frame.is('S') || !skipping) {
        skipping = false;
        read(frame);
      }
    } finally {
      cycle.pause();
    }
    return true;
  }

  private void read(Frame frame) throws IOException {
    Request request;
    try {
      request = Request.of(frame);
    } catch (ProtocolException e) {
      ServerError error = ServerError.of(e.state(), String.valueOf(e.getMessage()));
      if ("QFS".indexOf(frame.type()) >= 0) {
        refuseAtOnce(error);
      } else {
        refuse(error);
      }
      return;
    }
    if (request instanceof Request.Sync) {
      relay.sync();
      ready();
      return;
    }
    try {
      take(request, frame);
      if (skipping) {
        out.flush(); // a client may wait for the error before it sends a Sync
      }
    } catch (ServerError e) {
      refuse(e);
    }
  }

  /** What follows is skipped up to the next Sync. */
  private void refuse(ServerError error) throws IOException {
    out.write(error.frame());
    relay.fail();
    skipping = true;
    out.flush();
  }

  private void take(Request request, Frame frame) throws IOException, ServerError {
    if (request instanceof Request.Query query) {
      query(query.text(), frame);
    } else if (request instanceof Request.Flush) {
      cycle
          .pause(); // else a cancel that the client sends once it reads this would end what is next
      out.flush();
    } else if (request instanceof Request.FunctionCall) {
      refuseAtOnce(ServerError.of("0A000", "function calls of the protocol are not supported"));
    } else if (!(request instanceof Request.Copy)) {
      if (request instanceof Request.Execute) {
        cycle.check();
      }
      try (ResourceLease text = text(frame)) {
        skipping = !extended.take(request, frame, isFailed());
      }
    }
  }

  /**
   * What a long message takes while it is handled. A short one is not counted, so that a user who
   * holds too much can close what is not needed.
   */
  private ResourceLease text(Frame frame) throws ServerError {
    int length = frame.body().length;
    return length > LONG ? share.take((long) COPIES * length) : ResourceLease.NOTHING;
  }

  /** A message that is ready by itself, without a Sync. */
  private void refuseAtOnce(ServerError error) throws IOException {
    out.write(error.frame());
    relay.fail();
    relay.sync();
    ready();
  }

  /**
   * The statements of one simple query are one transaction, unless some of them begin or end one
   * (PostgreSQL documentation, "Multiple Statements in a Simple Query").
   */
  private void query(String text, Frame frame) throws IOException {
    try (ResourceLease held = text(frame)) {
      List<Command> commands = router.commands(text);
      for (Command command : commands) {
        boolean goesOn = commands.size() == 1 ? run(command, false) : runInBlock(command);
        if (!goesOn) {
          break;
        }
      }
      relay.settle();
    } catch (ServerError e) {
      out.write(e.frame());
      relay.fail();
      relay.sync();
    }
    extended.forgetUnnamed();
    ready();
  }

  private boolean runInBlock(Command command) throws IOException, ServerError {
    return run(command, relay.beginBlock());
  }

  /**
   * Runs a statement.
   *
   * @param inBlock whether it is one of several in a simple query, outside a transaction of the
   *     client's
   */
  private boolean run(Command command, boolean inBlock) throws IOException, ServerError {
    if (command instanceof Command.Empty) {
      out.write(Reply.emptyQuery());
      return true;
    }
    if (isFailed() && !isOfSession(command)) {
      throw aborted();
    }
    Route route = router.route(command, List.of());
    cycle.check();
    boolean isRelayed = route instanceof Route.Relayed;
    boolean hasParameters =
        isRelayed
            ? inBlock && router.hasParameters(command.text())
            : !PrivateAnswers.parameters(route).isEmpty();
    if (hasParameters) {
      throw ServerError.of("42P02", "there is no parameter $1");
    }
    if (isRelayed) {
      boolean done = false;
      ResourceLease room = objects.room(command);
      try {
        done = inBlock ? relay.inBlock(command.text()) : relay.simple(command.text());
      } finally {
        if (!done) {
          room.close();
        }
      }
      if (done) {
        objects.ran(command, room);
        after(command);
      }
      if (!relay.isBegun()) {
        tell();
      }
      return done;
    }
    boolean isBinary = route instanceof Route.Fetched fetched && fetched.cursor().binary();
    Portal portal = new Portal(route, isBinary ? List.of(1) : List.of());
    Optional<Frame> columns = answers.columns(portal);
    if (columns.isPresent()) {
      out.write(columns.get());
    }
    if (!inBlock) {
      relay.settle(); // so that no transaction is open but one that the client has begun
    }
    try {
      answers.execute(portal, 0);
    } finally {
      portal.close();
    }
    if (!inBlock) {
      relay.settle();
    }
    return true;
  }

  /** What may end a transaction, or is refused by the shadow like all else. */
  private static boolean isOfSession(Command command) {
    return command instanceof Command.OfSession
        || command instanceof Command.SetOwn
        || command instanceof Command.Deallocate;
  }

  static ServerError aborted() {
    return ServerError.of(
        "25P02", "current transaction is aborted, commands ignored until end of transaction block");
  }

  private boolean isFailed() {
    return relay.isFailed();
  }

  /** The shadow has run a statement within a series, which goes on. */
  private void ran(Command command) throws IOException, ServerError {
    after(command);
    retainCursors();
  }

  /** What the shadow has forgotten is forgotten here, too. */
  private void after(Command command) {
    if (command instanceof Command.Discard discard) {
      extended.forgetStatements();
      if (discard.all()) {
        cursors.closeDeclared(true);
      }
    } else if (command instanceof Command.Deallocate deallocate) {
      extended.forgetStatement(deallocate.statement());
    } else if (command instanceof Command.Close close && close.cursor().isEmpty()) {
      cursors.closeDeclared(true);
    }
  }

  /**
   * Closes cursors that have ended with the transaction, or the part of one, that declared them.
   * The shadow says which are left.
   */
  private void retainCursors() throws IOException, ServerError {
    if (!relay.mayHaveEndedCursors() || isFailed()) {
      return;
    }
    if (cursors.hasDeclared() || objects.hasCursors()) {
      List<@Nullable String> left = relay.ask(CURSORS);
      cursors.retain(left);
      objects.retainCursors(left);
    }
    relay.cursorsFound();
  }

  /** Outside a transaction no portal and no ordinary cursor is left. */
  private void tell() throws IOException {
    if (wire.transaction() == Reply.Transaction.NONE) {
      extended.forgetPortals();
      objects.endTransaction();
      cursors.closeDeclared(false);
    }
    try {
      retainCursors();
    } catch (ServerError e) {
      // it is asked again
    }
    relay.settle();
  }

  private void ready() throws IOException {
    tell();
    if (!wire.parameter("client_encoding").equals("UTF8")) {
      out.write(
          ServerError.fatal("0A000", "the client's encoding must be UTF8; the session ends")
              .frame());
      out.flush();
      throw new IOException("the client's encoding is no longer UTF8");
    }
    cycle.end();
    out.write(Reply.ready(wire.transaction()));
    out.flush();
  }

  /**
   * Starts to cancel what runs. Any thread may.
   *
   * @return how to; empty if nothing runs, or if it is already being cancelled
   */
  Optional<Attempt> cancel() {
    OptionalLong number = cycle.cancel();
    return number.isPresent() ? Optional.of(new Attempt(number.getAsLong())) : Optional.empty();
  }

  /** Ends what runs in a turn, and nothing after it. */
  final class Attempt {
    private final long number;

    private Attempt(long number) {
      this.number = number;
    }

    /**
     * Sends the request to the shadow and the database.
     *
     * @return whether it should be tried again
     */
    boolean stop() {
      try {
        return cycle.stop(
            number,
            () -> {
              share.cancel();
              analyst.cancel();
              deadlines.cancelShared();
              wire.cancelAndAwait();
            });
      } catch (IOException e) {
        wire.close();
        return false;
      }
    }

    void giveUp() {
      cycle.giveUp(number);
    }
  }

  /** Ends the session. Any thread may. */
  @Override
  public void close() {
    deadlines.close();
    wire.close();
    analyst.close();
  }
}
