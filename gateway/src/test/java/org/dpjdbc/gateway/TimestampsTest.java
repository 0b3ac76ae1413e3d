package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.TimeZone;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A column with a time zone, in a session of Berlin, from a gateway whose machine is in Berlin. A
 * question has epsilon 100: noise moves a count by more than 5 with a probability below e^-500.
 */
class TimestampsTest {
  /** An hour before midnight in UTC it is the next day in Berlin. */
  private static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE visits (id integer PRIMARY KEY, seen timestamptz NOT NULL)",
          "INSERT INTO visits SELECT x, '2024-01-01 23:00:00+00' FROM generate_series(1, 100) AS x",
          "INSERT INTO visits SELECT x, '2024-01-02 02:00:00+02' FROM generate_series(101, 300) AS"
              + " x");

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 100, delta: 1.0e-9}
      budget: {epsilon: 1000000, delta: 1.0e-3}
      schemas:
        public:
          tables:
            visits:
              privacy_unit: id
              columns:
                id: {}
                seen: {}
      """;

  @TempDir private Path folder;
  private final TimeZone usual = TimeZone.getDefault();

  /** The driver of PostgreSQL gives the server the zone of its machine. */
  @BeforeEach
  void move() {
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
  }

  @AfterEach
  void moveBack() {
    TimeZone.setDefault(usual);
  }

  @Test
  void areWhatTheClockOfUtcShows() throws SQLException, IOException, ConfigException {
    try (Clinic clinic = Clinic.start(folder, SCHEMA, POLICY);
        Connection session = clinic.connect("ann", "options", "-c TimeZone=Europe/Berlin");
        Statement set = session.createStatement()) {
      set.execute("SET TIME ZONE 'Europe/Berlin'");
      assertThat(
              first(
                  session,
                  "SELECT format_type(atttypid, NULL) FROM pg_attribute WHERE attname = 'seen'"))
          .isEqualTo("timestamp without time zone");
      String after = "SELECT COUNT(*) FROM visits WHERE seen >= '2024-01-02'";
      assertThat(Long.parseLong(first(session, after))).isBetween(195L, 205L);
      // In Berlin all of them are on the second day.
      String byDay = "SELECT date_trunc('day', seen), COUNT(*) FROM visits GROUP BY 1 ORDER BY 1";
      try (Statement statement = session.createStatement();
          ResultSet rows = statement.executeQuery(byDay)) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo("2024-01-01 00:00:00");
        assertThat(rows.getLong(2)).isBetween(95L, 105L);
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo("2024-01-02 00:00:00");
        assertThat(rows.getLong(2)).isBetween(195L, 205L);
        assertThat(rows.next()).isFalse();
      }
    }
  }

  private static String first(Connection session, String sql) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }
}
