package org.dpjdbc.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.dpjdbc.backends.SuiteCases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * 64 threads with many statements each, through one pool: no error, each its own answer, and every
 * charge counted. An epsilon of 100 moves a count but once in e^100. {@code
 * -Dcrowd.statements=1000} asks more.
 */
@Tag("more")
class CrowdTest {
  private static final String BACKEND = "h2:mem:crowd";
  private static final int THREADS = 64;
  private static final int STATEMENTS = SuiteCases.CROWD.number("crowd.statements");

  /** Of so many statements, the first is charged, and the second is refused. */
  private static final int KINDS = 8;

  private static final int CHARGED = (STATEMENTS + KINDS - 1) / KINDS;
  private static final int PEOPLE = 5_000;

  @TempDir Path folder;

  @Test
  void eachHasItsOwnAnswer() throws Exception {
    DriverJar.require();
    try (Connection owner = DriverManager.getConnection("jdbc:" + BACKEND, "sa", "sa");
        Statement statement = owner.createStatement()) {
      statement.execute("CREATE TABLE people (id INT PRIMARY KEY)");
      statement.execute("INSERT INTO people SELECT x FROM SYSTEM_RANGE(1, " + PEOPLE + ")");
      try (HikariDataSource pool = pool()) {
        ask(pool);
        try (Connection connection = pool.getConnection()) {
          assertThat(Clinic.spent(connection))
              .isEqualByComparingTo(BigDecimal.valueOf(100L * THREADS * CHARGED));
        }
      }
    }
  }

  private HikariDataSource pool() throws Exception {
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 100, delta: 0}
        budget: {epsilon: 1000000, delta: 0}
        answers: {reuse_for: PT0S}
        schemas:
          PUBLIC:
            tables:
              PEOPLE: {privacy_unit: ID, columns: {ID: {}}}
        """,
        UTF_8);
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:dp:" + BACKEND + ";dp.policy=" + policy + ";dp.analyst=ann");
    config.setUsername("sa");
    config.setPassword("sa");
    config.setMaximumPoolSize(16);
    config.setConnectionTimeout(120_000);
    return new HikariDataSource(config);
  }

  private static void ask(HikariDataSource pool) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        all.add(threads.submit(() -> ask(pool, thread)));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void ask(HikariDataSource pool, int thread) throws SQLException {
    for (int i = 0; i < STATEMENTS; i++) {
      try (Connection connection = pool.getConnection()) {
        switch (i % KINDS) {
          case 0 -> count(connection, 1 + (thread * STATEMENTS + i) % PEOPLE);
          case 1 -> refused(connection);
          default -> constant(connection, thread * STATEMENTS + i);
        }
      }
    }
    return null;
  }

  private static void count(Connection connection, int first) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("SELECT COUNT(*) FROM people WHERE id <= ?")) {
      query.setInt(1, first);
      assertThat(number(query.executeQuery())).isEqualTo(first);
    }
  }

  private static void refused(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("SELECT id FROM people"))
          .hasMessageStartingWith("DP-RAW-ROWS");
    }
  }

  private static void constant(Connection connection, int number) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThat(number(statement.executeQuery("SELECT " + number))).isEqualTo(number);
    }
  }

  private static int number(ResultSet rows) throws SQLException {
    try (rows) {
      assertThat(rows.next()).isTrue();
      int number = rows.getInt(1);
      assertThat(rows.next()).isFalse();
      return number;
    }
  }
}
