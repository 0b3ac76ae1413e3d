package org.dpjdbc.it.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The trials of an audit in H2, asked through the driver: the even ones have the unit, the odd ones
 * do not.
 */
final class Trials implements AutoCloseable {
  /** More than these are too many groups for one query. */
  static final int MOST = 2_000;

  private static final int UNITS = 100;
  private static final int PARTS = 4;

  /** The most that a ledger can have. */
  private static final int LEDGER_EPSILON = 1_000_000;

  private static final double LEDGER_DELTA = 0.99;

  private final Audit audit;
  private final String url;
  private final Path folder;
  private final String settings;
  private final Connection owner;
  private Connection driver;
  private PreparedStatement question;
  private int charged;

  /** What was drawn. */
  record Draws(List<Object> with, List<Object> without) {}

  private Trials(Audit audit, String url, Path folder, String settings, Connection owner)
      throws SQLException, IOException {
    this.audit = audit;
    this.url = url;
    this.folder = folder;
    this.settings = settings;
    this.owner = owner;
    this.driver = connect();
    this.question = driver.prepareStatement(audit.sql());
  }

  /** The bound that so many draws a side give. */
  static LowerBound bound(Audit audit, int draws, Path folder) throws SQLException, IOException {
    try (Trials trials = of(audit, folder)) {
      Draws drawn = trials.draw(draws);
      return LowerBound.of(drawn.with(), drawn.without(), audit.delta());
    }
  }

  static Trials of(Audit audit, Path folder) throws SQLException, IOException {
    return open(audit, folder, "");
  }

  /** After every noisy column comes its error. */
  static Trials withErrors(Audit audit, Path folder) throws SQLException, IOException {
    return open(audit, folder, ";dp.error_columns=true");
  }

  private static Trials open(Audit audit, Path folder, String settings)
      throws SQLException, IOException {
    String url = "h2:mem:audit" + UUID.randomUUID();
    Connection owner = DriverManager.getConnection("jdbc:" + url, "sa", "");
    fill(owner, audit);
    return new Trials(audit, url, folder, settings, owner);
  }

  /** With a policy, and so a ledger, that nothing was charged to. */
  private Connection connect() throws SQLException, IOException {
    Path policy = Files.createTempDirectory(folder, "audit").resolve("audit.yaml");
    String trials =
        IntStream.range(0, audit.trials())
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(", "));
    Files.writeString(policy, policy(audit.terms(), trials), UTF_8);
    return DriverManager.getConnection(
        "jdbc:dp:" + url + settings + ";dp.policy=" + policy, "sa", "");
  }

  private static String policy(Audit.Terms terms, String trials) {
    return """
      version: 1
      defaults: {epsilon: %s, delta: %s, noise: %s}
      budget:   {epsilon: %s, delta: %s, renews: never}
      answers:  {reuse_for: PT0S}
      limits:   {max_epsilon_per_query: 100, timeout: PT60S, max_output_rows: 100000, max_listed_keys: 100000}
      schemas:
        PUBLIC:
          tables:
            FACTS:
              privacy_unit: UNIT
              max_rows_contributed: %s
              %s
              columns:
                UNIT: {}
                TRIAL: {values: [%s]}
                HIDDEN: {}
                CELL: {}
                PART: {values: [0, 1, 2, 3]}
                X: {lower: -10, upper: 50}
                Y: {lower: 0, upper: 1}
                R: {values: [0, 1], randomized_response: 0.25}
                Z: {lower: auto, upper: auto}
                W: {lower: -1000000000, upper: 1000000000}
      """
        .formatted(
            terms.epsilon(),
            terms.delta(),
            terms.noise(),
            LEDGER_EPSILON,
            LEDGER_DELTA,
            terms.rows() == 0 ? "auto" : terms.rows(),
            terms.groups() == 0 ? "" : "max_groups_contributed: " + terms.groups(),
            trials);
  }

  private static void fill(Connection owner, Audit audit) throws SQLException {
    String unique = audit.terms().rows() == 1 ? " PRIMARY KEY" : " NOT NULL";
    try (Statement statement = owner.createStatement()) {
      statement.execute(
          "CREATE TABLE facts (unit INTEGER"
              + unique
              + ", trial INTEGER NOT NULL, hidden INTEGER NOT NULL, cell INTEGER NOT NULL, part INTEGER NOT NULL,"
              + " x INTEGER NOT NULL, y INTEGER NOT NULL, r INTEGER NOT NULL, z INTEGER NOT NULL, w BIGINT NOT NULL)");
    }
    try (PreparedStatement insert =
        owner.prepareStatement("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      for (int trial = 0; trial < audit.trials(); trial++) {
        List<Audit.Row> rows = new ArrayList<>(audit.base());
        if (trial % 2 == 0) {
          rows.addAll(audit.unit());
        }
        for (Audit.Row row : rows) {
          insert.setInt(1, trial * UNITS + row.unit());
          insert.setInt(2, trial);
          insert.setInt(3, trial);
          insert.setInt(4, PARTS * trial + row.part());
          insert.setInt(5, row.part());
          insert.setInt(6, row.x());
          insert.setInt(7, Math.floorMod(row.x(), 2));
          insert.setInt(8, Math.floorMod(row.x(), 2));
          insert.setInt(9, row.x());
          insert.setLong(10, 100_000_000L * row.x());
          insert.addBatch();
        }
      }
      insert.executeBatch();
    }
  }

  /**
   * Draws outcomes.
   *
   * @param number at least so many of each side
   */
  Draws draw(int number) throws SQLException, IOException {
    List<Object> with = new ArrayList<>();
    List<Object> without = new ArrayList<>();
    while (with.size() < number) {
      drawAll(with, without);
    }
    return new Draws(with, without);
  }

  private void drawAll(List<Object> with, List<Object> without) throws SQLException, IOException {
    List<List<List<@Nullable Object>>> rows = new ArrayList<>();
    for (int trial = 0; trial < audit.trials(); trial++) {
      rows.add(new ArrayList<>());
    }
    for (List<@Nullable Object> row : rows()) {
      int trial = (Integer) Objects.requireNonNull(row.get(0), "the number of a trial");
      rows.get(trial).add(row.subList(1, row.size()));
    }
    for (int trial = 0; trial < audit.trials(); trial++) {
      (trial % 2 == 0 ? with : without).add(audit.outcome().apply(rows.get(trial)));
    }
  }

  private List<List<@Nullable Object>> rows() throws SQLException, IOException {
    if ((charged + 1) * audit.terms().delta() > LEDGER_DELTA
        || (charged + 1) * audit.terms().epsilon() > LEDGER_EPSILON) {
      driver.close();
      driver = connect();
      question = driver.prepareStatement(audit.sql());
      charged = 0;
    }
    charged++;
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (ResultSet answer = question.executeQuery()) {
      int width = answer.getMetaData().getColumnCount();
      while (answer.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
          row.add(answer.getObject(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  @Override
  public void close() throws SQLException {
    try (owner) {
      driver.close();
    }
  }
}
