package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many clients at once, in every mode of queries: each gets the rows of its own question, what is
 * charged is what was asked for the first time, and memory does not grow. At epsilon 100 a count is
 * off by more than 5 with a probability below e^-500.
 */
@Tag("more")
class LoadTest {
  private static final int CLIENTS = SuiteCases.LOAD_CLIENTS.number("gateway.clients");

  private static final int QUESTIONS = SuiteCases.LOAD_QUESTIONS.number("gateway.questions");

  /** One question of so many is asked for the first time, and charged. */
  private static final int FRESH = SuiteCases.LOAD_FRESH.number();

  private static final int PATIENTS = 2000;
  private static final long LEAK = 40L << 20;
  private static final List<String> MODES =
      List.of("simple", "extended", "extendedForPrepared", "extendedCacheEverything");

  @TempDir Path folder;

  private final List<Long> heaps = new ArrayList<>();

  @Test
  void givesEachItsOwnRowsAndChargesWhatWasAsked()
      throws IOException, SQLException, ConfigException, InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try (Clinic clinic = Clinic.start(folder)) {
      Phaser together =
          new Phaser(CLIENTS) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
              heaps.add(heap());
              return super.onAdvance(phase, parties);
            }
          };
      List<Callable<Void>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int id = i;
        clients.add(
            () -> {
              String mode = MODES.get(id % MODES.size());
              try (Connection connection =
                  clinic.connect(id % 3 == 0 ? "ann" : "bob", "preferQueryMode", mode)) {
                new Client(connection, id).ask(together);
              } finally {
                together.arriveAndDeregister(); // nobody waits for one that has failed
              }
              return null;
            });
      }
      for (Future<Void> client : threads.invokeAll(clients)) {
        client.get();
      }
      try (Connection connection = clinic.connect("ann");
          Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery("SELECT spent_epsilon FROM DP.BUDGET WHERE analyst = '*'")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getBigDecimal(1))
            .isEqualByComparingTo(BigDecimal.valueOf(100L * CLIENTS * (QUESTIONS / FRESH)));
      }
      assertThat(heaps.get(1) - heaps.get(0)).as("%s", heaps).isLessThan(LEAK);
    } finally {
      threads.shutdownNow();
    }
  }

  /** What is in use after the collector has run; nobody asks meanwhile. */
  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static final class Client {
    private final Connection connection;
    private final int id;
    private final List<Long> counts = new ArrayList<>();

    Client(Connection connection, int id) {
      this.connection = connection;
      this.id = id;
    }

    void ask(Phaser together) throws SQLException, InterruptedException {
      for (int i = 0; i < QUESTIONS; i++) {
        if (i % FRESH == 0) {
          counts.add(count(counts.size()));
        } else if (i % 250 == 7) {
          try (Statement statement = connection.createStatement()) {
            Clinic.cancel(statement);
          }
        } else if (i % 25 == 3) {
          refused(id * QUESTIONS + i);
        } else if (i % 5 == 1) {
          int again = i % counts.size();
          assertThat(count(again)).isEqualTo(counts.get(again));
        } else if (i % 5 == 2) {
          assertThat(number("SELECT attnum FROM pg_attribute WHERE attname = ?", "born"))
              .isEqualTo(5);
        } else {
          long own = (long) id * QUESTIONS + i;
          assertThat(number("SELECT ? + 1 - 1, " + own % 97, own)).isEqualTo(own);
        }
        if (i == QUESTIONS / 2 || i == QUESTIONS - 1) {
          together.arriveAndAwaitAdvance();
        }
      }
    }

    private long count(int which) throws SQLException {
      int lowest = (id * (QUESTIONS / FRESH) + which + 1) % PATIENTS;
      long count =
          which % 2 == 0
              ? number("SELECT COUNT(*) FROM patients WHERE patient_id > ?", lowest)
              : number("SELECT COUNT(*) FROM patients WHERE patient_id > " + lowest);
      assertThat(count).isBetween(PATIENTS - lowest - 5L, PATIENTS - lowest + 5L);
      return count;
    }

    private long number(String sql, Object... parameters) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < parameters.length; i++) {
          statement.setObject(i + 1, parameters[i]);
        }
        try (ResultSet rows = statement.executeQuery()) {
          assertThat(rows.next()).isTrue();
          return rows.getLong(1);
        }
      }
    }

    private void refused(int age) {
      assertThatThrownBy(() -> number("SELECT age FROM patients WHERE age <> " + age))
          .hasMessageContaining("DP-RAW-ROWS");
      assertThatThrownBy(() -> number("SELECT COUNT(*) FROM patient WHERE age <> " + age))
          .hasMessageContaining("does not exist");
    }
  }
}
