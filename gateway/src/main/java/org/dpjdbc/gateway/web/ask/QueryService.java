package org.dpjdbc.gateway.web.ask;

import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.gateway.answer.Connector;
import org.dpjdbc.gateway.operate.AuditLog;
import org.dpjdbc.gateway.text.Command;
import org.dpjdbc.gateway.text.Commands;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.ServerError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the queries of one user. Statements have a session of their own, like a client's, and take
 * the same path; what a page shows beside them is read from the driver.
 */
public final class QueryService {
  private static final Logger LOGGER = LoggerFactory.getLogger(QueryService.class);

  /** Above the number of every charge. */
  public static final long NEWEST = 999_999_999_999_999_999L;

  /** Charges that an analyst may cause while one query runs, at most. */
  private static final int AT_ONCE = 200;

  private static final String EXPLAIN = "EXPLAIN PRIVACY FOR\n";

  /** Of an error's message, and of its hint: either may quote what a statement has made. */
  private static final int LONGEST = 10_000;

  /** The class of SQLSTATEs of statements that are wrong. */
  private static final String SYNTAX_OR_ACCESS = "42";

  private static final Pattern CODE = Pattern.compile("(DP-[A-Z-]+): (.*)", Pattern.DOTALL);

  private final Connector connector;
  private final int seconds;
  private final PageConnection.Opener connections;

  /**
   * @param connector opens the driver's connections for the analyst
   * @param limit of the time of a statement
   * @param connections begins a session for each statement
   */
  public QueryService(Connector connector, Duration limit, PageConnection.Opener connections) {
    this.connector = connector;
    this.connections = connections;
    this.seconds = (int) Math.max(1, limit.toSeconds());
  }

  /** Something that is read from a connection. */
  private interface Reading<T> {
    T read(Connection connection) throws SQLException;
  }

  private <T> T read(Reading<T> reading) throws PageUnavailableException {
    try (Connection connection = connector.connect(Map.of())) {
      return reading.read(connection);
    } catch (SQLException e) {
      throw new PageUnavailableException(shown(e));
    }
  }

  /** The driver's own words; others may quote what the database says. */
  private static String shown(SQLException error) {
    String text = String.valueOf(error.getMessage());
    return text.startsWith("DP-") ? text : "the database cannot be used now";
  }

  /** What is left: over all analysts, then for this one. */
  public List<Balance> balances() throws PageUnavailableException {
    return read(this::balances);
  }

  private List<Balance> balances(Connection connection) throws SQLException {
    List<Balance> balances = new ArrayList<>();
    try (Statement statement = statement(connection);
        ResultSet rows = statement.executeQuery("SELECT * FROM DP.BUDGET")) {
      while (rows.next()) {
        balances.add(
            new Balance(
                rows.getString("ANALYST"),
                rows.getBigDecimal("SPENT_EPSILON"),
                rows.getBigDecimal("REMAINING_EPSILON"),
                rows.getDouble("SPENT_DELTA"),
                rows.getDouble("REMAINING_DELTA"),
                Optional.ofNullable(rows.getString("RENEWS_AT"))));
      }
    }
    return List.copyOf(balances);
  }

  /**
   * What the analyst was charged for last, the newest first.
   *
   * @param before charges with smaller numbers alone
   * @param most of charges
   */
  public List<ChargedQuery> history(long before, int most) throws PageUnavailableException {
    return read(connection -> history(connection, before, most));
  }

  /** The driver shows them page by page, however many there are. */
  private List<ChargedQuery> history(Connection connection, long before, int most)
      throws SQLException {
    List<ChargedQuery> past = new ArrayList<>();
    long next = before;
    int found;
    do {
      found = past.size();
      try (Statement statement = statement(connection)) {
        statement.setMaxRows(most - found);
        try (ResultSet rows = statement.executeQuery("SHOW dp_charges before " + next)) {
          while (rows.next()) {
            past.add(charged(rows));
          }
        }
      }
      next = past.isEmpty() ? next : past.get(past.size() - 1).number();
    } while (past.size() > found && past.size() < most);
    return List.copyOf(past);
  }

  private static ChargedQuery charged(ResultSet row) throws SQLException {
    return new ChargedQuery(
        row.getLong("SEQ"),
        LocalDateTime.parse(row.getString("CHARGED_AT")),
        row.getBigDecimal("EPSILON"),
        Double.parseDouble(row.getString("DELTA")),
        String.valueOf(row.getString("QUERY")));
  }

  /** The part of the policy that the analyst may see. */
  public List<PolicyTable> policy() throws PageUnavailableException {
    return read(connection -> PolicyPart.read(connection, seconds));
  }

  private Statement statement(Connection connection) throws SQLException {
    Statement statement = connection.createStatement();
    statement.setQueryTimeout(seconds);
    return statement;
  }

  /** What a query would release, and what it would cost; nothing is run or charged. */
  public WebOutcome explain(String query) throws PageUnavailableException {
    Optional<ServerError> refused = refusal(query);
    if (refused.isPresent()) {
      return notAnswered(refused.get(), query, "");
    }
    // Parsed first without being run: errors are reported as for a run.
    ResultCollector read = exchange(List.of(Message.parse("", query, List.of())));
    if (read.error().isPresent()) {
      return notAnswered(read.error().get(), query, "");
    }
    ResultCollector collected = exchange(statement(EXPLAIN + query));
    return collected.error().isPresent()
        ? notAnswered(collected.error().get(), query, EXPLAIN)
        : new WebOutcome.Explained(query, collected.grid());
  }

  /** Runs a query, which may be charged. */
  public WebOutcome run(String query) throws PageUnavailableException {
    Optional<ServerError> refused = refusal(query);
    if (refused.isPresent()) {
      return notAnswered(refused.get(), query, "");
    }
    long before = read(this::last);
    ResultCollector collected = exchange(statement(query));
    if (collected.error().isPresent()) {
      return notAnswered(collected.error().get(), query, "");
    }
    return new WebOutcome.Rows(
        query, collected.grid(), collected.warnings(), chargeSince(before, query));
  }

  /** Whatever fails now, the answer is shown: it has been charged. */
  private Optional<WebOutcome.Charge> chargeSince(long before, String query) {
    try {
      return Optional.of(read(connection -> charge(connection, before, query)));
    } catch (PageUnavailableException | RuntimeException | Error e) { // memory may be short
      LOGGER.warn("What an answer was charged cannot be read: {}", e.toString());
      return Optional.empty();
    }
  }

  /** What a session takes and this page does not: it shows one answer, and keeps no session. */
  private static Optional<ServerError> refusal(String query) {
    List<Command> commands;
    try {
      commands = Commands.of(query, true);
    } catch (ServerError e) {
      return Optional.of(e);
    }
    Command first = commands.get(0);
    if (first instanceof Command.Empty) {
      return Optional.of(ServerError.of("42601", "there is no query"));
    }
    boolean isOne =
        commands.size() > 1 // which the session refuses
            || first instanceof Command.Query
            || first instanceof Command.Other;
    return isOne
        ? Optional.empty()
        : Optional.of(
            ServerError.of("0A000", "this page only runs queries")
                .with('H', "Use a client of PostgreSQL's protocol for other statements."));
  }

  private static List<Frame> statement(String text) {
    return List.of(
        Message.parse("", text, List.of()),
        Message.bind("", ""),
        Message.describe(true, ""),
        Message.execute("", ResultCollector.MOST_ROWS));
  }

  /** Has a statement take the way of those over PostgreSQL's protocol. */
  private ResultCollector exchange(List<Frame> frames) throws PageUnavailableException {
    ResultCollector collector = new ResultCollector();
    try (PageConnection exchange = connections.open(collector)) {
      for (Frame frame : frames) {
        exchange.send(frame);
      }
      exchange.send(Message.sync());
    } catch (ServerError e) {
      collector.write(e.frame());
    } catch (IOException e) {
      if (collector.isAnswered()) {
        return collector; // which may have been charged
      }
      throw new PageUnavailableException(
          "the catalog server is not available; try again in a moment");
    }
    return collector;
  }

  private long last(Connection connection) throws SQLException {
    return history(connection, NEWEST, 1).stream().mapToLong(ChargedQuery::number).sum();
  }

  private WebOutcome.Charge charge(Connection connection, long before, String query)
      throws SQLException {
    BigDecimal epsilon = charged(connection, before, query);
    return new WebOutcome.Charge(
        epsilon,
        epsilon.signum() > 0 ? Optional.of(true) : isReleased(connection, query),
        balances(connection).stream()
            .filter(balance -> !balance.analyst().equals(Balance.ALL))
            .map(Balance::left)
            .findFirst());
  }

  /** Whether a query has a cost; the driver refuses to explain what the catalog server answers. */
  private Optional<Boolean> isReleased(Connection connection, String query) {
    try (Statement statement = statement(connection);
        ResultSet rows = statement.executeQuery(EXPLAIN + query)) {
      while (rows.next()) {
        if ("source".equals(rows.getString("RELEASE"))) {
          return Optional.of(!"public".equals(rows.getString("BOUNDING")));
        }
      }
      return Optional.of(false);
    } catch (SQLException e) {
      return String.valueOf(e.getSQLState()).startsWith(SYNTAX_OR_ACCESS)
          ? Optional.of(false)
          : Optional.empty();
    }
  }

  /** What the query was charged, beside others that the same analyst may ask at the same time. */
  private BigDecimal charged(Connection connection, long before, String query) throws SQLException {
    String text = words(query);
    List<ChargedQuery> newest =
        history(connection, NEWEST, AT_ONCE).stream()
            .filter(past -> past.number() > before)
            .toList();
    if (newest.size() == AT_ONCE) {
      throw new SQLException("too many charges at once");
    }
    return newest.stream()
        .filter(past -> text.startsWith(words(past.query()).replaceAll("…$", "")))
        .map(ChargedQuery::epsilon)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** A string as the ledger may have changed it, reduced to what cannot have changed. */
  private static String words(String text) {
    return text.replaceAll("[^\\p{Graph}…]+", "");
  }

  /**
   * @param head the prefix of the refused statement before the query
   */
  private static WebOutcome notAnswered(ServerError error, String query, String head) {
    String text = AuditLog.cut(String.valueOf(error.getMessage()), LONGEST);
    Matcher code = CODE.matcher(text);
    boolean hasCode = code.matches();
    OptionalInt place =
        error
            .field('P')
            .map(position -> Integer.parseInt(position) - 1 - head.length())
            .filter(position -> position >= 0)
            .map(OptionalInt::of)
            .orElse(OptionalInt.empty());
    return new WebOutcome.NotAnswered(
        query,
        hasCode ? code.group(1) : error.state(),
        hasCode ? code.group(2) : text,
        error.field('H').map(hint -> AuditLog.cut(hint, LONGEST)),
        place);
  }
}
