package org.dpjdbc.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.dpjdbc.gateway.KnownPassword;
import org.dpjdbc.gateway.answer.Observer;
import org.dpjdbc.gateway.answer.RefusalCounts;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.login.LoginFailures;
import org.dpjdbc.gateway.login.Verifier;
import org.dpjdbc.gateway.operate.AuditLog;
import org.dpjdbc.gateway.operate.Metrics;
import org.dpjdbc.gateway.resource.Resources;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user who is charged nothing cannot fill the disk with the audit log, whatever is answered. What
 * may have been charged is always written.
 */
class AuditedEventsTest {
  private static final int EVENTS = 4_000;
  private static final String STATEMENT = "SELECT COUNT(*) FROM patients /*" + "x".repeat(20_000);
  private static final long ROOM = 17L << 20;

  private static final User ANN =
      new User("ann", Verifier.parse(KnownPassword.VERIFIER), "ann", Set.of("clinic"), false);

  @TempDir private Path folder;

  private interface Event {
    void happen(Gateway gateway, Observer observer) throws ServerError;
  }

  /** What becomes of an event that happens again and again, and then of a charged answer. */
  private List<String> lines(int times, Event event) throws IOException, ServerError {
    Path file = folder.resolve("audit.jsonl");
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
    SecureRandom random = new SecureRandom();
    UserResources.Limits limits = new UserResources.Limits(1, 1, 1, 1);
    try (AuditLog audit = AuditLog.open(file, Clock.systemUTC());
        Metrics metrics = new Metrics()) {
      Gateway gateway =
          new Gateway(
              () -> {
                throw new AssertionError("no settings are needed");
              },
              Map.of(),
              new Resources(() -> new Resources.Limits(1, 1, limits), System::nanoTime),
              new Clients(random),
              new PendingLogins(1),
              new LoginFailures(() -> 0),
              random,
              Runnable::run,
              Runnable::run,
              clock,
              audit,
              metrics,
              new RefusalCounts());
      Observer observer = gateway.observer(ANN, "clinic", "127.0.0.1");
      for (int i = 0; i < times; i++) {
        event.happen(gateway, observer);
      }
      observer.answered("SELECT charged", Duration.ZERO, "epsilon 1 spent", true);
    } finally {
      clock.shutdownNow();
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.get(lines.size() - 1)).contains("SELECT charged");
    return lines.subList(0, lines.size() - 1);
  }

  private static long bytes(List<String> lines) {
    return lines.stream().mapToLong(String::length).sum();
  }

  @Test
  void freeAnswersAreBounded() throws IOException, ServerError {
    List<String> lines =
        lines(
            EVENTS, (gateway, observer) -> observer.answered(STATEMENT, Duration.ZERO, "", false));
    assertThat(bytes(lines)).isBetween(ROOM / 2, ROOM);
  }

  @Test
  void refusalsAreBounded() throws IOException, ServerError {
    ServerError refusal = ServerError.of("42501", "refused");
    List<String> lines =
        lines(EVENTS, (gateway, observer) -> observer.refused(STATEMENT, Duration.ZERO, refusal));
    assertThat(bytes(lines)).isBetween(ROOM / 2, ROOM);
  }

  @Test
  void loginsAreBounded() throws IOException, ServerError {
    List<String> lines =
        lines(50 * EVENTS, (gateway, observer) -> gateway.login("ann", "127.0.0.1", true));
    assertThat(bytes(lines)).isBetween(ROOM / 2, ROOM);
  }

  @Test
  void chargedAnswersAreAllWritten() throws IOException, ServerError {
    List<String> lines =
        lines(
            EVENTS / 2,
            (gateway, observer) -> observer.answered(STATEMENT, Duration.ZERO, "", true));
    assertThat(lines).hasSize(EVENTS / 2);
  }
}
