package org.dpjdbc.it.bench;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The time of the questions of {@link JointErrors} through the driver over that of the same
 * questions asked of the database, on a million rows.
 */
final class JointRatios {
  private static final int PEOPLE = 1_000_000;
  private static final int VISITORS = 100_000;

  /** {@code -Dchosen.databases=H2,DuckDB,PostgreSQL}. */
  private static final List<String> DATABASES = Resources.listed("chosen.databases");

  private JointRatios() {}

  /** Measures; the answer is a table for each database. */
  static List<String> measure() throws Exception {
    List<String> tables = new ArrayList<>();
    for (String name : DATABASES) {
      try (BenchDatabase database = BenchDatabase.open(name)) {
        database.beforeFilling();
        JointErrors.fill(database, PEOPLE, VISITORS);
        database.afterFilling();
        tables.add(Comparison.table(name + ": a million rows", measure(database)));
      }
    }
    return tables;
  }

  private static List<Comparison> measure(BenchDatabase database) throws Exception {
    List<Comparison> all = new ArrayList<>();
    try (Connection driver = database.driver(JointErrors.policy())) {
      for (JointErrors.Joint joint : JointErrors.questions()) {
        Question question =
            new Question(
                joint.what() + ", " + joint.noise(),
                joint.exact(),
                joint.noisy(),
                Optional.empty());
        all.add(Comparison.of(database, driver, question, /* target= */ ""));
        System.err.println(database.name() + " " + all.get(all.size() - 1));
      }
    }
    return all;
  }
}
