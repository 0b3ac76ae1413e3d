package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.dpjdbc.backends.TrinoConnectors;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.backend.ReadOnlyConnection;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Catalogs of connectors that the build does not run, by whose names tables in memory are here:
 * nothing of them is read without the owner's word, and never what is known to fail.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TrinoConnectorsTest {
  private static final String ACCEPTED = "unverified_connectors: accept\n";

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      schemas:
        %s:
          tables:
            %s: {privacy_unit: id, max_rows_contributed: 1, columns: {id: {}, %s: {%s}}}
      """;

  @TempDir private static Path folder;
  private TrinoConnectors cluster;
  private String url;

  @BeforeAll
  void start() throws IOException, SQLException {
    cluster = new TrinoConnectors();
    url = cluster.url();
    try (Connection owner = DriverManager.getConnection(url);
        Statement statement = owner.createStatement()) {
      for (String catalog : List.of("of_postgresql", "of_iceberg", "memory")) {
        statement.execute(
            "CREATE TABLE %s.default.sale AS SELECT 1 AS id, 2 AS n, DECIMAL '3.50' AS amount,"
                    .formatted(catalog)
                + " DATE '2024-05-01' AS day, TIMESTAMP '2024-05-01 10:00:00' AS moment, 5e0 AS price");
        statement.execute(
            "CREATE VIEW memory.default.%s_sale AS SELECT id, n FROM %s.default.sale"
                .formatted(catalog, catalog));
      }
    }
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  private Session connect(String head, String schema, String table, String column, String bounds)
      throws IOException {
    Path policy = Files.createTempFile(folder, "policy", ".yaml");
    Files.writeString(policy, head + POLICY.formatted(schema, table, column, bounds));
    return Noiseless.connect(url, policy);
  }

  @ParameterizedTest
  @CsvSource({
    "of_iceberg.default, sale, iceberg",
    "of_postgresql.default, sale, postgresql",
    // whatever a view reads besides tables is not known
    "default, memory_sale, 'iceberg, postgresql'"
  })
  void refusesWhatIsNotTested(String schema, String table, String connectors) {
    assertThatThrownBy(() -> connect("", schema, table, "n", "lower: 0, upper: 9").close())
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("is read by the connector " + connectors + ", which is not tested")
        .hasMessageContaining("write 'unverified_connectors: accept'");
  }

  @ParameterizedTest
  @CsvSource({
    "'', default, sale, n",
    "'', default, sale, amount",
    "accept, default, memory_sale, n",
    "accept, default, of_iceberg_sale, n",
    "accept, of_iceberg.default, sale, amount",
    "accept, of_postgresql.default, sale, n",
    "accept, of_postgresql.default, sale, price"
  })
  void answersWhatIsTestedOrAccepted(String head, String schema, String table, String column)
      throws IOException {
    try (Session session =
        connect(head.isEmpty() ? "" : ACCEPTED, schema, table, column, "lower: 0, upper: 9")) {
      String sql = "SELECT SUM(%s) FROM \"%s\".%s".formatted(column, schema, table);
      assertThat(
              session
                  .prepare(sql)
                  .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
                  .rows()
                  .size())
          .isEqualTo(1);
    }
  }

  /** NaN, infinity, and years that Trino does not have. */
  @ParameterizedTest
  @CsvSource({
    "of_postgresql.default, sale, amount, 'decimal(3,2) through postgresql'",
    "of_postgresql.default, sale, day, date through postgresql",
    "of_postgresql.default, sale, moment, timestamp(0) through postgresql",
    // which may have computed it from such a value
    "default, of_postgresql_sale, n, integer through postgresql"
  })
  void neverReadsWhatIsKnownToFail(String schema, String table, String column, String type) {
    assertThatThrownBy(() -> connect(ACCEPTED, schema, table, column, "").close())
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("'" + column + "' is of type " + type);
  }

  @Test
  void pinsThePropertiesOfCatalogs() throws SQLException {
    Map<String, String> pinned = new TreeMap<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      ReadOnlyConnection.pin(
          connection, BackendDialects.called("Trino").orElseThrow(), Duration.ofSeconds(7));
      try (ResultSet rows = statement.executeQuery("SHOW SESSION")) {
        while (rows.next()) {
          pinned.put(rows.getString(1), rows.getString(2));
        }
      }
    }
    for (String catalog : List.of("of_postgresql", "of_iceberg")) {
      assertThat(pinned)
          .containsEntry(catalog + ".decimal_mapping", "STRICT")
          .containsEntry(catalog + ".aggregation_pushdown_enabled", "false")
          .containsEntry(catalog + ".validate_bucketing", "false")
          .containsEntry(catalog + ".domain_compaction_threshold", "32");
    }
    assertThat(pinned)
        .containsEntry("use_table_scan_node_partitioning", "false")
        .containsEntry("ignore_stats_calculator_failures", "true")
        .containsEntry("query_max_scan_physical_bytes", "");
  }
}
