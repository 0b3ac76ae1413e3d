package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.dpjdbc.gateway.config.ConfigException;
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
