package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * People are scaled down to quotients that are longer than a floating-point number, or than the
 * digits that a database divides to: 300 of them have 12 rows, of which 5 count.
 */
@OnEachDatabase
class LongQuotientsTest {
  private static final int PEOPLE = 300;
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1e-6}
      budget: {epsilon: 1000, delta: 1e-1}
      schemas:
        PUBLIC:
          tables:
            GIFTS:
              privacy_unit: ID
              max_rows_contributed: 5
              columns:
                ID: {}
                X: {lower: 0, upper: 1000000}
                G: {values: [a, b, c]}
      """;

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;

  /** As many rows as count, of each. */
  @Test
  void nobodyIsLostWhoIsScaled() throws SQLException, IOException {
    String sql = "SELECT g, COUNT(DISTINCT id), COUNT(x), VAR_POP(x) FROM gifts GROUP BY g";
    try (TestDatabase database = backend.create()) {
      List<String> gifts = new ArrayList<>();
      for (int i = 0; i < PEOPLE; i++) {
        for (int row = 0; row < 12; row++) {
          long x = 97L * i * (row + 1);
          gifts.add("(%d, %d.37, '%s')".formatted(i, x, "abc".charAt(row % 3)));
        }
      }
      database.load(
          "CREATE TABLE GIFTS (ID INTEGER, X DOUBLE PRECISION, G VARCHAR(1));\n"
              + "INSERT INTO GIFTS VALUES "
              + String.join(", ", gifts)
              + ";\n");
      Path policy = folder.resolve(backend.product() + ".yaml");
      Files.writeString(policy, database.policy(POLICY));
      try (Session session = Noiseless.connect(database, policy)) {
        Rows rows =
            session
                .prepare(sql)
                .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
                .rows();
        double all = 0;
        for (int row = 0; row < rows.size(); row++) {
          all += ((Number) Objects.requireNonNull(rows.row(row)[2])).doubleValue();
        }
        assertThat(all).as("whole numbers of three groups").isCloseTo(5.0 * PEOPLE, within(3.0));
      }
    }
  }
}
