package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.junit.jupiter.api.Test;

/**
 * What no rule foresees: ages were of type INTEGER when the queries were planned, and are of one
 * that holds more when they are asked, so that to compute with the ages of some people fails.
 */
class TryRowsTest {
  private static final List<String> QUERIES =
      List.of(
          "SELECT COUNT(*) FROM patients WHERE age * age > 400 AND weight > 60",
          "SELECT SUM(age * 2) FROM patients",
          "SELECT AVG(age * 2), COUNT(*) FROM patients WHERE age * 3 > 0",
          "SELECT AVG(COALESCE(age, 0) * 2) FROM patients",
          "SELECT VAR_POP(age * 2) FROM patients",
          "SELECT REGR_AVGX(weight, age * 2) FROM patients",
          "SELECT CORR(age * 2, weight) FROM patients",
          "SELECT AVG(CASE WHEN age * 3 > 200 THEN weight END) FROM patients",
          "SELECT AVG(y) FROM (SELECT age + 1 AS y FROM patients) t WHERE y * 2 > 30",
          "SELECT sex, SUM(age * 2) FROM patients WHERE age * 3 > 100 GROUP BY sex");

  /** People whose age fails are as good as not there, whoever else is read with them. */
  @Test
  void rowThatFailsCountsForNothing() throws SQLException {
    try (TestDatabase database = TestBackends.called("DuckDB").create()) {
      Clinic clinic = new Clinic(database);
      database.run("ALTER TABLE PATIENTS ALTER AGE TYPE HUGEINT");
      database.run(
          "INSERT INTO PATIENTS (PATIENT_ID, AGE, SEX, WEIGHT) SELECT i,"
              + " CASE WHEN i IN (0, 2047, 2048, 7000) OR i BETWEEN 4096 AND 6143"
              + " THEN 100000000000000000000 ELSE i % 100 END,"
              + " CASE WHEN i % 3 > 0 THEN 'F' ELSE 'M' END, 50 + i % 50 FROM range(9000) r(i)");
      List<List<String>> withThem = new ArrayList<>();
      for (String query : QUERIES) {
        String sql = pushed(clinic, query);
        assertThatThrownBy(() -> asked(database, sql.replace("TRY(", "(")))
            .as(query)
            .isInstanceOf(SQLException.class);
        withThem.add(asked(database, sql));
      }
      database.run("DELETE FROM PATIENTS WHERE AGE > 1000");
      for (int i = 0; i < QUERIES.size(); i++) {
        assertThat(withThem.get(i))
            .as(QUERIES.get(i))
            .isNotEmpty()
            .isEqualTo(asked(database, pushed(clinic, QUERIES.get(i))));
      }
    }
  }

  private static String pushed(Clinic clinic, String query) {
    return clinic.plan(query).frontiers().get(0).queries().get(0).sql();
  }

  private static List<String> asked(TestDatabase database, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = database.owner().createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.append(result.getString(i)).append(' ');
        }
        rows.add(row.toString());
      }
    }
    return rows.stream().sorted().toList();
  }
}
