package org.dpjdbc.cli.rehearsal;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.cli.Main;
import picocli.CommandLine;

/**
 * Runs the commands that analysts run all day over made-up people, so that the JVM that runs it can
 * archive the classes that they load. The script {@code dp-jdbc} starts it.
 *
 * <p>An archive of what a user's first command happens to load would be no help to the next one if
 * the first was {@code --help}.
 */
final class Rehearsal {
  private static final String URL = "jdbc:h2:mem:rehearsal";

  private static final List<String> PEOPLE =
      List.of(
          "CREATE TABLE regions (region VARCHAR(10) PRIMARY KEY, inhabitants INT)",
          "INSERT INTO regions VALUES ('North', 1000), ('South', 2000)",
          "CREATE TABLE people (person_id INT PRIMARY KEY, age INT, income NUMERIC(9, 2),"
              + " region VARCHAR(10), born DATE)",
          "INSERT INTO people SELECT x, MOD(x, 90), 100 * x, CASE MOD(x, 2) WHEN 0 THEN 'North'"
              + " ELSE 'South' END, DATEADD('DAY', -x, DATE '2000-01-01')"
              + " FROM SYSTEM_RANGE(1, 200)",
          "CREATE TABLE visits (visit_id INT PRIMARY KEY, person_id INT REFERENCES people, cost INT)",
          "INSERT INTO visits SELECT x, 1 + MOD(x, 200), MOD(x, 50) FROM SYSTEM_RANGE(1, 400)");

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-9}
      budget: {epsilon: 1000, delta: 1.0e-3, renews: never}
      schemas:
        PUBLIC:
          tables:
            PEOPLE:
              privacy_unit: PERSON_ID
              columns:
                PERSON_ID: {}
                AGE: {lower: 0, upper: 110}
                INCOME: {lower: 0, upper: 20000}
                REGION: {}
                BORN: {lower: 1900-01-01, upper: 2030-12-31}
            VISITS:
              privacy_unit: {column: PERSON_ID, references: PEOPLE.PERSON_ID}
              max_rows_contributed: 5
              columns: {VISIT_ID: {}, PERSON_ID: {}, COST: {lower: 0, upper: 50}}
            REGIONS: {public: true}
      """;

  private static final List<String> QUERIES =
      List.of(
          "SELECT COUNT(*) FROM people WHERE age > 65",
          "SELECT region, COUNT(*) AS n, AVG(age), SUM(income) FROM people"
              + " GROUP BY region HAVING COUNT(*) > 10 ORDER BY 2 DESC",
          "SELECT EXTRACT(YEAR FROM born) AS y, COUNT(*) FROM people GROUP BY 1 ORDER BY 1 LIMIT 5",
          "SELECT p.region, COUNT(DISTINCT p.person_id), SUM(v.cost), MEDIAN(p.age) FROM people p"
              + " JOIN visits v ON v.person_id = p.person_id GROUP BY p.region",
          "WITH t AS (SELECT region, COUNT(*) AS n FROM people GROUP BY region) SELECT t.region,"
              + " ROUND(100.0 * n / inhabitants, 1), CASE WHEN n > 50 THEN 'many' ELSE 'few' END,"
              + " RANK() OVER (ORDER BY n) FROM t JOIN regions r ON r.region = t.region",
          "SELECT * FROM regions");

  private Rehearsal() {}

  /**
   * Runs them.
   *
   * @param arguments an empty folder, for a policy and its ledger
   */
  public static void main(String[] arguments) throws SQLException, IOException {
    Path folder = Path.of(arguments[0]);
    Path policy = folder.resolve("people.yaml");
    Files.writeString(policy, POLICY, StandardCharsets.UTF_8);
    if (DriverManager.drivers().noneMatch(Rehearsal::isOfPeople)) {
      DriverManager.registerDriver(new PeopleDriver());
    }
    try (Connection owner = DriverManager.getConnection(URL);
        Statement statement = owner.createStatement()) {
      for (String sql : PEOPLE) {
        statement.execute(sql);
      }
      for (List<String> command : commands(policy.toString())) {
        run(command);
      }
    }
  }

  /** Whether a driver opens the database: where the gateway's jar is, H2's own does. */
  private static boolean isOfPeople(Driver driver) {
    try {
      return driver.acceptsURL(URL);
    } catch (SQLException e) {
      return false;
    }
  }

  private static List<List<String>> commands(String policy) {
    List<List<String>> commands = new ArrayList<>();
    commands.add(List.of("check", policy, URL));
    commands.add(List.of("explain", policy, URL, "--analyst", "ann", QUERIES.get(1)));
    for (String query : QUERIES) {
      commands.add(List.of("query", policy, URL, "--analyst", "ann", query));
    }
    for (String form : List.of("--csv", "--json", "--chart")) {
      commands.add(List.of("query", policy, URL, "--analyst", "ann", form, QUERIES.get(1)));
    }
    commands.add(List.of("budget", policy));
    commands.add(List.of("--help"));
    return commands;
  }

  private static void run(List<String> command) {
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said);
    int code =
        new CommandLine(new Main())
            .setOut(writer)
            .setErr(writer)
            .execute(command.toArray(new String[0]));
    if (code != 0) {
      throw new IllegalStateException(command + " failed: " + said);
    }
  }

  /** The H2 that is in the jar. The driver takes it away from everybody under its own name. */
  private static final class PeopleDriver extends org.h2.Driver {}
}
