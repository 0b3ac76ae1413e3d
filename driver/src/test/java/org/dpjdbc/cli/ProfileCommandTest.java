package org.dpjdbc.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Commands that take the connection from a profile. An epsilon of 1000 moves no count. */
@DisabledOnOs(OS.WINDOWS)
class ProfileCommandTest {
  private static final String URL = "jdbc:h2:mem:profile_cli";
  private static final String COUNT = "SELECT COUNT(*) AS n FROM patients";

  private static final String PASSWORD = "hunter2";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Connection owner;
  private Path profile;
  private Path policy;

  @TempDir private Path folder;

  @BeforeEach
  void createClinic() throws Exception {
    owner = DriverManager.getConnection(URL, "sa", "owner's");
    create(owner);
    policy = writePolicy();
    Files.writeString(folder.resolve("secret"), PASSWORD + "\n");
    Files.setPosixFilePermissions(
        folder.resolve("secret"), PosixFilePermissions.fromString("rw-------"));
    profile =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            default: clinic
            connections:
              clinic:
                url: %s
                policy: clinic.yaml
                user: ANN
                password: {file: secret}
                analyst: ann
                settings: {dp.epsilon: 500}
              owner: {url: '%s', user: sa, password: {env: NO_SUCH_VARIABLE}}
            """
                .formatted(URL, URL));
    Files.setPosixFilePermissions(profile, PosixFilePermissions.fromString("rw-r--r--"));
  }

  @AfterEach
  void dropClinic() throws SQLException {
    owner.close();
  }

  private static void create(Connection owner) throws SQLException {
    try (Statement statement = owner.createStatement()) {
      statement.execute(
          """
          CREATE TABLE patients (patient_id INT PRIMARY KEY, age INT);
          INSERT INTO patients SELECT x, x FROM SYSTEM_RANGE(1, 40);
          CREATE USER ann PASSWORD 'hunter2';
          GRANT SELECT ON SCHEMA PUBLIC TO ann;
          CREATE USER guest PASSWORD '';
          GRANT SELECT ON SCHEMA PUBLIC TO guest;
          """);
    }
  }

  private Path writePolicy() throws Exception {
    return Files.writeString(
        folder.resolve("clinic.yaml"),
        """
        version: 1
        defaults: {epsilon: 1000, delta: 0, noise: laplace}
        budget: {epsilon: 10000, delta: 0, renews: never}
        limits: {max_epsilon_per_query: 1000}
        schemas:
          PUBLIC:
            tables:
              PATIENTS: {privacy_unit: PATIENT_ID, columns: {PATIENT_ID: {}, AGE: {lower: 0, upper: 110}}}
        """);
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--profile", profile.toString()));
    int code =
        Main.run(
            new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(new String[0]));
    assertThat(out.toString() + err).doesNotContain(PASSWORD, "owner's");
    return code;
  }

  @Test
  void queriesAndExplains() {
    assertThat(run("explain", COUNT)).isZero();
    assertThat(out.toString()).containsPattern("epsilon +500\\n");
    assertThat(run("query", "--csv", COUNT)).as(err.toString()).isZero();
    assertThat(out.toString().lines()).containsExactly("N,N_error95", "40,0.0");
    assertThat(err.toString()).contains("ann: epsilon 500 spent, 9500 left");
    assertThat(run("explain", COUNT)).isZero();
    assertThat(out.toString()).contains("kept since");
  }

  @Test
  void readsThePolicyBesideTheProfile() {
    assertThat(run("check")).isZero();
    assertThat(out.toString()).contains(policy + " can be used: 1 private and 0 public tables");
    assertThat(run("suggest", "--price")).isZero();
    assertThat(run("query", COUNT)).isZero();
    assertThat(run("budget")).isZero();
    assertThat(out.toString()).contains("ann: spent epsilon 500");
    assertThat(run("ledger", "verify")).isZero();
    assertThat(out.toString()).contains("the ledger is intact: 1 entries");
    assertThat(run("init")).isZero();
    assertThat(out.toString()).contains("PATIENTS:");
  }

  @Test
  void letsTheCommandLineWin() throws Exception {
    assertThat(run("query", "--analyst", "bob", "--epsilon", "700", COUNT)).isZero();
    assertThat(err.toString()).contains("bob: epsilon 700 spent");
    Path broken = Files.writeString(folder.resolve("broken.yaml"), "version: 2");
    assertThat(run("check", broken.toString())).isEqualTo(1);
    assertThat(out.toString()).contains("broken.yaml:1: this driver reads version 1");
    assertThat(run("check", policy.toString(), "jdbc:nobody:x")).isEqualTo(3);
    assertThat(err.toString()).contains("no driver accepts the URL");
    assertThat(run("init", "jdbc:nobody:x")).isEqualTo(3);
    assertThat(run("query", "--driver-jar", "gone.jar", COUNT)).isEqualTo(3);
    assertThat(err.toString()).contains("there is no readable driver jar gone.jar");
  }

  @Test
  void sendsThePasswordToNobodyElse() {
    assertThat(run("query", "--user", "sa", COUNT)).isEqualTo(3);
    assertThat(err.toString()).contains("DP-LOGIN");
    assertThat(run("init", "jdbc:h2:mem:profile_cli;IFEXISTS=TRUE")).isEqualTo(3);
    assertThat(run("query", "--user", "ANN", COUNT)).isZero();
  }

  @Test
  void chargesAnotherUserAndNotTheProfilesAnalyst() {
    assertThat(run("query", "--user", "GUEST", COUNT)).as(err.toString()).isZero();
    assertThat(err.toString()).contains("GUEST: epsilon 500 spent");
    assertThat(run("query", "--user", "ANN", COUNT)).isZero();
    assertThat(err.toString()).contains("ann: epsilon 500 spent");
  }

  @Test
  void saysWhichConnectionItWas() {
    assertThat(run("query", "SELECT age FROM patients")).isEqualTo(3);
    assertThat(err.toString())
        .contains("DP-RAW-ROWS at line 1, column 8")
        .contains("(with the connection 'clinic' of %s:4)".formatted(profile));
    assertThat(run("query", "--connection", "owner", COUNT)).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "connection 'owner' of %s:10 names no policy; write 'policy:' there"
                .formatted(profile));
    assertThat(run("query", "--connection", "owner", policy.toString(), COUNT)).isEqualTo(3);
    assertThat(err.toString()).contains(":10: the environment variable NO_SUCH_VARIABLE is not");
    assertThat(run("query", "--connection", "nobody", COUNT)).isEqualTo(3);
    assertThat(err.toString()).contains("has no connection 'nobody'");
  }

  @Test
  void explainsWhereTheQueryItselfIsWrong() {
    assertThat(run("explain", "SELECT age FROM patients")).isEqualTo(3);
    assertThat(err.toString()).contains("DP-RAW-ROWS at line 1, column 8:");
  }

  @Test
  void saysWhatIsMissing() {
    assertThat(run("query")).isEqualTo(2);
    assertThat(err.toString()).contains("Missing required parameter: 'SQL', or name a --file");
    assertThat(run("query", policy.toString(), URL)).isEqualTo(2);
    assertThat(run("query", policy.toString(), URL, COUNT, "--file", "-")).isEqualTo(2);
    assertThat(err.toString()).contains("give either a query or a --file");
  }

  @Test
  void takesNoPasswordFromTheCommandLineOrOutOfAScript() throws Exception {
    InputStream before = System.in;
    try {
      assertThat(run("query", "--password=sesame", COUNT)).isEqualTo(2);
      assertThat(err.toString()).contains("--password asks for").doesNotContain("sesame");
      assertThat(run("query", "--ledger-password=sesame", COUNT)).isEqualTo(2);
      System.setIn(new ByteArrayInputStream((COUNT + ";\n" + COUNT).getBytes(UTF_8)));
      assertThat(run("query", "--password", "--file", "-")).isEqualTo(2);
      assertThat(err.toString()).contains("would both be read from the standard input");
      System.setIn(new ByteArrayInputStream("\n".getBytes(UTF_8)));
      assertThat(run("query", "--password", COUNT)).as("an empty password").isEqualTo(3);
      assertThat(err.toString()).contains("DP-LOGIN");
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void tellsTheBudgetAndTheOnePlaceOfAFailure() throws Exception {
    Path file = Files.writeString(folder.resolve("two.sql"), COUNT + ";\n\n SELECT 1 FROM FROM x");
    assertThat(run("query", "--file", file.toString())).isEqualTo(3);
    assertThat(err.toString())
        .contains("ann: epsilon 500 spent")
        .contains("DP-SYNTAX at line 3, column 16")
        .doesNotContain("at line 1");
  }

  @Test
  void sendsNoControlCharactersToTheTerminal() {
    assertThat(run("query", "SELECT COUNT(*) FROM \"a\033]0;b\007\"")).isEqualTo(3);
    assertThat(err.toString()).contains("a\uFFFD]0;b\uFFFD").doesNotContain("\033", "\007");
  }

  @Test
  void findsTheProfileHereOrAtHome() throws Exception {
    String url = "jdbc:h2:" + folder.resolve("clinic");
    try (Connection own = DriverManager.getConnection(url, "sa", "")) {
      create(own);
    }
    Path home = Files.createDirectories(folder.resolve("home"));
    Path configuration = Files.createDirectories(home.resolve(".config/dp-jdbc"));
    String said = inProcess(home, "query", COUNT);
    assertThat(said)
        .contains("give a policy, or write it once in a profile: there is none in dp-jdbc.yaml or ")
        .contains(configuration.resolve("dp-jdbc.yaml").toString())
        .endsWith("exit 2\n");
    String text =
        "connections: {clinic: {url: '%s', policy: %s, user: ann, password: {env: CLINIC_SECRET}}}";
    Files.writeString(configuration.resolve("dp-jdbc.yaml"), text.formatted(url, policy));
    assertThat(inProcess(home, "query", COUNT)).contains("40 ± 0").endsWith("exit 0\n");
    Files.writeString(home.resolve("dp-jdbc.yaml"), text.formatted(url, "gone.yaml"));
    assertThat(inProcess(home, "query", COUNT))
        .contains("gone.yaml: there is no such policy file")
        .contains("(with the connection 'clinic' of dp-jdbc.yaml:1)");
    Files.writeString(home.resolve("dp-jdbc.yaml"), "no profile");
    assertThat(inProcess(home, "query", COUNT)).contains("dp-jdbc.yaml:1: the profile must be");
    assertThat(inProcess(home, "query", policy.toString(), url, COUNT))
        .contains("there is no analyst")
        .doesNotContain("connection");
  }

  /** Runs the program where it has a working directory, a home and an environment of its own. */
  private static String inProcess(Path home, String... arguments) throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Duser.home=" + home,
            "-cp",
            Pattern.compile(File.pathSeparator)
                .splitAsStream(classPath)
                .map(part -> Path.of(part).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator)),
            Main.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
    builder.environment().remove("XDG_CONFIG_HOME");
    builder.environment().put("CLINIC_SECRET", PASSWORD);
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return said + "exit " + process.exitValue() + "\n";
  }
}
