package org.dpjdbc.it.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.dpjdbc.backends.TestBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tools that are not to be had from Maven Central: the statements that they write and the calls
 * that they make, and nothing of themselves.
 */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#kinds")
class ReplaysTest {
  private static final Pattern NAME = Pattern.compile("\\{([A-Z]+)}");

  @Parameter TestBackend kind;
  @TempDir Path folder;

  @Test
  void statements() throws Exception {
    try (Shop shop = Shop.on(kind, folder);
        Connection connection = shop.connect()) {
      SoftAssertions softly = new SoftAssertions();
      int charged = 0;
      for (String line : lines()) {
        boolean counted = line.startsWith("FREE") || line.startsWith("ROWS");
        int blank = line.indexOf(' ', counted ? "FREE ".length() : 0);
        String expected = line.substring(0, blank);
        String sql =
            NAME.matcher(line.substring(blank + 1))
                .replaceAll(
                    name ->
                        name.group(1).equals("SCHEMA") ? shop.schema() : shop.name(name.group(1)));
        softly
            .assertThat(outcome(connection, sql))
            .as(sql)
            .isEqualTo(expected.replace("ROWS ", "FREE "));
        charged += expected.startsWith("ROWS") ? 1 : 0;
      }
      softly.assertAll();
      shop.charged(charged);
    }
  }

  private List<String> lines() throws IOException {
    String here = "@" + kind.product() + " ";
    try (InputStream in = ReplaysTest.class.getResourceAsStream("replays.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
      return text.lines()
          .filter(l -> !l.isBlank() && !l.startsWith("#"))
          .filter(l -> !l.startsWith("@") || l.startsWith(here))
          .map(l -> l.startsWith("@") ? l.substring(here.length()) : l)
          .toList();
    }
  }

  /** What becomes of a statement, run as tools run it: prepared, described, executed. */
  private static String outcome(Connection connection, String sql) {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      ResultSetMetaData described = statement.getMetaData();
      if (!statement.execute()) {
        return "DONE";
      }
      try (ResultSet rows = statement.getResultSet()) {
        assertThat(rows.getMetaData().getColumnCount()).isEqualTo(described.getColumnCount());
        int count = 0;
        while (rows.next()) {
          count++;
        }
        return count == 0 ? "EMPTY" : "FREE " + count;
      }
    } catch (SQLException e) {
      return e.getMessage().replaceFirst("(?s)[ :].*", "");
    }
  }

  /** How Metabase opens a connection, and reads an answer. */
  @Test
  void callsOfMetabase() throws Exception {
    try (Shop shop = Shop.on(kind, folder);
        Connection connection = shop.connect()) {
      DatabaseMetaData metadata = connection.getMetaData();
      assertThat(
              metadata.supportsTransactionIsolationLevel(Connection.TRANSACTION_READ_UNCOMMITTED))
          .isTrue();
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
      connection.setReadOnly(true);
      connection.setAutoCommit(true);
      connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
      List<String> tables = new ArrayList<>();
      try (ResultSet found =
          metadata.getTables(
              null,
              shop.schema(),
              "%",
              new String[] {
                "TABLE", "PARTITIONED TABLE", "VIEW", "FOREIGN TABLE", "MATERIALIZED VIEW"
              })) {
        while (found.next()) {
          tables.add(found.getString("TABLE_NAME"));
        }
      }
      assertThat(tables)
          .containsExactly(shop.name("CUSTOMERS"), shop.name("ORDERS"), shop.name("PRODUCTS"));
      try (ResultSet columns = metadata.getColumns(null, shop.schema(), tables.get(0), null)) {
        assertThat(columns.next()).isTrue();
        do {
          assertThat(columns.getString("TYPE_NAME")).isNotBlank();
          assertThat(columns.getString("COLUMN_DEF")).isNull();
          assertThat(columns.getString("REMARKS")).isNull();
          assertThat(columns.getString("IS_AUTOINCREMENT")).isEqualTo("NO");
        } while (columns.next());
      }
      String sql =
          "SELECT MIN(joined) AS first_joined, COUNT(*) AS n FROM customers WHERE joined >= ?";
      try (PreparedStatement statement =
          connection.prepareStatement(
              sql,
              ResultSet.TYPE_FORWARD_ONLY,
              ResultSet.CONCUR_READ_ONLY,
              ResultSet.CLOSE_CURSORS_AT_COMMIT)) {
        statement.setFetchDirection(ResultSet.FETCH_FORWARD);
        statement.setFetchSize(500);
        statement.setMaxRows(2000);
        statement.setQueryTimeout(15);
        assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(1);
        statement.setObject(1, LocalDateTime.of(2020, 3, 1, 0, 0), Types.TIMESTAMP);
        try (ResultSet rows = statement.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getObject(1, LocalDate.class)).isNotNull();
          assertThat(rows.getObject(1, LocalDateTime.class)).isNotNull();
          assertThat(rows.getObject(2, Long.class)).isEqualTo(rows.getLong("n"));
          assertThat(rows.next()).isFalse();
        }
        statement.cancel();
      }
      shop.charged(1);
    }
  }

  /** How DBeaver's generic driver opens a connection, pings it, and shows its navigator. */
  @Test
  void callsOfDbeaver() throws Exception {
    try (Shop shop = Shop.on(kind, folder);
        Connection connection = shop.connect()) {
      DatabaseMetaData metadata = connection.getMetaData();
      connection.setReadOnly(true);
      assertThat(connection.isValid(10)).isTrue();
      try (ResultSet none = metadata.getTables(null, null, "DBEAVERFAKETABLENAMEFORPING", null)) {
        assertThat(none.next()).isFalse();
      }
      for (ResultSet each :
          List.of(
              metadata.getCatalogs(),
              metadata.getSchemas(),
              metadata.getTableTypes(),
              metadata.getTypeInfo(),
              metadata.getTables(null, shop.schema(), "%", null),
              metadata.getColumns(null, shop.schema(), shop.name("CUSTOMERS"), "%"),
              metadata.getPrimaryKeys(null, shop.schema(), shop.name("CUSTOMERS")),
              metadata.getImportedKeys(null, shop.schema(), shop.name("ORDERS")),
              metadata.getExportedKeys(null, shop.schema(), shop.name("CUSTOMERS")),
              metadata.getIndexInfo(null, shop.schema(), shop.name("ORDERS"), false, true),
              metadata.getProcedures(null, shop.schema(), "%"),
              metadata.getFunctions(null, shop.schema(), "%"))) {
        try (each) {
          assertThat(Shop.rows(each).toString()).doesNotContain("Zq7", "passwords", "PASSWORDS");
        }
      }
      try (Statement statement = connection.createStatement()) {
        statement.setMaxRows(200);
        statement.setFetchSize(200);
        assertThat(statement.execute(Questions.BY_STATE)).isTrue();
        try (ResultSet rows = statement.getResultSet()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getMetaData().isReadOnly(1)).isTrue();
          assertThat(rows.getMetaData().isSearchable(1)).isTrue();
        }
        assertThat(statement.getMoreResults()).isFalse();
        assertThat(statement.getUpdateCount()).isEqualTo(-1);
      }
      shop.charged(1);
    }
  }
}
