package org.dpjdbc.run.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.Engine;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.backend.BackendReader;
import org.dpjdbc.run.release.NoisyRelease;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.release.Released;
import org.dpjdbc.run.release.ReleasedRows;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Deadline;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A kept answer gives the values and the errors that it gave when it was made. */
class AnswerCodecTest {
  private static final String BACKEND = "jdbc:h2:mem:codec";
  private static final NoiseSource NOISE = TestNoise.seeded(1);

  @TempDir private Path folder;
  private Connection raw;
  private DpSession session;

  @BeforeEach
  void open() throws SQLException, IOException {
    raw = DriverManager.getConnection(BACKEND);
    try (Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, sex VARCHAR(1), born DATE,"
              + " pay DECIMAL(9, 2), tall BOOLEAN)");
      statement.execute(
          "INSERT INTO people SELECT x, MOD(x, 90), CASE MOD(x, 2) WHEN 0 THEN 'F' ELSE 'M' END,"
              + " DATE '2000-01-01', 0.5, MOD(x, 3) = 0 FROM SYSTEM_RANGE(1, 1000)");
    }
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-8}
        budget: {epsilon: 50, delta: 1.0e-3}
        schemas:
          PUBLIC:
            tables:
              PEOPLE:
                privacy_unit: ID
                columns:
                  ID: {}
                  AGE: {lower: 0, upper: 120}
                  SEX: {values: [F, M]}
                  BORN: {values: [2000-01-01, 2000-01-02]}
                  PAY: {values: [0.50, 1.00, 7.25]}
                  TALL: {values: [true, false]}
        """);
    session =
        (DpSession)
            Engine.open(
                new Settings(
                    BACKEND,
                    Map.of(),
                    Optional.empty(),
                    policy.toString(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    "ann",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    0,
                    0,
                    true,
                    Optional.empty(),
                    Optional.empty(),
                    0));
  }

  @AfterEach
  void close() throws SQLException {
    session.close();
    raw.close();
  }

  private PlannedQuery planned(String sql) {
    return ((PrivateQuery) session.prepare(sql)).plan(List.of());
  }

  private ReleasedRows released(PlannedQuery planned) {
    Deadline deadline = Deadline.after(Duration.ofMinutes(1));
    Cancellation cancellation = new Cancellation();
    try (BackendReader backend = new BackendReader(session.backend(), deadline, cancellation)) {
      List<NoisyRelease> releases =
          planned.frontiers().stream()
              .map(frontier -> new NoisyRelease(frontier, Map.of(), NOISE))
              .toList();
      return new StagedRelease(
              planned,
              new StageValues(List.of()),
              backend,
              new TimedFinisher(session.finisher(), deadline, cancellation),
              Map.of())
          .run(releases);
    }
  }

  private static List<List<Object>> rows(Rows rows) {
    List<List<Object>> all = new ArrayList<>();
    for (int r = 0; r < rows.size(); r++) {
      all.add(Arrays.asList(rows.row(r)));
    }
    return all;
  }

  private static void assertAlike(Released one, Released other, PlannedQuery planned) {
    assertThat(planned.frontiers()).isNotEmpty();
    for (int f = 0; f < planned.frontiers().size(); f++) {
      assertThat(rows(one.rows(f))).isNotEmpty().isEqualTo(rows(other.rows(f)));
      assertThat(rows(one.withErrors(f))).isEqualTo(rows(other.withErrors(f)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM people",
        "SELECT sex, tall, AVG(age), STDDEV_POP(age), COUNT(age) FROM people GROUP BY sex, tall",
        "SELECT born, pay, SUM(age), COUNT(*) FROM people GROUP BY born, pay",
        "SELECT sex, tall, COUNT(*) FROM people GROUP BY ROLLUP (sex, tall)",
        "SELECT sex, MEDIAN(age) FROM people GROUP BY sex",
        "SELECT (SELECT COUNT(*) FROM people), (SELECT MAX(age) FROM people)",
        "SELECT COUNT(*) FROM people WHERE age > (SELECT AVG(age) FROM people)",
      })
  void readsWhatItKept(String sql) throws IOException {
    PlannedQuery planned = planned(sql);
    ReleasedRows made = released(planned);
    byte[] kept = AnswerCodec.encode(made.noisy());
    assertAlike(AnswerCodec.decode(kept, planned), made, planned);
    assertAlike(AnswerCodec.decode(earlier(made, planned), planned), made, planned);
  }

  /** Rows as strings, the parts of their errors among them, as version 2 of answers had them. */
  private static byte[] earlier(Released released, PlannedQuery planned) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      for (int f = 0; f < planned.frontiers().size(); f++) {
        List<List<Object>> rows = rows(released.withErrors(f));
        out.writeInt(rows.size());
        for (List<Object> row : rows) {
          for (Object value : row) {
            byte[] text = String.valueOf(value).getBytes(StandardCharsets.UTF_8);
            out.writeInt(value == null ? -1 : text.length);
            out.write(text, 0, value == null ? 0 : text.length);
          }
        }
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void readsNothingThatItDidNotKeep() throws IOException {
    PlannedQuery planned = planned("SELECT sex, COUNT(*) FROM people GROUP BY sex");
    ReleasedRows made = released(planned);
    for (byte[] whole : List.of(AnswerCodec.encode(made.noisy()), earlier(made, planned))) {
      for (int length = 0; length < whole.length; length++) {
        byte[] part = Arrays.copyOf(whole, length);
        assertThatThrownBy(() -> AnswerCodec.decode(part, planned))
            .isInstanceOf(RuntimeException.class);
      }
      byte[] more = Arrays.copyOf(whole, whole.length + 1);
      assertThatThrownBy(() -> AnswerCodec.decode(more, planned))
          .isInstanceOf(RuntimeException.class);
    }
    byte[] negative = {-1, -1, -1, -1};
    assertThatThrownBy(() -> AnswerCodec.decode(negative, planned))
        .isInstanceOf(RuntimeException.class);
  }
}
