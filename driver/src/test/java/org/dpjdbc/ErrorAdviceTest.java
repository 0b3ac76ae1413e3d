package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** EXPLAIN PRIVACY says what makes an error smaller, and the changed query has that error. */
class ErrorAdviceTest {
  @TempDir private Path folder;
  private final String backend = "h2:mem:advice" + UUID.randomUUID();
  private Connection raw;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException, IOException {
    raw = DriverManager.getConnection("jdbc:" + backend);
    try (Statement statement = raw.createStatement()) {
      statement.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER)");
      statement.execute(
          "CREATE TABLE sales (person INTEGER, shop INTEGER, quantity INTEGER, price INTEGER, tip"
              + " INTEGER)");
    }
    Path policy = folder.resolve("advice.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-8}
        budget: {epsilon: 100, delta: 1.0e-3}
        limits: {max_epsilon_per_query: 2}
        schemas:
          PUBLIC:
            tables:
              PEOPLE: {privacy_unit: ID, columns: {ID: {}, AGE: {lower: 0, upper: 120}}}
              SALES:
                privacy_unit: PERSON
                max_rows_contributed: 20
                columns:
                  PERSON: {}
                  SHOP: {values: [1, 2, 3]}
                  QUANTITY: {lower: 0, upper: 20}
                  PRICE: {lower: 0, upper: 200}
                  TIP: {lower: 0, upper: 50, sum_per_unit: {lower: 0, upper: 100}}
        """);
    connection =
        DriverManager.getConnection(
            "jdbc:dp:" + backend + ";dp.policy=" + policy + ";dp.analyst=ann");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    raw.close();
  }

  private record Explained(List<Double> errors, List<String> advice) {}

  private Explained explain(String sql) throws SQLException {
    Explained explained = new Explained(new ArrayList<>(), new ArrayList<>());
    try (Statement statement = connection.createStatement();
        ResultSet lines = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      while (lines.next()) {
        if (lines.getString("RELEASE").equals("smaller error")) {
          explained.advice().add(Objects.requireNonNull(lines.getString("BOUNDING")));
        } else if (lines.getObject("ERROR95") != null) {
          explained.errors().add(lines.getDouble("ERROR95"));
        }
      }
    }
    return explained;
  }

  private static String changed(String sql, String change) {
    return change.startsWith("LEAST(")
        ? sql.replace(change.substring(6, change.lastIndexOf(',')).replace(" ", ""), change)
        : sql.replace("SELECT ", "SELECT /*+ DP(" + change.replace(" ", "") + ") */ ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT COUNT(*) FROM people | epsilon = 2",
        "SELECT SUM(age) FROM people | LEAST(AGE, 10); epsilon = 2",
        "SELECT COUNT(*) FROM sales | max_rows_contributed = 10; epsilon = 2",
        "SELECT shop, SUM(QUANTITY*PRICE) FROM sales GROUP BY shop"
            + " | LEAST(QUANTITY * PRICE, 500); max_rows_contributed = 10; epsilon = 2",
        "SELECT shop, COUNT(*) FROM sales GROUP BY ROLLUP (shop)"
            + " | max_rows_contributed = 10; epsilon = 2",
        "SELECT SUM(tip) FROM sales | epsilon = 2",
      })
  void theChangedQueryHasTheErrorThatIsNamed(String sql, String changes) throws SQLException {
    Explained explained = explain(sql);
    String written = sql.replace("age", "AGE");
    for (int i = 0; i < explained.advice().size(); i++) {
      String advice = explained.advice().get(i);
      double error = explained.errors().get(i);
      assertThat(number(advice, " is ± ")).isEqualTo(error);
      for (String change : changes.split("; ")) {
        String before = advice.substring(0, advice.indexOf(" with " + change));
        double less = number(before.substring(before.lastIndexOf("± ")), "± ");
        assertThat(less).as(advice).isLessThan(error);
        assertThat(explain(changed(written, change)).errors().get(i))
            .as(change)
            .isCloseTo(less, within(1 + 0.03 * less));
      }
      assertThat(advice.split("; ", 2)[1].split(", (?=±)")).hasSize(changes.split("; ").length);
    }
    assertThat(explained.advice()).hasSameSizeAs(explained.errors());
  }

  private static double number(String text, String after) {
    String rest = text.substring(text.indexOf(after) + after.length());
    return Double.parseDouble(rest.split("[; ,]")[0]);
  }

  @Test
  void namesTheErrorOfAColumnAlone() throws SQLException {
    String advice = explain("SELECT COUNT(*), MEDIAN(age) FROM people").advice().get(0);
    double alone = explain("SELECT COUNT(*) FROM people").errors().get(0);
    assertThat(number(advice, "about ± ")).isCloseTo(alone, within(1.0));
  }

  /** Alone it would have less noise than a share of what is released jointly. */
  @Test
  void namesNoErrorAloneOfWhatIsReleasedJointly() throws SQLException {
    assertThat(explain("SELECT COUNT(*), SUM(age), COUNT(DISTINCT age) FROM people").advice())
        .isNotEmpty()
        .first()
        .asString()
        .doesNotContain("other columns");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT AVG(age) FROM people",
        "SELECT /*+ DP(error=10) */ COUNT(*) FROM people",
        "SELECT 1",
        "SELECT MEDIAN(age) FROM people"
      })
  void namesNoErrorThatIsNotKnown(String sql) throws SQLException {
    assertThat(explain(sql).advice()).isEmpty();
  }
}
