package org.dpjdbc.cli.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyCheck;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.run.schema.LiveSchemaReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The errors that {@code check} names are those of EXPLAIN PRIVACY. */
class ErrorNotesTest {
  private static final Pattern NOTE = Pattern.compile(": errors over (\\w+) at .*: (.*); halved");
  private static final Pattern ERROR = Pattern.compile("([\\w()*]+) ± ([\\d.]+)");

  @TempDir private Path folder;

  @Test
  void areThoseOfTheQueries() throws Exception {
    String backend = "h2:mem:notes" + UUID.randomUUID();
    Path file = folder.resolve("notes.yaml");
    Files.writeString(
        file,
        """
        version: 1
        defaults: {epsilon: 0.5, delta: 1.0e-8}
        budget: {epsilon: 100, delta: 1.0e-3}
        schemas:
          PUBLIC:
            tables:
              PEOPLE: {privacy_unit: ID, columns: {ID: {}, AGE: {lower: -20, upper: 10}}}
              HOMES: {privacy_unit: ID, unit_size: 3, columns: {ID: {}, SIZE: {lower: 0, upper: 9}}}
              VISITS:
                privacy_unit: PERSON
                max_rows_contributed: 20
                columns:
                  PERSON: {}
                  COST: {lower: 0, upper: 50}
                  TIP: {lower: 0, upper: 50, sum_per_unit: {lower: 0, upper: 100}}
              LOOSE: {privacy_unit: PERSON, columns: {PERSON: {}}}
              OPEN: {public: true}
        """);
    try (Connection raw = DriverManager.getConnection("jdbc:" + backend);
        Statement statement = raw.createStatement()) {
      statement.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER)");
      statement.execute("CREATE TABLE homes (id INTEGER PRIMARY KEY, size INTEGER)");
      statement.execute("CREATE TABLE visits (person INTEGER, cost INTEGER, tip INTEGER)");
      statement.execute("CREATE TABLE loose (person INTEGER)");
      statement.execute("CREATE TABLE open (a INTEGER)");
      Policy policy = PolicyFile.load(file.toString());
      LiveSchema live = LiveSchemaReader.read(raw, policy);
      List<String> notes = new ErrorNotes(PolicyCheck.check(policy, live), live).notes();

      assertThat(notes).hasSize(3);
      int errors = 0;
      try (Connection connection =
          DriverManager.getConnection("jdbc:dp:" + backend + ";dp.analyst=ann;dp.policy=" + file)) {
        for (String note : notes) {
          Matcher of = NOTE.matcher(note);
          assertThat(of.find()).as(note).isTrue();
          for (Matcher error = ERROR.matcher(of.group(2)); error.find(); errors++) {
            double named = Double.parseDouble(error.group(2));
            assertThat(explained(connection, error.group(1), of.group(1)))
                .as(note)
                .isCloseTo(named, within(1 + 0.01 * named));
          }
        }
      }
      assertThat(errors).isEqualTo(7);
    }
  }

  private static double explained(Connection connection, String aggregate, String table)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet lines =
            statement.executeQuery("EXPLAIN PRIVACY FOR SELECT " + aggregate + " FROM " + table)) {
      while (lines.next()) {
        if (lines.getObject("ERROR95") != null) {
          return lines.getDouble("ERROR95");
        }
      }
    }
    throw new AssertionError("no error");
  }
}
