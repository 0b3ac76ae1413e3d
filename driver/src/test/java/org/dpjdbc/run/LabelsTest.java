package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.api.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A column without an alias has the name that the database gives it. */
@OnEachDatabase
class LabelsTest {
  private static final List<String> ITEMS =
      List.of(
          "count(*)",
          "COUNT(*)",
          "COUNT(1)",
          "count(age)",
          "COUNT(DISTINCT age)",
          "sum(age)",
          "SUM(people.age)",
          "AVG(age)",
          "MIN(age)",
          "max(age)",
          "VAR_POP(age)",
          "stddev_samp(age)");

  @TempDir private Path folder;
  private final TestBackend backend;

  LabelsTest(TestBackend backend) {
    this.backend = backend;
  }

  @Test
  void areTheDatabases() throws Exception {
    try (TestDatabase database = backend.create()) {
      database.run("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER)");
      Path policy = folder.resolve("people.yaml");
      Files.writeString(
          policy,
          database.policy(
              """
              version: 1
              defaults: {epsilon: 1, delta: 1.0e-8}
              schemas:
                PUBLIC:
                  tables:
                    people:
                      privacy_unit: id
                      columns: {id: {}, age: {lower: 0, upper: 120}}
              """));
      String sql = "SELECT " + String.join(", ", ITEMS) + " FROM people";
      try (Session session = Noiseless.connect(database, policy)) {
        // MariaDB's are the text as it was written, here but for upper and lower case.
        Comparator<String> same =
            backend.product().equals("MariaDB")
                ? String.CASE_INSENSITIVE_ORDER
                : Comparator.naturalOrder();
        assertThat(session.prepare(sql).columns().stream().map(AnswerColumn::label))
            .usingElementComparator(same)
            .containsExactlyElementsOf(raw(database, sql));
      }
    }
  }

  private static List<String> raw(TestDatabase database, String sql) throws SQLException {
    List<String> labels = new ArrayList<>();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      ResultSetMetaData columns = result.getMetaData();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        labels.add(columns.getColumnLabel(i));
      }
    }
    return labels;
  }
}
