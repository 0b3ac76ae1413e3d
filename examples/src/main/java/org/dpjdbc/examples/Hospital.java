package org.dpjdbc.examples;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A fictitious hospital: the same 100,000 patients and 300,000 visits every time, computed from
 * their numbers alone.
 */
public final class Hospital {
  static final int PATIENTS = 100_000;
  static final int VISITS = 300_000;

  /** One region has a single inhabitant: partition selection will not show it. */
  private static final String PATIENTS_ROWS =
      """
       AS SELECT ID, 'Patient ' || ID, AGE, CASE WHEN WOMAN THEN 'F' ELSE 'M' END,
        CASE WHEN ID = 4711 THEN 'Lighthouse'
          ELSE ARRAY['North', 'South', 'East', 'West', 'Islands'][1 + MOD(DRAWN(ID, 4, 12), 5)] END,
        CASE WHEN WOMAN THEN 55 ELSE 67 END + DRAWN(ID, 5, 300) / 10e0
          + CASE WHEN AGE > 30 THEN 6.5 ELSE 0 END,
        DRAWN(ID, 6, 100) < CASE WHEN AGE > 18 THEN 21 ELSE 2 END
      FROM (SELECT X AS ID, (DRAWN(X, 1, 100) + DRAWN(X, 2, 100)) / 2 AS AGE,
          DRAWN(X, 3, 1000) < 508 AS WOMAN
        FROM SYSTEM_RANGE(1, %d))""";

  private static final String DISEASES_ROWS =
      """
       AS VALUES
        ('E11', 'Metabolic', 'Type 2 diabetes'),
        ('F32', 'Mental', 'Depressive episode'),
        ('G43', 'Nervous system', 'Migraine'),
        ('I10', 'Circulatory', 'Hypertension'),
        ('I21', 'Circulatory', 'Heart attack'),
        ('J45', 'Respiratory', 'Asthma'),
        ('K35', 'Digestive', 'Appendicitis'),
        ('M54', 'Musculoskeletal', 'Back pain')""";

  private static final String VISITS_ROWS =
      """
       AS SELECT X, 1 + LEAST(DRAWN(X, 13, %d), DRAWN(X, 14, %d)),
        DATEADD(DAY, DRAWN(X, 15, 1825), DATE '2021-01-01'),
        20 + (DRAWN(X, 16, 40000) + DRAWN(X, 17, 40000)) / 100.00,
        ARRAY['E11', 'F32', 'G43', 'I10', 'I21', 'J45', 'K35', 'M54'][
          1 + MOD(LEAST(DRAWN(X, 11, 8), DRAWN(X, 12, 10)), 8)]
      FROM SYSTEM_RANGE(1, %d)""";

  private Hospital() {}

  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE ALIAS DRAWN FOR 'org.dpjdbc.examples.Hospital.drawn'");
      statement.execute(
          "CREATE TABLE PATIENTS (PATIENT_ID INTEGER PRIMARY KEY, NAME VARCHAR(30) NOT NULL,"
              + " AGE INTEGER NOT NULL, SEX VARCHAR(1) NOT NULL, REGION VARCHAR(20) NOT NULL,"
              + " WEIGHT DOUBLE PRECISION, SMOKER BOOLEAN NOT NULL)"
              + PATIENTS_ROWS.formatted(PATIENTS));
      statement.execute(
          "CREATE TABLE DISEASES (CODE VARCHAR(5) PRIMARY KEY, CHAPTER VARCHAR(30) NOT NULL,"
              + " LABEL VARCHAR(40) NOT NULL)"
              + DISEASES_ROWS);
      statement.execute(
          "CREATE TABLE VISITS (VISIT_ID INTEGER PRIMARY KEY, PATIENT_ID INTEGER NOT NULL,"
              + " AT DATE NOT NULL, COST NUMERIC(8, 2) NOT NULL, ICD VARCHAR(5) NOT NULL)"
              + VISITS_ROWS.formatted(PATIENTS, 3 * PATIENTS, VISITS));
      statement.execute("ALTER TABLE VISITS ADD FOREIGN KEY (PATIENT_ID) REFERENCES PATIENTS");
      statement.execute("ALTER TABLE VISITS ADD FOREIGN KEY (ICD) REFERENCES DISEASES");
      statement.execute("DROP ALIAS DRAWN");
      statement.execute("CREATE USER ANN PASSWORD 'secret'");
      statement.execute("GRANT SELECT ON SCHEMA PUBLIC TO ANN");
    }
  }

  /**
   * A fixed, even-looking number from 0 to below {@code limit} (the finaliser of SplitMix64).
   *
   * @param id of a row
   * @param question which of the row's numbers
   * @param limit positive
   */
  public static int drawn(int id, int question, int limit) {
    long z = id * 0x9E3779B97F4A7C15L + question * 0xD1B54A32D192ED03L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return (int) Math.floorMod(z ^ (z >>> 31), (long) limit);
  }
}
