package org.dpjdbc.gateway;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    "psycopg2", "psycopg3", "asyncpg", "pg8000", "sqlalchemy", "pandas", "node", "pgx", "psql"
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
    environment.put("PGPASSWORD", Clinic.PASSWORD);
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
    assumeHere("node");
    assumeHere("npm");
    Path here = copy("node");
    Program.of(here, "npm", "ci").install("--ignore-scripts", "--no-audit", "--no-fund");
    Program.of(here, "node")
        .with(environment("node"))
        .with(Map.of("NODE_EXTRA_CA_CERTS", folder.resolve("gateway.crt").toString()))
        .check("checks.js");
  }

  @Test
  void pgx() throws IOException, InterruptedException {
    assumeHere("go");
    Path here = copy("go");
    Program go =
        Program.of(here, "go")
            .with(
                Map.of(
                    "GOMODCACHE", here.resolve("modules").toString(),
                    "GOCACHE", here.resolve("cache").toString(),
                    "GOFLAGS", "-mod=readonly -modcacherw -buildvcs=false"));
    go.install("mod", "download");
    go.check("build", "-o", "checks", ".");
    Program.of(here, here.resolve("checks").toString()).with(environment("pgx")).check();
  }

  @Test
  void psql() throws IOException, InterruptedException {
    assumeHere("sh");
    assumeHere("psql");
    Program.of(copy("psql"), "sh").with(environment("psql")).check("checks.sh");
  }
}
