package org.dpjdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Properties;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Time zones as PostgreSQL reads them in a session whose zone is UTC, and bound instants. */
class TimeZonesTest {
  /** Conditions that hold for both rows of the table, which have the same moment. */
  private static final List<String> HOLD =
      List.of(
          "tz AT TIME ZONE 'UTC' = TIMESTAMP '2024-01-15 21:30:00'",
          "ts AT TIME ZONE 'utc' AT TIME ZONE 'Etc/UTC' = TIMESTAMP '2024-01-15 21:30:00'",
          "timezone('GMT', tz) = ts",
          "date_trunc('month', tz, 'UTC') = TIMESTAMP '2024-01-01 00:00:00'",
          "tz = '2024-01-15T21:30:00Z'::timestamptz",
          "tz = '2024-01-15 23:30+02'::timestamptz",
          "tz = CAST('2024-01-15 17:00:00-0430' AS TIMESTAMP WITH TIME ZONE)",
          "tz = TIMESTAMP WITH TIME ZONE '2024-01-16 03:00:00+05:30'",
          "tz > '2024-01-15'::timestamptz AND tz < '2024-01-15 21:30:00.000001'::timestamptz",
          "ts::timestamptz = tz",
          "now() AT TIME ZONE 'UTC' > ts",
          "EXTRACT(days FROM ts) = 15 AND EXTRACT(YEARS FROM tz) = 2024");

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1000, delta: 0}
      budget: {epsilon: 1000000, delta: 0, renews: never}
      schemas:
        PUBLIC:
          tables:
            EVENTS:
              privacy_unit: ID
              columns: {ID: {}, TS: {}, TZ: {}}
      """;

  @TempDir private Path folder;

  @Test
  void areThoseOfASessionInUtc() throws Exception {
    assumeTrue(TestBackends.runsOn("PostgreSQL"), "without PostgreSQL");
    try (TestDatabase database = TestBackends.called("PostgreSQL").create()) {
      database.run("CREATE TABLE events (id INT PRIMARY KEY, ts TIMESTAMP, tz TIMESTAMPTZ)");
      database.run(
          "INSERT INTO events SELECT n, '2024-01-15 21:30:00', '2024-01-15 23:30:00+02'"
              + " FROM generate_series(1, 2) n");
      try (Connection connection = connect(database)) {
        for (String condition : HOLD) {
          assertThat(count(connection, condition)).as(condition).isEqualTo(2);
          assertThat(count(connection, "NOT (" + condition + ")")).as(condition).isZero();
        }
        OffsetDateTime instant = OffsetDateTime.parse("2024-01-15T23:30:00+02:00");
        for (Object given :
            new Object[] {
              instant, instant.toInstant(), instant.atZoneSameInstant(ZoneId.of("Asia/Tokyo"))
            }) {
          assertThat(count(connection, "tz = ?", given)).as("%s", given).isEqualTo(2);
          assertThat(count(connection, "tz > ?", given)).as("%s", given).isZero();
        }
        for (String other :
            List.of("tz AT TIME ZONE 'Europe/Paris' > ts", "timezone('+02', tz) > ts")) {
          assertThatThrownBy(() -> count(connection, other))
              .hasMessageContaining("the only supported time zone is 'UTC'");
        }
      }
    }
  }

  private Connection connect(TestDatabase database) throws Exception {
    Path policy = Files.writeString(folder.resolve("policy.yaml"), database.policy(POLICY), UTF_8);
    Properties properties = new Properties();
    properties.putAll(database.properties());
    properties.setProperty("dp.policy", policy.toString());
    properties.setProperty("dp.analyst", "ann");
    return DriverManager.getConnection(
        "jdbc:dp:" + database.url().substring("jdbc:".length()), properties);
  }

  private static long count(Connection connection, String condition, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT COUNT(*) FROM events WHERE " + condition)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }
}
