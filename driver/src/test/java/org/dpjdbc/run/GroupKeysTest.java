package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.backend.TimestampFormat;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An expression that is a key of a group is one value, whether the key is written out, or is the
 * number or the name of a column, and wherever the expression stands: without noise the answers are
 * the database's. {@code keys/expressions.txt} has an expression with each function of the manual.
 */
@Tag("more")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ParameterizedClass
@MethodSource("databases")
class GroupKeysTest {
  private static final String READ = "PostgreSQL";
  private static final Comparator<List<String>> BY_STRING =
      Comparator.comparing(row -> String.join("|", row));

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private Connection raw;
  private Session session;
  private Session reading;

  private record Expression(List<String> products, String sql) {}

  /**
   * H2 in every build; MariaDB, whose own answers merge texts in capitals and small ones, in none.
   */
  static List<TestBackend> databases() {
    return TestBackends.all().stream()
        .filter(each -> TestBackends.triesAll() || each.product().equals("H2"))
        .filter(each -> List.of("H2", "PostgreSQL", "DuckDB").contains(each.product()))
        .toList();
  }

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    database.load(resource("things.sql"));
    raw = database.connect();
    Path policy = folder.resolve(backend.product() + ".yaml");
    Files.writeString(policy, database.policy(resource("things.yaml")));
    session = Noiseless.connect(database, policy);
    reading = Noiseless.reading(READ, database, policy);
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    session.close();
    reading.close();
    raw.close();
    database.close();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(GroupKeysTest.class.getResourceAsStream("keys/" + name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Stream<Expression> expressions() throws IOException {
    return resource("expressions.txt")
        .lines()
        .filter(line -> line.startsWith("@"))
        .map(line -> line.split(" ", 2))
        .map(parts -> new Expression(List.of(parts[0].substring(1).split(",")), parts[1]));
  }

  private static boolean isOf(Expression expression, String product) {
    return expression.products().contains(product) || expression.products().contains("*");
  }

  @TestFactory
  Stream<DynamicTest> isWhatTheDatabaseGroupsBy() throws IOException {
    String product = backend.product().split(" ", 2)[0];
    return expressions()
        .filter(expression -> isOf(expression, product))
        .map(each -> DynamicTest.dynamicTest(each.sql(), () -> compare(each.sql())));
  }

  /** What a clause says of the key: something that holds of some of its values. */
  private String condition(String key, int type) {
    return switch (type) {
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> key + " <> 'home'";
      case Types.DATE -> key + " > DATE '2023-06-30'";
      case Types.TIMESTAMP -> key + " > TIMESTAMP '2023-06-30 12:00:00'";
      case Types.BOOLEAN, Types.BIT -> key + " IS NOT FALSE";
      default -> key + " > 3";
    };
  }

  /** How GROUP BY names a key: its number in every build, the others in turn. */
  private static List<String> forms(String key) {
    return TestBackends.triesAll()
        ? List.of("1", key, "k")
        : List.of("1", key.length() % 2 == 0 ? key : "k");
  }

  private void compare(String key) throws SQLException {
    String inner = "(SELECT id, " + key + " AS k FROM things) q";
    int type;
    try (Statement statement = raw.createStatement();
        ResultSet rows = statement.executeQuery("SELECT k FROM " + inner)) {
      type = rows.getMetaData().getColumnType(1);
    }
    String of = " AS c, COUNT(*) AS cnt FROM ";
    String some = " HAVING COUNT(*) > 0";
    String what = "CASE WHEN " + condition("(" + key + ")", type) + " THEN 'a' ELSE 'b' END";
    String outerWhat = what.replace("(" + key + ")", "k");
    String filtered = some + " AND " + condition("(" + key + ")", type) + " ORDER BY ";
    for (String by : forms(key)) {
      equal(
          "SELECT "
              + key
              + " AS k, "
              + what
              + of
              + "things GROUP BY "
              + by
              + filtered
              + (by.equals("1") ? "1 DESC" : by),
          "SELECT k, "
              + outerWhat
              + of
              + inner
              + " GROUP BY k"
              + filtered.replace("(" + key + ")", "k")
              + "k");
    }
    equal(
        "SELECT " + key + " AS k, " + what + of + "things GROUP BY 1, 2" + some,
        "SELECT k, " + outerWhat + of + inner + " GROUP BY k, " + outerWhat + some);
  }

  private void equal(String sql, String rawSql) throws SQLException {
    try (Statement statement = raw.createStatement();
        ResultSet rows = statement.executeQuery(backend.query(rawSql))) {
      boolean strings =
          BackendDialects.called(backend.product()).orElseThrow().returnsTimestampsAsStrings();
      RawComparison.check(
          answer(session, sql), strings ? TimestampFormat.of(rows) : rows, false, false);
    } catch (AssertionError e) {
      throw new AssertionError(sql + "\n" + rawSql, e);
    }
  }

  /** PostgreSQL's words over another database: the groups are those of a subquery. */
  @TestFactory
  Stream<DynamicTest> isOneValueInTheWordsOfAnother() throws IOException {
    return expressions()
        .filter(expression -> isOf(expression, READ) && !isOf(expression, backend.product()))
        .map(each -> DynamicTest.dynamicTest(each.sql(), () -> compareForms(each.sql())));
  }

  private void compareForms(String key) {
    List<List<String>> expected =
        rows("SELECT k, COUNT(*) FROM (SELECT id, " + key + " AS k FROM things) q GROUP BY k");
    for (String by : List.of(key, "1", "k")) {
      assertThat(rows("SELECT " + key + " AS k, COUNT(*) FROM things GROUP BY " + by))
          .as(by)
          .isEqualTo(expected);
    }
  }

  /** The rows, or the code of a refusal. */
  private List<List<String>> rows(String sql) {
    Rows rows;
    try {
      rows = answer(reading, sql + " HAVING COUNT(*) > 0").rows();
    } catch (RefusedException e) {
      return List.of(List.of(e.code().toString()));
    }
    List<List<String>> strings = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      strings.add(Arrays.stream(rows.row(i)).map(String::valueOf).toList());
    }
    return strings.stream().sorted(BY_STRING).toList();
  }

  private static Answer answer(Session session, String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
  }
}
