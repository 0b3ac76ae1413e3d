package org.dpjdbc.gateway.web.ask;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the part of the policy that an analyst may see. */
final class PolicyPart {
  private PolicyPart() {}

  /** A table, whose limits stand at each of its columns. */
  private record Name(String schema, String table, PolicyTable.Limits limits) {}

  static List<PolicyTable> read(Connection connection, int seconds) throws SQLException {
    Map<Name, List<PolicyTable.PolicyColumn>> columns = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(seconds);
      try (ResultSet rows = statement.executeQuery("SELECT * FROM DP.COLUMNS")) {
        while (rows.next()) {
          columns.computeIfAbsent(table(rows), unused -> new ArrayList<>()).add(column(rows));
        }
      }
    }
    List<PolicyTable> tables = new ArrayList<>();
    for (Map.Entry<Name, List<PolicyTable.PolicyColumn>> each : columns.entrySet()) {
      Name name = each.getKey();
      tables.add(
          new PolicyTable(
              name.schema(),
              name.table(),
              List.copyOf(each.getValue()),
              name.limits(),
              keys(connection.getMetaData(), name),
              references(connection.getMetaData(), name)));
    }
    return List.copyOf(tables);
  }

  private static Name table(ResultSet rows) throws SQLException {
    return new Name(
        rows.getString("TABLE_SCHEMA"),
        rows.getString("TABLE_NAME"),
        new PolicyTable.Limits(
            Optional.ofNullable(rows.getString("MAX_ROWS_CONTRIBUTED")),
            Optional.ofNullable(rows.getString("MAX_GROUPS_CONTRIBUTED"))));
  }

  private static PolicyTable.PolicyColumn column(ResultSet rows) throws SQLException {
    return new PolicyTable.PolicyColumn(
        rows.getString("COLUMN_NAME"),
        rows.getString("DATA_TYPE"),
        rows.getString("PRIVACY"),
        Optional.ofNullable(rows.getString("LOWER_BOUND")),
        Optional.ofNullable(rows.getString("UPPER_BOUND")),
        Optional.ofNullable(rows.getBigDecimal("STEP"))
            .map(step -> step.stripTrailingZeros().toPlainString()),
        Optional.ofNullable(rows.getString("PUBLIC_VALUES")),
        Optional.ofNullable(rows.getString("RANDOMIZED_RESPONSE")));
  }

  private static List<String> keys(DatabaseMetaData metadata, Name name) throws SQLException {
    List<String> keys = new ArrayList<>();
    try (ResultSet rows = metadata.getPrimaryKeys(null, name.schema(), name.table())) {
      while (rows.next()) {
        keys.add(rows.getString("COLUMN_NAME"));
      }
    }
    return List.copyOf(keys);
  }

  private static List<String> references(DatabaseMetaData metadata, Name name) throws SQLException {
    List<String> references = new ArrayList<>();
    try (ResultSet rows = metadata.getImportedKeys(null, name.schema(), name.table())) {
      while (rows.next()) {
        references.add(
            "%s → %s.%s"
                .formatted(
                    rows.getString("FKCOLUMN_NAME"),
                    rows.getString("PKTABLE_NAME"),
                    rows.getString("PKCOLUMN_NAME")));
      }
    }
    return List.copyOf(references);
  }
}
