package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.backends.TestBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A console that calls nearly every scalar method of metadata. */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#fewerKinds")
class SqllineTest {
  private static final List<String> SHOWN =
      List.of(
          "!tables",
          Questions.BY_STATE + ";",
          Questions.BY_CATEGORY + ";",
          "SELECT * FROM products;",
          Questions.ROWS + ";",
          Questions.UNBOUND + ";",
          Questions.WRITE + ";",
          "EXPLAIN PRIVACY FOR SELECT COUNT(*) FROM customers;",
          "SELECT spent_epsilon, remaining_epsilon FROM DP.BUDGET;");

  private static final List<String> ASKED_AS_WELL =
      List.of(
          "!columns %",
          "!primarykeys %",
          "!importedkeys %",
          "!indexes %",
          "!procedures",
          "!typeinfo",
          "!metadata getSchemas",
          "!nativesql SELECT 1",
          "!isolation TRANSACTION_SERIALIZABLE",
          "!autocommit off",
          "!commit",
          "!rollback",
          "SELEC 1;",
          "!dbinfo");

  private static final Pattern PROMPT = Pattern.compile("(?m)^0: jdbc[^>]*> *");

  @Parameter TestBackend kind;
  @TempDir Path folder;

  @Test
  void answersAndRefusals() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      String shown = sqlline(shop, SHOWN);
      shop.charged(2);
      assertThat(shown)
          .containsPattern("\\| CA +\\| 100 +\\|")
          .containsPattern("\\| drink +\\| \\d+ +\\|")
          .containsPattern("\\| 3 +\\| Cup +\\| ware +\\|")
          .contains("DP-RAW-ROWS at line 1, column 8", "(state=42501,code=1)")
          .contains("DP-NO-BOUNDS", "DP-READ-ONLY", "discrete Laplace");
      String more = sqlline(shop, ASKED_AS_WELL);
      assertThat(more).contains("DP-SYNTAX at line 1, column 1");
      assertThat(shown + more)
          .doesNotContainIgnoringCase("Zq7", "passwords", "email", "0A000", "\tat ")
          .doesNotContain("the driver failed", "NullPointer");
      shop.charged(2);
      ClientTranscript transcript = new ClientTranscript();
      transcript.say(session(shown));
      transcript.isOn("sqlline", kind, shop);
    }
  }

  /** The jar's own command finds the profile where it is started, and sqlline on the class path. */
  @Test
  void opensWithAProfile() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      shop.writeProfile("shop");
      String shown =
          Processes.run(
              folder,
              """
              !set color false
              !set verbose true
              SELECT COUNT(*) AS n FROM customers;
              !reconnect
              !history
              !quit
              """,
              List.of("org.dpjdbc.cli.Main", "sqlline"));
      shop.charged(1);
      assertThat(shown)
          .contains("0: jdbc:dp-jdbc:shop> ", "Reconnecting to \"jdbc:dp-jdbc:shop\"")
          .containsPattern("\\| 200 +\\|")
          .doesNotContain("dp.policy", "shop.yaml", "Error:");
    }
  }

  /** With what was asked, which a console echoes, and without how long it took. */
  private static String session(String shown) {
    Iterator<String> asked = SHOWN.iterator();
    return PROMPT
        .matcher(shown.substring(shown.indexOf("0: jdbc")).replaceAll(" \\([0-9.]+ seconds\\)", ""))
        .replaceAll(
            prompt -> asked.hasNext() ? Matcher.quoteReplacement("> " + asked.next() + "\n") : "");
  }

  private String sqlline(Shop shop, List<String> script) throws Exception {
    return Processes.run(
        folder,
        String.join("\n", script) + "\n!quit\n",
        List.of(
            "sqlline.SqlLine",
            "-d",
            "org.dpjdbc.Driver",
            "-u",
            shop.url(),
            "-n",
            shop.user(),
            "-p",
            shop.password(),
            "--maxWidth=110",
            "--color=false"));
  }
}
