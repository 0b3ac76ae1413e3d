package org.dpjdbc.it.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The same queries on several shapes of data: the order of the rows, an index on the person, and
 * how many people are over the limit. Each shape differs from the first in one of them. People have
 * ten rows each, in several regions. Each query through the database's own driver, through this
 * one, and as SmartNoise would have it run.
 */
final class Shapes {
  /** {@code -Dshapes.databases=DuckDB,PostgreSQL}. */
  private static final List<String> DATABASES = Resources.listed("shapes.databases");

  /** {@code -Dshapes.rows=1000000}, at least a thousand: 1 % of the people have more. */
  private static final int ROWS = Integer.getInteger("shapes.rows", 1_000_000);

  private static final int ROWS_OF_ONE = 10;

  /** As many people have {@link #MORE_ROWS} beside their ten. */
  private static final int HEAVY = ROWS / ROWS_OF_ONE / 100;

  private static final int MORE_ROWS = 20;

  /**
   * A shape of data.
   *
   * @param name how it differs from the first
   * @param clustered whether the rows of a person lie together
   * @param indexed whether an index on the person is made
   * @param heavy whether 1 % of the people have three times as many rows
   * @param limit how many rows of a person count
   */
  private record Shape(String name, boolean clustered, boolean indexed, boolean heavy, int limit) {}

  private static final List<Shape> SHAPES =
      List.of(
          new Shape("scattered, index, nobody over", false, true, false, ROWS_OF_ONE),
          new Shape("clustered", true, true, false, ROWS_OF_ONE),
          new Shape("no index", false, false, false, ROWS_OF_ONE),
          new Shape("1 % over", false, true, true, ROWS_OF_ONE),
          new Shape("all over", false, true, false, ROWS_OF_ONE - 1));

  /** A query, with each clause at the beginning of a line. */
  private record Query(String name, String sql) {}

  private static final List<Query> QUERIES =
      List.of(
          new Query("filtered COUNT(*)", "SELECT COUNT(*) AS n\nFROM visits\nWHERE days < 30"),
          new Query("SUM", "SELECT SUM(amount) AS s\nFROM visits"),
          new Query(
              "SUM, 2 public groups", "SELECT kind, SUM(amount) AS s\nFROM visits\nGROUP BY kind"),
          new Query(
              "COUNT and SUM, 50 private groups",
              "SELECT region, COUNT(*) AS n, SUM(amount) AS s\nFROM visits\nGROUP BY region"));

  private static final Pattern COLUMN = Pattern.compile("\\b(kind|region|amount)\\b");

  private static final Map<String, List<String>> BOUNDS = Map.of("amount", List.of("0", "999"));

  private Shapes() {}

  /** Measures; the answer is a table for each database. */
  static List<String> measure() throws Exception {
    List<String> tables = new ArrayList<>();
    for (String name : DATABASES) {
      try (BenchDatabase database = BenchDatabase.open(name)) {
        tables.add(Comparison.table(name + ": visits", measure(database)));
      }
    }
    return tables;
  }

  /** All shapes of a query, then those of the next. */
  private static List<Comparison> measure(BenchDatabase database) throws IOException, SQLException {
    // A process is slow at first, which would be taken for the first shape's.
    measure(database, SHAPES.get(0));
    List<List<Comparison>> byShape = new ArrayList<>();
    for (Shape shape : SHAPES) {
      byShape.add(measure(database, shape));
    }
    return IntStream.range(0, QUERIES.size())
        .boxed()
        .flatMap(query -> byShape.stream().map(all -> all.get(query)))
        .toList();
  }

  /** All queries of a shape. */
  private static List<Comparison> measure(BenchDatabase database, Shape shape)
      throws IOException, SQLException {
    fill(database, shape);
    String policy =
        Resources.read("shapes.yaml").replace("${limit}", Integer.toString(shape.limit()));
    Numbered numbered = new Numbered(COLUMN, BOUNDS, "visits", "person", shape.limit());
    List<Comparison> all = new ArrayList<>();
    // What indexes there are is read when a connection is opened.
    try (Connection driver = database.driver(policy)) {
      for (Query query : QUERIES) {
        Question question =
            new Question(
                query.name() + ": " + shape.name(),
                query.sql(),
                query.sql(),
                Optional.of(numbered.of(query.sql())));
        Comparison comparison = Comparison.of(database, driver, question, /* target= */ "");
        System.err.println(database.name() + " " + comparison);
        all.add(comparison);
      }
    }
    return all;
  }

  /**
   * What is in a row follows from its place among all rows by person; where it lies depends on the
   * shape. How many rows there are shares no factor with the prime between the places of
   * neighbours.
   */
  private static void fill(BenchDatabase database, Shape shape) throws SQLException {
    int rows = shape.heavy() ? ROWS + MORE_ROWS * HEAVY : ROWS;
    database.beforeFilling();
    database.run("DROP TABLE IF EXISTS visits");
    database.run(
        """
        CREATE TABLE visits AS
        SELECT
          CAST(CASE WHEN place < %1$d THEN FLOOR(place / %2$d)
            ELSE MOD(place, %3$d) * 100 END AS INTEGER) AS person,
          CAST(MOD(MOD(place * 15485863, 1000003), 100) AS INTEGER) AS days,
          CAST(CASE WHEN MOD(MOD(place * 49979687, 1000037), 2) = 0 THEN 'IN'
            ELSE 'OUT' END AS VARCHAR(3)) AS kind,
          CAST('R' || CAST(FLOOR(50 * POWER(MOD(place * 32452843, 1000033) / 1000033.0, 3))
            AS INTEGER) AS VARCHAR(3)) AS region,
          CAST(MOD(MOD(place * 67867967, 1000039), 1000) AS INTEGER) AS amount
        FROM (SELECT CAST(%4$s AS BIGINT) AS place FROM %5$s) AS places
        """
            .formatted(
                ROWS,
                ROWS_OF_ONE,
                HEAVY,
                shape.clustered() ? "i - 1" : "MOD(i * 104729, " + rows + ")",
                database.numbers(rows)));
    database.run("ALTER TABLE visits ALTER COLUMN person SET NOT NULL");
    if (shape.indexed()) {
      database.run("CREATE INDEX visits_person ON visits (person)");
    }
    database.afterFilling();
  }
}
