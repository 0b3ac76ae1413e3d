package org.dpjdbc.gateway.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shadow refuses by itself, should a statement reach it that the gateway let through. */
class ShadowTest {
  private static final int CONNECTIONS = 10;

  private static ShadowServer server;
  private static Shadow shadow;
  private ShadowWire wire;

  @BeforeAll
  static void start() throws IOException, SQLException {
    server = ShadowServer.start(CONNECTIONS);
    try (Connection database = DriverManager.getConnection("jdbc:h2:mem:shadow");
        Statement statement = database.createStatement()) {
      statement.execute("CREATE TABLE patients (id INTEGER PRIMARY KEY, age INTEGER)");
      shadow = Shadow.draft(server.address(), database).publish("clinic");
    }
  }

  @AfterAll
  static void stop() throws IOException {
    shadow.close();
    server.close();
  }

  @BeforeEach
  void connect() throws IOException, ServerError {
    wire = shadow.open("ann", Map.of());
  }

  @AfterEach
  void disconnect() {
    wire.close();
  }

  /** The state and the message of the error, or nothing. */
  private String error(String sql) throws IOException {
    wire.send(Message.query(sql));
    String error = "";
    for (Frame frame = wire.ask(); !frame.is('Z'); frame = wire.receive()) {
      if (frame.is('E')) {
        ServerError read = ServerError.read(frame);
        error = read.state() + " " + read.getMessage();
      }
    }
    return error;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM patients",
        "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM patients)",
        "TABLE patients",
        "EXPLAIN SELECT age FROM patients",
        "COPY patients TO STDOUT",
        "DECLARE c CURSOR WITH HOLD FOR SELECT age FROM patients",
        "PREPARE p AS SELECT age FROM patients; EXECUTE p",
      })
  void readsNoTableOfThePolicy(String sql) throws IOException {
    assertThat(error(sql)).isEqualTo("0A000 tables of the policy are not read here");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT query_to_xml('SELECT 1', true, true, '')",
        "SELECT table_to_xml('pg_class', true, true, '')",
        "SELECT * FROM ts_stat('SELECT to_tsvector(''a'')')",
        "SELECT ts_rewrite('a'::tsquery, 'SELECT ''a''::tsquery, ''b''::tsquery')",
      })
  void runsNoStringAsSql(String sql) throws IOException {
    assertThat(error(sql)).startsWith("42501 permission denied for function");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TEMP TABLE t (n integer)",
        "CREATE TABLE public.t (n integer)",
        "CREATE SCHEMA s",
        "DO $$ BEGIN NULL; END $$",
        "SELECT lo_create(0)",
        "SELECT pg_advisory_lock(1)",
      })
  void keepsNothingThatAnAnalystMakes(String sql) throws IOException {
    assertThat(error("SET default_transaction_read_only = off")).isEmpty();
    assertThat(error(sql)).startsWith("42501 permission denied");
  }

  @Test
  void answersWhatTouchesNoTable() throws IOException {
    assertThat(error("SELECT 1; SELECT attname FROM pg_attribute")).isEmpty();
  }
}
