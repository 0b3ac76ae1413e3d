package org.dpjdbc.gateway.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.dpjdbc.gateway.TestCertificate;
import org.dpjdbc.gateway.answer.RefusalCounts;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import org.dpjdbc.gateway.login.LoginFailures;
import org.dpjdbc.gateway.server.Encryption;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who sends a request byte by byte loses the connection, though it is never idle. */
class SlowRequestsTest {
  private static final int BYTES = 4_000; // fewer than the server takes

  @TempDir Path folder;

  private WebServer start(Duration patience) throws Exception {
    Files.writeString(folder.resolve("x.yaml"), "version: 1\n");
    Path file =
        Files.writeString(
            folder.resolve("gateway.yaml"),
            """
            version: 1
            web: {port: 0}
            limits: {connections: 5}
            databases: {x: {url: "jdbc:h2:mem:x", policy: x.yaml}}
            """);
    Files.writeString(folder.resolve("users.yaml"), "users: {}\n");
    Settings settings = SettingsReader.read(file, Map.of());
    TestCertificate.writeTo(settings);
    WebParts parts =
        new WebParts(
            () -> settings,
            (database, user) -> Optional.empty(),
            (user, database, address) ->
                out -> {
                  throw new IOException();
                },
            (user, address, success) -> {},
            new LoginFailures(System::nanoTime),
            new SecureRandom(),
            new RefusalCounts(),
            () -> 0,
            System::nanoTime);
    return WebServer.start(
        parts,
        settings.web().orElseThrow(),
        Encryption.of(settings.certificate(), settings.key()).context(),
        patience);
  }

  private static Socket connect(int port, String begin) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
    Socket socket = context.getSocketFactory().createSocket("localhost", port);
    socket.getOutputStream().write(begin.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** Sends a byte again and again, until the server has enough. */
  private static void trickle(Socket socket) throws Exception {
    for (int i = 0; i < BYTES; i++) {
      socket.getOutputStream().write('a');
      Thread.sleep(10);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /login HTTP/1.1\r\nHost: localhost\r\nX: ",
        "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\n\r\nuser=",
      })
  void closes(String head) throws Exception {
    try (WebServer server = start(Duration.ofMillis(300))) {
      assertThatThrownBy(
              () -> {
                try (Socket socket = connect(server.port(), head)) {
                  trickle(socket);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  /** A refusal that waits for seconds would keep what was sent. */
  @Test
  void forgetsAnAnswerWhoseConnectionIsClosed() {
    AtomicBoolean waits = new AtomicBoolean(true);
    AtomicInteger failed = new AtomicInteger();
    RequestHandler.Closing closing =
        new RequestHandler.Closing(
            () -> waits.getAndSet(false),
            Callback.from(() -> {}, failure -> failed.incrementAndGet()));
    closing.onClosed(null);
    closing.onClosed(null);
    assertThat(waits).isFalse();
    assertThat(failed).hasValue(1);
  }

  /** Only a query is long. */
  @ParameterizedTest
  @CsvSource({"/login, 10000, 403", "/login, 20000, 413", "/console, 600000, 413"})
  void takesNoLongForms(String path, int length, int status) throws Exception {
    String request =
        "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\n\r\n%s";
    String body = length > 16_384 ? "" : "a".repeat(length);
    try (WebServer server = start(Duration.ofHours(1));
        Socket socket = connect(server.port(), request.formatted(path, length, body))) {
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answer).startsWith("HTTP/1.1 " + status);
    }
  }

  @Test
  void makesRoomForOthers() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try (WebServer server = start(Duration.ofHours(1))) {
      for (int i = 0; i < 12; i++) {
        slow.add(connect(server.port(), "GET /login HTTP/1.1\r\nHost: localhost\r\nX: "));
      }
      String request = "GET /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      try (Socket other = connect(server.port(), request)) {
        String answer =
            new String(other.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertThat(answer).startsWith("HTTP/1.1 200 OK");
      }
      assertThatThrownBy(() -> trickle(slow.get(0))).isInstanceOf(IOException.class);
    } finally {
      for (Socket each : slow) {
        each.close();
      }
    }
  }
}
