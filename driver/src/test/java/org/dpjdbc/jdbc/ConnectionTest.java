package org.dpjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Reader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What pools and tools set and ask of a connection: nothing of it leaves the policy. */
class ConnectionTest {
  private static final Executor NEVER =
      task -> {
        throw new AssertionError("nothing is to be done elsewhere");
      };

  private final FakeSession session = new FakeSession();
  private final Connection connection = new DpConnection(session);

  private static void fails(ThrowingCallable call, String state) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }

  @Test
  void isValidUntilItIsClosed() throws SQLException {
    assertThat(connection.isValid(0)).isTrue();
    assertThat(connection.isValid(1)).isTrue();
    fails(() -> connection.isValid(-1), "HY024");
    connection.close();
    assertThat(connection.isValid(1)).isFalse();
  }

  @Test
  void remembersItsNetworkTimeout() throws SQLException {
    assertThat(connection.getNetworkTimeout()).isZero();
    connection.setNetworkTimeout(NEVER, 5_000);
    assertThat(connection.getNetworkTimeout()).isEqualTo(5_000);
    fails(() -> connection.setNetworkTimeout(NEVER, -1), "HY024");
    assertThat(connection.getNetworkTimeout()).isEqualTo(5_000);
  }

  /** Whether there is a schema that the policy does not name is not told. */
  @Test
  void staysInTheSchemaOfThePolicy() throws SQLException {
    connection.setSchema("PUBLIC");
    for (String hidden : new String[] {"INFORMATION_SCHEMA", "pg_catalog", "public", "NOSUCH"}) {
      assertThatThrownBy(() -> connection.setSchema(hidden))
          .isInstanceOf(SQLException.class)
          .hasMessage(refusal("NOSUCH").replace("NOSUCH", hidden));
    }
    fails(() -> connection.setSchema(null), "HY009");
    assertThat(connection.getSchema()).isEqualTo("PUBLIC");
    connection.setCatalog("other");
    assertThat(connection.getCatalog()).isNull();
  }

  private String refusal(String schema) {
    try {
      connection.setSchema(schema);
      return "";
    } catch (SQLException e) {
      return e.getMessage();
    }
  }

  /** What is sent to the database is not given away, nor whether the text would be refused. */
  @Test
  void nativeTextIsTheTextThatWasGiven() throws SQLException {
    for (String sql :
        new String[] {
          "SELECT COUNT(*) FROM patients WHERE {fn UCASE(name)} = {d '2020-01-01'}",
          FakeSession.REFUSED,
          "BUG",
          "nonsense {",
          ""
        }) {
      assertThat(connection.nativeSQL(sql)).isEqualTo(sql);
    }
    fails(() -> connection.nativeSQL(null), "HY009");
    assertThat(session.runs).hasValue(0);
  }

  @Test
  void takesWhatPoolsSetAndStaysReadOnly() throws SQLException {
    connection.setReadOnly(false);
    assertThat(connection.isReadOnly()).isTrue();
    connection.setAutoCommit(false);
    assertThat(connection.getAutoCommit()).isFalse();
    connection.commit();
    connection.rollback();
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
    fails(() -> connection.setTransactionIsolation(Connection.TRANSACTION_NONE), "HY024");
    fails(() -> connection.setTransactionIsolation(3), "HY024");
    connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
    assertThat(connection.getHoldability()).isEqualTo(ResultSet.CLOSE_CURSORS_AT_COMMIT);
    fails(() -> connection.setHoldability(7), "HY024");
    fails(() -> connection.setTypeMap(Map.of("T", Object.class)), "HYC00");
    assertThat(connection.getTypeMap()).isEmpty();
    connection.setClientInfo("ApplicationName", "a tool");
    connection.setClientInfo(new Properties());
    assertThat(connection.getClientInfo()).isEmpty();
    assertThat((Object) connection.getWarnings()).isNull();
  }

  /** Streams and locators are refused before anything is read of them. */
  @Test
  void readsNoStream() throws SQLException {
    PreparedStatement statement = connection.prepareStatement("SELECT ?");
    Reader failing =
        new Reader() {
          @Override
          public int read(char[] buffer, int from, int length) {
            throw new AssertionError("read");
          }

          @Override
          public void close() {
            throw new AssertionError("closed");
          }
        };
    fails(() -> statement.setCharacterStream(1, failing), "HYC00");
    fails(() -> statement.setCharacterStream(1, failing, 10), "HYC00");
    fails(() -> statement.setNCharacterStream(1, failing), "HYC00");
    fails(() -> statement.setClob(1, failing), "HYC00");
    fails(() -> statement.setObject(1, failing), "HYC00");
    fails(() -> connection.createArrayOf("INTEGER", new Object[] {1}), "HYC00");
    fails(connection::createBlob, "HYC00");
    fails(statement::executeQuery, "07001");
    assertThat(session.runs).hasValue(0);
  }
}
