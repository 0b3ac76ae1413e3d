package org.dpjdbc.gateway.session;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.gateway.answer.ResultColumn;
import org.dpjdbc.gateway.resource.ResourceLease;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.text.Command;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Reply;
import org.dpjdbc.gateway.wire.Request;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/**
 * Named statements and portals: the extended protocol. Those of the shadow are kept by it, those of
 * the driver here; a name is in one of the two places.
 */
final class ExtendedProtocol {
  /** Memory of the gateway, in addition to strings. */
  private static final long ENTRY = 1024;

  /** Memory of a statement's message: its SQL, for the client and for the driver. */
  private static final long STRINGS = 4;

  /** The same for a column, without its name. */
  private static final int COLUMN = 30;

  /** Of a portal's message: values, of which an array may have one for two bytes. */
  private static final long VALUES = 12;

  private final Router router;
  private final Relay relay;
  private final PrivateAnswers answers;
  private final SessionOutput out;
  private final UserResources.Share share;
  private final ShadowObjects objects;
  private final SessionLimits limits;
  private final Map<String, Prepared> statements = new HashMap<>();
  private final Cursors cursors;
  private final Map<String, Portal> portals;

  /** What the shadow's portals run. */
  private final Map<String, Command> relayed = new HashMap<>();

  private final After afterwards;

  /** Called after the shadow has run a statement. */
  interface After {
    void ran(Command command) throws IOException, ServerError;
  }

  /**
   * A statement.
   *
   * @param types of its parameters as the client declared them
   * @param route who answers it
   * @param meaning what that depends on in addition to its SQL
   * @param room that it takes
   */
  private record Prepared(
      Command command,
      List<Integer> types,
      Route route,
      List<String> meaning,
      int bytes,
      ResourceLease room) {}

  /**
   * @param portals those of the driver, which others look up
   * @param afterwards called after the shadow has run a statement
   */
  ExtendedProtocol(
      Router router,
      Relay relay,
      PrivateAnswers answers,
      SessionOutput out,
      UserResources.Share share,
      ShadowObjects objects,
      SessionLimits limits,
      Cursors cursors,
      Map<String, Portal> portals,
      After afterwards) {
    this.afterwards = afterwards;
    this.cursors = cursors;
    this.portals = portals;
    this.router = router;
    this.relay = relay;
    this.answers = answers;
    this.out = out;
    this.share = share;
    this.objects = objects;
    this.limits = limits;
  }

  /**
   * Takes a message.
   *
   * @param isFailed whether the transaction has failed
   * @return whether it was taken, and messages go on to be
   */
  boolean take(Request request, Frame frame, boolean isFailed) throws IOException, ServerError {
    if (request instanceof Request.Parse parse) {
      return parse(parse, frame);
    }
    if (request instanceof Request.Bind bind) {
      return bind(bind, frame);
    }
    if (request instanceof Request.Describe describe) {
      return describe(describe, frame);
    }
    if (request instanceof Request.Execute execute) {
      return execute(execute, frame, isFailed);
    }
    if (request instanceof Request.Close close) {
      return close(close, frame);
    }
    throw ServerError.of("08P01", "unexpected message");
  }

  private boolean parse(Request.Parse parse, Frame frame) throws IOException, ServerError {
    List<Command> commands = router.commands(parse.text());
    if (commands.size() > 1) {
      throw ServerError.of("42601", "cannot insert multiple commands into a prepared statement");
    }
    String name = parse.statement();
    if (name.isEmpty()) {
      forgetStatement(name); // there is none if this one fails
    }
    checkRoom(name, frame);
    long bytes = STRINGS * frame.body().length + ENTRY;
    ResourceLease text = name.isEmpty() ? share.keep(bytes) : share.take(bytes);
    ResourceLease plan = ResourceLease.NOTHING;
    ResourceLease columns = ResourceLease.NOTHING;
    boolean taken = false;
    try {
      Command command = commands.get(0);
      Route route =
          command instanceof Command.Empty
              ? new Route.Relayed()
              : router.route(command, parse.types());
      boolean isRelayed = route instanceof Route.Relayed;
      plan = isRelayed && !name.isEmpty() ? objects.plan(parse.text().length()) : plan;
      int described = described(route);
      columns = name.isEmpty() ? share.keep(STRINGS * described) : share.take(STRINGS * described);
      List<ResourceLease> rooms = List.of(text, plan, columns);
      ResourceLease room = () -> rooms.forEach(ResourceLease::close);
      taken = isRelayed ? relay.extended(frame, "1") : relay.reserve(name);
      if (taken) {
        forgetStatement(name);
        List<String> meaning = isRelayed ? List.of() : router.meaning();
        statements.put(
            name,
            new Prepared(
                command, parse.types(), route, meaning, frame.body().length + described, room));
      }
      return taken;
    } finally {
      if (!taken) {
        text.close();
        plan.close();
        columns.close();
      }
    }
  }

  /** As many bytes of a message as a description of columns takes memory for, which may be long. */
  private static int described(Route route) {
    List<ResultColumn> columns =
        route instanceof Route.Private own
            ? own.statement().columns()
            : route instanceof Route.Declared declared
                ? declared.statement().columns()
                : route instanceof Route.Copied copied ? copied.statement().columns() : List.of();
    return columns.stream().mapToInt(column -> COLUMN + column.name().length()).sum();
  }

  /** The statement without a name is replaced by the next one, and may always be there. */
  private void checkRoom(String statement, Frame frame) throws ServerError {
    if (statement.isEmpty() || statements.containsKey(statement)) {
      return;
    }
    long bytes = frame.body().length;
    for (Prepared each : statements.values()) {
      bytes += each.bytes();
    }
    if (statements.size() >= limits.statements() || bytes > limits.bytes()) {
      throw ServerError.of("54000", "too many prepared statements in one session")
          .with('H', "Close those that are not needed.");
    }
  }

  private boolean bind(Request.Bind bind, Frame frame) throws IOException, ServerError {
    Prepared prepared = statements.get(bind.statement());
    if (!bind.portal().isEmpty() && answers.hasCursor(bind.portal())) {
      throw PrivateAnswers.exists(bind.portal());
    }
    boolean wasRelayed = relayed.containsKey(bind.portal());
    closePortal(bind.portal());
    if (prepared == null || prepared.route() instanceof Route.Relayed) {
      return bindRelayed(bind.portal(), prepared, frame);
    }
    // A portal keeps its statement, whatever becomes of that one's name.
    int own = frame.body().length + prepared.bytes();
    long bytes = own + cursors.bytes();
    if (portals.size() >= limits.statements() || bytes > limits.bytes()) {
      throw ServerError.of("54000", "too many portals in one session")
          .with('H', "Close cursors and portals that are not needed.");
    }
    if (wasRelayed) {
      relay.closePortal(bind.portal());
    }
    Route route = current(prepared);
    List<@Nullable Object> values = answers.read(bind, PrivateAnswers.parameters(route));
    int columns = new Portal(route, List.of()).columns().map(List::size).orElse(0);
    int formats = bind.resultFormats().size();
    if (formats > 1 && formats != columns) {
      throw ServerError.of(
          "08P01",
          "bind message has %d result formats but query has %d columns"
              .formatted(formats, columns));
    }
    ResourceLease room =
        share.take(STRINGS * prepared.bytes() + VALUES * frame.body().length + ENTRY);
    portals.put(bind.portal(), new Portal(route, values, bind.resultFormats(), own, room));
    out.write(Reply.bound());
    return true;
  }

  /**
   * @param prepared none if SQL's PREPARE made it
   */
  private boolean bindRelayed(String portal, @Nullable Prepared prepared, Frame frame)
      throws IOException, ServerError {
    // It keeps its statement, here and in the shadow, whatever becomes of that one's name.
    long text = prepared == null ? 0 : STRINGS * prepared.bytes();
    ResourceLease room = objects.portal(portal, frame.body().length + text);
    boolean taken = false;
    try {
      taken = relay.extended(frame, "2");
      if (taken) {
        objects.addPortal(portal, room);
        relayed.put(portal, prepared == null ? new Command.Empty("") : prepared.command());
      }
      return taken;
    } finally {
      if (!taken) {
        room.close();
      }
    }
  }

  /**
   * A cursor is looked up when it is used: that name may mean another one by then. So may the names
   * of tables.
   */
  private Route current(Prepared prepared) throws IOException, ServerError {
    boolean isOfCursor =
        prepared.route() instanceof Route.Fetched || prepared.route() instanceof Route.Closed;
    if (!isOfCursor && prepared.meaning().equals(router.meaning())) {
      return prepared.route();
    }
    Route route = router.route(prepared.command(), prepared.types());
    if (isOfCursor && route instanceof Route.Relayed) {
      throw ServerError.of("34000", "cursor does not exist");
    }
    if (!isOfCursor && !route.getClass().equals(prepared.route().getClass())) {
      throw ServerError.of(
              "0A000", "the meaning of the statement has changed with the search" + " path")
          .with('H', "Prepare it again.");
    }
    return route;
  }

  private boolean describe(Request.Describe describe, Frame frame) throws IOException, ServerError {
    Portal portal = describe.ofPortal() ? portals.get(describe.name()) : null;
    Prepared prepared = describe.ofPortal() ? null : statements.get(describe.name());
    if (portal != null) {
      write(answers.columns(portal));
      return true;
    }
    Optional<Frame> cursor =
        describe.ofPortal() ? answers.columnsOfCursor(describe.name()) : Optional.empty();
    if (cursor.isPresent()) {
      out.write(cursor.get());
      return true;
    }
    if (prepared == null || prepared.route() instanceof Route.Relayed) {
      return relay.extended(frame, "Tn");
    }
    out.write(Reply.parameters(PrivateAnswers.parameters(prepared.route())));
    write(answers.columns(new Portal(prepared.route(), List.of())));
    return true;
  }

  private void write(Optional<Frame> columns) throws IOException {
    out.write(columns.orElseGet(Reply::noData));
  }

  private boolean execute(Request.Execute execute, Frame frame, boolean isFailed)
      throws IOException, ServerError {
    Portal portal = portals.get(execute.portal());
    if (portal == null) {
      return executeRelayed(relayed.get(execute.portal()), frame);
    }
    if (isFailed) {
      throw Session.aborted();
    }
    answers.execute(portal, Math.max(0, execute.maxRows()));
    return true;
  }

  private boolean executeRelayed(@Nullable Command command, Frame frame)
      throws IOException, ServerError {
    if (command == null) {
      return relay.extended(frame, "CsI");
    }
    ResourceLease room = objects.room(command);
    boolean taken = false;
    try {
      taken = relay.extended(frame, "CsI");
    } finally {
      if (!taken) {
        room.close();
      }
    }
    if (taken) {
      objects.ran(command, room);
      afterwards.ran(command);
    }
    return taken;
  }

  /** The shadow has the names of all statements; closing what it has not is no error. */
  private boolean close(Request.Close close, Frame frame) throws IOException, ServerError {
    if (close.ofPortal()) {
      closePortal(close.name());
    } else {
      forgetStatement(close.name());
    }
    return relay.extended(frame, "3");
  }

  private void closePortal(String name) {
    relayed.remove(name);
    objects.closePortal(name);
    Portal portal = portals.remove(name);
    if (portal != null) {
      portal.close();
    }
  }

  /** The end of a transaction. */
  void forgetPortals() {
    portals.values().forEach(Portal::close);
    portals.clear();
    relayed.clear();
  }

  /** A simple query destroys what has no name. */
  void forgetUnnamed() {
    forgetStatement("");
    closePortal("");
  }

  void forgetStatements() {
    statements.values().forEach(each -> each.room().close());
    statements.clear();
  }

  void forgetStatement(String name) {
    Prepared gone = statements.remove(name);
    if (gone != null) {
      gone.room().close();
    }
  }
}
