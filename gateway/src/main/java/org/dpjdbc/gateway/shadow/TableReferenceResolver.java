package org.dpjdbc.gateway.shadow;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.gateway.resource.ResourceLease;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.text.ParserLimits;
import org.dpjdbc.gateway.wire.Fields;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/**
 * Determines which statements touch a table of the policy. The text alone does not decide that, the
 * shadow does: it parses the statement in a transaction that is rolled back, and its parser takes a
 * lock on each relation that the statement names, be it in a branch that never runs, in a view or
 * in a common table expression. The locks of that session are then read from {@code pg_locks}.
 * PostgreSQL's own relations have numbers below 16384 (its {@code FirstNormalObjectId}), but for
 * two that the {@link Shadow} has put in the place of its own.
 *
 * <p>Sessions are shared: what a name means depends on the search path alone, which is part of the
 * query. Thread-safe.
 */
public final class TableReferenceResolver implements AutoCloseable {
  private static final String STATEMENT = "look";

  /** Of the server: that many statements are read at once, for all users together. */
  public static final int SESSIONS = 8;

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final long KEPT = 16L << 20;
  private static final long KEPT_OF_USER = 4L << 20;

  private static final String LOCKED =
      "SELECT DISTINCT relation FROM pg_catalog.pg_locks WHERE pid = pg_catalog.pg_backend_pid()"
          + " AND locktype = 'relation' AND relation >= 16384 AND relation NOT IN"
          + " ('pg_catalog.pg_database'::pg_catalog.regclass,"
          + " 'pg_catalog.pg_db_role_setting'::pg_catalog.regclass) ORDER BY 1";

  private final ShadowAddress address;
  private final String database;
  private final String searchPath;
  private final Deque<ShadowWire> idle = new ArrayDeque<>();

  /** Set with the idle ones locked. */
  private boolean closed;

  private final Semaphore sessions = new Semaphore(SESSIONS, true);
  private final ParseResultCache known = new ParseResultCache(KEPT, KEPT_OF_USER);

  /**
   * What determines the meaning of a statement.
   *
   * @param text one statement
   * @param types of its parameters as the client declares them; 0 where it does not
   * @param searchPath that of the session
   * @param backslashes whether a backslash is literal in strings without the prefix E
   */
  public record Request(String text, List<Integer> types, String searchPath, boolean backslashes) {}

  /**
   * @param searchPath that of new sessions
   */
  public TableReferenceResolver(ShadowAddress address, String database, String searchPath) {
    this.searchPath = searchPath;
    this.address = address;
    this.database = database;
  }

  /** The search path of new sessions, by which the driver finds tables. */
  public String searchPath() {
    return searchPath;
  }

  /**
   * Parses a statement.
   *
   * @param share of the connection that asks
   * @param deadlines when the shadow has to be done
   * @throws IOException if the shadow does not answer
   * @throws ServerError if it has to read too many others at once
   */
  public ParseResult parse(Request request, UserResources.Share share, Deadlines deadlines)
      throws IOException, ServerError {
    Optional<ParseResult> kept = known.find(request);
    if (kept.isPresent()) {
      return kept.get();
    }
    ParseResult parse;
    try (ResourceLease turn = share.parse(PATIENCE)) {
      Optional<ServerError> exceeded = ParserLimits.check(request.text(), request.backslashes());
      if (exceeded.isPresent()) {
        return new ParseResult.Refused(exceeded.get());
      }
      try (ResourceLease session = session()) {
        parse = ask(request, deadlines);
      }
    }
    if (parse.dependsOnStatement()) {
      known.keep(request, parse, share.user());
    }
    return parse;
  }

  /** Waits until one is free; there are no more, so that the server has some for clients. */
  private ResourceLease session() throws ServerError {
    ResourceLease held = sessions::release;
    try {
      if (sessions.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        return held;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw tooMany();
  }

  private static ServerError tooMany() {
    return ServerError.of("53300", "too many statements are read at once")
        .with('H', "Try again in a moment.");
  }

  private ParseResult ask(Request request, Deadlines deadlines) throws IOException, ServerError {
    Optional<ShadowWire> known = poll();
    if (known.isPresent()) {
      Optional<ParseResult> parse = ask(known.get(), request, deadlines, true);
      if (parse.isPresent()) {
        return parse.get();
      }
      clear(); // the server has been started again since
    }
    return ask(open(), request, deadlines, false).orElseThrow();
  }

  /**
   * Asks in a session.
   *
   * @param isOld whether its server may be gone
   * @return empty if it is
   */
  private Optional<ParseResult> ask(
      ShadowWire wire, Request request, Deadlines deadlines, boolean isOld) throws IOException {
    boolean answers = !isOld;
    boolean whole = false;
    Deadlines.Watch watch = deadlines.watchShared(wire);
    try (watch) {
      send(wire, request);
      Frame first = wire.ask();
      answers |= !isFarewell(first);
      ParseResult parse = read(wire, first);
      whole = true;
      return Optional.of(parse);
    } catch (IOException e) {
      Optional<ServerError> stopped = watch.stopped();
      if (stopped.isPresent()) {
        return Optional.of(new ParseResult.Refused(stopped.get()));
      }
      if (answers) {
        throw e;
      }
      return Optional.empty();
    } finally {
      if (whole && watch.stopped().isEmpty()) {
        give(wire);
      } else {
        wire.close();
      }
    }
  }

  /** What a server says to a session that it ends. */
  private static boolean isFarewell(Frame frame) {
    return frame.is('E') && ServerError.read(frame).state().startsWith("57P");
  }

  private static void send(ShadowWire wire, Request request) throws IOException {
    wire.send(
        Message.query(
            "BEGIN; SELECT pg_catalog.set_config('search_path', %s, true), pg_catalog.set_config('standard_conforming_strings', '%s', true)"
                .formatted(quoted(request.searchPath()), request.backslashes() ? "on" : "off")));
    wire.send(Message.parse(STATEMENT, request.text(), request.types()));
    wire.send(Message.describe(false, STATEMENT));
    wire.send(Message.sync());
    wire.send(Message.query(LOCKED));
    wire.send(Message.query("ROLLBACK"));
    wire.send(Message.close(false, STATEMENT));
    wire.send(Message.sync());
  }

  private static ParseResult read(ShadowWire wire, Frame first) throws IOException {
    Reading begun = new Reading(wire, first);
    if (begun.error.isPresent()) {
      throw new IOException("the shadow does not take a search path", begun.error.get());
    }
    Reading parsed = new Reading(wire, wire.receive());
    Reading locked = new Reading(wire, wire.receive());
    for (int end = 0; end < 2; end++) {
      Reading ended = new Reading(wire, wire.receive());
      if (ended.error.isPresent()) {
        throw new IOException("the shadow does not roll back", ended.error.get());
      }
    }
    if (parsed.error.isPresent()) {
      return new ParseResult.Refused(parsed.error.get());
    }
    if (locked.error.isPresent() || parsed.columns == null) {
      throw new IOException("the shadow does not tell its locks");
    }
    return new ParseResult.Parsed(List.copyOf(locked.rows), parsed.parameters, parsed.columns);
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** What comes up to where the shadow is ready again. */
  private static final class Reading {
    private final List<Integer> parameters = new ArrayList<>();
    private Optional<ServerError> error = Optional.empty();
    private @Nullable Frame columns;
    private final List<String> rows = new ArrayList<>();

    Reading(ShadowWire wire, Frame first) throws IOException {
      for (Frame frame = first; !frame.is('Z'); frame = wire.receive()) {
        switch ((char) frame.type()) {
          case 'E' -> error = Optional.of(ServerError.read(frame));
          case 'D' -> rows.add(value(frame));
          case 'T', 'n' -> columns = frame;
          case 't' -> {
            Fields fields = new Fields(frame);
            for (int left = fields.count(Integer.BYTES); left > 0; left--) {
              parameters.add(fields.int32());
            }
          }
          default -> {} // that it is done, notices, settings
        }
      }
    }
  }

  /** The one value of a row. */
  private static String value(Frame row) {
    Fields fields = new Fields(row);
    fields.int16();
    return new String(fields.bytes(fields.int32()), StandardCharsets.US_ASCII);
  }

  private Optional<ShadowWire> poll() {
    synchronized (idle) {
      return Optional.ofNullable(idle.poll());
    }
  }

  private ShadowWire open() throws IOException, ServerError {
    try {
      return ShadowWire.open(
          address,
          Map.of(
              "user",
              address.owner(),
              "database",
              database,
              "application_name",
              "lookout",
              "standard_conforming_strings",
              "on"),
          address.password());
    } catch (ServerError e) {
      if (e.state().equals("53300")) {
        throw tooMany(); // others have all of the server's, which are not of the gateway's own
      }
      throw new IOException("the shadow refuses the gateway", e);
    }
  }

  private void give(ShadowWire wire) {
    synchronized (idle) {
      if (!closed) {
        idle.push(wire);
        return;
      }
    }
    wire.close();
  }

  @Override
  public void close() {
    synchronized (idle) {
      closed = true;
    }
    clear();
  }

  private void clear() {
    synchronized (idle) {
      idle.forEach(ShadowWire::close);
      idle.clear();
    }
  }
}
