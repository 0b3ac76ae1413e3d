package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.rows.Cancellation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated questions, each written in many ways: the first is charged, and the others are free.
 * Those that differ in one condition, value, key or measure are charged. There is no noise, so that
 * each answer must be what the database itself says.
 */
class RewrittenQueriesTest {
  private static final int WAYS = 10;
  private static final List<String> TOWNS = List.of("Bonn", "Kiel", "Köln", "Ulm");

  @TempDir private Path folder;
  private TestDatabase database;
  private Connection raw;
  private DpSession session;
  private final Random random = new Random(47);
  private final Set<Question> asked = new HashSet<>();

  /**
   * What is asked.
   *
   * @param keys columns
   * @param measures by their labels
   * @param older ages are above it
   * @param towns that are listed; none if all count
   * @param since dates are not before it
   * @param not a pay that does not count
   * @param rich pays above it are counted by a measure
   * @param orNull whether rows of no town count as well
   */
  private record Question(
      Set<String> keys,
      Set<String> measures,
      int older,
      Set<String> towns,
      LocalDate since,
      int not,
      int rich,
      boolean orNull) {}

  @BeforeEach
  void open() throws SQLException, IOException {
    database = TestBackends.called("H2").create();
    database.load(
        """
        CREATE TABLE PEOPLE (ID INTEGER PRIMARY KEY, AGE INTEGER, TOWN VARCHAR(20), SEX VARCHAR(1),
          KIND VARCHAR(1), BORN DATE, PAY INTEGER);
        INSERT INTO PEOPLE SELECT X, CASE MOD(X, 17) WHEN 0 THEN NULL ELSE MOD(X * 7, 100) END,
          CASE MOD(X, 5) WHEN 0 THEN 'Bonn' WHEN 1 THEN 'Kiel' WHEN 2 THEN 'Köln' WHEN 3 THEN 'Ulm' END,
          CASE MOD(X, 3) WHEN 0 THEN 'F' ELSE 'M' END, CASE MOD(X, 7) WHEN 0 THEN 'a' ELSE 'b' END,
          DATEADD('DAY', MOD(X * 13, 1000), DATE '2020-01-01'),
          CASE MOD(X, 19) WHEN 0 THEN NULL ELSE MOD(X * 11, 500) END FROM SYSTEM_RANGE(0, 2999);
        """);
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 1000000, delta: 0.9}
            answers: {reuse_for: PT1H}
            schemas:
              PUBLIC:
                tables:
                  PEOPLE:
                    privacy_unit: ID
                    columns:
                      ID: {}
                      AGE: {lower: 0, upper: 120}
                      TOWN: {}
                      SEX: {values: [F, M]}
                      KIND: {values: [a, b]}
                      BORN: {lower: 1900-01-01, upper: 2030-12-31}
                      PAY: {lower: 0, upper: 500}
            """));
    session = (DpSession) Noiseless.connect(database, policy);
    raw = database.connect();
  }

  @AfterEach
  void close() throws SQLException {
    session.close();
    raw.close();
    database.close();
  }

  @Test
  void whatIsAskedAgainIsFree() throws Exception {
    int all = SuiteCases.REWRITTEN_QUERIES.number();
    List<String> charged = new ArrayList<>();
    for (int i = 0; i < all / WAYS; i++) {
      Question question = question();
      check(written(question));
      for (int way = 1; way < WAYS; way++) {
        String sql = written(question);
        if (check(sql)) {
          charged.add(sql);
        }
      }
    }
    // A cast to FLOAT is not one to DOUBLE PRECISION, though most databases hold both alike.
    assertThat(charged).hasSizeLessThanOrEqualTo(all / 20);
  }

  @Test
  void whatDiffersInOnePlaceIsAnotherQuestion() throws Exception {
    for (int i = 0; i < SuiteCases.REWRITTEN_QUERIES.number() / WAYS; i++) {
      Question question = question();
      check(written(question));
      asked.add(question);
      for (int way = 0; way < WAYS; way++) {
        Question other = mutated(question);
        String sql = written(other);
        boolean isNew = asked.add(other);
        boolean isCharged = check(sql);
        assertThat(isCharged || !isNew).as(sql).isTrue();
      }
    }
  }

  /** Whatever order the keys of a plan have. */
  @Test
  void groupsAreListedInTheOrderOfTheQuerysKeys() {
    assertThat(firstColumn("SELECT sex, kind, COUNT(*) FROM people GROUP BY sex, kind"))
        .containsExactly("F", "F", "F", "M", "M", "M", null, null, null);
    assertThat(firstColumn("SELECT kind, sex, COUNT(*) FROM people GROUP BY kind, sex"))
        .containsExactly("a", "a", "a", "b", "b", "b", null, null, null);
  }

  private List<@Nullable String> firstColumn(String sql) {
    Answer answer = ask(sql);
    List<@Nullable String> column = new ArrayList<>();
    for (int r = 0; r < answer.rows().size(); r++) {
      column.add((String) answer.rows().row(r)[0]);
    }
    return column;
  }

  private Answer ask(String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
  }

  /** Asks, compares with the database, and says whether it was charged. */
  private boolean check(String sql) throws Exception {
    int before = session.ledger().spending("analyst").size();
    Answer answer = ask(sql);
    List<Map<String, String>> rows = new ArrayList<>();
    for (int r = 0; r < answer.rows().size(); r++) {
      Map<String, String> row = new TreeMap<>();
      for (int c = 0; c < answer.columns().size(); c++) {
        row.put(answer.columns().get(c).label(), value(answer.rows().row(r)[c]));
      }
      rows.add(row);
    }
    assertThat(rows).as(sql).containsAll(rawRows(sql));
    return session.ledger().spending("analyst").size() > before;
  }

  private List<Map<String, String>> rawRows(String sql) throws SQLException {
    List<Map<String, String>> rows = new ArrayList<>();
    try (Statement statement = raw.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        Map<String, String> row = new TreeMap<>();
        for (int c = 1; c <= result.getMetaData().getColumnCount(); c++) {
          row.put(result.getMetaData().getColumnLabel(c), value(result.getObject(c)));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static String value(@Nullable Object value) {
    return value instanceof Number
        ? new BigDecimal(value.toString()).setScale(6, RoundingMode.HALF_UP).toPlainString()
        : String.valueOf(value);
  }

  private Question question() {
    return new Question(
        some(List.of("SEX", "KIND")),
        atLeastOne(some(List.of("N", "R", "S", "A")), "N"),
        random.nextInt(60),
        random.nextInt(3) == 0 ? Set.of() : atLeastOne(some(TOWNS), "Ulm"),
        LocalDate.of(2020, 1, 1).plusDays(random.nextInt(300)),
        random.nextInt(500),
        random.nextInt(400),
        random.nextInt(4) == 0);
  }

  private Set<String> some(List<String> all) {
    return all.stream()
        .filter(one -> random.nextBoolean())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> atLeastOne(Set<String> some, String one) {
    return some.isEmpty() ? new TreeSet<>(Set.of(one)) : some;
  }

  private Question mutated(Question of) {
    boolean lists = !of.towns().isEmpty();
    return switch (random.nextInt(lists ? 8 : 6)) {
      case 0 ->
          with(of, of.older() + (random.nextBoolean() ? 1 : -1), of.since(), of.not(), of.rich());
      case 1 -> with(of, of.older(), of.since().plusDays(1), of.not(), of.rich());
      case 2 -> with(of, of.older(), of.since(), of.not() + 1, of.rich());
      case 3 ->
          of.measures().contains("R")
              ? with(of, of.older(), of.since(), of.not(), of.rich() + 1)
              : with(of, of.older(), of.since(), of.not() + 1, of.rich());
      case 4 ->
          new Question(
              toggled(of.keys(), "SEX"),
              of.measures(),
              of.older(),
              of.towns(),
              of.since(),
              of.not(),
              of.rich(),
              of.orNull());
      case 5 ->
          new Question(
              toggled(of.keys(), "KIND"),
              of.measures(),
              of.older(),
              of.towns(),
              of.since(),
              of.not(),
              of.rich(),
              of.orNull());
      case 6 ->
          new Question(
              of.keys(),
              of.measures(),
              of.older(),
              atLeastOne(toggled(of.towns(), "Kiel"), "Bonn"),
              of.since(),
              of.not(),
              of.rich(),
              of.orNull());
      default ->
          new Question(
              of.keys(),
              of.measures(),
              of.older(),
              of.towns(),
              of.since(),
              of.not(),
              of.rich(),
              !of.orNull());
    };
  }

  private static Question with(Question of, int older, LocalDate since, int not, int rich) {
    return new Question(of.keys(), of.measures(), older, of.towns(), since, not, rich, of.orNull());
  }

  private static Set<String> toggled(Set<String> set, String one) {
    Set<String> toggled = new TreeSet<>(set);
    if (!toggled.remove(one)) {
      toggled.add(one);
    }
    return toggled;
  }

  private String one(String... ways) {
    return ways[random.nextInt(ways.length)];
  }

  private String shuffled(String between, List<String> parts) {
    List<String> shuffled = new ArrayList<>(parts);
    Collections.shuffle(shuffled, random);
    return String.join(between, shuffled);
  }

  /** A question in one of the ways of people and tools. */
  private String written(Question question) {
    List<String> first = new ArrayList<>();
    List<String> second = new ArrayList<>();
    for (String condition : conditions(question)) {
      (random.nextBoolean() ? first : second).add(condition);
    }
    if (random.nextInt(4) == 0) {
      first.add(one("1 = 1", "TRUE", "'x' = 'x'"));
    }
    boolean wraps = random.nextBoolean();
    if (!wraps) {
      second.addAll(first);
    }
    String inner =
        "SELECT "
            + one(
                "*",
                "*",
                shuffled(", ", List.of("ID", "AGE", "TOWN", "SEX", "KIND", "BORN", "PAY")))
            + " FROM "
            + one("PEOPLE", "people AS t")
            + (first.isEmpty() ? "" : " WHERE " + shuffled(" AND ", first));
    boolean named = wraps && random.nextInt(3) == 0;
    String from = named ? "q" : wraps ? "(" + inner + ") AS q" : one("PEOPLE", "people AS q");
    List<String> columns = new ArrayList<>(question.keys());
    question
        .measures()
        .forEach(measure -> columns.add(measure(measure, question) + " AS " + measure));
    String select =
        "SELECT "
            + shuffled(", ", columns)
            + " FROM "
            + from
            + (second.isEmpty() ? "" : " WHERE " + shuffled(" AND ", second))
            + (question.keys().isEmpty()
                ? ""
                : " GROUP BY "
                    + shuffled(", ", List.copyOf(question.keys()))
                    + one(
                        "",
                        question.measures().contains("N") ? " HAVING COUNT(*) > 0" : "",
                        " ORDER BY " + question.measures().iterator().next() + " DESC"));
    String whole = (named ? "WITH q AS (" + inner + ") " : "") + select;
    return !named && !select.contains("ORDER BY") && random.nextInt(5) == 0
        ? "SELECT * FROM (" + whole + ") AS w"
        : whole;
  }

  private List<String> conditions(Question question) {
    List<String> conditions = new ArrayList<>();
    int age = question.older();
    conditions.add(
        String.format(
            Locale.ROOT,
            one(
                "age > %1$d",
                "%1$d < age",
                "NOT (age <= %1$d)",
                "age >= %2$d",
                "%2$d <= age",
                "CAST(age AS BIGINT) > %1$d",
                "age > %1$d AND age > %1$d"),
            age,
            age + 1));
    String day = question.since().toString();
    conditions.add(
        one(
            "born >= DATE '" + day + "'",
            "DATE '" + day + "' <= born",
            "CAST(born AS DATE) >= DATE '" + day + "'",
            "NOT (born < DATE '" + day + "')"));
    conditions.add(
        one(
            "pay <> " + question.not(),
            "NOT (pay = " + question.not() + ")",
            question.not() + " <> pay",
            "pay NOT IN (" + question.not() + ")"));
    if (!question.towns().isEmpty()) {
      List<String> towns = question.towns().stream().map(town -> "'" + town + "'").toList();
      String listed =
          one(
              "town IN (" + shuffled(", ", towns) + ")",
              "("
                  + shuffled(
                      " OR ",
                      towns.stream().map(town -> one("town = " + town, town + " = town")).toList())
                  + ")");
      conditions.add(
          question.orNull()
              ? one("(" + listed + " OR town IS NULL)", "(town IS NULL OR " + listed + ")")
              : listed);
    }
    return conditions;
  }

  private String measure(String measure, Question question) {
    String rich =
        one(
            "pay > " + question.rich(),
            question.rich() + " < pay",
            "pay >= " + (question.rich() + 1));
    return switch (measure) {
      case "N" -> one("COUNT(*)", "COUNT(1)", "COUNT(id)", "SUM(1)");
      case "R" ->
          one(
              "COUNT(*) FILTER (WHERE " + rich + ")",
              "COUNT(CASE WHEN " + rich + " THEN 1 END)",
              "COUNT(CASE WHEN " + rich + " THEN id ELSE NULL END)",
              "SUM(CASE WHEN " + rich + " THEN 1 ELSE 0 END)");
      case "S" -> one("SUM(pay)", "SUM(CAST(pay AS INTEGER))");
      default -> one("AVG(CAST(age AS DOUBLE PRECISION))", "AVG(CAST(age AS FLOAT))");
    };
  }
}
