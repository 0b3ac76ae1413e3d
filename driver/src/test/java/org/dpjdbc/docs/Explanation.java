package org.dpjdbc.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.DpDataSource;
import org.jspecify.annotations.Nullable;

/** An explanation as the driver gives it, on H2. */
final class Explanation {
  private static final String BACKEND = "h2:mem:explained";

  private static final String QUERY =
      "SELECT region, COUNT(*) AS n, AVG(age) FROM patients GROUP BY region";

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 0.5, delta: 1.0e-9}
      schemas:
        PUBLIC:
          tables:
            PATIENTS:
              privacy_unit: PATIENT_ID
              columns: {PATIENT_ID: {}, AGE: {lower: 0, upper: 110}, REGION: {}}
      """;

  private Explanation() {}

  /** The rows of one query, and the statement that would be sent. */
  static String example() {
    try {
      Path folder = Files.createTempDirectory("explained");
      Path policy = Files.writeString(folder.resolve("clinic.yaml"), POLICY);
      try (Connection owner = DriverManager.getConnection("jdbc:" + BACKEND, "ann", "");
          Statement statement = owner.createStatement()) {
        statement.execute(
            "CREATE TABLE patients (patient_id INTEGER PRIMARY KEY, age INTEGER, region"
                + " VARCHAR(20))");
        DpDataSource source = new DpDataSource();
        source.setUrl("jdbc:dp:" + BACKEND + ";dp.policy=" + policy);
        try (Connection analyst = source.getConnection("ann", "");
            Statement explain = analyst.createStatement();
            ResultSet rows = explain.executeQuery("EXPLAIN PRIVACY FOR " + QUERY)) {
          return shown(rows);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** All columns but the last as a table, and the last below it. */
  private static String shown(ResultSet rows) throws SQLException {
    int last = rows.getMetaData().getColumnCount();
    List<String> head = new ArrayList<>();
    for (int i = 1; i < last; i++) {
      head.add(rows.getMetaData().getColumnLabel(i));
    }
    List<List<String>> cells = new ArrayList<>();
    List<String> statements = new ArrayList<>();
    while (rows.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i < last; i++) {
        row.add(text(rows.getString(i)));
      }
      cells.add(row);
      if (rows.getString(last) != null) {
        statements.add(rows.getString(last));
      }
    }
    return Markdown.block("text", QUERY)
        + "\n\n"
        + Markdown.table(head, cells)
        + "\n\nIn the row `statement`, `PUSHED_SQL` is\n\n"
        + Markdown.block("text", String.join("\n", statements));
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
