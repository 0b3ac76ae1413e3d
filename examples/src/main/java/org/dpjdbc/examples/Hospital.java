package org.dpjdbc.examples;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;

/**
 * A fictitious hospital: the same 100,000 patients and 300,000 visits every time, computed from
 * their numbers alone.
 */
final class Hospital {
  static final int PATIENTS = 100_000;
  static final int VISITS = 300_000;

  private static final int BATCH = 5_000;
  private static final String[] REGIONS = {"North", "South", "East", "West", "Islands"};
  private static final String[][] DISEASES = {
    {"E11", "Metabolic", "Type 2 diabetes"},
    {"F32", "Mental", "Depressive episode"},
    {"G43", "Nervous system", "Migraine"},
    {"I10", "Circulatory", "Hypertension"},
    {"I21", "Circulatory", "Heart attack"},
    {"J45", "Respiratory", "Asthma"},
    {"K35", "Digestive", "Appendicitis"},
    {"M54", "Musculoskeletal", "Back pain"}
  };

  private Hospital() {}

  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE PATIENTS (PATIENT_ID INTEGER PRIMARY KEY, NAME VARCHAR(30) NOT NULL,"
              + " AGE INTEGER NOT NULL, SEX VARCHAR(1) NOT NULL, REGION VARCHAR(20) NOT NULL,"
              + " WEIGHT DOUBLE PRECISION, SMOKER BOOLEAN NOT NULL)");
      statement.execute(
          "CREATE TABLE DISEASES (CODE VARCHAR(5) PRIMARY KEY, CHAPTER VARCHAR(30) NOT NULL,"
              + " LABEL VARCHAR(40) NOT NULL)");
      statement.execute(
          "CREATE TABLE VISITS (VISIT_ID INTEGER PRIMARY KEY, PATIENT_ID INTEGER NOT NULL,"
              + " AT DATE NOT NULL, COST NUMERIC(8, 2) NOT NULL, ICD VARCHAR(5) NOT NULL,"
              + " FOREIGN KEY (PATIENT_ID) REFERENCES PATIENTS,"
              + " FOREIGN KEY (ICD) REFERENCES DISEASES)");
    }
    connection.setAutoCommit(false);
    diseases(connection);
    patients(connection);
    visits(connection);
    connection.commit();
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE USER ANN PASSWORD 'secret'");
      statement.execute("GRANT SELECT ON SCHEMA PUBLIC TO ANN");
    }
  }

  private static void diseases(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO DISEASES VALUES (?, ?, ?)")) {
      for (String[] disease : DISEASES) {
        for (int i = 0; i < disease.length; i++) {
          insert.setString(i + 1, disease[i]);
        }
        insert.executeUpdate();
      }
    }
  }

  private static void patients(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO PATIENTS VALUES (?, ?, ?, ?, ?, ?, ?)")) {
      for (int id = 1; id <= PATIENTS; id++) {
        int age = (below(id, 1, 100) + below(id, 2, 100)) / 2;
        boolean woman = below(id, 3, 1000) < 508;
        insert.setInt(1, id);
        insert.setString(2, "Patient " + id);
        insert.setInt(3, age);
        insert.setString(4, woman ? "F" : "M");
        insert.setString(5, region(id));
        insert.setDouble(6, (woman ? 55 : 67) + below(id, 5, 300) / 10.0 + (age > 30 ? 6.5 : 0));
        insert.setBoolean(7, below(id, 6, 100) < (age > 18 ? 21 : 2));
        add(insert, id);
      }
      insert.executeBatch();
    }
  }

  /** One region has a single inhabitant: partition selection will not show it. */
  private static String region(int id) {
    return id == 4711 ? "Lighthouse" : REGIONS[below(id, 4, 12) % REGIONS.length];
  }

  private static void visits(Connection connection) throws SQLException {
    LocalDate first = LocalDate.of(2021, 1, 1);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO VISITS VALUES (?, ?, ?, ?, ?)")) {
      for (int id = 1; id <= VISITS; id++) {
        String icd = DISEASES[Math.min(below(id, 11, 8), below(id, 12, 10)) % DISEASES.length][0];
        insert.setInt(1, id);
        insert.setInt(2, 1 + Math.min(below(id, 13, PATIENTS), below(id, 14, 3 * PATIENTS)));
        insert.setObject(3, first.plusDays(below(id, 15, 5 * 365)));
        insert.setBigDecimal(
            4, BigDecimal.valueOf(2_000 + below(id, 16, 40_000) + below(id, 17, 40_000), 2));
        insert.setString(5, icd);
        add(insert, id);
      }
      insert.executeBatch();
    }
  }

  private static void add(PreparedStatement insert, int id) throws SQLException {
    insert.addBatch();
    if (id % BATCH == 0) {
      insert.executeBatch();
    }
  }

  /** A fixed, even-looking number from 0 to below {@code limit} (the finaliser of SplitMix64). */
  private static int below(int id, int question, int limit) {
    long z = id * 0x9E3779B97F4A7C15L + question * 0xD1B54A32D192ED03L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return (int) Math.floorMod(z ^ (z >>> 31), (long) limit);
  }
}
