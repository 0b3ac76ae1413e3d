package org.dpjdbc.gateway.web.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.dpjdbc.gateway.answer.Connector;
import org.dpjdbc.gateway.session.SessionOutput;
import org.dpjdbc.gateway.value.PgType;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Reply;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class QueryServiceTest {
  /** What others say may quote a value. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DP-BACKEND: the database cannot be reached | DP-BACKEND: the database cannot be reached",
        "ERROR: invalid input syntax for type date: \"Smith\" | the database cannot be used now",
      })
  void showsTheDriversMessagesAlone(String thrown, String shown) {
    QueryService service =
        new QueryService(
            set -> {
              throw new SQLException(thrown);
            },
            Duration.ofMinutes(1),
            out -> {
              throw new AssertionError("no statement is asked");
            });
    assertThatThrownBy(service::balances)
        .isInstanceOf(PageUnavailableException.class)
        .hasMessage(shown);
    assertThatThrownBy(service::policy)
        .isInstanceOf(PageUnavailableException.class)
        .hasMessage(shown);
  }

  /** A session that answers a query with 7, and then fails or not. */
  private static PageConnection answering(SessionOutput out, Optional<IOException> failure) {
    return new PageConnection() {
      @Override
      public void send(Frame frame) throws IOException {
        if (frame.is('E')) {
          out.write(
              Reply.columns(List.of(new Reply.Column("n", PgType.INT8.number(), 8, -1, false))));
          out.write(Reply.row(List.of("7".getBytes(StandardCharsets.US_ASCII))));
          out.write(Reply.complete("SELECT 1"));
        }
        if (frame.is('S') && failure.isPresent()) {
          throw failure.get();
        }
      }

      @Override
      public void close() {}
    };
  }

  /** A connection of the driver that shows no charge, whatever it is asked. */
  private static Connection uncharged() {
    return proxy(
        Connection.class,
        (method, arguments) ->
            method.equals("createStatement")
                ? proxy(
                    Statement.class,
                    (each, none) ->
                        each.equals("executeQuery")
                            ? proxy(ResultSet.class, (next, no) -> false)
                            : null)
                : null);
  }

  private static <T> T proxy(Class<T> type, BiFunction<String, Object[], Object> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            QueryServiceTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                method.getReturnType() == void.class
                    ? null
                    : answer.apply(method.getName(), arguments)));
  }

  /** The driver's connections: the first one says what has been charged, and no other opens. */
  private static Connector once(Throwable failure) {
    AtomicInteger opened = new AtomicInteger();
    return set -> {
      if (opened.incrementAndGet() == 1) {
        return uncharged();
      }
      if (failure instanceof Error error) {
        throw error;
      }
      throw (SQLException) failure;
    };
  }

  static Stream<Arguments> failuresAfterAnAnswer() {
    return Stream.of(
        Arguments.of(new SQLException("DP-LEDGER: the ledger is locked"), Optional.empty()),
        Arguments.of(new OutOfMemoryError("no space"), Optional.empty()),
        Arguments.of(
            new SQLException("DP-LEDGER: the ledger is locked"),
            Optional.of(new IOException("the catalog server is gone"))));
  }

  @ParameterizedTest
  @MethodSource("failuresAfterAnAnswer")
  void showsAnAnswerWhateverFailsAfterwards(Throwable ofCharge, Optional<IOException> ofSession)
      throws PageUnavailableException {
    QueryService service =
        new QueryService(once(ofCharge), Duration.ofMinutes(1), out -> answering(out, ofSession));
    WebOutcome.Rows rows = (WebOutcome.Rows) service.run("SELECT COUNT(*) FROM patients");
    assertThat(rows.grid().at(0, 0)).isEqualTo("7");
    assertThat(rows.charge()).isEmpty();
  }

  @Test
  void keepsNoMoreWarningsThanAPageMayHold() {
    ResultCollector collector = new ResultCollector();
    String text = "w".repeat(1000);
    for (int i = 0; i < 10_000; i++) {
      collector.write(
          Reply.notice(Map.of('S', "WARNING", 'V', "WARNING", 'C', "01000", 'M', text)));
    }
    assertThat(collector.warnings()).hasSizeBetween(100, 600).contains(text);
  }

  private static ResultCollector heard(int columns, int rows, String name, String value) {
    ResultCollector collector = new ResultCollector();
    collector.write(
        Reply.columns(
            Collections.nCopies(
                columns, new Reply.Column(name, PgType.TEXT.number(), -1, -1, false))));
    Frame row = Reply.row(Collections.nCopies(columns, value.getBytes(StandardCharsets.UTF_8)));
    for (int i = 0; i < rows; i++) {
      collector.write(row);
    }
    return collector;
  }

  /** However an answer is divided: into rows, columns, names and values. */
  @ParameterizedTest
  @CsvSource({
    "60, 1, 1, 262000",
    "1, 1, 1, 10000000",
    "1600, 1, 1, 9000",
    "1600, 9, 63, 300",
    "1600, 9000, 63, 0",
    "1600, 1, 1000, 1",
    "1, 9000, 1, 200",
    "3, 9000, 1, 1",
  })
  void keepsNoMoreThanAPageMayHold(int columns, int rows, int name, int value) {
    Grid grid = heard(columns, rows, "n".repeat(name), "ü".repeat(value)).grid();
    assertThat(grid.isCut()).isTrue();
    assertThat(grid.rows()).hasSizeLessThanOrEqualTo(ResultCollector.MOST_ROWS);
    Set<String> all = Collections.newSetFromMap(new IdentityHashMap<>());
    grid.headings().forEach(heading -> all.add(heading.label()));
    grid.rows().forEach(all::addAll);
    all.remove(Grid.TOO_LONG);
    assertThat(all.size()).isLessThan(20_000);
    assertThat(all.stream().mapToLong(String::length).sum()).isLessThan(ResultCollector.MOST_BYTES);
  }

  @Test
  void keepsAnAnswerOfUsualSizeWhole() {
    for (int columns : new int[] {1, 2, 20}) {
      int rows = Math.min(ResultCollector.MOST_ROWS, 10_000 / columns);
      Grid grid = heard(columns, rows, "number_of_patients", "12345.67").grid();
      assertThat(grid.isCut()).isFalse();
      assertThat(grid.rows()).hasSize(rows);
    }
    String text = "t".repeat(ResultCollector.MOST_BYTES - 1000);
    assertThat(heard(1, 1, "n", text).grid().at(0, 0)).isEqualTo(text);
  }

  /** The catalog server quotes what a statement has made, however long that is. */
  @Test
  void keepsNoLongMessage() throws PageUnavailableException {
    ServerError error =
        ServerError.of("22P02", "invalid: " + "x".repeat(10_000_000))
            .with('H', "y".repeat(10_000_000));
    QueryService service =
        new QueryService(
            once(new SQLException()),
            Duration.ofMinutes(1),
            out -> {
              throw error;
            });
    WebOutcome.NotAnswered outcome = (WebOutcome.NotAnswered) service.run("SELECT 1");
    assertThat(outcome.message()).startsWith("invalid: xxx").hasSizeLessThan(11_000);
    assertThat(outcome.hint().orElseThrow()).hasSizeLessThan(11_000);
  }
}
