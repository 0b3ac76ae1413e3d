package org.dpjdbc.cli.advice;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.plan.Planner;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyCheck;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.run.schema.LiveSchemaReader;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.parse.ExecutionContext;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.parse.QueryReader;
import org.dpjdbc.sql.validate.Algebra;
import org.dpjdbc.sql.validate.Catalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** PostgreSQL takes the rows of the SQL that is sent from the indexes that are proposed. */
class IndexNotesTest {
  private static final String PRODUCT = "PostgreSQL";

  private static final BackendDialect DIALECT = BackendDialects.called(PRODUCT).orElseThrow();

  private static final String POLICY =
      """
      version: 1
      defaults: {noise: %s, delta: 1.0e-6}
      schemas:
        PUBLIC:
          tables:
            STAYS:
              privacy_unit: PID
              max_rows_contributed: 5
              %s
              columns:
                PID: {}
                CODE: {}
                WARD: {}
                SEEN: {}
                NAME: {access: none}
                SEX: {values: [F, M]}
                COST: {lower: 0, upper: 900}
                DAYS: {lower: 0, upper: 90}
                SINCE: {lower: 2020-01-01, upper: 2026-01-01}
      """;

  private static final String GROUPED =
      "SELECT code, COUNT(*), SUM(cost), SUM(days) FROM stays GROUP BY code";

  /** Grouped in the order of an index, with no sort in between. */
  private static final Pattern FROM_INDEX =
      Pattern.compile(
          "GroupAggregate [^\\n]*\\n(?: ++(?!->)[^\\n]*\\n)* *-> +Index Only Scan using (\\w+)");

  private TestDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    assumeTrue(TestBackends.all().contains(TestBackends.called(PRODUCT)), "without PostgreSQL");
    database = TestBackends.called(PRODUCT).create();
    database.run(
        "CREATE TABLE stays (pid INTEGER NOT NULL, code VARCHAR(9), ward INTEGER, seen CHAR(3),"
            + " name VARCHAR(9), sex VARCHAR(1), cost INTEGER, days INTEGER, since DATE)");
  }

  @AfterEach
  void dropTable() throws SQLException {
    if (database != null) {
      database.close();
    }
  }

  /** In the order of the policy: the person, then the keys without listed values. */
  @Test
  void proposesPersonsAndTheirGroupsWhereTheseAreLimited() throws Exception {
    String policy = POLICY.formatted("laplace", "max_groups_contributed: 3");
    assertThat(notes(policy))
        .containsExactly(
            "queries over stays may be several times as fast with an index on pid: "
                + index("(\"pid\")"),
            "GROUP BY code over stays may be twice as fast with an index: "
                + index("(\"pid\", \"code\" COLLATE \"C\") INCLUDE (\"cost\", \"days\")"),
            "GROUP BY ward over stays may be twice as fast with an index: "
                + index("(\"pid\", \"ward\") INCLUDE (\"cost\", \"days\")"));

    assertThat(fromIndexes(policy, GROUPED)).isEmpty();
    createAll(policy);
    assertThat(notes(policy)).isEmpty();
    assertThat(fromIndexes(policy, GROUPED)).contains("stays_pid_code_cost_days_idx");
    assertThat(fromIndexes(policy, "SELECT ward, SUM(cost) FROM stays GROUP BY ward"))
        .contains("stays_pid_ward_cost_days_idx");
  }

  /** The people of each group are counted, to select the groups. */
  @Test
  void proposesGroupsAndTheirPersonsForGaussianNoise() throws Exception {
    String policy = POLICY.formatted("gaussian", "");
    assertThat(notes(policy))
        .contains(
            "GROUP BY code over stays may be twice as fast with an index: "
                + index("(\"code\" COLLATE \"C\", \"pid\")"));

    createAll(policy);
    assertThat(notes(policy)).isEmpty();
    assertThat(fromIndexes(policy, GROUPED)).contains("stays_code_pid_idx");
  }

  @Test
  void anIndexOnThePersonIsEnoughWhereGroupsAreClipped() throws Exception {
    for (String limit : List.of("", "max_groups_contributed: 3\n        contribution: clip")) {
      assertThat(notes(POLICY.formatted("laplace", limit)))
          .allMatch(note -> note.startsWith("queries over stays "));
    }
    String policy = POLICY.formatted("laplace", "");
    createAll(policy);
    assertThat(fromIndexes(policy, "SELECT AVG(cost) FROM stays")).contains("stays_pid_idx");
    assertThat(fromIndexes(policy, GROUPED)).contains("stays_pid_idx");
  }

  /** The rows come in an order that is not that of their bytes. */
  @Test
  void anIndexByTheLanguagesOrderIsOfNoUse() throws Exception {
    database.run("CREATE INDEX by_language ON stays (pid, code, cost, days)");
    String policy = POLICY.formatted("laplace", "max_groups_contributed: 3");
    assertThat(fromIndexes(policy, GROUPED)).isEmpty();
  }

  @Test
  void proposesNothingWhereAPersonHasOneRow() throws Exception {
    database.run("ALTER TABLE stays ADD PRIMARY KEY (pid)");
    assertThat(notes(POLICY.formatted("gaussian", "max_groups_contributed: 3"))).isEmpty();
  }

  /** It is read as a text by its bytes, which no index of a column holds. */
  @Test
  void proposesNothingForPersonsWhoAreReadAsStrings() throws Exception {
    database.run("ALTER TABLE stays ALTER COLUMN pid TYPE CHAR(9)");
    assertThat(notes(POLICY.formatted("gaussian", "max_groups_contributed: 3"))).isEmpty();
  }

  private static String index(String columns) {
    return "CREATE INDEX ON \"PUBLIC\".\"stays\" " + columns;
  }

  private LiveSchema live() throws SQLException {
    return LiveSchemaReader.read(database.owner(), List.of(database.schema()));
  }

  private Policy policy(String text, LiveSchema live) throws PolicyException {
    return PolicyCheck.check(PolicyFile.parse("stays.yaml", database.policy(text)), live);
  }

  private List<String> notes(String text) throws SQLException, PolicyException {
    LiveSchema live = live();
    return new IndexNotes(policy(text, live), live, name -> '"' + name + '"')
        .notes(DIALECT).stream()
            .map(
                note ->
                    note.replaceFirst("^stays.yaml:\\d+: note: ", "")
                        .replace(database.schema(), "PUBLIC"))
            .toList();
  }

  private void createAll(String text) throws SQLException, PolicyException {
    for (String note : notes(text)) {
      String sql = note.substring(note.indexOf("CREATE INDEX"));
      try (Statement statement = database.owner().createStatement()) {
        statement.execute(sql.replace("PUBLIC", database.schema()));
      }
    }
  }

  /** Indexes in whose order the database groups, if nothing but indexes is there to be read. */
  private List<String> fromIndexes(String text, String sql) throws Exception {
    LiveSchema live = live();
    Policy policy = policy(text, live);
    Catalog catalog = new Catalog(policy, live, DIALECT, database.schema());
    ParsedQuery query = new QueryReader(DIALECT.parserSettings()).read(sql);
    ExecutionContext context =
        new ExecutionContext("ann", LocalDateTime.parse("2026-06-30T12:34:56"));
    PrivatePlan plan =
        new Planner(catalog)
            .plan(
                new Algebra(catalog).translate(query, List.of(), context),
                PrivacyRequest.of(policy, Optional.empty(), Optional.empty(), query, List.of()));
    List<String> found = new ArrayList<>();
    try (Statement statement = database.owner().createStatement()) {
      for (String way : List.of("seqscan", "bitmapscan", "hashagg", "sort")) {
        statement.execute("SET enable_" + way + " = off");
      }
      for (var asked : plan.frontiers().get(0).queries()) {
        String shown = explained(statement, asked.sql());
        FROM_INDEX.matcher(shown).results().forEach(match -> found.add(match.group(1)));
      }
    }
    return found;
  }

  private static String explained(Statement statement, String sql) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery("EXPLAIN " + sql)) {
      while (rows.next()) {
        lines.add(rows.getString(1));
      }
    }
    return lines.stream().collect(joining("\n"));
  }
}
