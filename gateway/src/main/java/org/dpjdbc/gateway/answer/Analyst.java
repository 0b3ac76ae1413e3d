package org.dpjdbc.gateway.answer;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.regex.Pattern;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.text.Literals;
import org.dpjdbc.gateway.text.Placeholders;
import org.dpjdbc.gateway.value.PgType;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An analyst at the driver: a connection, opened when it is needed, for each way to set properties.
 * Confined to one thread at a time, but for {@link #cancel}.
 */
public final class Analyst implements AutoCloseable {
  private static final int CONNECTIONS = 8;
  private static final Logger LOGGER = LoggerFactory.getLogger(Analyst.class);

  /** PostgreSQL's state of a setting with a wrong value. */
  private static final String REFUSED_VALUE = "22023";

  /** The driver's code of an error of its own. */
  private static final int INTERNAL = 100;

  /** What no other parser takes, so that only the driver knows what is wrong with it. */
  private static final Pattern EXPLAIN_PRIVACY =
      Pattern.compile("\\s*EXPLAIN\\s+PRIVACY\\b", Pattern.CASE_INSENSITIVE);

  private final Connector connector;
  private final Duration limit;
  private final Executor threads;
  private final ScheduledExecutorService clock;
  private final Observer observer;
  private final UserResources.Share share;

  /** By what is set; the rows of a cursor may belong to an earlier one. */
  private final Map<Map<String, String>, Connection> connections =
      Collections.synchronizedMap(
          new LinkedHashMap<>(4, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Map<String, String>, Connection> oldest) {
              boolean isOver = size() > CONNECTIONS;
              if (isOver) {
                close(oldest.getValue());
              }
              return isOver;
            }
          });

  private Map<String, String> set = Map.of();
  private String left = "";
  private boolean charged;
  private Duration own = Duration.ZERO;
  private volatile Optional<DriverCall> current = Optional.empty();

  /** Set with the connections locked. */
  private boolean closed;

  /**
   * @param limit of the time of a query; the policy's holds, too
   * @param threads on which connections are opened
   * @param clock on which the limits wait
   * @param observer is told of each statement
   * @param share of the user's resources, which its connection closes
   */
  public Analyst(
      Connector connector,
      Duration limit,
      Executor threads,
      ScheduledExecutorService clock,
      Observer observer,
      UserResources.Share share) {
    this.threads = threads;
    this.clock = clock;
    this.observer = observer;
    this.share = share;
    this.connector = connector;
    this.limit = limit;
  }

  private Connection connection(DriverCall call) throws SQLException, ServerError {
    Optional<Connection> known = open();
    if (known.isPresent()) {
      return known.get();
    }
    synchronized (connections) {
      if (closed) {
        throw ended();
      }
    }
    return kept(call.connected(threads, this::connect, set));
  }

  /** The one that the statement runs on. */
  private Connection connection() throws SQLException {
    return open().orElseThrow(() -> new SQLException("the connection is closed", "08003"));
  }

  private Optional<Connection> open() throws SQLException {
    Connection known = connections.get(set);
    return known == null || known.isClosed() ? Optional.empty() : Optional.of(known);
  }

  private Connection connect(Map<String, String> wanted) throws SQLException {
    try {
      return connector.connect(wanted);
    } catch (SQLException e) {
      if (wanted.isEmpty() || !Refusals.isOfSettings(e)) {
        throw e;
      }
      // If it cannot connect without them either, it is not what is set.
      connector.connect(Map.of()).close();
      throw new SQLException(e.getMessage(), REFUSED_VALUE, e);
    }
  }

  /** The session may have ended while the connection was opened. */
  private Connection kept(Connection opened) throws SQLException {
    synchronized (connections) {
      if (closed) {
        close(opened);
        throw ended();
      }
      connections.put(set, opened);
    }
    return opened;
  }

  private static SQLException ended() {
    return new SQLException("the session has ended", "57P01");
  }

  /**
   * Has the driver use other properties from now on.
   *
   * @param properties those that the analyst sets; the connector has the others
   */
  public void use(Map<String, String> properties) {
    set = Map.copyOf(properties);
  }

  /**
   * Ends each statement after a time from now on.
   *
   * @param time that the analyst sets; zero is no limit but the gateway's own
   */
  public void limit(Duration time) {
    own = time;
  }

  /**
   * Whether the driver takes a property; nothing changes.
   *
   * @throws ServerError if it refuses the value
   */
  public void tryOut(String property, String value) throws ServerError {
    Map<String, String> before = set;
    try (DriverCall call = enter(property, Duration.ZERO)) {
      use(Map.of(property, value));
      connection(call);
    } catch (SQLException e) {
      if (REFUSED_VALUE.equals(e.getSQLState())) {
        throw Refusals.of(e, "");
      }
      // The database may be there again when a query needs it.
      LOGGER.info("A setting could not be tried: {}", e.toString());
    } finally {
      use(before);
    }
  }

  static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // it is given up all the same
    }
  }

  /**
   * Has the driver read a statement; nothing is run or charged. One whose parameters stand where
   * the driver takes none is read when they are known.
   *
   * @param parameters the types of its parameters as the shadow knows them
   * @param described its columns as the shadow describes them
   * @throws ServerError if the driver refuses it
   */
  public PrivateStatement prepare(
      String text, List<Integer> parameters, List<ResultColumn> described, boolean backslashes)
      throws ServerError {
    long start = System.nanoTime();
    // The driver supports no array parameters, and would read the array's text as a single value.
    if (parameters.stream().anyMatch(type -> PgType.elementOf(type).isPresent())) {
      return late(text, parameters, described, backslashes);
    }
    try {
      return read(text, Optional.of(parameters), backslashes)
          .named(described.stream().map(ResultColumn::name).toList());
    } catch (SQLException e) {
      if (parameters.isEmpty() || described.isEmpty()) {
        throw refused(text, start, e);
      }
      return late(text, parameters, described, backslashes);
    }
  }

  private static PrivateStatement late(
      String text, List<Integer> parameters, List<ResultColumn> described, boolean backslashes)
      throws ServerError {
    return new PrivateStatement(
        text, Placeholders.of(text, backslashes), parameters, described, true);
  }

  /**
   * Has the driver read a statement that the shadow's parser refuses: it may be the driver's own
   * syntax.
   *
   * @param refusal the shadow's, which is reported if the driver cannot parse the SQL either
   * @throws ServerError if neither accepts it
   */
  public PrivateStatement prepareInstead(String text, ServerError refusal, boolean backslashes)
      throws ServerError {
    long start = System.nanoTime();
    try {
      return read(text, Optional.empty(), backslashes);
    } catch (SQLException e) {
      boolean isOwn = EXPLAIN_PRIVACY.matcher(text).lookingAt();
      throw Refusals.dependsOnStatement(e) && !isOwn ? refusal : refused(text, start, e);
    }
  }

  private ServerError refused(String text, long start, SQLException error) {
    ServerError refusal = Refusals.of(error, text);
    observer.refused(text, since(start), refusal);
    return refusal;
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /**
   * Waits for a turn at the driver.
   *
   * @param time after which it ends, with the wait; zero is never
   */
  private DriverCall enter(String text, Duration time) throws ServerError {
    observer.begins();
    long start = System.nanoTime();
    DriverCall call = new DriverCall(share::cancel);
    current = Optional.of(call);
    try {
      if (!time.isZero()) {
        call.endAfter(clock, time);
      }
      share.enter(limit);
      call.entered(share::leave);
      return call;
    } catch (ServerError e) {
      call.close();
      ServerError reported = call.stopped().orElse(e);
      observer.turnedAway(text, since(start), reported);
      throw reported;
    } catch (RuntimeException | Error e) {
      call.close();
      throw e;
    }
  }

  /** The time that the driver may read a statement: it has no limit for that itself. */
  private Duration timeToRead() {
    return own.isZero() || own.compareTo(limit) > 0 ? limit : own;
  }

  private PrivateStatement read(
      String text, Optional<List<Integer>> parameters, boolean backslashes)
      throws SQLException, ServerError {
    Placeholders placeholders = Placeholders.of(text, backslashes);
    if (placeholders.hasOthers()) {
      throw ServerError.of("0A000", "operators with a question mark are not supported here");
    }
    try (DriverCall call = enter(text, timeToRead())) {
      if (!share.hasOpenAnswers()) {
        return read(call, connection(call), placeholders, text, parameters);
      }
      // To stop the driver's reading closes the connection, and with it what is open there.
      try (Connection other = call.connected(threads, connector, set)) {
        return read(call, other, placeholders, text, parameters);
      }
    }
  }

  private static PrivateStatement read(
      DriverCall call,
      Connection connection,
      Placeholders placeholders,
      String text,
      Optional<List<Integer>> parameters)
      throws SQLException, ServerError {
    call.stopsByAborting(connection);
    try (PreparedStatement statement = connection.prepareStatement(placeholders.sql())) {
      ResultSetMetaData metadata = statement.getMetaData();
      if (metadata == null) {
        throw ServerError.of("0A000", "statements without rows are not supported here");
      }
      List<Integer> types =
          parameters.isPresent()
              ? parameters.get()
              : types(placeholders, statement.getParameterMetaData());
      return new PrivateStatement(text, placeholders, types, ResultColumn.of(metadata), false);
    } catch (SQLException e) {
      Optional<ServerError> stopped = call.stopped();
      if (stopped.isPresent()) {
        throw stopped.get();
      }
      throw e;
    } finally {
      call.goesOn();
    }
  }

  private static List<Integer> types(Placeholders placeholders, ParameterMetaData metadata)
      throws SQLException {
    int most = placeholders.numbers().stream().max(Integer::compare).orElse(0);
    List<Integer> types = new ArrayList<>(Collections.nCopies(most, PgType.TEXT.number()));
    for (int i = 0; i < placeholders.numbers().size(); i++) {
      types.set(
          placeholders.numbers().get(i) - 1,
          PgType.ofJdbc(metadata.getParameterType(i + 1)).number());
    }
    return types;
  }

  /**
   * Runs a statement, which may be charged.
   *
   * @param values of its parameters
   * @throws ServerError if it is refused or fails
   */
  public PrivateRows run(PrivateStatement prepared, List<@Nullable Object> values)
      throws ServerError {
    try (DriverCall call = enter(prepared.text(), own)) {
      return answer(call, prepared, values);
    }
  }

  private PrivateRows answer(
      DriverCall call, PrivateStatement prepared, List<@Nullable Object> values)
      throws ServerError {
    long start = System.nanoTime();
    PreparedStatement statement = null;
    PrivateRows rows = null;
    boolean charging = false;
    boolean delivered = false;
    try {
      Connection connection = connection(call);
      if (!share.hasOpenAnswers()) {
        call.stopsByAborting(connection);
      }
      statement = prepared.isLate() ? late(prepared, values) : withParameters(prepared, values);
      call.goesOn();
      statement.setQueryTimeout((int) Math.max(1, limit.toSeconds()));
      String before = charges();
      call.stopsByCancelling(statement);
      charging = true;
      ResultSet answer = statement.executeQuery();
      call.goesOn();
      try {
        rows = new PrivateRows(statement, answer, prepared.text(), prepared.columns(), share);
      } catch (ServerError e) {
        readBudget(before);
        observer.refused(prepared.text(), since(start), e);
        throw e;
      }
      Duration time = since(start);
      boolean mayBeCharged = readBudget(before);
      observer.answered(prepared.text(), time, left, mayBeCharged);
      delivered = true;
      return rows;
    } catch (SQLException e) {
      if (charging && e.getErrorCode() == INTERNAL) {
        throw lost(prepared.text(), start, e);
      }
      String read = prepared.isLate() ? "" : prepared.text();
      ServerError refusal = call.stopped(e).orElseGet(() -> Refusals.of(e, read));
      observer.refused(prepared.text(), since(start), refusal);
      throw refusal;
    } catch (RuntimeException | Error e) { // memory may be short
      if (!charging) {
        throw e;
      }
      throw lost(prepared.text(), start, e);
    } finally {
      if (!delivered) {
        close(rows, statement);
      }
    }
  }

  /** The answer may have been charged, and is reported as lost: the session continues. */
  private ServerError lost(String text, long start, Throwable failure) {
    LOGGER.error("An answer is lost, which may have been charged", failure);
    ServerError error =
        ServerError.of(
                failure instanceof OutOfMemoryError ? "53200" : "XX000",
                "the answer was lost in the gateway, and may have been charged")
            .with('H', "Run the query again: while an answer is kept for reuse, it is free.");
    observer.refused(text, since(start), error);
    return error;
  }

  private static void close(@Nullable PrivateRows rows, @Nullable Statement statement) {
    if (rows == null) {
      close(statement);
    } else {
      rows.close();
    }
  }

  private PreparedStatement withParameters(PrivateStatement prepared, List<@Nullable Object> values)
      throws SQLException, ServerError {
    PreparedStatement statement = rereadable(prepared.placeholders().sql());
    try {
      if (columns(statement) != prepared.columns().size()) {
        throw ServerError.of("0A000", "cached plan must not change result type");
      }
      List<Integer> numbers = prepared.placeholders().numbers();
      for (int i = 0; i < numbers.size(); i++) {
        statement.setObject(i + 1, values.get(numbers.get(i) - 1));
      }
      return statement;
    } catch (SQLException | ServerError | RuntimeException e) {
      close(statement);
      throw e;
    }
  }

  /** A statement whose rows can be read more than once. */
  private PreparedStatement rereadable(String sql) throws SQLException {
    return connection()
        .prepareStatement(sql, ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
  }

  private static int columns(PreparedStatement statement) throws SQLException {
    ResultSetMetaData metadata = statement.getMetaData();
    return metadata == null ? 0 : metadata.getColumnCount();
  }

  private PreparedStatement late(PrivateStatement prepared, List<@Nullable Object> values)
      throws SQLException, ServerError {
    String text =
        Literals.in(prepared.placeholders(), values)
            .orElseThrow(
                () ->
                    ServerError.of("0A000", "this value is not supported for the" + " parameter"));
    PreparedStatement statement = rereadable(text);
    try {
      if (columns(statement) != prepared.columns().size()) {
        throw ServerError.of(
            "0A000", "the columns of this statement have changed since it was described");
      }
      return statement;
    } catch (SQLException | ServerError | RuntimeException e) {
      close(statement);
      throw e;
    }
  }

  private static void close(@Nullable Statement statement) {
    if (statement != null) {
      try {
        statement.close();
      } catch (SQLException e) {
        // it has failed before
      }
    }
  }

  /** What the driver warns of about the rows. */
  public List<String> warnings(PrivateRows rows) throws ServerError {
    List<String> warnings = new ArrayList<>();
    try {
      for (SQLWarning warning = rows.warning(); warning != null; ) {
        warnings.add(String.valueOf(warning.getMessage()));
        warning = warning.getNextWarning();
      }
    } catch (SQLException e) {
      throw Refusals.of(e, "");
    }
    return warnings;
  }

  /** What is left of the budget, if a statement was charged since this was shown last. */
  public Optional<String> budget() {
    boolean isNew = charged && !left.isEmpty();
    charged &= !isNew;
    return isNew ? Optional.of(left) : Optional.empty();
  }

  /** How many statements of this connection were charged. */
  private String charges() throws SQLException {
    try (Statement statement = connection().createStatement();
        ResultSet count = statement.executeQuery("SHOW dp_charges")) {
      return count.next() ? count.getString(1) : "";
    }
  }

  /**
   * If it cannot be read, a later statement shows it: the answer is charged, and must arrive.
   *
   * @return whether something may have been charged
   */
  private boolean readBudget(String before) {
    boolean mayBeCharged = true;
    try {
      mayBeCharged = !charges().equals(before);
      charged |= mayBeCharged;
      left = spentAndLeft();
    } catch (SQLException | RuntimeException | Error e) { // memory may be short
      left = "";
      LOGGER.warn("The budget cannot be read: {}", e.toString());
    }
    return mayBeCharged;
  }

  private String spentAndLeft() throws SQLException {
    try (Statement statement = connection().createStatement();
        ResultSet lines =
            statement.executeQuery(
                "SELECT SPENT_EPSILON, REMAINING_EPSILON FROM DP.BUDGET WHERE ANALYST <> '*'")) {
      return lines.next()
          ? "epsilon %s spent, %s left"
              .formatted(plain(lines.getBigDecimal(1)), plain(lines.getBigDecimal(2)))
          : "";
    }
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  /** Ends what runs. Any thread may. */
  public void cancel() {
    current.ifPresent(call -> call.stop(DriverCall.BY_USER));
  }

  @Override
  public void close() {
    List<Connection> open;
    synchronized (connections) {
      closed = true; // what begins to connect now ends, and what has begun is cancelled
      open = List.copyOf(connections.values());
      connections.clear();
    }
    cancel();
    open.forEach(Analyst::close);
  }
}
