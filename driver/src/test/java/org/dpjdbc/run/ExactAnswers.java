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
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.dpjdbc.plan.Ask;
import org.dpjdbc.plan.Frontier;
import org.dpjdbc.plan.KeyValue;
import org.dpjdbc.plan.PublicQuery;
import org.dpjdbc.plan.SqlParameter;
import org.dpjdbc.sql.BackendDialect;
import org.dpjdbc.sql.RefusedException;

/** What the database answers to an ask, before any noise, read as a private run reads it. */
public final class ExactAnswers {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Connection connection;
  private final Backend backend;

  private ExactAnswers(Connection connection, Backend backend) {
    this.connection = connection;
    this.backend = backend;
  }

  /** Pins the connection as a session does. */
  public static ExactAnswers over(Connection connection, BackendDialect dialect) {
    return new ExactAnswers(connection, Backend.pin(connection, dialect));
  }

  /** The integers of every group. */
  public Map<List<KeyValue>, List<BigInteger>> ask(Frontier frontier, Ask ask) {
    AskRows rows;
    try {
      rows = AskRows.of(backend, frontier, ask, Deadline.after(PATIENCE), new Cancellation());
    } catch (RefusedException e) {
      throw new AssertionError("the database failed: " + cause(ask.sql(), ask.parameters()), e);
    }
    Map<List<KeyValue>, List<BigInteger>> groups = new LinkedHashMap<>();
    for (int i = 0; i < ask.integers(); i++) {
      rows.column(i)
          .forEach(
              (group, integer) ->
                  groups.computeIfAbsent(group, g -> new ArrayList<>()).add(integer));
    }
    return groups;
  }

  /** The rows of a public query as keys. */
  public List<List<KeyValue>> publicKeys(PublicQuery query) {
    List<RelDataType> types =
        query.rowType().getFieldList().stream().map(RelDataTypeField::getType).toList();
    List<List<KeyValue>> keys = new ArrayList<>();
    Backend.Reader reader =
        rows -> {
          while (rows.next()) {
            List<KeyValue> key = new ArrayList<>();
            for (int i = 0; i < types.size(); i++) {
              key.add(AskRows.keyValue(BackendValues.read(rows, i + 1, types.get(i))));
            }
            keys.add(key);
          }
        };
    try {
      backend.ask(
          query.sql(), query.parameters(), Deadline.after(PATIENCE), new Cancellation(), reader);
    } catch (RefusedException e) {
      throw new AssertionError("the database failed: " + cause(query.sql(), query.parameters()), e);
    }
    return keys;
  }

  /** What the driver withholds from analysts. */
  private String cause(String sql, List<SqlParameter> parameters) {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int i = 1;
      for (SqlParameter parameter : parameters) {
        statement.setString(i++, parameter.value());
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
