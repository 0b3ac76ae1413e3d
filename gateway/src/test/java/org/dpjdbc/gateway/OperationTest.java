package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import org.dpjdbc.gateway.server.GatewayServer;
import org.dpjdbc.gateway.server.Reload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationTest {
  @TempDir private Path folder;

  private static String get(Clinic clinic, String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + clinic.gateway().metricsPort() + path);
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    return response.body();
  }

  @Test
  void writesDownWhoAskedWhatAndNeverAValue()
      throws IOException, SQLException, ConfigException, InterruptedException {
    try (Clinic clinic = Clinic.start(folder)) {
      try (Connection ann = clinic.connect("ann");
          PreparedStatement asked =
              ann.prepareStatement("SELECT COUNT(*) FROM patients WHERE paid < ?");
          Statement statement = ann.createStatement()) {
        asked.setBigDecimal(1, new java.math.BigDecimal("12345.678"));
        asked.executeQuery().close();
        assertThatThrownBy(() -> statement.executeQuery("SELECT age FROM patients"))
            .isInstanceOf(SQLException.class);
        statement.executeQuery("SELECT relname FROM pg_class").close();
        assertThat(get(clinic, "/metrics"))
            .contains("dpjdbc_gateway_statements_total{verdict=\"answered\"} 1.0")
            .contains("dpjdbc_gateway_statements_total{verdict=\"DP-RAW-ROWS\"} 1.0")
            .contains("dpjdbc_gateway_sessions 1.0")
            .doesNotContain("patients")
            .doesNotContain("ann");
        assertThat(get(clinic, "/-/healthy")).isNotEmpty();
      }
      assertThatThrownBy(() -> clinic.connect("eve")).isInstanceOf(SQLException.class);
    }
    List<String> lines = Files.readAllLines(folder.resolve("audit.jsonl"));
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).contains("\"event\":\"login\",\"user\":\"ann\"");
    assertThat(lines.get(1))
        .contains("\"statement\":\"SELECT COUNT(*) FROM patients WHERE paid < $1\"")
        .contains("\"verdict\":\"answered\",\"budget\":\"epsilon 100 spent, ")
        .doesNotContain("12345");
    assertThat(lines.get(2)).contains("\"verdict\":\"DP-RAW-ROWS\"");
    assertThat(lines.get(3)).contains("\"event\":\"login failed\",\"user\":\"eve\"");
  }

  /** By what was missing: here a session, and encryption. */
  @Test
  void countsWhatItDidNotBegin()
      throws IOException, SQLException, ConfigException, InterruptedException {
    try (Clinic clinic = Clinic.start(folder)) {
      Path file = folder.resolve("gateway.yaml");
      Reload reload =
          new Reload(file, Map.of(), clinic.gateway(), SettingsReader.read(file, Map.of()));
      String text = Files.readString(file);
      Files.writeString(file, text.replace("user_connections: 100", "user_connections: 1"));
      reload.run();
      try (Connection ann = clinic.connect("ann")) {
        assertThatThrownBy(() -> clinic.connect("ann"))
            .hasMessageContaining("too many connections for role \"ann\"");
        assertThat(ann.isValid(1)).isTrue();
      }
      try (Socket socket = new Socket("localhost", clinic.port())) {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.write(ByteBuffer.allocate(8).putInt(8).putInt(80_877_103).array());
        assertThat(socket.getInputStream().read()).isEqualTo('S');
        out.write("no handshake of TLS".getBytes(StandardCharsets.US_ASCII));
        socket.getInputStream().readAllBytes();
      } catch (SocketException e) {
        // closed while it was read
      }
      String lacks = "dpjdbc_gateway_rejections_total{lack=\"%s\"} 1.0";
      assertThat(get(clinic, "/metrics")).contains(lacks.formatted("session"));
      String tls = lacks.formatted("tls");
      for (int i = 0; i < 50 && !get(clinic, "/metrics").contains(tls); i++) {
        Thread.sleep(100);
      }
      assertThat(get(clinic, "/metrics")).contains(tls);
    }
  }

  /** And leaves nothing behind. */
  @Test
  void doesNotStartIfTheAuditLogDoesNotOpen() throws IOException, SQLException, ConfigException {
    Files.createDirectory(folder.resolve("audit.jsonl"));
    long shadows = servers();
    try (PostgresServer backend = Clinic.fill()) {
      Settings settings = Clinic.write(folder, backend.url());
      assertThatThrownBy(() -> GatewayServer.start(settings))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("audit.jsonl");
    }
    assertThat(servers()).isEqualTo(shadows);
  }

  /** Processes of this one, such as a catalog server is. */
  private static long servers() {
    return ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).count();
  }

  /** On a disk without room, as Linux has one. */
  @Test
  void answersNothingThatItCannotWriteDown() throws IOException, SQLException, ConfigException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full));
    Path audit = Files.createSymbolicLink(folder.resolve("audit.jsonl"), full);
    try (Clinic clinic = Clinic.start(folder);
        Connection ann = clinic.connect("ann");
        Statement statement = ann.createStatement()) {
      statement.executeQuery("SELECT relname FROM pg_class").close();
      assertThatThrownBy(() -> statement.executeQuery("SELECT COUNT(*) FROM patients"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("audit log")
          .extracting(error -> ((SQLException) error).getSQLState())
          .isEqualTo("58030");
      Files.delete(audit);
      statement.executeQuery("SELECT COUNT(*) FROM patients").close();
    }
    assertThat(Files.readAllLines(audit))
        .filteredOn(line -> line.contains("statement"))
        .singleElement()
        .asString()
        .contains("\"verdict\":\"answered\",\"budget\":\"epsilon 100 spent, ");
  }
}
