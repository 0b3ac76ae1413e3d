package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every set operation of public rows, with ALL and without, has the rows of the standard, also
 * where the database lacks it. Beside private rows, it is refused there.
 */
@OnEachDatabase
class SetOperationsTest {
  /** Of 1, 1, 1, 2, 2, 3 and of 1, 1, 2, 4: the operation and its rows. */
  private static final List<List<String>> OPERATIONS =
      List.of(
          List.of("UNION ALL", "1 1 1 1 1 2 2 2 3 4"),
          List.of("UNION", "1 2 3 4"),
          List.of("INTERSECT ALL", "1 1 2"),
          List.of("INTERSECT", "1 2"),
          List.of("EXCEPT ALL", "1 2 3"),
          List.of("EXCEPT", "3"));

  @TempDir private Path folder;
  private final TestBackend backend;

  SetOperationsTest(TestBackend backend) {
    this.backend = backend;
  }

  @Test
  void haveTheRowsOfTheStandard() throws Exception {
    try (TestDatabase database = backend.create()) {
      database.run("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER NOT NULL)");
      database.run("INSERT INTO people VALUES (1, 1), (2, 2), (3, 3), (4, 9)");
      database.run("CREATE TABLE one (n INTEGER NOT NULL)");
      database.run("INSERT INTO one VALUES (1), (1), (1), (2), (2), (3)");
      database.run("CREATE TABLE other (n INTEGER NOT NULL)");
      database.run("INSERT INTO other VALUES (1), (1), (2), (4)");
      Path policy = folder.resolve("sets.yaml");
      Files.writeString(
          policy,
          database.policy(
              """
              version: 1
              defaults: {epsilon: 1, delta: 1.0e-8}
              budget: {epsilon: 1000, delta: 0.1}
              schemas:
                PUBLIC:
                  tables:
                    people: {privacy_unit: id, columns: {id: {}, age: {lower: 0, upper: 9}}}
                    one: {public: true}
                    other: {public: true}
              """));
      try (Session session = Noiseless.connect(database, policy);
          Connection raw = database.connect()) {
        for (List<String> operation : OPERATIONS) {
          String set = "SELECT n FROM one " + operation.get(0) + " SELECT n FROM other";
          assertThat(rows(session, "SELECT n FROM (" + set + ") s ORDER BY n"))
              .as(set)
              .isEqualTo(operation.get(1));
          String joined = "SELECT COUNT(*) AS n FROM people WHERE age IN (" + set + ")";
          if (backend.product().equals("H2")
              && (set.contains("INTERSECT ALL") || set.contains("EXCEPT ALL"))) {
            assertThatThrownBy(() -> rows(session, joined))
                .hasMessageContaining(operation.get(0) + " is not supported on H2");
          } else {
            assertThat(rows(session, joined)).as(joined).isEqualTo(raw(raw, joined));
          }
        }
      }
    }
  }

  private static String rows(Session session, String sql) {
    Answer answer =
        session.prepare(sql).run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
    List<String> values = new ArrayList<>();
    for (int row = 0; row < answer.rows().size(); row++) {
      values.add(String.valueOf(answer.rows().row(row)[0]));
    }
    return String.join(" ", values);
  }

  private static String raw(Connection raw, String sql) throws Exception {
    try (Statement statement = raw.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      found.next();
      return found.getString(1);
    }
  }
}
