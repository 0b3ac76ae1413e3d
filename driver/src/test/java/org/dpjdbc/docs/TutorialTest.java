package org.dpjdbc.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Does what pages on a database of one's own say, in their order, on PostgreSQL: SQL as the owner,
 * the draft, the policy, the check, questions as the analyst. Where a block is marked {@code
 * console: exact}, the commands write what the page shows.
 */
class TutorialTest {
  /** How far tables are indented in a policy. */
  private static final int TABLES = 6;

  /** Marks the scripts of other databases, which {@link RowNumberScriptsTest} runs. */
  static final String ELSEWHERE = "owner on ";

  private static final String DATABASE = "clinic_of_the_tutorial";

  @TempDir private Path folder;
  private TestDatabase server;
  private String url;

  @BeforeEach
  void createDatabase() throws SQLException {
    assumeTrue(ManualDatabase.hasPostgres(), "without PostgreSQL");
    server = TestBackends.called("PostgreSQL").create();
    ManualDatabase.execute(server.owner(), "CREATE DATABASE " + DATABASE);
    url = server.url().replaceAll("/[^/?]+\\?.*", "/" + DATABASE);
  }

  @AfterEach
  void dropDatabase() throws SQLException {
    if (server != null) {
      ManualDatabase.execute(server.owner(), "DROP DATABASE " + DATABASE + " WITH (FORCE)");
      ManualDatabase.execute(server.owner(), "DROP ROLE IF EXISTS analyst");
      server.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docs/tutorials/protect-your-own-database.md",
        "docs/how-to/add-indexes.md",
        "docs/how-to/number-rows.md"
      })
  void whatAPageDoesStepByStep(String name) throws SQLException, IOException {
    Page page = Manual.read().page(name);
    assertThat(page.hasTestOfItsOwn()).isTrue();
    Path policy = folder.resolve("clinic.yaml");
    for (Block block : page.blocks()) {
      if (block.language().equals("yaml") && block.isLeftOut()) {
        assertThat(Files.readString(policy).indent(-TABLES)).contains(block.text());
      } else if (block.language().equals("yaml") && block.mark().equals("profile")) {
        writeProfile(block);
      } else if (block.language().equals("yaml")) {
        Files.writeString(policy, block.text(), UTF_8);
      } else if (block.language().equals("sql") && !block.mark().startsWith(ELSEWHERE)) {
        runSql(block, policy);
      } else if (block.language().equals("console")) {
        runCommands(block, policy);
      }
    }
  }

  /** The driver is on the class path, and the server asks for no password. */
  private void writeProfile(Block block) throws IOException {
    Files.writeString(
        profile(),
        block
            .text()
            .replaceFirst("jdbc:\\S+", Matcher.quoteReplacement("'" + url + "'"))
            .replaceAll("\n *(driver_jar|password): .*", ""),
        UTF_8);
  }

  private Path profile() {
    return folder.resolve("dp-jdbc.yaml");
  }

  private void runSql(Block block, Path policy) throws SQLException {
    boolean owner = block.mark().equals("owner");
    String own = owner ? url : url.replace("jdbc:", "jdbc:dp:") + "?dp.policy=" + policy;
    try (Connection connection =
        DriverManager.getConnection(own, owner ? "postgres" : "analyst", "")) {
      for (SqlStatement statement : SqlStatement.of(block)) {
        assertThat(statement.problem(connection)).isEmpty();
      }
    }
  }

  private void runCommands(Block block, Path policy) {
    StringBuilder written = new StringBuilder();
    for (DpCommand command : DpCommand.of(block)) {
      DpCommand.Outcome outcome = command.with(profile()).run(url, policy, policy);
      assertThat(outcome.code())
          .as("%s: %s: %s", block.place(), command, outcome.output())
          .isZero();
      written.append(outcome.output().replace(policy.toString(), "clinic.yaml"));
    }
    if (block.mark().equals("exact")) {
      List<String> shown =
          block.lines().stream().filter(line -> !line.matches("\\$ .*|  +.*")).toList();
      assertThat(written.toString().lines()).as(block.place()).containsExactlyElementsOf(shown);
    }
  }
}
