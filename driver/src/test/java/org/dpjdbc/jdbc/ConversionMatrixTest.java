package org.dpjdbc.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TimeZone;
import java.util.UUID;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every getter on every type gives what H2's own driver gives for the same value, but for the cells
 * that h2-differences.txt lists with their reason.
 */
class ConversionMatrixTest {
  private static final String COLUMNS =
      """
      CAST(TRUE AS BOOLEAN), CAST(-7 AS TINYINT), CAST(300 AS SMALLINT),
      CAST(-70000 AS INTEGER), CAST(5000000000 AS BIGINT), CAST(2.5 AS NUMERIC(10, 2)),
      CAST(1.5 AS REAL), CAST(-2.5 AS DOUBLE PRECISION), CAST('abc' AS VARCHAR(10)),
      CAST('12' AS VARCHAR(10)), CAST('ab' AS CHAR(4)), CAST(X'414243' AS VARBINARY(10)),
      DATE '2020-02-29', TIME '10:20:30', TIMESTAMP '2020-02-29 10:20:30.123456',
      TIMESTAMP WITH TIME ZONE '2020-02-29 10:20:30.5+02:00',
      TIME WITH TIME ZONE '10:20:30+00:00', CAST('3f06af63-a93c-11e4-9797-00505690773f' AS UUID),
      CAST(NULL AS INTEGER), CAST('2020-02-29 10:20:30' AS VARCHAR(30)),
      CAST(0 AS INTEGER), CAST('true' AS VARCHAR(10)), DATE '1500-03-01',
      CAST(123456789012345678901234567890.5 AS NUMERIC(40, 1))
      """;

  private static final List<Class<?>> CLASSES =
      List.of(
          Object.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          BigInteger.class,
          String.class,
          byte[].class,
          UUID.class,
          java.sql.Date.class,
          java.sql.Time.class,
          java.sql.Timestamp.class,
          java.util.Date.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetDateTime.class,
          OffsetTime.class,
          ZonedDateTime.class,
          Instant.class);

  private static final TimeZone BEFORE = TimeZone.getDefault();

  @BeforeAll
  static void inUtc() {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
  }

  @AfterAll
  static void back() {
    TimeZone.setDefault(BEFORE);
  }

  @Test
  void answersAsTheRawDriverDoes() throws Exception {
    List<String> differences = new ArrayList<>();
    int cells = 0;
    try (Connection h2 = DriverManager.getConnection("jdbc:h2:mem:");
        ResultSet raw = h2.createStatement().executeQuery("SELECT " + COLUMNS)) {
      raw.next();
      ResultSet ours = copy(raw);
      ours.next();
      for (int column = 1; column <= raw.getMetaData().getColumnCount(); column++) {
        String type = column + " " + raw.getMetaData().getColumnTypeName(column);
        for (Cell cell : getters(column)) {
          cells++;
          String expected = describe(cell.call(raw));
          String actual = describe(cell.call(ours));
          if (!expected.equals(actual)) {
            differences.add(type + " " + cell.name + ": " + expected + " / " + actual);
          }
        }
      }
    }
    assertThat(cells).isGreaterThanOrEqualTo(900);
    List<String> listed = listed();
    assertThat(differences).filteredOn(d -> listed.stream().noneMatch(d::matches)).isEmpty();
    assertThat(listed)
        .filteredOn(line -> differences.stream().noneMatch(d -> d.matches(line)))
        .isEmpty();
  }

  private record Cell(String name, Method method, List<Object> arguments) {
    Calls.Outcome call(ResultSet result) {
      return Calls.call(result, method, arguments.toArray());
    }
  }

  private static List<Cell> getters(int column) {
    List<Cell> cells = new ArrayList<>();
    for (Method method : Calls.methods(ResultSet.class)) {
      Class<?>[] types = method.getParameterTypes();
      if (!method.getName().startsWith("get") || types.length == 0 || types[0] != int.class) {
        continue;
      }
      if (types.length == 1) {
        cells.add(new Cell(method.getName(), method, List.of(column)));
      } else if (types[1] == Calendar.class) {
        Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
        cells.add(new Cell(method.getName() + " in Tokyo", method, List.of(column, tokyo)));
      } else if (types[1] == Class.class) {
        for (Class<?> target : CLASSES) {
          cells.add(new Cell("as " + target.getName(), method, List.of(column, target)));
        }
      } else if (types[1] == int.class) {
        cells.add(new Cell(method.getName() + " scale 1", method, List.of(column, 1)));
      } else if (types[1] != Map.class) {
        throw new AssertionError(method);
      }
    }
    return cells;
  }

  /** The same row in our own result set, in the classes that rows hold. */
  private static ResultSet copy(ResultSet raw) throws SQLException {
    ResultSetMetaData metadata = raw.getMetaData();
    List<AnswerColumn> columns = new ArrayList<>();
    @Nullable Object[] row = new Object[metadata.getColumnCount()];
    for (int i = 1; i <= row.length; i++) {
      columns.add(
          new AnswerColumn(
              metadata.getColumnLabel(i),
              metadata.getColumnType(i),
              metadata.getColumnTypeName(i),
              metadata.getPrecision(i),
              metadata.getScale(i),
              true));
      row[i - 1] = value(raw, i, metadata.getColumnTypeName(i));
    }
    Answer answer = new Answer(columns, Rows.of(row.length, List.<@Nullable Object[]>of(row)));
    return new DpResultSet(new ConnectionOwner(new DpConnection(new FakeSession())), answer, false);
  }

  private static @Nullable Object value(ResultSet raw, int column, String type)
      throws SQLException {
    return switch (type) {
      case "TINYINT" -> raw.getByte(column);
      case "SMALLINT" -> raw.getShort(column);
      case "DATE" -> raw.getObject(column, LocalDate.class);
      case "TIME" -> raw.getObject(column, LocalTime.class);
      case "TIMESTAMP" -> raw.getObject(column, LocalDateTime.class);
      case "BINARY VARYING" -> raw.getBytes(column);
      default -> raw.getObject(column);
    };
  }

  private static String describe(Calls.Outcome outcome) throws IOException {
    if (outcome.failure() instanceof SQLException) {
      return "fails";
    }
    if (outcome.failure() != null) {
      return "fails with " + outcome.failure().getClass().getSimpleName();
    }
    Object value = outcome.value();
    if (value == null) {
      return "null";
    }
    if (value instanceof byte[] bytes) {
      return "bytes " + Arrays.toString(bytes);
    }
    if (value instanceof InputStream stream) {
      return "stream " + Arrays.toString(stream.readAllBytes());
    }
    if (value instanceof Reader reader) {
      StringBuilder text = new StringBuilder();
      for (int c = reader.read(); c >= 0; c = reader.read()) {
        text.append((char) c);
      }
      return "reader " + text;
    }
    String millis = value instanceof java.util.Date date ? " " + date.getTime() : "";
    boolean ours = value.getClass().getName().startsWith("org.");
    return ours ? "a locator" : value.getClass().getSimpleName() + " " + value + millis;
  }

  private static List<String> listed() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            ConversionMatrixTest.class.getResourceAsStream("h2-differences.txt"))) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    }
  }
}
