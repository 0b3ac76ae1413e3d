package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.postgresql.api.PostgresqlException;
import io.r2dbc.postgresql.api.PostgresqlStatement;
import io.r2dbc.postgresql.client.SSLMode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.pgclient.SslMode;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Two clients that never wait: Vert.x's and R2DBC's. Both check the certificate, ask for rows in
 * binary and send a statement before the last one is answered. At epsilon 100 a count is off by
 * more than 5 with a probability below e^-500.
 */
class ReactiveClientsTest {
  /** For what ends by itself: far more than it takes. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String TABLES =
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1";

  private static final String BY_REGION =
      "SELECT region, COUNT(*) AS n, AVG(weight) AS mean, SUM(paid) AS total, MAX(born) AS last,"
          + " date_trunc('year', seen) AS year FROM patients WHERE age >= $1 AND born > $2"
          + " AND region = $3 GROUP BY region, date_trunc('year', seen)";

  @TempDir static Path folder;
  private static Clinic clinic;
  private static Vertx vertx;

  @BeforeAll
  static void start() throws IOException, SQLException, ConfigException {
    clinic = Clinic.startFor(folder, List.of("ann", "bob", "cleo", "dan", "eve"));
    vertx = Vertx.vertx();
  }

  @AfterAll
  static void stop() throws IOException {
    await(vertx.close());
    clinic.close();
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.await(PATIENCE.toMinutes(), TimeUnit.MINUTES);
    } catch (TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  private static PgConnection vertx(String user, String password) {
    return await(
            PgConnection.connect(
                vertx,
                new PgConnectOptions()
                    .setHost("localhost")
                    .setPort(clinic.port())
                    .setDatabase("clinic")
                    .setUser(user)
                    .setPassword(password)
                    .setSslMode(SslMode.VERIFY_FULL)
                    .setSslOptions(
                        new ClientSSLOptions()
                            .setHostnameVerificationAlgorithm("HTTPS")
                            .setTrustOptions(
                                new PemTrustOptions()
                                    .addCertPath(folder.resolve("gateway.crt").toString())))
                    .setPipeliningLimit(16)
                    .setCachePreparedStatements(true)))
        .noticeHandler(notice -> {});
  }

  private static List<String> names(RowSet<Row> rows) {
    List<String> names = new ArrayList<>();
    rows.forEach(row -> names.add(row.getString(0)));
    return names;
  }

  @Test
  void vertxAsksInBinary() {
    PgConnection connection = vertx("eve", KnownPassword.TEXT);
    ConcurrentLinkedQueue<String> notices = new ConcurrentLinkedQueue<>();
    connection.noticeHandler(notice -> notices.add(notice.getMessage()));
    assertThat(connection.isSSL()).isTrue();
    assertThat(names(await(connection.query(TABLES).execute())))
        .containsExactly("patients", "visits");
    RowSet<Row> count = await(connection.query("SELECT COUNT(*) FROM patients").execute());
    assertThat(count.iterator().next().getLong(0)).isBetween(1995L, 2005L);
    for (String region : new String[] {"North", "South"}) {
      Row row =
          await(
                  connection
                      .preparedQuery(BY_REGION)
                      .execute(Tuple.of(0, LocalDate.of(1950, 1, 1), region)))
              .iterator()
              .next();
      assertThat(row.getString("region")).isEqualTo(region);
      assertThat(row.getLong("n")).isBetween(660L, 673L);
      assertThat(row.getDouble("mean")).isBetween(60.0, 80.0);
      assertThat(row.getBigDecimal("total"))
          .isBetween(new BigDecimal(20000), new BigDecimal(40000));
      assertThat(row.getLocalDate("last")).isAfter(LocalDate.of(1954, 1, 1));
      assertThat(row.getLocalDateTime("year")).isEqualTo(LocalDateTime.of(2024, 1, 1, 0, 0));
    }
    assertThat(notices).anyMatch(notice -> notice.startsWith("epsilon 100 spent, "));
    await(connection.close());
  }

  @Test
  void vertxDoesWhatItsPageSays() throws IOException {
    String password = KnownPassword.TEXT;
    int port = clinic.port();
    String certificate = folder.resolve("gateway.crt").toString();
    ConcurrentLinkedQueue<String> notices = new ConcurrentLinkedQueue<>();
    PgConnectOptions options =
        new PgConnectOptions()
            .setHost("localhost")
            .setPort(port)
            .setDatabase("clinic")
            .setUser("ann")
            .setPassword(password)
            .setSslMode(SslMode.VERIFY_FULL)
            .setSslOptions(
                new ClientSSLOptions()
                    .setHostnameVerificationAlgorithm("HTTPS")
                    .setTrustOptions(new PemTrustOptions().addCertPath(certificate)));
    Future<RowSet<Row>> rows =
        PgConnection.connect(vertx, options)
            .compose(
                connection ->
                    connection
                        .noticeHandler(notice -> notices.add(notice.getMessage()))
                        .preparedQuery(
                            "SELECT region, COUNT(*) AS n FROM patients WHERE age >= $1 GROUP BY region")
                        .execute(Tuple.of(21))
                        .eventually(connection::close));
    assertThat(names(await(rows))).containsExactlyInAnyOrder("East", "North", "South");
    assertThat(notices).anyMatch(notice -> notice.startsWith("epsilon "));
    isOfThisClass("clients/vertx.md");
  }

  /** The Java of a page stands in this class, lines and indentation aside. */
  private static void isOfThisClass(String page) throws IOException {
    Path source =
        Path.of("src/test/java", ReactiveClientsTest.class.getName().replace('.', '/') + ".java");
    String here = Files.readString(source).replaceAll("\\s+", "");
    List<PageBlock> blocks =
        PageBlock.of(page).stream().filter(block -> block.language().equals("java")).toList();
    assertThat(blocks).isNotEmpty();
    assertThat(blocks)
        .allSatisfy(block -> assertThat(here).contains(block.text().replaceAll("\\s+", "")));
  }

  @Test
  void vertxSendsManyAtOnceAndReadsInPortions() {
    PgConnection connection = vertx("ann", KnownPassword.TEXT);
    List<Future<RowSet<Row>>> sent = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      sent.add(
          connection
              .preparedQuery("SELECT COUNT(*), $1::int FROM patients WHERE patient_id > $1")
              .execute(Tuple.of(100 * i)));
      sent.add(connection.preparedQuery("SELECT $1::int8, 0").execute(Tuple.of(100L * i)));
    }
    for (int i = 0; i < sent.size(); i++) {
      long asked = 100L * (i / 2 + 1);
      Row row = await(sent.get(i)).iterator().next();
      long expected = i % 2 == 0 ? 2000 - asked : asked;
      assertThat(row.getLong(0)).isBetween(expected - 5, expected + 5);
    }
    Transaction transaction = await(connection.begin());
    PreparedStatement prepared =
        await(connection.prepare("SELECT age, COUNT(*) FROM patients GROUP BY age ORDER BY age"));
    Cursor cursor = prepared.cursor();
    int rows = 0;
    do {
      rows += await(cursor.read(50)).size();
    } while (cursor.hasMore());
    assertThat(rows).isEqualTo(121);
    await(transaction.commit());
    await(connection.close());
  }

  @Test
  void vertxIsRefusedAndCancels() {
    assertThatThrownBy(() -> vertx("ann", "wrong horse"))
        .asInstanceOf(type(PgException.class))
        .satisfies(e -> assertThat(e.getSqlState()).isEqualTo("28P01"));
    PgConnection connection = vertx("ann", KnownPassword.TEXT);
    for (String rows : new String[] {"SELECT age FROM patients", "SELECT  paid FROM patients"}) {
      assertThatThrownBy(() -> await(connection.preparedQuery(rows).execute()))
          .asInstanceOf(type(PgException.class))
          .satisfies(
              e -> {
                assertThat(e.getSqlState()).isEqualTo("42501");
                assertThat(e.getErrorMessage()).startsWith("DP-RAW-ROWS: ");
                assertThat(e.getHint()).contains("COUNT(*)");
                assertThat(e.getPosition()).isNotNull();
              });
    }
    Future<RowSet<Row>> sleeping = connection.query("SELECT pg_sleep(600)").execute();
    assertThat(sleeping.isComplete()).isFalse();
    long timer = vertx.setPeriodic(300, id -> connection.cancelRequest());
    assertThatThrownBy(() -> await(sleeping))
        .asInstanceOf(type(PgException.class))
        .satisfies(e -> assertThat(e.getSqlState()).isEqualTo("57014"));
    vertx.cancelTimer(timer);
    await(connection.close());
  }

  @Test
  void vertxSpendsItsBudget() {
    PgConnection connection = vertx("bob", KnownPassword.TEXT);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i <= Clinic.QUERIES; i++) {
                await(
                    connection
                        .preparedQuery("SELECT COUNT(*) FROM patients WHERE patient_id <> $1")
                        .execute(Tuple.of(i)));
              }
            })
        .asInstanceOf(type(PgException.class))
        .satisfies(
            e -> {
              assertThat(e.getSqlState()).isEqualTo("53400");
              assertThat(e.getErrorMessage()).startsWith("DP-BUDGET: ");
            });
    assertThat(names(await(connection.query(TABLES).execute()))).hasSize(2);
    await(connection.close());
  }

  private static PostgresqlConnection r2dbc(String user, String password) {
    return new PostgresqlConnectionFactory(
            PostgresqlConnectionConfiguration.builder()
                .host("localhost")
                .port(clinic.port())
                .database("clinic")
                .username(user)
                .password(password)
                .sslMode(SSLMode.VERIFY_FULL)
                .sslRootCert(folder.resolve("gateway.crt").toString())
                .forceBinary(true)
                .build())
        .create()
        .block(PATIENCE);
  }

  private static <T> List<T> column(PostgresqlStatement statement, Class<T> type) {
    return statement
        .execute()
        .concatMap(result -> result.map((row, metadata) -> row.get(0, type)))
        .collectList()
        .block(PATIENCE);
  }

  @Test
  void r2dbcAsksInBinary() {
    PostgresqlConnection connection = r2dbc("cleo", KnownPassword.TEXT);
    assertThat(column(connection.createStatement(TABLES), String.class))
        .containsExactly("patients", "visits");
    assertThat(
            column(connection.createStatement("SELECT COUNT(*) FROM patients"), Long.class).get(0))
        .isBetween(1995L, 2005L);
    for (String region : new String[] {"North", "South"}) {
      List<Object> row =
          connection
              .createStatement(BY_REGION)
              .bind(0, 0)
              .bind(1, LocalDate.of(1950, 1, 1))
              .bind(2, region)
              .execute()
              .concatMap(
                  result ->
                      result.map(
                          (each, metadata) ->
                              List.of(
                                  each.get("region"),
                                  each.get("n"),
                                  each.get("mean"),
                                  each.get("total"),
                                  each.get("last"),
                                  each.get("year"))))
              .single()
              .block(PATIENCE);
      assertThat(row.get(0)).isEqualTo(region);
      assertThat((Long) row.get(1)).isBetween(660L, 673L);
      assertThat((Double) row.get(2)).isBetween(60.0, 80.0);
      assertThat((BigDecimal) row.get(3)).isBetween(new BigDecimal(20000), new BigDecimal(40000));
      assertThat((LocalDate) row.get(4)).isAfter(LocalDate.of(1954, 1, 1));
      assertThat(row.get(5)).isEqualTo(LocalDateTime.of(2024, 1, 1, 0, 0));
    }
    connection.close().block(PATIENCE);
  }

  @Test
  void r2dbcDoesWhatItsPageSays() throws IOException {
    String password = KnownPassword.TEXT;
    int port = clinic.port();
    String certificate = folder.resolve("gateway.crt").toString();
    PostgresqlConnectionFactory gateway =
        new PostgresqlConnectionFactory(
            PostgresqlConnectionConfiguration.builder()
                .host("localhost")
                .port(port)
                .database("clinic")
                .username("ann")
                .password(password)
                .sslMode(SSLMode.VERIFY_FULL)
                .sslRootCert(certificate)
                .build());
    Flux<String> lines =
        Flux.usingWhen(
            gateway.create(),
            connection ->
                connection
                    .createStatement(
                        "SELECT region, COUNT(*) AS n FROM patients WHERE age >= $1 GROUP BY region")
                    .bind("$1", 18)
                    .execute()
                    .flatMap(
                        result ->
                            result.map((row, metadata) -> row.get("region") + " " + row.get("n"))),
            PostgresqlConnection::close);
    assertThat(lines.collectList().block(PATIENCE))
        .hasSize(3)
        .allMatch(line -> line.matches("(East|North|South) 5[0-9]{2}"));
    isOfThisClass("clients/r2dbc.md");
  }

  @Test
  void r2dbcBindsManyTimesAndReadsInPortions() {
    PostgresqlConnection connection = r2dbc("cleo", KnownPassword.TEXT);
    PostgresqlStatement statement =
        connection.createStatement("SELECT COUNT(*) FROM patients WHERE patient_id > $1");
    for (int i = 1; i <= 3; i++) {
      statement.bind(0, 100 * i);
      if (i < 3) {
        statement.add();
      }
    }
    List<Long> counts = column(statement, Long.class);
    assertThat(counts).hasSize(3);
    for (int i = 0; i < 3; i++) {
      long expected = 2000 - 100L * (i + 1);
      assertThat(counts.get(i)).isBetween(expected - 5, expected + 5);
    }
    String byAge = "SELECT age, COUNT(*) FROM patients WHERE age >= $1 GROUP BY age ORDER BY age";
    assertThat(column(connection.createStatement(byAge).bind(0, 0).fetchSize(50), Integer.class))
        .hasSize(121)
        .isSorted();
    String several = "SELECT COUNT(*) FROM visits; SELECT 7::int8";
    List<Long> both = column(connection.createStatement(several), Long.class);
    assertThat(both).hasSize(2).element(1).isEqualTo(7L);
    connection.close().block(PATIENCE);
  }

  @Test
  void r2dbcIsRefusedCancelsAndTimesOut() {
    assertThatThrownBy(() -> r2dbc("cleo", "wrong horse"))
        .asInstanceOf(type(PostgresqlException.class))
        .satisfies(e -> assertThat(e.getErrorDetails().getCode()).isEqualTo("28P01"));
    PostgresqlConnection connection = r2dbc("cleo", KnownPassword.TEXT);
    connection.beginTransaction().block(PATIENCE);
    assertThatThrownBy(
            () ->
                column(
                    connection
                        .createStatement("SELECT age FROM patients WHERE region = $1")
                        .bind(0, "North"),
                    Integer.class))
        .asInstanceOf(type(PostgresqlException.class))
        .satisfies(
            e -> {
              assertThat(e.getErrorDetails().getCode()).isEqualTo("42501");
              assertThat(e.getErrorDetails().getMessage()).startsWith("DP-RAW-ROWS: ");
              assertThat(e.getErrorDetails().getHint().orElseThrow()).contains("COUNT(*)");
            });
    connection.rollbackTransaction().block(PATIENCE);
    Mono<Long> sleeping =
        connection
            .createStatement("SELECT pg_sleep(600)")
            .execute()
            .concatMap(result -> result.getRowsUpdated())
            .then(Mono.just(1L));
    Flux<Void> cancels =
        connection.cancelRequest().delaySubscription(Duration.ofMillis(300)).repeat();
    assertThatThrownBy(() -> Flux.firstWithSignal(sleeping, cancels).blockLast(PATIENCE))
        .asInstanceOf(type(PostgresqlException.class))
        .satisfies(e -> assertThat(e.getErrorDetails().getCode()).isEqualTo("57014"));
    connection.close().block(PATIENCE);
    PostgresqlConnection other = r2dbc("cleo", KnownPassword.TEXT); // which no late request cancels
    other.setStatementTimeout(Duration.ofMillis(200)).block(PATIENCE);
    assertThatThrownBy(() -> column(other.createStatement("SELECT pg_sleep(600)"), Object.class))
        .asInstanceOf(type(PostgresqlException.class))
        .satisfies(e -> assertThat(e.getErrorDetails().getCode()).isEqualTo("57014"));
    other.close().block(PATIENCE);
  }

  @Test
  void r2dbcSpendsItsBudget() {
    PostgresqlConnection connection = r2dbc("dan", KnownPassword.TEXT);
    String sql = "SELECT COUNT(*) FROM visits WHERE cost < 1000 + $1"; // others have not asked it
    assertThatThrownBy(
            () -> {
              for (int i = 0; i <= Clinic.QUERIES; i++) {
                column(connection.createStatement(sql).bind(0, i), Long.class);
              }
            })
        .asInstanceOf(type(PostgresqlException.class))
        .satisfies(
            e -> {
              assertThat(e.getErrorDetails().getCode()).isEqualTo("53400");
              assertThat(e.getErrorDetails().getMessage()).startsWith("DP-BUDGET: ");
            });
    assertThat(column(connection.createStatement(TABLES), String.class)).hasSize(2);
    connection.close().block(PATIENCE);
  }
}
