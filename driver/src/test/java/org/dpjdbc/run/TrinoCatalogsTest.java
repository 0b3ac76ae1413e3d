package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Customers and their orders are in one catalog, and what is known of them in another: a query
 * joins tables of both, and answers without noise what Trino answers.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TrinoCatalogsTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000, delta: 0.1}
      schemas:
        tpch.tiny:
          tables:
            customer:
              privacy_unit: custkey
              max_rows_contributed: 1
              max_groups_contributed: 1
              columns:
                custkey: {}
                nationkey: {}
                mktsegment: {}
                acctbal: {lower: -1000, upper: 10000, step: 0.01}
            orders:
              privacy_unit: {column: custkey, references: customer.custkey}
              max_rows_contributed: 100
              max_groups_contributed: 3
              columns:
                custkey: {}
                orderkey: {}
                orderstatus: {values: [F, O, P]}
                orderdate: {lower: 1992-01-01, upper: 1998-12-31}
            nation: {public: true}
        PUBLIC:
          tables:
            labels: {public: true}
            calls:
              privacy_unit: {column: custkey, references: tpch.tiny.customer.custkey}
              max_rows_contributed: 10
              max_groups_contributed: 10
              columns: {custkey: {}, minutes: {lower: 0, upper: 60}}
            lines:
              privacy_unit: {column: custkey, references: tpch.tiny.customer.custkey}
              max_rows_contributed: 400
              max_groups_contributed: 3
              columns: {custkey: {}, orderkey: {}, quantity: {lower: 0, upper: 50, step: 1}}
      """;

  @TempDir private static Path folder;
  private TestDatabase database;
  private Connection raw;
  private Session session;

  @BeforeAll
  void open() throws SQLException, IOException {
    database = TestBackends.called("Trino").create();
    try (Statement statement = database.owner().createStatement()) {
      statement.execute(
          "CREATE TABLE labels AS SELECT DISTINCT mktsegment AS segment, lower(mktsegment) AS label"
              + " FROM tpch.tiny.customer");
      statement.execute(
          "CREATE TABLE calls AS SELECT custkey, CAST(custkey % 7 AS INTEGER) AS minutes"
              + " FROM tpch.tiny.customer WHERE custkey % 2 = 0");
      statement.execute(
          "CREATE VIEW lines AS SELECT o.custkey, l.orderkey, l.quantity FROM tpch.tiny.lineitem l"
              + " JOIN tpch.tiny.orders o ON o.orderkey = l.orderkey");
    }
    raw = database.connect();
    session = Noiseless.connect(database, policy("catalogs.yaml", POLICY));
  }

  private Path policy(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), database.policy(text));
  }

  @AfterAll
  void close() throws SQLException {
    session.close();
    raw.close();
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) AS n, SUM(acctbal) AS s FROM tpch.tiny.customer",
        "SELECT l.label, COUNT(*) AS n FROM tpch.tiny.customer c JOIN labels l"
            + " ON l.segment = c.mktsegment GROUP BY l.label",
        "SELECT n.name, COUNT(*) AS n FROM tpch.tiny.customer c JOIN tpch.tiny.nation n"
            + " ON n.nationkey = c.nationkey GROUP BY n.name HAVING COUNT(*) > 60",
        "SELECT orderstatus, COUNT(*) AS n FROM calls k JOIN tpch.tiny.orders o"
            + " ON k.custkey = o.custkey WHERE minutes > 3 GROUP BY orderstatus",
        "SELECT SUM(minutes) AS s FROM calls WHERE custkey IN"
            + " (SELECT custkey FROM tpch.tiny.orders WHERE orderdate < DATE '1993-01-01')",
        "SELECT COUNT(DISTINCT custkey) AS n FROM calls",
        "SELECT o.orderstatus, SUM(l.quantity) AS s FROM lines l JOIN tpch.tiny.orders o"
            + " ON o.custkey = l.custkey AND o.orderkey = l.orderkey GROUP BY o.orderstatus"
      })
  void answersWhatTrinoAnswers(String sql) throws SQLException {
    Answer answer =
        session.prepare(sql).run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
    try (Statement statement = raw.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      RawComparison.check(answer, rows, false);
    }
  }

  /** Tools quote the schema that metadata shows. */
  @Test
  void knowsTheSchemaByItsOneName() throws SQLException {
    Answer answer =
        session
            .prepare("SELECT COUNT(*) AS n FROM \"tpch.tiny\".\"customer\"")
            .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
    try (Statement statement = raw.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) AS n FROM tpch.tiny.customer")) {
      RawComparison.check(answer, rows, false);
    }
  }

  @Test
  void hasNoOtherTablesOfThatCatalog() {
    assertThatThrownBy(() -> session.prepare("SELECT COUNT(*) FROM tpch.tiny.supplier"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("not found");
  }

  @Test
  void saysWhatIsNotThere() throws IOException {
    Path policy = policy("missing.yaml", POLICY.replace("nation:", "nations:"));
    assertThatThrownBy(() -> Noiseless.connect(database, policy).close())
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("no table 'tpch.tiny.nations'");
  }
}
