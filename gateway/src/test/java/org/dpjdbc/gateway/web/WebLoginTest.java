package org.dpjdbc.gateway.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.dpjdbc.gateway.KnownPassword;
import org.dpjdbc.gateway.config.ConfigException;
import org.htmlunit.HttpMethod;
import org.htmlunit.Page;
import org.htmlunit.WebClient;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.http.Cookie;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebLoginTest {
  private static final String COOKIE = "__Host-dpjdbc";
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

  private static WebResponse post(WebClient client, String path, String body, String... headers)
      throws IOException {
    WebRequest request = new WebRequest(URI.create(web.url(path)).toURL(), HttpMethod.POST);
    request.setAdditionalHeader("Content-Type", "application/x-www-form-urlencoded");
    for (int i = 0; i < headers.length; i += 2) {
      request.setAdditionalHeader(headers[i], headers[i + 1]);
    }
    request.setRequestBody(body);
    Page page = client.getPage(request);
    return page.getWebResponse();
  }

  @Test
  void letsInWhoHasThePassword() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      HtmlPage page = web.logIn(client, "ann", KnownPassword.TEXT);
      assertThat(page.getUrl().getPath()).isEqualTo("/budget");
      assertThat(page.asNormalizedText()).contains("is left", "ann", "Log out");
      Cookie cookie = client.getCookieManager().getCookie(COOKIE);
      assertThat(cookie.getValue()).hasSize(43);
      assertThat(cookie.isSecure()).isTrue();
      assertThat(cookie.isHttpOnly()).isTrue();
      assertThat(cookie.getSameSite()).isEqualToIgnoringCase("Strict");
      assertThat(cookie.getPath()).isEqualTo("/");
      assertThat(cookie.getExpires()).isNull();
      assertThat(client.getCookieManager().getCookie(COOKIE + "-login")).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bob", "nobody", "", "<b>", "pg_x"})
  void saysTheSameToWrongNamesAndWrongPasswords(String name) throws IOException {
    try (WebClient client = WebFixture.browser()) {
      HtmlPage page = web.logIn(client, name, "wrong horse");
      assertThat(page.getWebResponse().getStatusCode()).isEqualTo(403);
      assertThat(page.asNormalizedText()).contains("The name or the password is not right.");
      assertThat(client.getCookieManager().getCookie(COOKIE)).isNull();
    }
  }

  @Test
  void takesNoPasswordInPlainTextOverTheWireEither() throws SQLException {
    assertThatThrownBy(() -> web.connect("ann", "disable").close())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("connections must be encrypted")
        .hasMessageContaining("Set sslmode=require in the client.");
    web.connect("ann", "prefer").close();
  }

  /** As of a database that there is not. */
  @Test
  void connectsNobodyToADatabaseOfOthers() throws SQLException {
    web.connect("ann", "small", "require").close();
    for (String database : List.of("small", "nowhere")) {
      assertThatThrownBy(() -> web.connect("bob", database, "require").close())
          .hasMessageContaining("database \"" + database + "\" does not exist");
    }
  }

  @Test
  void takesNoEmptyPassword() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      HtmlPage page = web.logIn(client, "bob", "");
      assertThat(page.getWebResponse().getStatusCode()).isEqualTo(403);
    }
  }

  @Test
  void givesEachLoginACookieOfItsOwn() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      Cookie planted =
          new Cookie("localhost", COOKIE, "a".repeat(43), "/", null, true, true, "Strict");
      client.getCookieManager().addCookie(planted);
      web.logIn(client, "ann", KnownPassword.TEXT);
      Cookie first = client.getCookieManager().getCookie(COOKIE);
      assertThat(first.getValue()).isNotEqualTo(planted.getValue());
      client.getCookieManager().clearCookies();
      client.getCookieManager().addCookie(planted);
      assertThat(client.getPage(web.url("/budget")).getUrl().getPath()).isEqualTo("/login");
    }
  }

  @Test
  void endsTheSessionBeforeAndTheSessionThatIsLeft() throws IOException {
    try (WebClient client = WebFixture.browser();
        WebClient thief = WebFixture.browser()) {
      HtmlPage page = web.logIn(client, "ann", KnownPassword.TEXT);
      Cookie stolen = client.getCookieManager().getCookie(COOKIE);
      thief.getCookieManager().addCookie(stolen);
      assertThat(thief.getPage(web.url("/budget")).getUrl().getPath()).isEqualTo("/budget");
      HtmlForm form = (HtmlForm) page.getFirstByXPath("//form[@action='/logout']");
      HtmlPage left = form.<HtmlButton>getFirstByXPath(".//button").click();
      assertThat(left.getUrl().getPath()).isEqualTo("/login");
      assertThat(thief.getPage(web.url("/budget")).getUrl().getPath()).isEqualTo("/login");
    }
  }

  @Test
  void sendsStrangersToTheLogin() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      for (String path :
          List.of("/", "/budget", "/policy", "/console", "/history", "/owner", "/answer.csv")) {
        assertThat(client.getPage(web.url(path)).getUrl().getPath()).isEqualTo("/login");
      }
      assertThat(post(client, "/console", "do=run&query=x").getWebRequest().getUrl().getPath())
          .isEqualTo("/login");
    }
  }

  @Test
  void refusesFormsOfOtherSites() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      String right = "user=ann&password=" + KnownPassword.TEXT.replace(' ', '+');
      for (String token : List.of("", "&token=y")) {
        WebResponse refused = post(client, "/login", right + token);
        assertThat(refused.getStatusCode()).isEqualTo(403);
        assertThat(refused.getContentAsString()).contains("The form was out of date.");
      }
      HtmlPage page = web.logIn(client, "ann", KnownPassword.TEXT);
      String token =
          page.<DomElement>getFirstByXPath("//input[@name='token']").getAttribute("value");
      String body = "do=explain&query=SELECT+1&token=";
      assertThat(post(client, "/console", body + token).getStatusCode()).isEqualTo(200);
      assertThat(post(client, "/console", body).getStatusCode()).isEqualTo(403);
      String other = (token.startsWith("A") ? "B" : "A") + token.substring(1);
      assertThat(post(client, "/console", body + other).getStatusCode()).isEqualTo(403);
      assertThat(post(client, "/logout", "").getStatusCode()).isEqualTo(403);
      assertThat(
              post(client, "/console", body + token, "Origin", "https://evil.example")
                  .getStatusCode())
          .isEqualTo(403);
      assertThat(
              post(client, "/console", body + token, "Sec-Fetch-Site", "cross-site")
                  .getStatusCode())
          .isEqualTo(403);
      assertThat(
              post(client, "/console", body + token, "Content-Type", "text/plain").getStatusCode())
          .isEqualTo(415);
    }
  }

  @Test
  void hasTheHeadersOnEveryAnswer() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      Map<String, Integer> answers =
          Map.of("/login", 200, "/style.css", 200, "/nothing", 404, "/%00", 400, "/..%2f", 400);
      for (Map.Entry<String, Integer> each : answers.entrySet()) {
        WebResponse response = client.getPage(web.url(each.getKey())).getWebResponse();
        assertThat(response.getStatusCode()).as(each.getKey()).isEqualTo(each.getValue());
        checkHeaders(response);
        assertThat(response.getContentAsString()).doesNotContain("Jetty", "Exception", "at org.");
      }
      web.logIn(client, "ann", KnownPassword.TEXT);
      WebResponse page = client.getPage(web.url("/budget")).getWebResponse();
      checkHeaders(page);
      assertThat(page.getResponseHeaderValue("Cache-Control")).isEqualTo("no-store");
      assertThat(page.getContentType()).isEqualTo("text/html");
      assertThat(page.getContentAsString()).doesNotContain(" style=", " onclick", "<style");
    }
  }

  private static void checkHeaders(WebResponse response) {
    assertThat(response.getResponseHeaderValue("Content-Security-Policy"))
        .contains("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'")
        .doesNotContain("unsafe");
    assertThat(response.getResponseHeaderValue("Strict-Transport-Security")).startsWith("max-age=");
    assertThat(response.getResponseHeaderValue("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(response.getResponseHeaderValue("X-Frame-Options")).isEqualTo("DENY");
    assertThat(response.getResponseHeaderValue("Referrer-Policy")).isEqualTo("same-origin");
    assertThat(response.getResponseHeaderValue("Server")).isNull();
  }

  @Test
  void answersWhatIsTooLongOrNoRequest() throws Exception {
    String head = "POST /login HTTP/1.1\r\nHost: localhost\r\n";
    String form = "Content-Type: application/x-www-form-urlencoded\r\n";
    assertThat(raw(head + form + "Content-Length: 600000\r\n\r\n")).startsWith("HTTP/1.1 413 ");
    // One byte too many: a client that still sends may not get to read the answer.
    String chunked = form + "Transfer-Encoding: chunked\r\n\r\n";
    String small = "4000\r\n" + "a".repeat(1 << 14) + "\r\n";
    assertThat(raw(head + chunked + small + "1\r\na\r\n")).startsWith("HTTP/1.1 400 ");
    String console = head.replace("/login", "/console");
    String large = "10000\r\n" + "a".repeat(1 << 16) + "\r\n";
    assertThat(raw(console + chunked + large.repeat(8) + "1\r\na\r\n")).startsWith("HTTP/1.1 400 ");
    assertThat(raw(head + form + "Content-Length: 3\r\n\r\n%zz")).startsWith("HTTP/1.1 400 ");
    for (String text :
        List.of(
            "GET /" + "a".repeat(10_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(10_000) + "\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n",
            "GET /login?database=%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "nonsense\r\n\r\n")) {
      assertThat(raw(text)).matches("(?s)HTTP/1.1 4\\d\\d .*").doesNotContain("Jetty", "Exception");
    }
    try (WebClient client = WebFixture.browser()) {
      assertThat(web.logIn(client, "ann", KnownPassword.TEXT).getUrl().getPath())
          .isEqualTo("/budget");
    }
  }

  /** What the server answers to a text that is sent as it is. */
  private static String raw(String text) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
    try (Socket socket = context.getSocketFactory().createSocket("localhost", web.port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      byte[] answer = new byte[1 << 14];
      int length = socket.getInputStream().readNBytes(answer, 0, 200);
      return new String(answer, 0, length, StandardCharsets.US_ASCII);
    }
  }

  @Test
  void takesNoOtherMethods() throws IOException {
    try (WebClient client = WebFixture.browser()) {
      for (HttpMethod method : List.of(HttpMethod.PUT, HttpMethod.DELETE, HttpMethod.TRACE)) {
        WebResponse response =
            client
                .getPage(new WebRequest(URI.create(web.url("/budget")).toURL(), method))
                .getWebResponse();
        assertThat(response.getStatusCode()).isEqualTo(405);
        checkHeaders(response);
      }
      web.logIn(client, "ann", KnownPassword.TEXT);
      assertThat(client.getPage(web.url("/logout")).getWebResponse().getStatusCode())
          .isEqualTo(405);
    }
  }
}
