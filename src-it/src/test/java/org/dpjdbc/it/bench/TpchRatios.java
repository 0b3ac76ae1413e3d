package org.dpjdbc.it.bench;

import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.it.tpch.Tpch;
import org.dpjdbc.it.tpch.TpchFiles;
import org.dpjdbc.it.tpch.Verdicts;

/**
 * TPC-H with the customer as the person, on several databases: the queries that are answered with
 * noise, 25 queries of the kind that dashboards ask of the line items alone, and some where the
 * customer's key stands in each line item. Each through the database's own driver, through this
 * one, and as SmartNoise would have it run.
 */
final class TpchRatios {
  /** Those asked for with {@code -Dtpch.databases=DuckDB,H2-file}. */
  private static final List<String> DATABASES = Resources.listed("tpch.databases");

  /** Those asked for with {@code -Dtpch.queries=Q1,B13}; all where none is. */
  private static final List<String> QUERIES = Resources.listed("tpch.queries");

  private static final BigDecimal SCALE = new BigDecimal(System.getProperty("tpch.scale", "1"));

  /** Of the cluster, whose workers share this machine. */
  private static final BigDecimal SMALL_SCALE = SCALE.movePointLeft(1);

  private static final String BY_CUSTOMER =
      "CREATE TABLE lineitem_by_customer AS SELECT o_custkey AS l_custkey, lineitem.*"
          + " FROM lineitem JOIN orders ON l_orderkey = o_orderkey";

  /** How many rows of a person count: the policy's. */
  private static final int ROWS = 250;

  /** And where they are clipped. */
  private static final int CLIPPED_ROWS = 110;

  /** What hand-written SQL of the same guarantee has been seen to reach. */
  private static final Map<String, Map<String, String>> TARGETS =
      Map.of(
          "PostgreSQL",
          Map.of("Q1", "3.8", "Q5", "0.9", "Q6", "1.8", "Q14", "1.7", "Q19", "1.0", "C1", "3.3"),
          "DuckDB",
          Map.of("Q1", "5.6", "Q5", "1.0", "Q6", "4.5", "Q14", "2.8", "Q19", "1.1", "C1", "7.3"));

  private TpchRatios() {}

  /** Measures; the answer is a table for each database and kind of query. */
  static List<String> measure() throws Exception {
    List<String> tables = new ArrayList<>();
    try (Folder folder = Folder.make("tpch")) {
      Optional<TpchFiles> files = Optional.empty();
      for (String name : DATABASES) {
        try (BenchDatabase database = BenchDatabase.open(name)) {
          if (database.generates()) {
            generate(database);
          } else {
            if (files.isEmpty()) {
              files = Optional.of(TpchFiles.write(folder.path(), SCALE.doubleValue()));
            }
            load(database, files.orElseThrow());
          }
          tables.addAll(measure(database));
        }
      }
    }
    return tables;
  }

  /** Where no key is enforced, nothing can hang on orders: line items hold the customer's key. */
  private static void generate(BenchDatabase database) throws SQLException {
    for (String table : TpchFiles.tables()) {
      database.run(Tpch.generate(table, SMALL_SCALE));
    }
    database.run(BY_CUSTOMER);
    database.run("DROP TABLE lineitem");
    database.run("CREATE TABLE lineitem AS SELECT * FROM lineitem_by_customer");
  }

  private static String policy(BenchDatabase database) {
    return database.generates()
        ? Tpch.policy()
            .replace(
                "{column: L_ORDERKEY, references: ORDERS.O_ORDERKEY}",
                "{column: L_CUSTKEY, references: CUSTOMER.C_CUSTKEY}")
            .replace(
                "          L_ORDERKEY: {}", "          L_CUSTKEY: {}\n          L_ORDERKEY: {}")
        : Tpch.policy();
  }

  static void load(BenchDatabase database, TpchFiles files) throws SQLException {
    database.beforeFilling();
    if (database.relatesLater()) {
      Tpch.createUnrelated(database.owner());
    } else {
      Tpch.create(database.owner());
    }
    for (String table : TpchFiles.tables()) {
      database.copy(table, files.of(table), TpchFiles.width(table));
    }
    if (database.relatesLater()) {
      Tpch.relate(database.owner());
    }
    database.run(BY_CUSTOMER);
    database.run("ALTER TABLE lineitem_by_customer ALTER COLUMN l_custkey SET NOT NULL");
    database.afterFilling();
  }

  private static List<String> measure(BenchDatabase database) throws IOException, SQLException {
    List<String> tables = new ArrayList<>();
    String where =
        database.name() + ", scale " + (database.generates() ? SMALL_SCALE : SCALE) + ": ";
    try (Connection driver = database.driver(policy(database))) {
      tables.add(measure(database, driver, where + "TPC-H", specified()));
      tables.add(
          measure(
              database,
              driver,
              where + "line items",
              SingleTable.read(
                  "lineitem.sql",
                  "lineitem JOIN orders ON l_orderkey = o_orderkey",
                  "o_custkey",
                  ROWS)));
    }
    String policy = Resources.read("lineitem_by_customer.yaml");
    try (Connection driver = database.driver(policy)) {
      tables.add(
          measure(
              database,
              driver,
              where + "line items with their customer",
              SingleTable.read(
                  "lineitem_by_customer.sql", "lineitem_by_customer", "l_custkey", CLIPPED_ROWS)));
    }
    return tables;
  }

  /** The queries of the specification that are answered with noise. */
  private static List<Question> specified() {
    return Verdicts.read().stream()
        .filter(Verdicts.Verdict::noisy)
        .map(
            query ->
                new Question(
                    query.toString(),
                    // The one in the standard's words that PostgreSQL and DuckDB do not know.
                    query.sql().replace("day (3)", "day"),
                    query.sql(),
                    Tpch.numbered(query.number())))
        .toList();
  }

  private static String measure(
      BenchDatabase database, Connection driver, String title, List<Question> questions) {
    List<Comparison> all = new ArrayList<>();
    for (Question question : questions) {
      String key = question.name().split(" ")[0];
      if (QUERIES.isEmpty() || QUERIES.contains(key)) {
        String target = TARGETS.getOrDefault(database.name(), Map.of()).getOrDefault(key, "");
        Comparison comparison = Comparison.of(database, driver, question, target);
        System.err.println(database.name() + " " + comparison);
        all.add(comparison);
      }
    }
    return Comparison.table(title, all);
  }
}
