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
import java.util.stream.Stream;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway that is asked to end leaves no process, and no file but PostgreSQL's programs. One of
 * its processes is halted, and stands for one that notices nothing.
 */
@Tag("more")
class StoppedGatewayTest {
  @TempDir private Path folder;

  @Test
  void leavesNothingBehind()
      throws IOException, SQLException, ConfigException, InterruptedException {
    Path temporary =
        Files.createDirectory(
            folder.resolve("temporary"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try (PostgresServer backend = Clinic.fill()) {
      Clinic.write(folder, backend.url());
      GatewayProcess gateway = GatewayProcess.start(folder.resolve("gateway.yaml"), temporary);
      Connection connection = gateway.connect("ann");
      ProcessHandle session = ProcessHandle.of(pid(connection)).orElseThrow();
      ProcessHandle server = session.parent().orElseThrow();
      new ProcessBuilder("kill", "-STOP", String.valueOf(session.pid())).start().waitFor();
      List<ProcessHandle> all = server.children().toList();
      gateway.close();
      assertThat(server.isAlive()).isFalse();
      assertThat(all).noneMatch(ProcessHandle::isAlive);
      try (Stream<Path> left = Files.list(temporary)) {
        assertThat(left.filter(each -> each.toString().contains("dp-jdbc-shadow"))).isEmpty();
      }
    }
  }

  private static long pid(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT pg_backend_pid()")) {
      return rows.next() ? rows.getLong(1) : -1;
    }
  }
}
