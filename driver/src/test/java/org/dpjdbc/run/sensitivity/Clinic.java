package org.dpjdbc.run.sensitivity;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.dpjdbc.plan.Planner;
import org.dpjdbc.plan.PrivacyRequest;
import org.dpjdbc.plan.PrivatePlan;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyCheck;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.run.ExactAnswers;
import org.dpjdbc.run.LiveSchemaReader;
import org.dpjdbc.sql.Algebra;
import org.dpjdbc.sql.BackendDialect;
import org.dpjdbc.sql.Catalog;
import org.dpjdbc.sql.ParsedQuery;
import org.dpjdbc.sql.QueryReader;
import org.jspecify.annotations.Nullable;

/**
 * A clinic of three private tables: prescriptions hang on visits, visits on patients. No foreign
 * key is enforced, so that there are visits without a patient, prescriptions without a visit, and
 * NULL in the place of either; of a unit, all rows of all tables can be taken out.
 */
final class Clinic implements AutoCloseable {
  private static final BackendDialect DIALECT = BackendDialect.of("H2").orElseThrow();
  private static final int PEOPLE = 5;
  private static final int VISITS = 14;
  private static final int PRESCRIPTIONS = 22;
  private static final int DEALS = 8;
  private static final int FIRST_SELLER = 200;

  private static final List<String> DDL =
      List.of(
          "CREATE TABLE DISEASES (ICD VARCHAR(4), CHAPTER VARCHAR(9), SEVERITY INTEGER)",
          "INSERT INTO DISEASES VALUES ('A', 'x', 1), ('B', 'y', 2), ('B', 'x', 3), (NULL, 'z', 4)",
          "CREATE TABLE REGIONS (CODE VARCHAR(2) PRIMARY KEY, NAME VARCHAR(9) NOT NULL)",
          "INSERT INTO REGIONS VALUES ('N', 'north'), ('S', 'south'), ('E', 'east')",
          "CREATE TABLE PATIENTS (PID INTEGER PRIMARY KEY, AGE INTEGER, SEX VARCHAR(1), REGION VARCHAR(2))",
          "CREATE TABLE VISITS (VID INTEGER PRIMARY KEY, PID INTEGER, COST INTEGER, ICD VARCHAR(4), URGENT BOOLEAN)",
          "CREATE TABLE PRESCRIPTIONS (VID INTEGER, DRUG VARCHAR(3), DOSE INTEGER)",
          "CREATE TABLE DEALS (BUYER INTEGER, SELLER INTEGER PRIMARY KEY, PRICE INTEGER, MODE VARCHAR(1))");

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-6}
      schemas:
        PUBLIC:
          tables:
            DISEASES: {public: true, columns: {ICD: {}, CHAPTER: {}, SEVERITY: {lower: 0, upper: 5}}}
            REGIONS: {public: true}
            PATIENTS:
              privacy_unit: PID
              columns: {PID: {}, AGE: {lower: 0, upper: 100}, SEX: {values: [F, M]}, REGION: {}}
            VISITS:
              privacy_unit: {column: PID, references: PATIENTS.PID}
              max_rows_contributed: 2
              max_groups_contributed: 2
              columns: {VID: {}, PID: {}, COST: {lower: -5, upper: 9}, ICD: {}, URGENT: {}}
            PRESCRIPTIONS:
              privacy_unit: {column: VID, references: VISITS.VID}
              max_rows_contributed: 3
              max_groups_contributed: 2
              columns: {VID: {}, DRUG: {values: [a, b]}, DOSE: {lower: 0, upper: 4, sum_per_unit: {lower: 1, upper: 5}}}
            DEALS:
              privacy_units: [{column: BUYER, references: PATIENTS.PID}, SELLER]
              max_rows_contributed: 2
              max_groups_contributed: 2
              columns: {BUYER: {}, SELLER: {}, PRICE: {lower: -2, upper: 7, sum_per_unit: {lower: -3, upper: 3}}, MODE: {values: [x, y]}}
      """;

  private final Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
  private final LiveSchema live;
  private final Policy policy;
  private final ExactAnswers answers;

  Clinic() throws SQLException, PolicyException {
    try (Statement statement = connection.createStatement()) {
      for (String ddl : DDL) {
        statement.execute(ddl);
      }
    }
    this.live = LiveSchemaReader.read(connection, List.of("PUBLIC"));
    this.policy = PolicyCheck.check(PolicyFile.parse("clinic", POLICY), live);
    this.answers = ExactAnswers.over(connection, DIALECT);
  }

  ExactAnswers answers() {
    return answers;
  }

  PrivatePlan plan(String sql) {
    Catalog catalog = new Catalog(policy, live, DIALECT, "PUBLIC");
    ParsedQuery query = new QueryReader(DIALECT.parserSettings()).read(sql);
    return Algebra.located(
        query,
        () ->
            new Planner(catalog)
                .plan(
                    new Algebra(catalog).translate(query, List.of(), "analyst"),
                    PrivacyRequest.of(
                        policy, Optional.empty(), Optional.empty(), query.options())));
  }

  /**
   * Fills the tables.
   *
   * @param seed that the rows are a function of
   * @param without units whose rows are left out; those of others do not depend on it
   * @return the units that can be left out: patients, a key that no patient has, and sellers
   */
  List<Integer> fill(long seed, List<Integer> without) throws SQLException {
    Random random = new Random(seed);
    try (Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM PATIENTS");
      statement.execute("DELETE FROM VISITS");
      statement.execute("DELETE FROM PRESCRIPTIONS");
      statement.execute("DELETE FROM DEALS");
    }
    int most = 1 + random.nextInt(PEOPLE);
    for (int pid = 1; pid <= most; pid++) {
      List<@Nullable Object> row = new ArrayList<>();
      row.add(pid);
      row.add(pick(random, 0, 50, 100, 999, null));
      row.add(pick(random, "F", "M", "X", null));
      row.add(pick(random, "N", "S", "Q", null));
      insert("PATIENTS", row, !without.contains(pid));
    }
    List<@Nullable Object> visitors = new ArrayList<>();
    for (int vid = 1; vid <= VISITS; vid++) {
      // half of the visits are one person's; 77 has no patient
      Object pid = pick(random, 1, 1, 1, 2, most, 77, null);
      visitors.add(pid);
      List<@Nullable Object> row = new ArrayList<>();
      row.add(vid);
      row.add(pid);
      row.add(pick(random, -9, -5, 0, 9, 9, 30, null));
      row.add(pick(random, "A", "B", "B", "C", null));
      row.add(pick(random, true, false, null));
      insert("VISITS", row, pid == null || !without.contains(pid));
    }
    for (int i = 0; i < PRESCRIPTIONS; i++) {
      // more than half on few visits; 99 is no visit
      Integer vid = (Integer) pick(random, 1, 1, 2, 3, 4, 1 + random.nextInt(VISITS), 99, null);
      List<@Nullable Object> row = new ArrayList<>();
      row.add(vid);
      row.add(pick(random, "a", "b", "c", null));
      row.add(pick(random, 0, 4, 4, 9, -1, null));
      Object pid = vid == null || vid > VISITS ? null : visitors.get(vid - 1);
      insert("PRESCRIPTIONS", row, pid == null || !without.contains(pid));
    }
    List<Integer> units = new ArrayList<>();
    for (int pid = 1; pid <= most; pid++) {
      units.add(pid);
    }
    units.add(77);
    for (int seller = FIRST_SELLER; seller < FIRST_SELLER + DEALS; seller++) {
      Object buyer = pick(random, 1, 1, 1, 2, most, 77, null);
      List<@Nullable Object> row = new ArrayList<>();
      row.add(buyer);
      row.add(seller);
      row.add(pick(random, -9, 7, 7, 2, 30, null));
      row.add(pick(random, "x", "y", "z", null));
      boolean bought = buyer == null || !without.contains(buyer);
      insert("DEALS", row, bought && !without.contains(seller));
      units.add(seller);
    }
    return units;
  }

  private static @Nullable Object pick(Random random, @Nullable Object... values) {
    return values[random.nextInt(values.length)];
  }

  private void insert(String table, List<@Nullable Object> row, boolean there) throws SQLException {
    if (!there) {
      return;
    }
    String marks = "?" + ", ?".repeat(row.size() - 1);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + table + " VALUES (" + marks + ")")) {
      for (int i = 0; i < row.size(); i++) {
        insert.setObject(i + 1, row.get(i));
      }
      insert.executeUpdate();
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
