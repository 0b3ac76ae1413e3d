package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

  /** Whole queries each, of which not every database has every function. */
  private static final List<String> EXPRESSIONS =
      List.of(
          "sum(age) + 1",
          "Sum( age )+1",
          "sum(age + 1)",
          "sum(age)/count(*)",
          "avg(age * 2.5)",
          "max(age)-min(age)",
          "-sum(age)",
          "(sum(age))",
          "((sum(age))+1)*2",
          "2*(sum(age)+1)",
          "100.0 * sum(age) / count(*)",
          "max(people.age) - 1",
          "max(name)",
          "count(distinct name)",
          "count(*) filter (where age > 3)",
          "count(*) filter (where people.age > 3 and name = 'x')",
          "round(avg(age), 2)",
          "CAST(SUM(age) AS INTEGER)",
          "cast(avg(age) as double precision)",
          "coalesce(sum(age), 0)",
          "nullif(sum(age),0)",
          "1",
          "1.50",
          "'it''s'",
          "sum(case when age > 3 then 1 else 0 end)",
          "sum(case when age > 3 then 1 end)",
          "case when max(age) > 3 then 'a' when max(age) < 1 then 'b' else 'c' end",
          "max(age) > 3",
          "max(age) <> 3",
          "max(age) is null",
          "max(age) > 3 or min(age) < 2",
          "upper(max(name))",
          "max(name) || 'x'",
          "length(max(name))",
          "abs(sum(age))",
          "median(age)",
          "stddev(age)",
          "variance(age)",
          "percentile_cont(0.5) within group (order by age)",
          "extract(year from max(born))",
          "greatest(sum(age), 3)",
          "mod(count(*), 2)",
          "sqrt(sum(age))");

  private static final List<String> VALUES =
      List.of(
          "SELECT * FROM (VALUES (1, 'x'), (2, 'y')) AS t",
          "SELECT t.* FROM (VALUES (1), (2)) AS t WHERE 1 = 1",
          "SELECT * FROM (SELECT * FROM (VALUES (1)) AS u) AS t",
          "SELECT * FROM (VALUES (1, 'x')) AS t (a, b)",
          "SELECT p.id, v.* FROM people AS p LEFT JOIN (VALUES ('a', 1), ('b', 2)) AS v ON p.id ="
              + " 2",
          "WITH t AS (VALUES (1, 'x'), (2, 'y')) SELECT * FROM t",
          "WITH t (a, b) AS (VALUES (1, 'x'), (2, 'y')) SELECT * FROM t",
          "VALUES (1, 2), (3, 4)");

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

  /** And so has one that is computed from others. */
  @Test
  void areThoseOfExpressions() throws Exception {
    assumeTrue(!backend.product().equals("MariaDB"), "it calls a column as it is written");
    try (TestDatabase database = backend.create()) {
      database.run(
          "CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, name VARCHAR(9), born DATE)");
      Path policy = folder.resolve("expressions.yaml");
      Files.writeString(
          policy,
          database.policy(
              """
              version: 1
              schemas:
                PUBLIC:
                  tables:
                    people: {public: true}
              """));
      List<String> ours = new ArrayList<>();
      List<String> theirs = new ArrayList<>();
      try (Session session = Noiseless.connect(database, policy)) {
        for (String item : EXPRESSIONS) {
          String sql = "SELECT " + item + " FROM people";
          try {
            theirs.addAll(raw(database, sql));
          } catch (SQLException e) {
            continue;
          }
          ours.add(session.prepare(sql).columns().get(0).label());
        }
      }
      assertThat(ours).hasSizeGreaterThan(30).containsExactlyElementsOf(theirs);
    }
  }

  /** And so have the columns of VALUES, by which they are found as well. */
  @Test
  void areTheDatabasesOfValues() throws Exception {
    try (TestDatabase database = backend.create()) {
      database.run("CREATE TABLE people (id INTEGER PRIMARY KEY, name VARCHAR(9))");
      Path policy = folder.resolve("values.yaml");
      Files.writeString(
          policy,
          database.policy(
              """
              version: 1
              schemas:
                PUBLIC:
                  tables:
                    people: {public: true}
              """));
      try (Session session = Noiseless.connect(database, policy)) {
        boolean named = !backend.product().equals("MariaDB"); // it names no columns of a subquery
        for (String sql : VALUES) {
          if (!named && sql.endsWith("t (a, b)")) {
            continue;
          }
          assertThat(session.prepare(sql).columns().stream().map(AnswerColumn::label))
              .as(sql)
              .containsExactlyElementsOf(raw(database, sql));
        }
        for (String name : raw(database, "SELECT * FROM (VALUES (1, 2)) AS t")) {
          String sql =
              backend.quoted("SELECT t.\"NAME\" FROM (VALUES (1, 2)) AS t WHERE \"NAME\" > 0");
          assertThat(session.prepare(sql.replace("NAME", name)).columns().stream())
              .extracting(AnswerColumn::label)
              .containsExactly(name);
        }
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
