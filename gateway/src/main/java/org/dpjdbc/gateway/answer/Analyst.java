package org.dpjdbc.gateway.answer;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.gateway.text.Placeholders;
import org.dpjdbc.gateway.value.PgType;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/**
 * An analyst at the driver: one connection, opened when it is needed. Confined to one thread at a
 * time, but for {@link #cancel}.
 */
public final class Analyst implements AutoCloseable {
  private final Connector connector;
  private final Duration limit;
  private @Nullable Connection connection;
  private String budget = "";
  private volatile @Nullable Statement running;

  /**
   * @param limit of the time of a query; the policy's holds, too
   */
  public Analyst(Connector connector, Duration limit) {
    this.connector = connector;
    this.limit = limit;
  }

  private Connection connection() throws SQLException {
    Connection open = connection;
    if (open == null || open.isClosed()) {
      open = connector.connect();
      connection = open;
    }
    return open;
  }

  /**
   * Has the driver read a statement; nothing is run or charged.
   *
   * @param parameters the types of its parameters as the shadow knows them; empty if it does not
   *     read the text
   * @throws SQLException if the driver refuses it
   */
  public PrivateStatement prepare(
      String text, Optional<List<Integer>> parameters, boolean backslashes)
      throws SQLException, ServerError {
    Placeholders placeholders = Placeholders.of(text, backslashes);
    if (placeholders.hasOthers()) {
      throw ServerError.of("0A000", "operators with a question mark are not supported here");
    }
    try (PreparedStatement statement = connection().prepareStatement(placeholders.sql())) {
      List<ResultColumn> columns = ResultColumn.of(statement.getMetaData());
      List<Integer> types =
          parameters.isPresent()
              ? parameters.get()
              : types(placeholders, statement.getParameterMetaData());
      return new PrivateStatement(text, placeholders, types, columns);
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
    PreparedStatement statement = null;
    try {
      statement = connection().prepareStatement(prepared.placeholders().sql());
      statement.setQueryTimeout((int) Math.max(1, limit.toSeconds()));
      List<Integer> numbers = prepared.placeholders().numbers();
      for (int i = 0; i < numbers.size(); i++) {
        statement.setObject(i + 1, values.get(numbers.get(i) - 1));
      }
      running = statement;
      ResultSet rows = statement.executeQuery();
      return new PrivateRows(statement, rows, prepared.columns());
    } catch (SQLException e) {
      close(statement);
      throw Refusals.of(e, prepared.text());
    } finally {
      running = null;
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

  /** What is left of the budget, if that is something else than when it was told last. */
  public Optional<String> budget() throws ServerError {
    String now = "";
    try (Statement statement = connection().createStatement();
        ResultSet lines =
            statement.executeQuery(
                "SELECT SPENT_EPSILON, REMAINING_EPSILON FROM DP.BUDGET WHERE ANALYST <> '*'")) {
      if (lines.next()) {
        now =
            "epsilon %s spent, %s left"
                .formatted(plain(lines.getBigDecimal(1)), plain(lines.getBigDecimal(2)));
      }
    } catch (SQLException e) {
      throw Refusals.of(e, "");
    }
    boolean isNew = !now.equals(budget);
    budget = now;
    return isNew ? Optional.of(now) : Optional.empty();
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  /** Ends what runs. Any thread may. */
  public void cancel() {
    Statement statement = running;
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        // it has ended meanwhile
      }
    }
  }

  @Override
  public void close() {
    cancel();
    Connection open = connection;
    if (open != null) {
      try {
        open.close();
      } catch (SQLException e) {
        // it is given up all the same
      }
    }
  }
}
