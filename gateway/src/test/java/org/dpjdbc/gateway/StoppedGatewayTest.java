package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that is asked to end leaves no process, and no file but PostgreSQL's programs. */
@Tag("more")
class StoppedGatewayTest {
  /** PostgreSQL's parser stops for nothing, and needs minutes for so many. */
  private static final int SUBQUERIES = 150_000;

  private static final int POLL_MILLIS = 20;

  @TempDir private Path folder;

  @Test
  void leavesNothingBehind()
      throws IOException, SQLException, ConfigException, InterruptedException {
    Path temporary =
        Files.createDirectory(
            folder.resolve("temporary"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (PostgresServer backend = Clinic.fill()) {
      Clinic.write(folder, backend.url());
      GatewayProcess gateway = GatewayProcess.start(folder.resolve("gateway.yaml"), temporary);
      Connection connection = gateway.connect("ann");
      ProcessHandle session = ProcessHandle.of(pid(connection)).orElseThrow();
      ProcessHandle server = session.parent().orElseThrow();
      long before = server.children().count();
      String heavy =
          IntStream.range(0, SUBQUERIES)
              .mapToObj(i -> "c" + i + " AS (SELECT 1)")
              .collect(Collectors.joining(", ", "WITH ", " SELECT 1"));
      threads.execute(() -> ask(connection, heavy));
      while (server.children().count() <= before) {
        Thread.sleep(POLL_MILLIS); // until a session of the shadow parses it
      }
      List<ProcessHandle> all = server.children().toList();
      gateway.close();
      assertThat(server.isAlive()).isFalse();
      assertThat(all).noneMatch(ProcessHandle::isAlive);
      try (Stream<Path> left = Files.list(temporary)) {
        assertThat(left.filter(each -> each.toString().contains("dp-jdbc-shadow"))).isEmpty();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void ask(Connection connection, String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      // the gateway has ended
    }
  }

  private static long pid(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT pg_backend_pid()")) {
      return rows.next() ? rows.getLong(1) : -1;
    }
  }
}
