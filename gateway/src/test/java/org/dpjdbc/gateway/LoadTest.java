package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
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
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many clients at once: each gets the rows of its own question, and what is charged is what was
 * asked. At epsilon 100 a count is off by more than 5 with a probability below e^-500.
 */
class LoadTest {
  private static final int CLIENTS = Integer.getInteger("gateway.clients", 12);
  private static final int QUESTIONS = Integer.getInteger("gateway.questions", 15);

  @TempDir Path folder;

  @Test
  void givesEachItsOwnRowsAndChargesWhatWasAsked()
      throws IOException, SQLException, ConfigException, InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try (Clinic clinic = Clinic.start(folder)) {
      List<Callable<Void>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int id = i;
        clients.add(() -> ask(clinic, id));
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
            .isEqualByComparingTo(BigDecimal.valueOf(100L * CLIENTS * QUESTIONS));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void ask(Clinic clinic, int id) throws SQLException {
    try (Connection connection = clinic.connect(id % 2 == 0 ? "ann" : "bob");
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < QUESTIONS; i++) {
        int least = id * QUESTIONS + i + 1;
        try (ResultSet rows =
            statement.executeQuery(
                "SELECT COUNT(*), "
                    + least
                    + " AS asked FROM patients WHERE patient_id > "
                    + least)) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(2)).isEqualTo(least);
          assertThat(rows.getLong(1)).isBetween(2000L - least - 5, 2000L - least + 5);
        }
        try (ResultSet rows = statement.executeQuery("SELECT " + least + ", current_user")) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(1)).isEqualTo(least);
        }
      }
    }
    return null;
  }
}
