package org.dpjdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * With 2,000 people and an epsilon of 2 for each question a bound is off with probability below
 * 10^-9: more than 1,000 people are above the power of two before it, and nobody is above it.
 */
class SuggestCommandTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 2}
      budget: {epsilon: 8}
      answers: {derive: never}
      schemas:
        PUBLIC:
          tables:
            PEOPLE:
              privacy_unit: ID
              columns:
                ID: {}
                PAY: {lower: auto, upper: auto, step: 10}
                AGE: {lower: 0, upper: 120}
            VISITS:
              privacy_unit: {column: ID, references: PEOPLE.ID}
              columns: {VID: {}, ID: {}}
            ITEMS:
              privacy_unit: {column: VID, references: VISITS.VID}
              max_rows_contributed: auto
              columns: {VID: {}, PRICE: {lower: 0, upper: auto}}
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final String url = "jdbc:h2:mem:suggest" + UUID.randomUUID();

  @TempDir private Path folder;
  private Path policy;
  private Connection owner;

  @BeforeEach
  void open() throws SQLException, IOException {
    owner = DriverManager.getConnection(url, "sa", "");
    try (Statement statement = owner.createStatement()) {
      statement.execute(
          "CREATE TABLE people (id INTEGER PRIMARY KEY, pay INTEGER, age INTEGER) AS"
              + " SELECT x, CASE WHEN MOD(x, 2) = 0 THEN 3000 ELSE -500 END, 40"
              + " FROM SYSTEM_RANGE(1, 2000)");
      statement.execute(
          "CREATE TABLE visits (vid INTEGER PRIMARY KEY, id INTEGER) AS"
              + " SELECT x, MOD(x, 2000) + 1 FROM SYSTEM_RANGE(1, 4000)");
      statement.execute(
          "CREATE TABLE items (vid INTEGER, price INTEGER) AS"
              + " SELECT MOD(x, 4000) + 1, 70 FROM SYSTEM_RANGE(1, 12000)");
    }
    policy = folder.resolve("shop.yaml");
    Files.writeString(policy, POLICY);
  }

  @AfterEach
  void close() throws SQLException {
    owner.close();
  }

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  private int suggest(String... more) {
    String[] arguments = new String[more.length + 5];
    System.arraycopy(
        new String[] {"suggest", policy.toString(), url, "--user", "sa"}, 0, arguments, 0, 5);
    System.arraycopy(more, 0, arguments, 5, more.length);
    return run(arguments);
  }

  /**
   * A person has six items in two visits, which VISITS alone tells. Each count is above or below
   * the bar by 1 at least, and each noise, of scale at most 1/75, is 0 but with probability 6e-33.
   */
  @Test
  void findsABoundForEachAuto() throws IOException {
    Files.writeString(
        policy, POLICY.replace("{epsilon: 2}", "{epsilon: 600}").replace("8}", "1800}"));
    assertThat(suggest()).as(err.toString()).isZero();
    assertThat(out.toString())
        .isEqualToNormalizingNewlines(
            """
            # 3 queries at epsilon 600, for which the ledger is charged an epsilon of 1800
            # chosen privately; a few people exceed these bounds
            schemas:
              PUBLIC:
                tables:
                  PEOPLE:
                    columns:
                      PAY: {lower: -640, upper: 5120, step: 10}
                  ITEMS:
                    max_rows_contributed: 8  # over all groups: about 0 of 2000 people have more; a total is then off by about 0
                    columns:
                      PRICE: {lower: 0, upper: 128}
            """);
  }

  @Test
  void saysThePriceBeforeAnythingIsCharged() {
    assertThat(suggest("--price", "--limits", "--epsilon", "0.5")).isZero();
    assertThat(out.toString())
        .isEqualToNormalizingNewlines(
            "# 4 queries at epsilon 0.5 would charge an epsilon of 2 to the ledger; none was"
                + " run\n");
    assertThat(run("ledger", "verify", policy.toString())).isZero();
    assertThat(out.toString()).contains("the ledger is intact: 0 entries");
  }

  /** VISITS, of which a person has two, has no limit yet. Noise is 0 as above. */
  @Test
  void choosesLimitsWhereThereAreOthers() throws IOException {
    Files.writeString(
        policy, POLICY.replace("{epsilon: 2}", "{epsilon: 600}").replace("8}", "2400}"));
    assertThat(suggest("--limits")).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains(
            """
            VISITS:
              max_rows_contributed: 2  # over all groups: about 0 of 2000 people have more;\
            """
                .indent(6)
                .stripTrailing());
  }

  @Test
  void isChargedForLikeAnyAnswer() {
    assertThat(suggest()).isZero();
    assertThat(run("ledger", "verify", policy.toString())).isZero();
    assertThat(out.toString()).contains("the ledger is intact: 3 entries");
    assertThat(suggest("--epsilon", "1.5")).isEqualTo(3);
    assertThat(err.toString()).contains("DP-BUDGET");
  }

  @Test
  void asksNothingWhereAllIsKnown() throws IOException {
    Files.writeString(
        policy,
        POLICY
            .replace("lower: auto, upper: auto", "lower: 0, upper: 9")
            .replace("max_rows_contributed: auto", "max_rows_contributed: 8")
            .replace("lower: 0, upper: auto", "lower: 0, upper: 9"));
    assertThat(suggest()).isZero();
    assertThat(out.toString()).contains("nothing in the policy is 'auto'");
  }

  @Test
  void saysWhatIsWrongWithThePolicy() throws IOException {
    Files.writeString(policy, POLICY.replace("AGE:", "AGES:"));
    assertThat(suggest()).isEqualTo(1);
    assertThat(out.toString()).contains("AGES");
  }
}
