package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

/** A client's time limit ends queries of the driver, too: here their table stays locked. */
@Timeout(300)
class StatementTimeoutTest {
  /** Each test has queries of its own, for an answer that is kept comes without the table. */
  private static int asked;

  @TempDir static Path folder;
  private static Clinic clinic;
  private Connection migration;
  private Connection connection;

  @BeforeAll
  static void start() throws IOException, SQLException, ConfigException {
    clinic = Clinic.start(folder);
  }

  @AfterAll
  static void stop() throws IOException {
    clinic.close();
  }

  @BeforeEach
  void open() throws SQLException {
    migration = clinic.raw();
    migration.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    migration.close();
    connection.close();
  }

  /** Connects, and has the driver connect, which reads what is in the database's catalog. */
  private Statement connect(String... options) throws SQLException {
    connection = clinic.connect("ann", options);
    Statement statement = connection.createStatement();
    statement.execute("SET statement_timeout = 0");
    statement.executeQuery(count()).close();
    statement.execute("RESET statement_timeout");
    lock();
    return statement;
  }

  private void lock() throws SQLException {
    try (Statement statement = migration.createStatement()) {
      statement.execute("LOCK TABLE patients IN ACCESS EXCLUSIVE MODE");
    }
  }

  private static String count() {
    asked++;
    return "SELECT COUNT(*) FROM patients WHERE patient_id > " + asked;
  }

  private static void isEnded(ThrowingCallable query) {
    assertThatThrownBy(query)
        .hasMessageContaining("ERROR: canceling statement due to statement timeout")
        .hasMessageContaining("DP-STOPPED: the query was stopped; it was not charged")
        .asInstanceOf(type(PSQLException.class))
        .extracting(PSQLException::getSQLState)
        .isEqualTo("57014");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET statement_timeout = '1s'",
        "SET statement_timeout = 200",
        "SET SESSION statement_timeout TO '0.01min'",
        "SELECT set_config('statement_timeout', '300ms', false)",
      })
  void endsAPrivateQuery(String setting) throws SQLException {
    Statement statement = connect();
    statement.execute(setting);
    isEnded(() -> statement.executeQuery(count()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "extended"})
  void endsOneWhereItIsAnOptionOfTheConnection(String mode) throws SQLException {
    Statement statement = connect("options", "-c statement_timeout=300ms", "preferQueryMode", mode);
    isEnded(() -> statement.executeQuery(count()));
  }

  @Test
  void holdsForATransaction() throws Exception {
    Statement statement = connect();
    connection.setAutoCommit(false);
    statement.execute("SET LOCAL statement_timeout = '300ms'");
    isEnded(() -> statement.executeQuery(count()));
    connection.rollback();
    answersLater(statement);
  }

  @Test
  void zeroIsNone() throws Exception {
    Statement statement = connect("options", "-c statement_timeout=300ms");
    statement.execute("SET statement_timeout = 0");
    answersLater(statement);
    statement.execute("RESET statement_timeout");
    lock();
    isEnded(() -> statement.executeQuery(count()));
  }

  /** Frees the table when the query has waited for longer than the limits of the other tests. */
  private void answersLater(Statement statement) throws Exception {
    Thread owner =
        new Thread(
            () -> {
              try {
                Thread.sleep(1500);
                migration.rollback();
              } catch (InterruptedException | SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    owner.start();
    try (ResultSet rows = statement.executeQuery(count())) {
      assertThat(rows.next()).isTrue();
    }
    owner.join();
  }
}
