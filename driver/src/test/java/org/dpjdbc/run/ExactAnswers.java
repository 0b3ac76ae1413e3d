package org.dpjdbc.run;

import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.PublicQuery;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.backend.Backend;
import org.dpjdbc.run.backend.BackendReader;
import org.dpjdbc.run.backend.BackendValues;
import org.dpjdbc.run.backend.Connections;
import org.dpjdbc.run.backend.Login;
import org.dpjdbc.run.backend.ReadOnlyConnection;
import org.dpjdbc.run.backend.StoppableConnections;
import org.dpjdbc.run.backend.UnpooledConnection;
import org.dpjdbc.run.mechanism.AggregateRows;
import org.dpjdbc.run.query.StageValues;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Deadline;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/** What the database answers to an ask, before any noise, read as a private run reads it. */
public final class ExactAnswers implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Connection connection;
  private final Backend backend;
  private final CountedRows counted;

  /** The database did not answer. */
  public static final class NoAnswer extends AssertionError {
    private static final long serialVersionUID = 1L;

    private NoAnswer(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private ExactAnswers(Connection connection, Backend backend, CountedRows counted) {
    this.connection = connection;
    this.backend = backend;
    this.counted = counted;
  }

  /** Pins the connection as a session does. */
  public static ExactAnswers over(Connection connection, BackendDialect dialect) {
    try {
      ReadOnlyConnection.pin(connection, dialect, PATIENCE);
    } catch (SQLException e) {
      throw new AssertionError("the database failed", e);
    }
    CountedRows counted = new CountedRows();
    Connection watched = counted.watch(connection);
    Connections own =
        new UnpooledConnection(
            watched,
            new Login("", Map.of(), Optional.empty(), List.of(), Optional.empty()),
            "",
            new LiveSchema(List.of()),
            () -> watched);
    return new ExactAnswers(
        connection, new Backend(new StoppableConnections(own), dialect, 0), counted);
  }

  /** The integers of every group of a question that holds no released value. */
  public Map<List<KeyValue>, List<BigInteger>> ask(Frontier frontier, AggregateQuery ask) {
    return ask(frontier, ask, new StageValues(List.of()));
  }

  /**
   * The integers of every group.
   *
   * @param released what is released before
   */
  public Map<List<KeyValue>, List<BigInteger>> ask(
      Frontier frontier, AggregateQuery ask, StageValues released) {
    BackendReader.Planned statement = released.bound(ask.sql(), ask.parameters());
    AggregateRows rows;
    counted.taken();
    try {
      rows = AggregateRows.of(backendReader(), frontier, ask, statement);
    } catch (RefusedException e) {
      throw new NoAnswer("the database failed: " + cause(statement), e);
    }
    // Each has its share of the noise and of a person's groups, until they become one.
    if (counted.taken() != rows.rows().size()) {
      throw new AssertionError("two of the database's groups are read as one: " + statement);
    }
    Map<List<KeyValue>, List<BigInteger>> groups = new LinkedHashMap<>();
    rows.rows().forEach(row -> groups.put(row.group(), List.of(row.integers())));
    return groups;
  }

  private BackendReader backendReader() {
    return new BackendReader(backend, Deadline.after(PATIENCE), new Cancellation());
  }

  /** The rows of a public query as keys. */
  public List<List<KeyValue>> publicKeys(PublicQuery query) {
    List<RelDataType> types =
        query.rowType().getFieldList().stream().map(RelDataTypeField::getType).toList();
    List<List<KeyValue>> keys = new ArrayList<>();
    BackendReader.Reader reader =
        rows -> {
          while (rows.next()) {
            List<KeyValue> key = new ArrayList<>();
            for (int i = 0; i < types.size(); i++) {
              key.add(AggregateRows.keyValue(BackendValues.read(rows, i + 1, types.get(i))));
            }
            keys.add(key);
          }
        };
    BackendReader.Planned statement =
        new StageValues(List.of()).bound(query.sql(), query.parameters());
    try {
      backendReader().ask(statement, reader);
    } catch (RefusedException e) {
      throw new NoAnswer("the database failed: " + cause(statement), e);
    }
    return keys;
  }

  @Override
  public void close() {
    backend.close();
  }

  /** What the driver withholds from analysts. */
  private String cause(BackendReader.Planned failed) {
    try (PreparedStatement statement = connection.prepareStatement(failed.sql())) {
      int i = 1;
      for (@Nullable Object parameter : failed.parameters()) {
        statement.setObject(i++, parameter);
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          rows.getObject(1);
        }
      }
      return "when its rows were read";
    } catch (SQLException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
