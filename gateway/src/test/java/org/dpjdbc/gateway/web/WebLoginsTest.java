package org.dpjdbc.gateway.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.gateway.KnownPassword;
import org.dpjdbc.gateway.answer.RefusalCounts;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import org.dpjdbc.gateway.login.LoginFailures;
import org.dpjdbc.gateway.web.session.WebSessions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logins of the web page without a server. */
class WebLoginsTest {
  private static final String HERE = "192.0.2.2";
  private static final Pattern TOKEN = Pattern.compile("name=\"token\"[^>]* value=\"([^\"]+)\"");

  private final SecureRandom random = new SecureRandom();
  @TempDir private Path folder;

  private Settings settings() throws IOException, ConfigException {
    Files.writeString(folder.resolve("clinic.yaml"), "version: 1\n");
    Files.writeString(
        folder.resolve("gateway.yaml"),
        "version: 1\ndatabases: {clinic: {url: \"jdbc:h2:mem:\", policy: clinic.yaml}}\n");
    Files.writeString(
        folder.resolve("users.yaml"),
        "users:\n  ann: {password: \"%s\", databases: [clinic]}\n"
            .formatted(KnownPassword.VERIFIER));
    return SettingsReader.read(folder.resolve("gateway.yaml"), Map.of());
  }

  private static String token(WebReply form) {
    Matcher matcher = TOKEN.matcher(new String(form.body(), UTF_8));
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  private static String cookie(WebReply form) {
    return form.headers().stream()
        .filter(header -> header.name().equals("Set-Cookie"))
        .map(header -> header.value().substring(header.value().indexOf('=') + 1).split(";", 2)[0])
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "ann, " + KnownPassword.TEXT + ", 303, 0",
    "ann, wrong horse, 403, 250",
    "eve, x, 403, 250"
  })
  void waitAfterFailuresUnlessThePasswordIsRight(
      String user, String password, int status, int delay) throws IOException, ConfigException {
    Settings settings = settings();
    LoginFailures failures = new LoginFailures(() -> 0);
    for (int i = 0; i < 3; i++) {
      failures.attempt(user, HERE, false);
    }
    WebLogins logins = new WebLogins(parts(settings, failures), new WebSessions(random, () -> 0));
    WebReply form =
        logins.form(new PageRequest("GET", "/login", Map.of(), Map.of(), Map.of(), HERE, ""));
    WebReply reply =
        logins.logIn(
            new PageRequest(
                PageRequest.POST,
                "/login",
                Map.of(),
                Map.of("token", token(form), "user", user, "password", password),
                Map.of(WebCookies.LOGIN, cookie(form)),
                HERE,
                ""));
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.delay()).isEqualTo(Duration.ofMillis(delay));
  }

  private WebParts parts(Settings settings, LoginFailures failures) {
    return new WebParts(
        () -> settings,
        (database, service) -> Optional.empty(),
        (service, database, address) -> {
          throw new AssertionError("nothing is asked");
        },
        (name, address, success) -> {},
        failures,
        random,
        new RefusalCounts(),
        () -> 0,
        () -> 0);
  }

  /** Who reads no pages gets no more of them. */
  @Test
  void aPageCountsUntilTheBrowserHasIt() throws IOException, ConfigException {
    Site site = new Site(parts(settings(), new LoginFailures(() -> 0)));
    WebReply form =
        site.answer(new PageRequest("GET", "/login", Map.of(), Map.of(), Map.of(), HERE, ""));
    WebReply in =
        site.answer(
            new PageRequest(
                PageRequest.POST,
                "/login",
                Map.of(),
                Map.of("token", token(form), "user", "ann", "password", KnownPassword.TEXT),
                Map.of(WebCookies.LOGIN, cookie(form)),
                HERE,
                ""));
    PageRequest page =
        new PageRequest(
            "GET", "/budget", Map.of(), Map.of(), Map.of(WebCookies.SESSION, cookie(in)), HERE, "");
    List<WebReply> unread = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      unread.add(site.answer(page));
      assertThat(unread.get(i).status()).isEqualTo(WebReply.UNAVAILABLE); // nor is the database
    }
    assertThat(site.answer(page).status()).isEqualTo(WebReply.TOO_MANY);
    unread.get(0).end().run();
    assertThat(site.answer(page).status()).isEqualTo(WebReply.UNAVAILABLE);
    assertThat(site.answer(page).status()).isEqualTo(WebReply.TOO_MANY);
  }
}
