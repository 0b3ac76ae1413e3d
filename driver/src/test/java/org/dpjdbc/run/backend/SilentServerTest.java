package org.dpjdbc.run.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.budget.LedgerLocation;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.ledger.SharedLedgers;
import org.dpjdbc.sql.refusal.ConnectMessages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that takes connections and never answers: in the end nothing waits for it. */
@Timeout(120)
class SilentServerTest {
  /** The driver's own limit, whoever has stopped to wait before, and all the tries it makes. */
  private static final int GIVEN_UP_MILLIS = 60_000;

  private static final Duration SECOND = Duration.ofSeconds(1);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://%s/x",
        "jdbc:postgresql://%s/x?sslmode=disable",
        "jdbc:h2:tcp://%s/x",
      })
  void isGivenUpAsADatabase(String url) throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      Settings settings = settings(at(silent, url));
      CompletableFuture<Void> connecting =
          CompletableFuture.runAsync(() -> BackendDrivers.connect(settings, SECOND));
      assertThatThrownBy(() -> connecting.get(GIVEN_UP_MILLIS, TimeUnit.MILLISECONDS))
          .rootCause()
          .hasMessage(ConnectMessages.backendUnreachable().getMessage());
    }
  }

  /** Before anything is set on the connection. */
  @Test
  void isGivenUpAfterTheLogin() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Socket> client = CompletableFuture.supplyAsync(() -> loggedIn(server));
      Settings settings = settings(at(server, "jdbc:postgresql://%s/x?sslmode=disable"));
      try (Connection connection =
          BoundedConnect.open(settings, SECOND, getClass().getClassLoader())) {
        CompletableFuture<Login> asking =
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    return Login.of(connection, settings);
                  } catch (SQLException e) {
                    throw new CompletionException(e);
                  }
                });
        assertThatThrownBy(() -> asking.get(GIVEN_UP_MILLIS, TimeUnit.MILLISECONDS))
            .hasRootCauseInstanceOf(SocketTimeoutException.class);
      }
      client.join().close();
    }
  }

  /** Lets an old version's client in. */
  private static Socket loggedIn(ServerSocket server) {
    try {
      Socket client = server.accept();
      client.getInputStream().readNBytes(8); // more of it may come later
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(answer);
      message(out, 'R', new byte[4]);
      for (String setting :
          new String[] {
            "server_version\0008.4.0\0",
            "client_encoding\000UTF8\0",
            "DateStyle\000ISO\0",
            "integer_datetimes\000on\0",
            "standard_conforming_strings\000on\0"
          }) {
        message(out, 'S', setting.getBytes(StandardCharsets.US_ASCII));
      }
      message(out, 'Z', new byte[] {'I'});
      message(out, 'C', "SET\0".getBytes(StandardCharsets.US_ASCII)); // to its first statement
      message(out, 'Z', new byte[] {'I'});
      client.getOutputStream().write(answer.toByteArray());
      return client;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void message(DataOutputStream out, char type, byte[] body) throws IOException {
    out.writeByte(type);
    out.writeInt(4 + body.length);
    out.write(body);
  }

  @Test
  void isGivenUpAsALedger() throws IOException, LedgerException {
    try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      LedgerLocation place =
          LedgerLocation.of(at(silent, "jdbc:postgresql://%s/x"), "", "", Optional.empty());
      CompletableFuture<Void> connecting =
          CompletableFuture.runAsync(
              () -> {
                try {
                  ((LedgerLocation.SharedDatabase) place).source().getConnection().close();
                } catch (SQLException e) {
                  throw new CompletionException(e);
                }
              });
      assertThatThrownBy(() -> connecting.get(GIVEN_UP_MILLIS, TimeUnit.MILLISECONDS))
          .hasCauseInstanceOf(SQLException.class);
      try (Socket first = silent.accept()) {
        first.setSoTimeout(GIVEN_UP_MILLIS);
        assertThat(first.getInputStream().readAllBytes()).as("up to its end").isNotEmpty();
      }
    }
  }

  @Test
  void keepsNobodyFromAnotherLedger(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("clinic.yaml");
    Files.writeString(
        file,
        """
        version: 1
        budget: {epsilon: 10, delta: 1.0e-6}
        schemas: {PUBLIC: {tables: {VISITS: {public: true}}}}
        """);
    Policy policy = PolicyFile.load(file.toString());
    SharedLedgers ledgers = new SharedLedgers(Clock.systemUTC());
    try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      String url = at(silent, "jdbc:postgresql://%s/x");
      CompletableFuture<Void> waiting =
          CompletableFuture.runAsync(
              () -> ledgers.lease(settings("jdbc:h2:mem:", file, url), policy));
      try (Socket first = silent.accept()) {
        String other = "jdbc:h2:file:" + folder.resolve("other.ledger");
        ledgers.lease(settings("jdbc:h2:mem:", file, other), policy).close();
        assertThat(waiting).isNotDone();
        assertThat(first.isClosed()).isFalse();
      }
    }
  }

  private static String at(ServerSocket server, String url) {
    return url.formatted("127.0.0.1:" + server.getLocalPort());
  }

  private static Settings settings(String url) {
    return settings(url, Path.of("clinic.yaml"), "jdbc:h2:file:none");
  }

  private static Settings settings(String url, Path policy, String ledger) {
    return new Settings(
        url,
        Map.of("user", "ann"),
        Optional.empty(),
        policy.toString(),
        Optional.of(ledger),
        Optional.empty(),
        Optional.empty(),
        "ann",
        Optional.empty(),
        Optional.empty(),
        false,
        0,
        0);
  }
}
