package org.dpjdbc.gateway.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dpjdbc.gateway.KnownPassword;
import org.dpjdbc.gateway.TestCertificate;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import org.dpjdbc.gateway.server.GatewayServer;
import org.htmlunit.WebClient;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlTextArea;

/**
 * A gateway with its web page before a database in memory, which clinic and small both are; small
 * has a budget for one query. A third, away, is down. A query has epsilon 100: noise moves a count
 * by more than 5 with a probability below e^-500.
 */
public final class WebFixture implements AutoCloseable {
  static final int USER_CONNECTIONS = 5;
  static final String EVIL = "<script>alert(\"1\")</script>'&";

  /** As many as there are tests, so that no test meets the limits of rates by what others ask. */
  private static final List<String> USERS =
      List.of(
          "ann", "cleo", "dora", "emil", "fay", "gus", "hal", "ida", "joe", "kim", "lea", "mia",
          "nat");

  private static final AtomicInteger STARTED = new AtomicInteger();

  private static final String[] SCHEMA = {
    "CREATE TABLE patients (patient_id integer PRIMARY KEY, name varchar(30) NOT NULL,"
        + " age integer NOT NULL, region varchar(60) NOT NULL)",
    "INSERT INTO patients SELECT x, 'Patient ' || x, MOD(x * 7, 100),"
        + " CASE MOD(x, 3) WHEN 0 THEN 'North' WHEN 1 THEN 'South' ELSE '%s' END"
        + " FROM SYSTEM_RANGE(1, 2000)",
    "CREATE TABLE visits (patient_id integer NOT NULL REFERENCES patients, cost integer NOT NULL)",
  };

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: %s, delta: 1.0e-9}
      budget: {epsilon: %s, delta: 1.0e-3}
      schemas:
        PUBLIC:
          tables:
            PATIENTS:
              privacy_unit: PATIENT_ID
              columns:
                PATIENT_ID: {}
                NAME: {access: none}
                AGE: {lower: 0, upper: 120}
                REGION: {values: [North, South, "%s"]}
            VISITS:
              privacy_unit: {column: PATIENT_ID, references: PATIENTS.PATIENT_ID}
              max_rows_contributed: 20
              columns:
                PATIENT_ID: {}
                COST: {lower: 0, upper: 5000}
      """;

  private final GatewayServer gateway;
  private final Connection open;

  private WebFixture(GatewayServer gateway, Connection open) {
    this.gateway = gateway;
    this.open = open;
  }

  static WebFixture start(Path folder) throws IOException, SQLException, ConfigException {
    return start(folder, EVIL, 100, 1_000_000);
  }

  /**
   * Starts one.
   *
   * @param third region of three
   * @param epsilon of a query, and the budget of small
   * @param budget of clinic
   */
  public static WebFixture start(Path folder, String third, int epsilon, int budget)
      throws IOException, SQLException, ConfigException {
    String url = "jdbc:h2:mem:web%d;DB_CLOSE_DELAY=-1".formatted(STARTED.incrementAndGet());
    Connection connection = DriverManager.getConnection(url);
    try (Statement statement = connection.createStatement()) {
      for (String each : SCHEMA) {
        statement.execute(each.replace("%s", third.replace("'", "''")));
      }
    }
    String evil = third.replace("\"", "\\\"");
    Files.writeString(folder.resolve("clinic.yaml"), POLICY.formatted(epsilon, budget, evil));
    Files.writeString(folder.resolve("small.yaml"), POLICY.formatted(epsilon, epsilon, evil));
    Files.writeString(
        folder.resolve("gateway.yaml"),
        """
        version: 1
        listen: {port: 0}
        web: {port: 0}
        limits: {user_connections: %2$d}
        databases:
          clinic: {url: "%1$s", policy: clinic.yaml}
          small: {url: "%1$s", policy: small.yaml}
          away: {url: "jdbc:h2:tcp://localhost:1/away", policy: small.yaml}
        """
            .formatted(url, USER_CONNECTIONS));
    String verifier = KnownPassword.VERIFIER;
    StringBuilder users = new StringBuilder("users:\n");
    for (String user : USERS) {
      users.append(
          "  %s: {password: \"%s\", databases: [clinic, small]}\n".formatted(user, verifier));
    }
    users.append("  una: {password: \"%s\", databases: [away, clinic]}\n".formatted(verifier));
    users.append("  bob: {password: \"%s\", databases: [clinic]}\n".formatted(verifier));
    users.append(
        "  olga: {password: \"%s\", databases: [clinic], owner: true}\n".formatted(verifier));
    Files.writeString(folder.resolve("users.yaml"), users);
    Settings settings = SettingsReader.read(folder.resolve("gateway.yaml"), Map.of());
    TestCertificate.writeTo(settings);
    return new WebFixture(GatewayServer.start(settings), connection);
  }

  GatewayServer gateway() {
    return gateway;
  }

  /** A client over PostgreSQL's protocol. */
  Connection connect(String user) throws SQLException {
    return connect(user, "require");
  }

  Connection connect(String user, String encryption) throws SQLException {
    return connect(user, "clinic", encryption);
  }

  Connection connect(String user, String database, String encryption) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://localhost:%d/%s?sslmode=%s"
            .formatted(gateway.port(), database, encryption),
        user,
        KnownPassword.TEXT);
  }

  int port() {
    return gateway.webPort().orElseThrow();
  }

  public String url(String path) {
    return "https://localhost:" + port() + path;
  }

  /** A browser that runs no scripts. */
  static WebClient browser() {
    WebClient client = new WebClient();
    client.getOptions().setUseInsecureSSL(true);
    client.getOptions().setJavaScriptEnabled(false);
    client.getOptions().setThrowExceptionOnFailingStatusCode(false);
    client.getOptions().setPrintContentOnFailingStatusCode(false);
    return client;
  }

  /** Waits where too many have tried: the tests of a class do so from one address. */
  HtmlPage logIn(WebClient client, String user, String password) throws IOException {
    HtmlPage page = tryToLogIn(client, user, password);
    while (page.getWebResponse().getStatusCode() == WebReply.TOO_MANY) {
      try {
        TimeUnit.SECONDS.sleep(2);
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      page = tryToLogIn(client, user, password);
    }
    return page;
  }

  private HtmlPage tryToLogIn(WebClient client, String user, String password) throws IOException {
    HtmlPage page = client.getPage(url("/login"));
    HtmlForm form = page.getForms().get(0);
    form.getInputByName("user").setValue(user);
    form.getInputByName("password").setValue(password);
    return form.<HtmlButton>getFirstByXPath(".//button").click();
  }

  /** Sends a query by one of the console's buttons. */
  HtmlPage ask(WebClient client, String database, String button, String query) throws IOException {
    HtmlPage page = client.getPage(url("/console?database=" + database));
    return send(page, button, query);
  }

  static HtmlPage send(HtmlPage console, String button, String query) throws IOException {
    HtmlTextArea text = console.getHtmlElementById("query");
    text.setText(query);
    return console.<HtmlButton>getFirstByXPath("//button[@value='" + button + "']").click();
  }

  @Override
  public void close() throws IOException, SQLException {
    gateway.close();
    open.close();
  }
}
