package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A table {@code odd} of a database's own types with the values at the ends of each, asked without
 * noise: no row makes a query fail, and none is taken for another.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OddValues {
  @TempDir private static Path folder;

  private final String product;
  private final List<String> fixture;
  private final String policy;
  private TestDatabase database;
  private Session session;

  /**
   * Names a database and what is in it.
   *
   * @param fixture statements in the database's own words
   * @param policy in which the schema is called {@code PUBLIC}
   */
  OddValues(String product, List<String> fixture, String policy) {
    this.product = product;
    this.fixture = fixture;
    this.policy = policy;
  }

  @BeforeAll
  void open() throws SQLException, IOException {
    database = TestBackends.called(product).create();
    for (String sql : fixture) {
      execute(sql);
    }
    session = Noiseless.connect(database, file("odd.yaml", policy));
  }

  @AfterAll
  void close() throws SQLException {
    session.close();
    database.close();
  }

  TestDatabase database() {
    return database;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = database.owner().createStatement()) {
      statement.execute(sql);
    }
  }

  List<String> ask(String sql) {
    Rows rows =
        session
            .prepare(sql)
            .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
            .rows();
    List<String> strings = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      strings.add(Arrays.toString(rows.row(i)));
    }
    return strings;
  }

  /** Asks for some aggregates of the whole table. */
  void assertAnswers(String columns, String expected) {
    assertThat(ask("SELECT " + columns + " FROM odd")).containsExactly("[" + expected + "]");
  }

  /**
   * Counts the rows of groups.
   *
   * @param keys {@code KEY FROM … GROUP BY KEY}
   * @param expected {@code [key, count] [key, count]}, in any order
   */
  void assertGroups(String keys, String expected) {
    assertThat(ask("SELECT " + keys.replaceFirst(" FROM", ", COUNT(*) AS n FROM")))
        .containsExactlyInAnyOrder(expected.split("(?<=]) "));
  }

  /** Refuses a policy that names the column {@code c} of a table {@code refused}. */
  void assertRefused(String column, String type) throws IOException {
    Path file =
        file(
            "refused.yaml",
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 10, delta: 0.1}
            schemas:
              PUBLIC:
                tables:
                  refused: {privacy_unit: id, columns: {id: {}, %s: {}}}
            """
                .formatted(column));
    assertThatThrownBy(() -> Noiseless.connect(database, file).close())
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(type);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), database.policy(text));
  }
}
