package org.dpjdbc.gateway.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.gateway.KnownPassword;
import org.dpjdbc.gateway.config.ConfigException;
import org.htmlunit.Page;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlAnchor;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlTextArea;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

class WebConsoleTest {
  private static final String DESK = "//*[@class='chart desk']";

  @TempDir static Path folder;
  private static WebFixture web;

  @BeforeAll
  static void start() throws IOException, SQLException, ConfigException {
    web = WebFixture.start(folder);
  }

  @AfterAll
  static void stop() throws IOException, SQLException {
    web.close();
  }

  private static int count(HtmlPage page, String path) {
    return page.getByXPath(path).size();
  }

  private static String text(HtmlPage page) {
    return page.asNormalizedText();
  }

  /** How many questions the history has. */
  private static int charges(WebClient client) throws IOException {
    HtmlPage page = client.getPage(web.url("/history?database=clinic"));
    return count(page, "//tbody/tr");
  }

  /** However many there are; other tests read what is left in hundreds. */
  @Test
  void showsChargesPageByPage() throws IOException, SQLException {
    try (Connection connection = web.connect("nat");
        Statement statement = connection.createStatement()) {
      statement.execute("SET dp.epsilon = 1");
      for (int i = 0; i < 300; i++) {
        statement.execute(
            "SELECT COUNT(*) FROM patients WHERE age > %d AND region <> 'r%d'"
                .formatted(i % 100, i / 100));
      }
    }
    try (WebClient client = WebFixture.browser()) {
      web.logIn(client, "nat", KnownPassword.TEXT);
      HtmlPage newest = client.getPage(web.url("/history?database=clinic"));
      assertThat(count(newest, "//tbody/tr")).isEqualTo(200);
      assertThat(text(newest)).contains("age > 99 AND region <> 'r2'").doesNotContain("'r0'");
      HtmlPage older = newest.<HtmlAnchor>getFirstByXPath("//a[text()='Older ones']").click();
      assertThat(count(older, "//tbody/tr")).isEqualTo(100);
      assertThat(text(older)).contains("age > 0 AND region <> 'r0'").doesNotContain("'r1'");
      assertThat(count(older, "//a[text()='Older ones']")).isZero();
      HtmlPage again = older.<HtmlAnchor>getFirstByXPath("//a[text()='Run again']").click();
      assertThat(((HtmlTextArea) again.getHtmlElementById("query")).getText())
          .contains("age > 99 AND region <> 'r0'");
      HtmlPage budget = client.getPage(web.url("/budget?database=clinic"));
      assertThat(text(budget)).contains("Charges over time", "300");
    }
  }

  @Test
  void showsNumbersWithTheirIntervals() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      web.logIn(client, "cleo", KnownPassword.TEXT);
      String query = "SELECT region, COUNT(*) AS n, AVG(age) AS mean FROM patients GROUP BY region";
      HtmlPage page = web.ask(client, "clinic", "run", query);
      assertThat(text(page))
          .containsPattern("Epsilon 100 was charged. Epsilon 99\\d,\\d00 is left.");
      assertThat(text(page)).contains("± (95 %)", "North");
      assertThat(count(page, "//figure")).isEqualTo(2);
      assertThat(count(page, DESK + "//*[@class='interval']")).isEqualTo(6);
      assertThat(count(page, DESK + "//*[@class='bar']")).isEqualTo(6);
      assertThat(((HtmlTextArea) page.getHtmlElementById("query")).getText()).isEqualTo(query);
      HtmlPage line =
          web.ask(client, "clinic", "run", "SELECT age, COUNT(*) FROM patients GROUP BY age");
      assertThat(count(line, DESK + "//*[@class='curve']")).isEqualTo(1);
      assertThat(count(line, DESK + "//*[@class='band']")).isEqualTo(1);
      assertThat(count(line, "//th[@class='number']")).isEqualTo(3);
      assertThat(count(line, "//td[@class='number']")).isEqualTo(3 * 121);
    }
  }

  @Test
  void asksOnceWhatIsSentTwiceOrLoadedAgain() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      web.logIn(client, "bob", KnownPassword.TEXT);
      HtmlPage console = client.getPage(web.url("/console?database=clinic"));
      String query = "SELECT COUNT(*) FROM patients WHERE age > 31";
      HtmlPage first = WebFixture.send(console, "run", query);
      int charges = charges(client);
      client.getPage(first.getUrl());
      HtmlPage second = WebFixture.send(console, "run", query);
      assertThat(second.getUrl()).isEqualTo(first.getUrl());
      HtmlPage other = web.ask(client, "clinic", "run", query);
      assertThat(other.getUrl()).isNotEqualTo(first.getUrl());
      assertThat(text(other))
          .contains("Nothing was charged: the answer was released before, and is free again.")
          .contains(" is left.");
      assertThat(charges(client)).isEqualTo(charges);
      assertThat(Files.readAllLines(folder.resolve("audit.jsonl")))
          .filteredOn(line -> line.contains("age > 31\""))
          .hasSize(2);
      HtmlPage changed = WebFixture.send(console, "run", query + "2");
      assertThat(text(changed)).contains("Epsilon 100 was charged.");
    }
  }

  @Test
  void explainsForFree() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      web.logIn(client, "dora", KnownPassword.TEXT);
      int charges = charges(client);
      HtmlPage page =
          web.ask(client, "clinic", "explain", "SELECT COUNT(*) FROM patients WHERE age > 41");
      assertThat(text(page)).contains("Running it costs at most epsilon 100.", "Laplace");
      assertThat(count(page, "//div[@class='wide cards']//td[@data-label='Mechanism']"))
          .isGreaterThan(1);
      assertThat(count(page, "//pre[not(@tabindex='0' and @role='region' and @aria-label)]"))
          .isZero();
      assertThat(charges(client)).isEqualTo(charges);
      HtmlPage run = WebFixture.send(page, "run", "SELECT COUNT(*) FROM patients WHERE age > 41");
      assertThat(text(run)).contains("Epsilon 100 was charged.");
      HtmlPage two =
          web.ask(client, "clinic", "explain", "SELECT 1; SELECT COUNT(*) FROM patients");
      assertThat(text(two)).contains("cannot insert multiple commands");
    }
  }

  @Test
  void showsRefusalsWithCodeHintAndPlace() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      web.logIn(client, "emil", KnownPassword.TEXT);
      for (String button : List.of("explain", "run")) {
        HtmlPage page = web.ask(client, "clinic", button, "SELECT COUNT(*),\n  agee FROM patients");
        assertThat(text(page)).contains("Refused", "42703", "agee", "Line 2, column 3:");
        DomElement place = page.getFirstByXPath("//pre[@class='place']");
        assertThat(place.getTextContent()).isEqualTo("  agee FROM patients\n  ^");
        assertThat(count(page, "//pre[@tabindex='0'][@role='region'][@aria-label]")).isOne();
      }
      HtmlPage raw = web.ask(client, "clinic", "run", "SELECT age FROM patients");
      assertThat(text(raw)).contains("DP-RAW-ROWS", "Hint: ", "COUNT(*)");
      assertThat(text(web.ask(client, "clinic", "run", " "))).contains("there is no query");
      String open = "SELECT COUNT(*) FROM patients WHERE age > ?";
      assertThat(text(web.ask(client, "clinic", "run", open))).contains("Refused");
    }
  }

  /** What a client over PostgreSQL's protocol is told of the same text. */
  private static ServerErrorMessage shown(Statement statement, String query) {
    PSQLException thrown =
        catchThrowableOfType(PSQLException.class, () -> statement.executeQuery(query));
    return thrown.getServerErrorMessage();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT age FROM patients",
        "SELECT COUNT(*) FROM patient",
        "SELECT COUNT(*) FROM patients WHERE agee > 3",
        "SELECT COUNT(* FROM patients",
        "SELECT name FROM patients",
        "SELECT pg_sleep(1), COUNT(*) FROM patients",
        "SELECT AVG(region) FROM patients",
        "UPDATE patients SET age = 1",
        "DROP TABLE patients",
        "SELECT 1/0",
        "SELECT * FROM pg_authid",
      })
  void saysWhatTheWireSays(String query) throws IOException, SQLException {
    try (WebClient client = WebFixture.browser();
        Connection wire = web.connect("joe");
        Statement statement = wire.createStatement()) {
      ServerErrorMessage shown = shown(statement, query);
      web.logIn(client, "joe", KnownPassword.TEXT);
      HtmlPage page = web.ask(client, "clinic", "run", query);
      String message = String.valueOf(shown.getMessage());
      String refused = page.<DomElement>getFirstByXPath("//p[@class='refused']").getTextContent();
      assertThat(refused).isIn(message, shown.getSQLState() + ": " + message);
      assertThat(text(page))
          .contains(shown.getHint() == null ? "Refused" : "Hint: " + shown.getHint());
      if (shown.getPosition() > 0) {
        assertThat(text(page)).contains("Line 1, column " + shown.getPosition() + ":");
      }
    }
  }

  @Test
  void answersFromTheCatalogAsTheWireDoes() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      web.logIn(client, "kim", KnownPassword.TEXT);
      HtmlPage page =
          web.ask(
              client,
              "clinic",
              "run",
              "SELECT table_name, 1 < 2 AS yes FROM information_schema.tables"
                  + " WHERE table_schema = 'public'");
      assertThat(text(page))
          .contains("patients", "true")
          .contains("Nothing was charged: the query releases nothing about private rows. Epsilon ");
      for (String other :
          List.of(
              "BEGIN",
              "COPY (SELECT COUNT(*) FROM patients) TO STDOUT",
              "DECLARE c CURSOR FOR SELECT COUNT(*) FROM patients",
              "SET dp.epsilon = 1")) {
        for (String button : List.of("run", "explain")) {
          assertThat(text(web.ask(client, "clinic", button, other)))
              .contains("this page only runs queries");
        }
      }
      assertThat(charges(client)).isZero();
    }
  }

  @Test
  void countsItsSessionsWithThoseOfTheWire() throws IOException, SQLException {
    List<Connection> open = new ArrayList<>();
    try (WebClient client = WebFixture.browser()) {
      web.logIn(client, "lea", KnownPassword.TEXT);
      for (int i = 0; i < WebFixture.USER_CONNECTIONS; i++) {
        open.add(web.connect("lea"));
      }
      HtmlPage page = web.ask(client, "clinic", "run", "SELECT COUNT(*) FROM patients");
      assertThat(text(page)).contains("53300", "too many connections for role \"lea\"");
      open.remove(0).close();
      HtmlPage later = page;
      while (text(later).contains("53300")) { // until the gateway knows that the client is gone
        later = web.ask(client, "clinic", "run", "SELECT COUNT(*) FROM patients");
      }
      assertThat(text(later)).contains("Epsilon 100 was charged.");
    } finally {
      for (Connection each : open) {
        each.close();
      }
    }
  }

  @Test
  void runsOutOfBudget() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      web.logIn(client, "fay", KnownPassword.TEXT);
      HtmlPage first = web.ask(client, "small", "run", "SELECT COUNT(*) FROM patients");
      assertThat(text(first)).contains("Epsilon 100 was charged.");
      HtmlPage second = web.ask(client, "small", "run", "SELECT SUM(age) FROM patients");
      assertThat(text(second)).contains("Refused", "DP-BUDGET");
      HtmlPage budget = client.getPage(web.url("/budget?database=small"));
      assertThat(text(budget)).contains("Epsilon 0 is left, and 100 is spent.");
      assertThat(count(budget, "//*[local-name()='svg']")).isEqualTo(1 + 2);
    }
  }

  @Test
  void givesFilesWithErrors() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      web.logIn(client, "gus", KnownPassword.TEXT);
      HtmlPage page =
          web.ask(
              client,
              "clinic",
              "run",
              "SELECT region, COUNT(*) AS n FROM patients WHERE age < 77 GROUP BY region");
      Page file = page.getAnchorByText("Download as CSV").click();
      assertThat(file.getWebResponse().getContentType()).isEqualTo("text/csv");
      assertThat(file.getWebResponse().getResponseHeaderValue("Content-Disposition"))
          .startsWith("attachment");
      List<String> lines = file.getWebResponse().getContentAsString().lines().toList();
      assertThat(lines.get(0)).isEqualTo("region,n,n_error95");
      assertThat(lines).hasSize(4);
      assertThat(lines).anyMatch(line -> line.matches("North,\\d+,[\\d.]+"));
      try (WebClient other = WebFixture.browser()) {
        web.logIn(other, "bob", KnownPassword.TEXT);
        Page theirs = other.getPage(file.getUrl());
        assertThat(theirs.getWebResponse().getStatusCode()).isEqualTo(404);
        assertThat(other.getPage(page.getUrl()).getWebResponse().getStatusCode()).isEqualTo(404);
      }
    }
  }

  @Test
  void writesNothingThatIsNotEscaped() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      web.logIn(client, "hal", KnownPassword.TEXT);
      String evil = WebFixture.EVIL.replace("'", "''");
      String query =
          "SELECT region AS \"</textarea><img src=x onerror=alert(1)>\", COUNT(*) AS"
              + " \"<svg onload=alert(2)>\" FROM patients WHERE region <> '</textarea>"
              + evil
              + "x' GROUP BY region";
      for (HtmlPage page :
          List.of(
              web.ask(client, "clinic", "run", query),
              web.ask(client, "clinic", "explain", query),
              web.ask(client, "clinic", "run", "SELECT </textarea><script>alert(1)</script>"),
              client.<HtmlPage>getPage(web.url("/history?database=clinic")),
              client.<HtmlPage>getPage(web.url("/policy?database=clinic")))) {
        String source = page.getWebResponse().getContentAsString();
        assertThat(source)
            .doesNotContain("<img", "<script>", "<svg onload", "</textarea><i", "</textarea><s");
        assertThat(source).contains("&lt;script&gt;alert(");
        assertThat(count(page, "//script[not(@src='/console.js')]")).isZero();
        assertThat(count(page, "//@onerror | //@onload")).isZero();
      }
      HtmlPage answer = web.ask(client, "clinic", "run", query);
      assertThat(text(answer)).contains(WebFixture.EVIL, "<svg onload=alert(2)>");
      HtmlPage unknown = client.getPage(web.url("/console?database=%3Cscript%3E"));
      assertThat(unknown.getWebResponse().getStatusCode()).isEqualTo(404);
      assertThat(unknown.getWebResponse().getContentAsString()).doesNotContain("<script>");
    }
  }

  @Test
  void showsEverybodyOnlyTheirOwnQuestions() throws IOException {
    try (WebClient ann = WebFixture.browser();
        WebClient bob = WebFixture.browser()) {
      web.logIn(ann, "ann", KnownPassword.TEXT);
      web.logIn(bob, "bob", KnownPassword.TEXT);
      web.ask(ann, "clinic", "run", "SELECT COUNT(*) FROM patients WHERE age > 61");
      HtmlPage own = ann.getPage(web.url("/history?database=clinic"));
      assertThat(text(own)).contains("age > 61");
      HtmlAnchor again =
          own.getFirstByXPath("//tr[contains(., 'age > 61')]//a[contains(., 'Run again')]");
      HtmlPage console = again.click();
      assertThat(((HtmlTextArea) console.getHtmlElementById("query")).getText())
          .contains("age > 61");
      String number = again.getHrefAttribute();
      assertThat(text(bob.getPage(web.url("/history?database=clinic")))).doesNotContain("61");
      HtmlPage stolen = bob.getPage(web.url(number));
      assertThat(((HtmlTextArea) stolen.getHtmlElementById("query")).getText()).isEmpty();
      assertThat(bob.getPage(web.url("/budget?database=small")).getWebResponse().getStatusCode())
          .isEqualTo(404);
    }
  }

  @Test
  void showsTheOwnerSumsAndNoQueries() throws IOException {
    try (WebClient ann = WebFixture.browser();
        WebClient olga = WebFixture.browser()) {
      web.logIn(ann, "ida", KnownPassword.TEXT);
      web.ask(ann, "clinic", "run", "SELECT COUNT(*) FROM patients WHERE age > 71");
      web.ask(ann, "clinic", "run", "SELECT age FROM patients");
      HtmlPage none = ann.getPage(web.url("/owner?database=clinic"));
      assertThat(none.getWebResponse().getStatusCode()).isEqualTo(404);
      assertThat(count(none, "//a[.='Owner']")).isZero();
      HtmlPage first = web.logIn(olga, "olga", KnownPassword.TEXT);
      HtmlPage page = first.getAnchorByText("Owner").click();
      assertThat(text(page))
          .contains("all analysts", "ida", "bob", "DP-RAW-ROWS", "of browsers")
          .doesNotContain("SELECT", "age > 71", "SCRAM");
      assertThat(text(olga.getPage(web.url("/history?database=clinic")))).doesNotContain("age");
      assertThat(Files.readAllLines(folder.resolve("audit.jsonl")))
          .anyMatch(line -> line.contains("\"login\"") && line.contains("\"ida\""))
          .anyMatch(
              line ->
                  line.contains("\"ida\"")
                      && line.contains("age > 71")
                      && line.contains("epsilon 100 spent"))
          .anyMatch(line -> line.contains("\"ida\"") && line.contains("DP-RAW-ROWS"));
    }
  }

  @Test
  void saysThePolicyInWords() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      web.logIn(client, "bob", KnownPassword.TEXT);
      HtmlPage page = client.getPage(web.url("/policy"));
      assertThat(text(page))
          .contains(
              "Its privacy unit is PATIENT_ID.",
              "is clamped to the range from 0 to 120",
              "max_rows_contributed is not set, because each person has one row.",
              "max_rows_contributed: 20. This is how many rows of one person count in a query",
              "public keys, all of which are listed: North, South, ")
          .doesNotContain("NAME");
    }
  }

  @Test
  void beginsWithADatabaseThatIsThere() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      HtmlPage page = web.logIn(client, "una", KnownPassword.TEXT);
      assertThat(page.getWebResponse().getStatusCode()).isEqualTo(200);
      assertThat(page.asNormalizedText()).contains("is left");
      for (String path : List.of("/budget", "/policy", "/console", "/history")) {
        HtmlPage away = client.getPage(web.url(path + "?database=away"));
        assertThat(away.getWebResponse().getStatusCode()).isEqualTo(503);
        assertThat(away.asNormalizedText())
            .contains("The database is not available. Try again in a moment.", "Log out");
      }
    }
  }
}
