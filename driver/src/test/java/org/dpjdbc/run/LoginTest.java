package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.backend.Login;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions share nothing that depends on rows unless the database takes them for one user. */
@Timeout(600)
class LoginTest {
  private static final String COUNT = "SELECT COUNT(*) FROM people";
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000, delta: 1.0e-3, per_analyst: {epsilon: 3, delta: 1.0e-4}}
      answers: {reuse_for: PT24H}
      schemas:
        PUBLIC:
          tables:
            PEOPLE:
              privacy_unit: ID
              columns: {ID: {}}
      """;

  @TempDir private Path folder;
  private final Engine engine = new Engine(TestNoise.zeroShowingEveryGroup(), Clock.systemUTC());

  private Path policy(String text) throws IOException {
    Path policy = folder.resolve("people.yaml");
    return Files.writeString(policy, text);
  }

  private static Settings settings(
      String url,
      Map<String, String> properties,
      Path policy,
      String analyst,
      boolean named,
      int pool) {
    return new Settings(
        url,
        properties,
        Optional.empty(),
        policy.toString(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        analyst,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        pool,
        0,
        named,
        Optional.empty(),
        Optional.empty(),
        0);
  }

  private static long ask(Session session, String sql) {
    RunOptions options = new RunOptions(Duration.ZERO, 0, new Cancellation());
    Rows rows = session.prepare(sql).run(List.of(), options).rows();
    return ((Number) rows.row(0)[0]).longValue();
  }

  private long count(String url, Map<String, String> properties, Path policy, int pool) {
    try (Session session =
        engine.connect(settings(url, properties, policy, "ann", /* named= */ true, pool))) {
      return ask(session, COUNT);
    }
  }

  private static void run(Connection owner, String... statements) throws SQLException {
    try (Statement statement = owner.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** 100 people, of whom one login sees 30, another 70, a third those of a tenant. */
  private static void makePolicies(TestDatabase database, String bob, String eve)
      throws SQLException {
    run(
        database.owner(),
        "CREATE TABLE people (id INTEGER PRIMARY KEY, owner TEXT)",
        "INSERT INTO people SELECT x, CASE WHEN x <= 30 THEN '%s' ELSE '%s' END FROM"
                .formatted(bob, eve)
            + " generate_series(1, 100) AS x",
        "CREATE ROLE %s LOGIN".formatted(bob),
        "CREATE ROLE %s LOGIN".formatted(eve),
        "GRANT USAGE ON SCHEMA %s TO %s, %s".formatted(database.schema(), bob, eve),
        "GRANT SELECT ON people TO %s, %s".formatted(bob, eve),
        "ALTER TABLE people ENABLE ROW LEVEL SECURITY",
        "CREATE POLICY own ON people USING (CASE WHEN current_setting('app.tenant', true) <> ''"
            + " THEN id <= CAST(current_setting('app.tenant', true) AS INTEGER)"
            + " ELSE owner = current_user END)");
  }

  private static void dropRoles(TestDatabase database, String... roles) throws SQLException {
    for (String role : roles) {
      run(database.owner(), "DROP OWNED BY " + role, "DROP ROLE " + role);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void noLoginGetsAnAnswerOverTheRowsOfAnother(int pool) throws Exception {
    try (TestDatabase database = TestBackends.called("PostgreSQL").create()) {
      String bob = "bob_" + database.schema();
      String eve = "eve_" + database.schema();
      makePolicies(database, bob, eve);
      Path policy =
          policy(
              database.policy(
                  POLICY.replace(", per_analyst: {epsilon: 3", ", per_analyst: {epsilon: 9")));
      String url = database.url().replaceAll("user=[^&]*&?", "");
      for (int i = 0; i < 2; i++) {
        assertThat(count(url, Map.of("user", bob), policy, pool)).isEqualTo(30);
        assertThat(count(url, Map.of("user", eve), policy, pool)).isEqualTo(70);
        for (int tenant = 1; tenant <= 2; tenant++) {
          Map<String, String> properties = new HashMap<>(Map.of("user", bob));
          properties.put("options", "-c app.tenant=" + tenant);
          assertThat(count(url, properties, policy, pool)).isEqualTo(tenant);
        }
      }
      try (Session session =
          engine.connect(settings(url, Map.of("user", bob), policy, "ann", true, pool))) {
        assertThat(((DpSession) session).ledger().spending("ann")).hasSize(4);
      }
      dropRoles(database, bob, eve);
    }
  }

  /** Whether rows are shown may be drawn anew for each that is inspected. */
  @Test
  void aPolicyOfTheDatabasesMayShowOtherRowsEachTime() throws Exception {
    try (TestDatabase database = TestBackends.called("PostgreSQL").create()) {
      String bob = "bob_" + database.schema();
      String eve = "eve_" + database.schema();
      makePolicies(database, bob, eve);
      Path policy = policy(database.policy(POLICY));
      String url = database.url().replaceAll("user=[^&]*&?", "");
      assertThat(kind(database.url(), Map.of(), policy)).isEqualTo(LiveSchema.Kind.TABLE);
      assertThat(kind(url, Map.of("user", bob), policy)).isEqualTo(LiveSchema.Kind.UNSTEADY_TABLE);
      dropRoles(database, bob, eve);
    }
  }

  private LiveSchema.Kind kind(String url, Map<String, String> properties, Path policy) {
    try (Session session = engine.connect(settings(url, properties, policy, "ann", true, 0))) {
      return session.visibleSchema().tables().get(0).kind();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void oneUserIsOneAnalystHoweverSpelled(int pool) throws Exception {
    String url = "jdbc:h2:mem:spelled" + pool + ";DB_CLOSE_DELAY=-1";
    try (Connection owner = DriverManager.getConnection(url, "sa", "")) {
      run(owner, "CREATE TABLE people (id INTEGER PRIMARY KEY)", "INSERT INTO people VALUES (1)");
      Path policy = policy(POLICY.replace("PT24H", "PT0S"));
      for (String user : List.of("sa", "SA", "Sa")) {
        try (Session session =
            engine.connect(settings(url, Map.of("user", user), policy, user, false, pool))) {
          assertThat(session.settings().analyst()).isEqualTo("SA");
          ask(session, COUNT);
        }
      }
      try (Session session =
          engine.connect(settings(url, Map.of("user", "sA"), policy, "sA", false, pool))) {
        assertThatThrownBy(() -> ask(session, COUNT))
            .isInstanceOfSatisfying(
                RefusedException.class, e -> assertThat(e.code()).isEqualTo(RefusalCode.BUDGET));
      }
      run(owner, "SHUTDOWN");
    }
  }

  /** The application's word is taken; but not for several people what is spelled a little apart. */
  @Test
  void aNameIsOneAnalystHoweverSpelled() throws Exception {
    String url = "jdbc:h2:mem:named;DB_CLOSE_DELAY=-1";
    try (Connection owner = DriverManager.getConnection(url, "sa", "")) {
      run(owner, "CREATE TABLE people (id INTEGER PRIMARY KEY)", "INSERT INTO people VALUES (1)");
      Path policy = policy(POLICY.replace("PT24H", "PT0S"));
      for (String name : List.of("José  Ruiz", "jose\u0301 RUIZ", "JOSÉ\u00a0ruiz\u200b ")) {
        try (Session session =
            engine.connect(settings(url, Map.of("user", "sa"), policy, name, true, 0))) {
          ask(session, COUNT);
          assertThat(ask(session, "SELECT COUNT(*) FROM DP.SPENDING")).isPositive();
        }
      }
      try (Session session =
          engine.connect(settings(url, Map.of("user", "sa"), policy, "josé ruiz", true, 0))) {
        assertThatThrownBy(() -> ask(session, COUNT)).isInstanceOf(RefusedException.class);
        assertThat(ask(session, "SELECT COUNT(*) FROM DP.SPENDING")).isEqualTo(3);
      }
      try (Session session =
          engine.connect(settings(url, Map.of("user", "sa"), policy, "jose ruiz", true, 0))) {
        ask(session, COUNT);
      }
      run(owner, "SHUTDOWN");
    }
  }

  /** An account without a name lets everybody in, under any name. */
  @Test
  void nobodyIsNoAnalyst() {
    Login nameless = new Login("jdbc:x", Map.of(), Optional.of(""), List.of(), Optional.empty());
    Login unchecked = new Login("jdbc:x", Map.of(), Optional.empty(), List.of(), Optional.empty());
    Path policy = folder.resolve("people.yaml");
    Settings any = settings("jdbc:x", Map.of(), policy, "anybody", /* named= */ false, 0);
    Settings named = settings("jdbc:x", Map.of(), policy, "ann", /* named= */ true, 0);
    assertThatThrownBy(() -> nameless.charged(any))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("no analyst to charge");
    assertThat(nameless.charged(named).analyst()).isEqualTo("ann");
    assertThat(unchecked.charged(any).analyst()).isEqualTo("anybody");
  }

  /** PostgreSQL checks who connects; the other test databases let anybody in under one account. */
  private static Stream<Arguments> users() {
    return TestBackends.all().stream()
        .map(
            each ->
                Arguments.of(
                    each.product(), each.product().equals("PostgreSQL") ? "postgres" : "told"));
  }

  @ParameterizedTest
  @MethodSource("users")
  void theDatabaseTellsTheUserWhereItHasUsers(String product, String analyst) throws Exception {
    try (TestDatabase database = TestBackends.called(product).create()) {
      database.run("CREATE TABLE people (id INTEGER PRIMARY KEY)");
      Path policy = policy(database.policy(POLICY));
      try (Session session =
          engine.connect(
              settings(database.url(), database.properties(), policy, "told", false, 0))) {
        assertThat(session.settings().analyst()).isEqualTo(analyst);
      }
    }
  }

  @Test
  void noSharedConnectionIsHadByAPasswordThatWasChanged() throws Exception {
    String url = "jdbc:h2:mem:changed";
    try (Connection owner = DriverManager.getConnection(url, "sa", "")) {
      run(
          owner,
          "CREATE TABLE people (id INTEGER PRIMARY KEY)",
          "INSERT INTO people VALUES (1)",
          "CREATE USER bob PASSWORD 'old'",
          "GRANT SELECT ON people TO bob");
      Path policy = policy(POLICY);
      Map<String, String> before = Map.of("user", "bob", "password", "old");
      Map<String, String> after = Map.of("user", "bob", "password", "new");
      try (Session first = engine.connect(settings(url, before, policy, "bob", true, 2))) {
        assertThat(ask(first, COUNT)).isEqualTo(1);
        run(owner, "ALTER USER bob SET PASSWORD 'new'");
        for (Map<String, String> wrong : List.of(before, Map.of("user", "bob"))) {
          assertThatThrownBy(() -> engine.connect(settings(url, wrong, policy, "bob", true, 2)))
              .isInstanceOfSatisfying(
                  RefusedException.class, e -> assertThat(e.code()).isEqualTo(RefusalCode.LOGIN))
              .hasMessageNotContaining("Wrong user name");
        }
        try (Session second = engine.connect(settings(url, after, policy, "bob", true, 2))) {
          assertThat(ask(second, COUNT)).isEqualTo(1);
        }
      }
      run(owner, "SHUTDOWN");
    }
  }
}
