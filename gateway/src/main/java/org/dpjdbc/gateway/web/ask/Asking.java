package org.dpjdbc.gateway.web.ask;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
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
import org.dpjdbc.gateway.answer.Observer;
import org.dpjdbc.gateway.answer.Refusals;
import org.dpjdbc.gateway.wire.ServerError;

/** Asks the driver for one analyst; each question has a connection of its own. */
public final class Asking {
  private static final String EXPLAIN = "EXPLAIN PRIVACY FOR\n";
  private static final Pattern CODE = Pattern.compile("(DP-[A-Z-]+): (.*)", Pattern.DOTALL);

  private final Connector connector;
  private final int seconds;
  private final Observer observer;

  /**
   * @param connector opens the driver's connections for the analyst
   * @param limit of the time of a statement
   * @param observer is told of each query
   */
  public Asking(Connector connector, Duration limit, Observer observer) {
    this.connector = connector;
    this.observer = observer;
    this.seconds = (int) Math.max(1, limit.toSeconds());
  }

  /** Something that is read from a connection. */
  private interface Reading<T> {
    T read(Connection connection) throws SQLException;
  }

  private <T> T read(Reading<T> reading) throws Unanswerable {
    try (Connection connection = connector.connect(Map.of())) {
      return reading.read(connection);
    } catch (SQLException e) {
      throw new Unanswerable(shown(e));
    }
  }

  /** The driver's own words; others may quote what the database says. */
  private static String shown(SQLException error) {
    String text = String.valueOf(error.getMessage());
    return text.startsWith("DP-") ? text : "the database cannot be used now";
  }

  /** What is left: over all analysts, then for this one. */
  public List<Balance> balances() throws Unanswerable {
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

  /** What the analyst was charged for, the oldest first. */
  public List<PastQuestion> history() throws Unanswerable {
    return read(connection -> history(connection, 0));
  }

  private List<PastQuestion> history(Connection connection, long after) throws SQLException {
    List<PastQuestion> past = new ArrayList<>();
    String sql = "SELECT * FROM DP.SPENDING WHERE SEQ > " + after + " ORDER BY SEQ";
    try (Statement statement = statement(connection);
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        past.add(
            new PastQuestion(
                rows.getLong("SEQ"),
                rows.getObject("CHARGED_AT", LocalDateTime.class),
                rows.getBigDecimal("EPSILON"),
                rows.getDouble("DELTA"),
                String.valueOf(rows.getString("QUERY"))));
      }
    }
    return List.copyOf(past);
  }

  /** The part of the policy that the analyst may see. */
  public List<PolicyTable> policy() throws Unanswerable {
    return read(connection -> PolicyPart.read(connection, seconds));
  }

  private Statement statement(Connection connection) throws SQLException {
    Statement statement = connection.createStatement();
    statement.setQueryTimeout(seconds);
    return statement;
  }

  /** What a query would release, and what it would cost; nothing is run or charged. */
  public WebOutcome explain(String query) throws Unanswerable {
    return read(
        connection -> {
          long start = System.nanoTime();
          try (Statement statement = statement(connection);
              ResultSet rows = statement.executeQuery(EXPLAIN + query)) {
            Grid grid = GridReader.read(rows);
            answered(connection, EXPLAIN + query, start);
            return new WebOutcome.Explained(query, grid);
          } catch (SQLException e) {
            return notAnswered(e, query, EXPLAIN, start);
          }
        });
  }

  /** Runs a query, which may be charged. */
  public WebOutcome run(String query) throws Unanswerable {
    return read(
        connection -> {
          long before = last(connection);
          long start = System.nanoTime();
          try (Statement statement = statement(connection)) {
            boolean hasRows = statement.execute(query);
            answered(connection, query, start);
            if (!hasRows) {
              int rows = Math.max(0, statement.getUpdateCount());
              return new WebOutcome.Kept(query, rows, charged(connection, before, query));
            }
            List<String> warnings = warnings(statement);
            try (ResultSet rows = statement.getResultSet()) {
              Grid grid = GridReader.read(rows);
              return new WebOutcome.Rows(query, grid, warnings, charged(connection, before, query));
            }
          } catch (SQLException e) {
            return notAnswered(e, query, "", start);
          }
        });
  }

  private void answered(Connection connection, String text, long start) throws SQLException {
    Duration time = since(start);
    String budget =
        balances(connection).stream()
            .filter(balance -> !balance.analyst().equals("*"))
            .map(Asking::words)
            .findFirst()
            .orElse("");
    observer.answered(text, time, budget);
  }

  private static String words(Balance balance) {
    return "epsilon %s spent, %s left"
        .formatted(
            balance.spent().stripTrailingZeros().toPlainString(),
            balance.left().stripTrailingZeros().toPlainString());
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private long last(Connection connection) throws SQLException {
    try (Statement statement = statement(connection);
        ResultSet rows = statement.executeQuery("SELECT MAX(SEQ) FROM DP.SPENDING")) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  /** What the query was charged, beside others that the same analyst may ask at the same time. */
  private BigDecimal charged(Connection connection, long before, String query) throws SQLException {
    String text = words(query);
    return history(connection, before).stream()
        .filter(past -> text.startsWith(words(past.query()).replaceAll("…$", "")))
        .map(PastQuestion::epsilon)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** A text as the ledger may have changed it, without what may have changed. */
  private static String words(String text) {
    return text.replaceAll("[^\\p{Graph}…]+", "");
  }

  private static List<String> warnings(Statement statement) throws SQLException {
    List<String> warnings = new ArrayList<>();
    for (SQLWarning each = statement.getWarnings(); each != null; each = each.getNextWarning()) {
      warnings.add(String.valueOf(each.getMessage()));
    }
    return List.copyOf(warnings);
  }

  /**
   * @param head what stands before the query in the text that was refused
   */
  private WebOutcome notAnswered(SQLException thrown, String query, String head, long start) {
    ServerError error = Refusals.of(thrown, head + query);
    observer.refused(head + query, since(start), error);
    String text = String.valueOf(error.getMessage());
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
        error.field('H'),
        place);
  }
}
