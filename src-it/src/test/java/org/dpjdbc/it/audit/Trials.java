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

  private final Audit audit;
  private final Connection owner;
  private final Connection driver;

  /** What was drawn. */
  record Draws(List<Object> with, List<Object> without) {}

  private Trials(Audit audit, Connection owner, Connection driver) {
    this.audit = audit;
    this.owner = owner;
    this.driver = driver;
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
    Path policy = Files.createTempDirectory(folder, "audit").resolve("audit.yaml");
    String trials =
        IntStream.range(0, audit.trials())
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(", "));
    Files.writeString(policy, policy(audit.terms(), trials), UTF_8);
    Connection driver =
        DriverManager.getConnection("jdbc:dp:" + url + settings + ";dp.policy=" + policy, "sa", "");
    return new Trials(audit, owner, driver);
  }

  private static String policy(Audit.Terms terms, String trials) {
    return """
      version: 1
      defaults: {epsilon: %s, delta: %s, noise: %s}
      budget:   {epsilon: 1000000, delta: 0.9, renews: never}
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
                PART: {values: [0, 1, 2, 3]}
                X: {lower: -10, upper: 50}
                Y: {lower: 0, upper: 1}
                Z: {lower: auto, upper: auto}
                W: {lower: -1000000000, upper: 1000000000}
      """
        .formatted(
            terms.epsilon(),
            terms.delta(),
            terms.noise(),
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
              + ", trial INTEGER NOT NULL, hidden INTEGER NOT NULL, part INTEGER NOT NULL,"
              + " x INTEGER NOT NULL, y INTEGER NOT NULL, z INTEGER NOT NULL, w BIGINT NOT NULL)");
    }
    try (PreparedStatement insert =
        owner.prepareStatement("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
      for (int trial = 0; trial < audit.trials(); trial++) {
        List<Audit.Row> rows = new ArrayList<>(audit.base());
        if (trial % 2 == 0) {
          rows.addAll(audit.unit());
        }
        for (Audit.Row row : rows) {
          insert.setInt(1, trial * UNITS + row.unit());
          insert.setInt(2, trial);
          insert.setInt(3, trial);
          insert.setInt(4, row.part());
          insert.setInt(5, row.x());
          insert.setInt(6, Math.floorMod(row.x(), 2));
          insert.setInt(7, row.x());
          insert.setLong(8, 100_000_000L * row.x());
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
  Draws draw(int number) throws SQLException {
    List<Object> with = new ArrayList<>();
    List<Object> without = new ArrayList<>();
    while (with.size() < number) {
      List<List<List<@Nullable Object>>> rows = new ArrayList<>();
      for (int trial = 0; trial < audit.trials(); trial++) {
        rows.add(new ArrayList<>());
      }
      try (Statement statement = driver.createStatement();
          ResultSet answer = statement.executeQuery(audit.sql())) {
        int width = answer.getMetaData().getColumnCount();
        while (answer.next()) {
          List<@Nullable Object> row = new ArrayList<>();
          for (int i = 2; i <= width; i++) {
            row.add(answer.getObject(i));
          }
          rows.get(answer.getInt(1)).add(row);
        }
      }
      for (int trial = 0; trial < audit.trials(); trial++) {
        (trial % 2 == 0 ? with : without).add(audit.outcome().apply(rows.get(trial)));
      }
    }
    return new Draws(with, without);
  }

  @Override
  public void close() throws SQLException {
    try (owner;
        driver) {
      // closes both
    }
  }
}
