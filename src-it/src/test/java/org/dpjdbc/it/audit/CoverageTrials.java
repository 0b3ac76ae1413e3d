package org.dpjdbc.it.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Trials with the same people in H2, and a connection of the driver for each kind of noise: one
 * query draws a value and its error for each trial.
 */
final class CoverageTrials implements AutoCloseable {
  /** Rows that one query reads, at most. */
  private static final int ROWS = 120_000;

  /** More than these are too many groups for one query. */
  private static final int MOST = 2_000;

  /** The error is a double, and what it is compared with a difference of doubles. */
  private static final double CLOSE = 1e-9;

  private final String url = "h2:mem:coverage" + UUID.randomUUID();
  private final Path folder;
  private final int trials;
  private final Connection owner;
  private final Map<String, Connection> drivers = new HashMap<>();

  /**
   * What was drawn.
   *
   * @param asked trials
   * @param shown values that had an error
   * @param within of them, those no further off than their error
   * @param nearer of them, those that are nearer: without the ends of the interval
   * @param unknown values without an error, or none
   */
  record Drawn(int asked, int shown, int within, int nearer, int unknown) {
    double coverage() {
      return (double) within / shown;
    }

    double coverageWithoutEnds() {
      return (double) nearer / shown;
    }

    /** Of all trials, those that show a value which is further off than its error. */
    double misleading() {
      return (double) (shown - within) / asked;
    }
  }

  CoverageTrials(int people, Path folder) throws SQLException {
    this.folder = folder;
    this.trials = Math.min(MOST, ROWS / people);
    this.owner = DriverManager.getConnection("jdbc:" + url, "sa", "");
    try (Statement statement = owner.createStatement()) {
      statement.execute(
          """
          CREATE TABLE facts (unit INTEGER PRIMARY KEY, trial INTEGER NOT NULL, hidden INTEGER NOT NULL,
            part INTEGER NOT NULL, x INTEGER NOT NULL, s INTEGER NOT NULL, d DECIMAL(6, 2) NOT NULL,
            f DOUBLE PRECISION NOT NULL, v INTEGER, y INTEGER NOT NULL, z INTEGER NOT NULL);
          INSERT INTO facts SELECT u, MOD(u, %1$d), MOD(u, %1$d), MOD(i, 4), MOD(i * 13, 59) - 9, MOD(i * 11, 41) - 20,
            MOD(i * 17, 100) + 0.25, MOD(i * 29, 97) / 97.0, CASE WHEN MOD(i, 3) > 0 THEN MOD(i * 5, 31) END,
            MOD(i, 2), MOD(i * 13, 59) / 3 + MOD(i * 7, 20)
            FROM (SELECT CAST(x - 1 AS INTEGER) AS u, CAST((x - 1) / %1$d AS INTEGER) AS i
              FROM SYSTEM_RANGE(1, %2$d));
          CREATE TABLE visits (unit INTEGER NOT NULL, trial INTEGER NOT NULL, y INTEGER NOT NULL, x INTEGER NOT NULL);
          INSERT INTO visits SELECT unit, trial, MOD(k, 2), 10 * y + k FROM facts, (SELECT x AS k FROM SYSTEM_RANGE(1, 4))
            WHERE k <= CASE WHEN part = 0 THEN 4 ELSE part END;
          CREATE TABLE answers (unit INTEGER PRIMARY KEY, trial INTEGER NOT NULL, truth BOOLEAN NOT NULL,
            said BOOLEAN NOT NULL, x INTEGER NOT NULL);
          INSERT INTO answers SELECT unit, trial, MOD(x + 10, 3) = 0, FALSE, x FROM facts;
          """
              .formatted(trials, trials * people));
    }
  }

  private Connection driver(String noise) throws SQLException, IOException {
    Connection known = drivers.get(noise);
    if (known != null) {
      return known;
    }
    Path policy = Files.createTempDirectory(folder, "coverage").resolve("coverage.yaml");
    String keys =
        IntStream.range(0, trials).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-7, noise: %s}
        budget:   {epsilon: 1000000, delta: 0.9, renews: never}
        answers:  {reuse_for: PT0S}
        limits:   {max_epsilon_per_query: 100, timeout: PT60S, max_output_rows: 100000, max_listed_keys: 100000}
        schemas:
          PUBLIC:
            tables:
              FACTS:
                privacy_unit: UNIT
                columns:
                  UNIT: {}
                  TRIAL: {values: [%s]}
                  HIDDEN: {}
                  PART: {values: [0, 1, 2, 3]}
                  X: {lower: -10, upper: 50}
                  S: {lower: -20, upper: 20}
                  D: {lower: 0, upper: 100}
                  F: {lower: 0, upper: 1}
                  V: {lower: 0, upper: 30}
                  Y: {lower: 0, upper: 1}
                  Z: {lower: 0, upper: 40}
              VISITS:
                privacy_unit: UNIT
                max_rows_contributed: 3
                columns:
                  UNIT: {}
                  TRIAL: {values: [%2$s]}
                  Y: {lower: 0, upper: 1}
                  X: {lower: 0, upper: 20}
              ANSWERS:
                privacy_unit: UNIT
                columns:
                  UNIT: {}
                  TRIAL: {values: [%2$s]}
                  SAID: {values: [true, false], randomized_response: 0.2}
                  X: {lower: -10, upper: 50}
        """
            .formatted(noise, keys),
        UTF_8);
    Connection opened =
        DriverManager.getConnection(
            "jdbc:dp:" + url + ";dp.error_columns=true;dp.policy=" + policy, "sa", "");
    drivers.put(noise, opened);
    return opened;
  }

  /** The exact value. */
  private double exact(Coverage coverage) throws SQLException {
    try (Statement statement = owner.createStatement();
        ResultSet answer = statement.executeQuery("SELECT " + coverage.exact())) {
      answer.next();
      return answer.getDouble(1);
    }
  }

  /**
   * Draws values and their errors.
   *
   * @param number trials that are asked for, at least
   */
  Drawn draw(Coverage coverage, int number) throws SQLException, IOException {
    double exact = exact(coverage);
    int shown = 0;
    int within = 0;
    int nearer = 0;
    int unknown = 0;
    int asked = 0;
    for (; asked < number; asked += trials) {
      report();
      try (Statement statement = driver(coverage.terms().noise()).createStatement();
          ResultSet answer =
              statement.executeQuery(
                  "SELECT /*+ DP(epsilon="
                      + coverage.terms().epsilon()
                      + ") */ "
                      + coverage.query())) {
        while (answer.next()) {
          Number value = (Number) answer.getObject(2);
          Number error = (Number) answer.getObject(3);
          if (value == null || error == null) {
            unknown++;
            continue;
          }
          double off = Math.abs(value.doubleValue() - exact);
          boolean whole = value instanceof Long && exact == Math.rint(exact);
          double most = whole ? Math.floor(error.doubleValue()) : error.doubleValue();
          shown++;
          within += off <= most * (1 + CLOSE) ? 1 : 0;
          nearer += off < most * (1 - CLOSE) ? 1 : 0;
        }
      }
    }
    return new Drawn(asked, shown, within, nearer, unknown);
  }

  /** Each person's answer is flipped anew. */
  private void report() throws SQLException {
    try (Statement statement = owner.createStatement()) {
      statement.execute(
          "UPDATE answers SET said = CASE WHEN RAND() < 0.2 THEN NOT truth ELSE truth END");
    }
  }

  @Override
  public void close() throws SQLException {
    for (Connection driver : drivers.values()) {
      driver.close();
    }
    Objects.requireNonNull(owner).close();
  }
}
