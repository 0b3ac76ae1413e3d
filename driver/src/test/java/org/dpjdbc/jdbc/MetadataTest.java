package org.dpjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.reflect.Method;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetadataTest {
  private final DpConnection connection = new DpConnection(new FakeSession());
  private final DatabaseMetaData metadata = metadata();

  private DatabaseMetaData metadata() {
    try {
      return connection.getMetaData();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> rows(ResultSet result, String... labels) throws SQLException {
    List<String> rows = new ArrayList<>();
    while (result.next()) {
      StringJoiner row = new StringJoiner(" ");
      for (String label : labels) {
        row.add(String.valueOf(result.getString(label)));
      }
      rows.add(row.toString());
    }
    return rows;
  }

  private static List<String> ofPublic(List<String> rows) {
    return rows.stream().filter(row -> !row.contains("DP ")).toList();
  }

  @Test
  void listsTheTablesOfThePolicyAlone() throws SQLException {
    ResultSet tables = metadata.getTables(null, null, "%", null);
    assertThat(
            ofPublic(
                rows(tables, "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "TABLE_TYPE", "REMARKS")))
        .containsExactly(
            "null PUBLIC PATIENTS TABLE null",
            "null PUBLIC VISITS TABLE null",
            "null PUBLIC NOTES VIEW null");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PATIENTS | PATIENTS",
        "PAT% | PATIENTS",
        "%S | PATIENTS,VISITS,NOTES",
        "_ISITS | VISITS",
        "patients | ''",
        "PATIENT_ | PATIENTS",
        "PATIENT\\_ | ''",
        "%%%%T%%% | PATIENTS,VISITS,NOTES",
        ".* | ''",
        "DBEAVERFAKETABLENAMEFORPING | ''",
      })
  void matchesPatterns(String pattern, String names) throws SQLException {
    List<String> expected = names.isEmpty() ? List.of() : List.of(names.split(",", -1));
    assertThat(rows(metadata.getTables(null, "PUBLIC", pattern, null), "TABLE_NAME"))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TABLE | PATIENTS,VISITS",
        "BASE TABLE | PATIENTS,VISITS",
        "VIEW | NOTES",
        "SYSTEM TABLE | ''",
        "VIEW,BASE TABLE,TABLE | PATIENTS,VISITS,NOTES",
      })
  void knowsTablesUnderBothNames(String types, String names) throws SQLException {
    List<String> expected = names.isEmpty() ? List.of() : List.of(names.split(",", -1));
    assertThat(rows(metadata.getTables(null, "PUBLIC", null, types.split(",", -1)), "TABLE_NAME"))
        .isEqualTo(expected);
    assertThat(rows(metadata.getTableTypes(), "TABLE_TYPE")).containsExactly("TABLE", "VIEW");
  }

  @Test
  void listsColumnsInOrderWithoutDefaultsAndRemarks() throws SQLException {
    assertThat(
            rows(
                metadata.getColumns(null, "PUBLIC", "%", "%"),
                "TABLE_NAME",
                "COLUMN_NAME",
                "TYPE_NAME",
                "COLUMN_SIZE",
                "ORDINAL_POSITION",
                "IS_NULLABLE",
                "COLUMN_DEF",
                "REMARKS"))
        .containsExactly(
            "NOTES PATIENT INTEGER 10 1 NO null null",
            "NOTES NOTE CHARACTER VARYING 100 2 YES null null",
            "PATIENTS ID INTEGER 10 1 NO null null",
            "PATIENTS AGE INTEGER 10 2 YES null null",
            "VISITS VISIT INTEGER 10 1 NO null null",
            "VISITS PATIENT INTEGER 10 2 NO null null");
  }

  @Test
  void listsKeysOfWhatCanBeSeen() throws SQLException {
    assertThat(
            rows(
                metadata.getPrimaryKeys(null, "PUBLIC", "PATIENTS"),
                "COLUMN_NAME",
                "KEY_SEQ",
                "PK_NAME"))
        .containsExactly("ID 1 PATIENTS_PK");
    assertThat(rows(metadata.getPrimaryKeys(null, null, "NOTES"), "COLUMN_NAME")).isEmpty();
    List<String> key = List.of("PATIENTS ID VISITS PATIENT 1 VISITS_FK1 PATIENTS_PK");
    String[] labels = {
      "PKTABLE_NAME",
      "PKCOLUMN_NAME",
      "FKTABLE_NAME",
      "FKCOLUMN_NAME",
      "KEY_SEQ",
      "FK_NAME",
      "PK_NAME"
    };
    assertThat(rows(metadata.getImportedKeys(null, "PUBLIC", "VISITS"), labels)).isEqualTo(key);
    assertThat(rows(metadata.getExportedKeys(null, "PUBLIC", "PATIENTS"), labels)).isEqualTo(key);
    assertThat(
            rows(metadata.getCrossReference(null, null, "PATIENTS", null, null, "VISITS"), labels))
        .isEqualTo(key);
    assertThat(rows(metadata.getImportedKeys(null, "PUBLIC", "PATIENTS"), labels)).isEmpty();
    assertThat(rows(metadata.getExportedKeys(null, "PUBLIC", "SECRETS"), labels)).isEmpty();
    assertThat(rows(metadata.getExportedKeys(null, "OTHER", "PATIENTS"), labels)).isEmpty();
  }

  @Test
  void passesTheProductThroughAndSaysItsOwnVersion() throws SQLException {
    assertThat(metadata.getDatabaseProductName()).isEqualTo("backend's getDatabaseProductName");
    assertThat(metadata.getDatabaseProductVersion())
        .isEqualTo("backend's getDatabaseProductVersion");
    assertThat(metadata.getDatabaseMajorVersion()).isZero();
    assertThat(metadata.getDriverName()).isEqualTo("dp-jdbc");
    assertThat(metadata.getDriverVersion()).startsWith(metadata.getDriverMajorVersion() + ".");
    assertThat(metadata.getURL()).isEqualTo("jdbc:dp:h2:mem:clinic");
    assertThat(metadata.getUserName()).isEqualTo("alice");
    assertThat(metadata.getConnection()).isSameAs(connection);
    assertThat(metadata.supportsTransactionIsolationLevel(1)).isTrue();
    assertThat(metadata.supportsResultSetType(ResultSet.TYPE_SCROLL_INSENSITIVE)).isTrue();
    assertThat(metadata.supportsResultSetType(ResultSet.TYPE_SCROLL_SENSITIVE)).isFalse();
    assertThat(
            metadata.supportsResultSetConcurrency(
                ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE))
        .isFalse();
  }

  @Test
  void everyMaximumIsUnknown() throws Exception {
    for (Method method : DatabaseMetaData.class.getMethods()) {
      if (method.getName().startsWith("getMax")) {
        assertThat(((Number) method.invoke(metadata)).longValue()).isZero();
      }
    }
  }

  @Test
  void everyResultHasTheColumnsThatJdbcFixes() throws SQLException {
    for (Method method : Calls.methods(DatabaseMetaData.class)) {
      if (method.getReturnType() == ResultSet.class) {
        ResultSet result = (ResultSet) Calls.call(metadata, method, Calls.sensible(method)).value();
        assertThat(result).as(method.getName()).isInstanceOf(DpResultSet.class);
        assertThat(result.getMetaData().getColumnCount()).isPositive();
      }
    }
    assertThat(metadata.getIndexInfo(null, null, "PATIENTS", false, true).next()).isFalse();
    assertThat(metadata.getTypeInfo().next()).isTrue();
  }

  /** By going back at every wildcard this would take longer than the world has been there. */
  @Test
  void hostilePatternsEnd() {
    assertTimeoutPreemptively(
        Duration.ofMinutes(5),
        () -> {
          String name = "a".repeat(100);
          assertThat(new NamePattern("%a".repeat(50) + "b").matches(name)).isFalse();
          assertThat(new NamePattern("%_".repeat(50) + "%b").matches(name)).isFalse();
          assertThat(new NamePattern("%_".repeat(50) + "%").matches(name)).isTrue();
          assertThat(new NamePattern("%".repeat(1_000_000)).matches(name)).isTrue();
          assertThat(new NamePattern("a".repeat(1_000_000)).matches(name)).isFalse();
          assertThat(new NamePattern("a\\").matches("a\\")).isTrue();
          assertThat(new NamePattern("\\%\\\\").matches("%\\")).isTrue();
        });
  }
}
