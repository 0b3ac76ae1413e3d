package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients of other languages, each in a script that prints a line for each of its checks and fails
 * at the first that is wrong. They are installed below {@code target}, in the versions that the
 * files beside the scripts name. A language that is not on this machine is left out.
 */
@Tag("thorough")
class OtherLanguagesTest {
  private static final Path SCRIPTS = Path.of("src/test/resources/clients").toAbsolutePath();
  private static final Path INSTALLED = Path.of("target/clients").toAbsolutePath();

  private static final String[] USERS = {
    "psycopg2",
    "psycopg3",
    "asyncpg",
    "pg8000",
    "sqlalchemy",
    "pandas",
    "node",
    "pgx",
    "psql",
    "page"
  };

  @TempDir static Path folder;
  private static Clinic clinic;

  @BeforeAll
  static void start() throws IOException, SQLException, ConfigException {
    clinic = Clinic.startFor(folder, List.of(USERS));
  }

  @AfterAll
  static void stop() throws IOException {
    clinic.close();
  }

  /** What the scripts are told: most of it by the names that PostgreSQL's own clients know. */
  private static Map<String, String> environment(String user) {
    Map<String, String> environment = new HashMap<>();
    environment.put("PGHOST", "localhost");
    environment.put("PGPORT", String.valueOf(clinic.port()));
    environment.put("PGDATABASE", "clinic");
    environment.put("PGUSER", user);
    environment.put("PGPASSWORD", KnownPassword.TEXT);
    environment.put("PGSSLROOTCERT", folder.resolve("gateway.crt").toString());
    environment.put("QUERIES", String.valueOf(Clinic.QUERIES));
    return environment;
  }

  /** A folder below {@code target} with a copy of a language's files. */
  private static Path copy(String language) throws IOException {
    Path copied = Files.createDirectories(INSTALLED.resolve(language));
    try (Stream<Path> files = Files.list(SCRIPTS.resolve(language))) {
      for (Path file : files.toList()) {
        Files.write(copied.resolve(file.getFileName()), Files.readAllBytes(file));
      }
    }
    return copied;
  }

  private static void assumeHere(String command) {
    assumeTrue(Program.find(command).isPresent(), () -> command + " is not on this machine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"psycopg2", "psycopg3", "asyncpg", "pg8000", "sqlalchemy", "pandas"})
  void python(String client) throws IOException, InterruptedException {
    Path python = python();
    Program.of(python.getParent().getParent().getParent(), python.toString(), "-B")
        .with(environment(client))
        .check(client + "_checks.py");
  }

  private static Path python() throws IOException, InterruptedException {
    assumeHere("python3");
    Path here = copy("python");
    Program python = Program.of(here, "python3");
    String suits = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";
    assumeTrue(
        python.run("-c", suits).exit() == 0,
        "Python is older than 3.11 here, or cannot make virtual environments");
    Path own = here.resolve("venv/bin/python");
    if (!Files.exists(own)) {
      python.check("-m", "venv", "venv");
    }
    Program.of(here, own.toString(), "-m", "pip", "install", "--no-input", "--quiet")
        .install("--requirement", "requirements.txt");
    return own;
  }

  @Test
  void node() throws IOException, InterruptedException {
    Program.of(installedNode(), "node")
        .with(environment("node"))
        .with(Map.of("NODE_EXTRA_CA_CERTS", folder.resolve("gateway.crt").toString()))
        .check("checks.js");
  }

  private static Path installedNode() throws IOException, InterruptedException {
    assumeHere("node");
    assumeHere("npm");
    Path here = copy("node");
    Program.of(here, "npm", "ci").install("--ignore-scripts", "--no-audit", "--no-fund");
    return here;
  }

  @Test
  void pgx() throws IOException, InterruptedException {
    assumeHere("go");
    Path here = copy("go");
    Program go = go(here);
    go.install("mod", "download");
    go.check("build", "-o", "checks", "main.go");
    Program.of(here, here.resolve("checks").toString()).with(environment("pgx")).check();
  }

  private static Program go(Path here) {
    return Program.of(here, "go")
        .with(
            Map.of(
                "GOMODCACHE", here.resolve("modules").toString(),
                "GOCACHE", here.resolve("cache").toString(),
                "GOFLAGS", "-mod=readonly -modcacherw -buildvcs=false"));
  }

  @Test
  void psql() throws IOException, InterruptedException {
    assumeHere("sh");
    assumeHere("psql");
    Program.of(copy("psql"), "sh").with(environment("psql")).check("checks.sh");
  }

  /** The programs on the manual's pages print what these show, whatever the numbers. */
  @ParameterizedTest
  @ValueSource(strings = {"python", "node-postgres", "pgx", "psql"})
  void programsOfAPage(String page) throws IOException, InterruptedException {
    List<PageBlock> blocks = PageBlock.of("clients/" + page + ".md");
    int run = 0;
    for (int i = 0; i < blocks.size(); i++) {
      Optional<String> file = blocks.get(i).marked("program");
      if (file.isPresent()) {
        Program.Outcome outcome = runOfAPage(file.get(), blocks.get(i).text());
        assertThat(blocks.get(i + 1).mark()).isEqualTo("output");
        assertThat(withoutNumbers(outcome.output()))
            .as("%s: %s", file.get(), outcome.output())
            .isEqualTo(withoutNumbers(blocks.get(i + 1).text()));
        run++;
      }
    }
    assertThat(run).as("programs of %s", page).isPositive();
  }

  private static Program.Outcome runOfAPage(String file, String text)
      throws IOException, InterruptedException {
    Path here;
    Program program;
    if (file.endsWith(".py")) {
      Path python = python();
      here = python.getParent().getParent().getParent();
      program = Program.of(here, python.toString(), "-B");
    } else if (file.endsWith(".js")) {
      here = installedNode();
      program = Program.of(here, "node");
    } else if (file.endsWith(".go")) {
      assumeHere("go");
      here = copy("go");
      program = go(here);
      program.install("mod", "download");
      program = new Program(List.of("go", "run"), here, program.environment());
    } else {
      assumeHere("psql");
      here = copy("psql");
      program = Program.of(here, "psql", "--no-psqlrc", "--file");
    }
    Files.writeString(here.resolve(file), text);
    return program
        .with(environment("page"))
        .with(
            Map.of(
                "PGSSLMODE", "verify-full",
                "PAGER", "cat",
                "NODE_EXTRA_CA_CERTS", folder.resolve("gateway.crt").toString()))
        .run(file);
  }

  /**
   * Numbers, and the widths of columns that depend on them, are all alike. What another page's
   * program has asked before is free, and has no notice of a charge.
   */
  private static String withoutNumbers(String text) {
    return text.replaceAll("(?m)^psql:[^ ]+ ", "")
        .replaceAll("(?m)^NOTICE: +epsilon [0-9.]+ spent, .*$", "")
        .replaceAll("-?[0-9]+(\\.[0-9]+)?", "0")
        .replaceAll("-{2,}", "-")
        .replaceAll("[ \n]+", " ")
        .strip();
  }
}
