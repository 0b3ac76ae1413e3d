package org.dpjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PreparedStatementTest {
  private final FakeSession session = new FakeSession();
  private final Connection connection = new DpConnection(session);

  private PreparedStatement prepare(String sql) throws SQLException {
    return connection.prepareStatement(sql);
  }

  private static void fails(ThrowingCallable call, String state) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }

  @Test
  void everyExecutionIsARunWithItsOwnValues() throws SQLException {
    PreparedStatement statement = prepare("SELECT COUNT(*) FROM t WHERE a = ? AND b = ?");
    statement.setInt(1, 5);
    statement.setString(2, "x");
    statement.executeQuery();
    statement.setString(2, "y");
    statement.execute();
    assertThat(session.runs).hasValue(2);
    assertThat(session.parameters.remove()).containsExactly(5, "x");
    assertThat(session.parameters.remove()).containsExactly(5, "y");
  }

  @Test
  void everyParameterNeedsAValue() throws SQLException {
    PreparedStatement statement = prepare("SELECT ? + ?");
    statement.setInt(1, 1);
    assertThatThrownBy(statement::executeQuery).hasMessageContaining("parameter 2 has no value");
    fails(statement::executeQuery, "07001");
    statement.setNull(2, Types.INTEGER);
    statement.executeQuery();
    assertThat(session.parameters.remove()).containsExactly(1, null);
    statement.clearParameters();
    fails(statement::execute, "07001");
    fails(() -> statement.setInt(3, 1), "07009");
    fails(() -> statement.setInt(0, 1), "07009");
    assertThat(session.runs).hasValue(1);
  }

  @Test
  void describesColumnsAndParametersWithoutRunning() throws SQLException {
    PreparedStatement statement = prepare("SELECT ?");
    assertThat(statement.getMetaData().getColumnTypeName(1)).isEqualTo("BIGINT");
    assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(1);
    assertThat(statement.getParameterMetaData().getParameterType(1)).isEqualTo(Types.INTEGER);
    fails(() -> statement.getParameterMetaData().getParameterType(2), "07009");
    assertThat(session.runs).hasValue(0);
  }

  @Test
  void takesNoSqlText() throws SQLException {
    PreparedStatement statement = prepare("SELECT 1");
    fails(() -> statement.executeQuery("SELECT 2"), "HY010");
    fails(() -> statement.execute("SELECT 2"), "HY010");
    fails(statement::executeUpdate, "HY000");
    fails(statement::addBatch, "HYC00");
    assertThat(statement.toString()).doesNotContain("SELECT");
  }

  static Stream<Arguments> values() {
    UUID uuid = UUID.fromString("3f06af63-a93c-11e4-9797-00505690773f");
    LocalDateTime time = LocalDateTime.of(2020, 2, 29, 10, 20, 30, 123_456_789);
    ZonedDateTime zoned = time.atZone(ZoneId.of("Europe/Paris"));
    return Stream.of(
        Arguments.of(true, true),
        Arguments.of((byte) 1, (byte) 1),
        Arguments.of((short) 1, (short) 1),
        Arguments.of(1, 1),
        Arguments.of(1L, 1L),
        Arguments.of(1.5F, 1.5F),
        Arguments.of(1.5, 1.5),
        Arguments.of(new BigDecimal("1.50"), new BigDecimal("1.50")),
        Arguments.of(BigInteger.TEN, BigDecimal.TEN),
        Arguments.of("O'Hara \uD83D\uDE00", "O'Hara \uD83D\uDE00"),
        Arguments.of('c', "c"),
        Arguments.of(uuid, uuid),
        Arguments.of(time, time),
        Arguments.of(time.toLocalDate(), time.toLocalDate()),
        Arguments.of(time.toLocalTime(), time.toLocalTime()),
        Arguments.of(zoned.toOffsetDateTime(), zoned.toOffsetDateTime()),
        Arguments.of(zoned, zoned.toOffsetDateTime()),
        Arguments.of(Instant.EPOCH, OffsetDateTime.parse("1970-01-01T00:00:00Z")),
        Arguments.of(Timestamp.valueOf(time), time),
        Arguments.of(Date.valueOf("2020-02-29"), LocalDate.of(2020, 2, 29)),
        Arguments.of(Date.valueOf("1500-03-01"), LocalDate.of(1500, 3, 1)),
        Arguments.of(Time.valueOf("10:20:30"), LocalTime.of(10, 20, 30)),
        Arguments.of(
            new java.util.Date(Timestamp.valueOf(time).getTime()), time.withNano(123_000_000)),
        Arguments.of(
            GregorianCalendar.from(zoned), zoned.toOffsetDateTime().withNano(123_000_000)));
  }

  @ParameterizedTest
  @MethodSource("values")
  void takesStandardClasses(Object given, Object bound) throws SQLException {
    PreparedStatement statement = prepare("SELECT ?");
    statement.setObject(1, given);
    statement.executeQuery();
    assertThat(session.parameters.remove()).containsExactly(bound);
  }

  @Test
  void copiesBytes() throws SQLException {
    PreparedStatement statement = prepare("SELECT ?");
    byte[] given = {1, 2};
    statement.setBytes(1, given);
    given[0] = 9;
    statement.executeQuery();
    assertThat((byte[]) bound()).containsExactly(1, 2);
  }

  private @Nullable Object bound() {
    return session.parameters.remove().get(0);
  }

  @Test
  void readsAValueAsTheTypeItIsGiven() throws SQLException {
    PreparedStatement statement = prepare("SELECT ?");
    statement.setObject(1, "5", Types.INTEGER);
    statement.executeQuery();
    assertThat(bound()).isEqualTo(5);
    statement.setObject(1, 5, JDBCType.VARCHAR);
    statement.executeQuery();
    assertThat(bound()).isEqualTo("5");
    statement.setObject(1, LocalDateTime.of(2020, 1, 2, 3, 4), Types.DATE);
    statement.executeQuery();
    assertThat(bound()).isEqualTo(LocalDate.of(2020, 1, 2));
    statement.setObject(1, null, Types.DATE);
    statement.executeQuery();
    assertThat(bound()).isNull();
    fails(() -> statement.setObject(1, "x", Types.INTEGER), "22018");
    fails(() -> statement.setObject(1, "300", Types.TINYINT), "22003");
    fails(() -> statement.setObject(1, "x", Types.ARRAY), "HYC00");
    fails(() -> statement.setObject(1, "x", Types.SQLXML), "HYC00");
  }

  @Test
  void cutsADecimalToItsScale() throws SQLException {
    PreparedStatement statement = prepare("SELECT ?");
    statement.setObject(1, new BigDecimal("1.255"), Types.NUMERIC, 2);
    statement.executeQuery();
    assertThat(bound()).isEqualTo(new BigDecimal("1.26"));
    statement.setObject(1, "1.2", JDBCType.DECIMAL, Integer.MAX_VALUE);
    statement.executeQuery();
    assertThat(bound()).isEqualTo(new BigDecimal("1.2"));
    fails(() -> statement.setObject(1, BigDecimal.ONE, Types.NUMERIC, -1), "HY024");
  }

  @Test
  void refusesCalendarsThatHoldNoTime() throws SQLException {
    PreparedStatement statement = prepare("SELECT ?");
    Calendar strict = new GregorianCalendar();
    strict.setLenient(false);
    strict.set(Calendar.MONTH, 99);
    fails(() -> statement.setObject(1, strict), "22008");
    Calendar nowhere = new GregorianCalendar();
    nowhere.setTimeZone(null);
    fails(() -> statement.setDate(1, new Date(0), nowhere), "22008");
    fails(() -> statement.setTime(1, new Time(0), nowhere), "22008");
    fails(() -> statement.setTimestamp(1, new Timestamp(0), nowhere), "22008");
    fails(() -> statement.setObject(1, nowhere), "22008");
    Calendar far = new GregorianCalendar(300_000_000, 0, 1);
    fails(() -> statement.setObject(1, far), "22008");
    fails(() -> statement.setObject(1, "+300000000-01-01", Types.DATE), "22008");
  }

  @Test
  void readsDatesInTheCalendarsZone() throws SQLException {
    PreparedStatement statement = prepare("SELECT ?, ?, ?");
    Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
    statement.setTimestamp(1, Timestamp.from(Instant.parse("2020-01-31T20:00:00Z")), tokyo);
    statement.setDate(2, new Date(Instant.parse("2020-01-31T20:00:00Z").toEpochMilli()), tokyo);
    statement.setTime(3, new Time(0), tokyo);
    statement.executeQuery();
    assertThat(session.parameters.remove())
        .containsExactly(
            LocalDateTime.of(2020, 2, 1, 5, 0), LocalDate.of(2020, 2, 1), LocalTime.of(9, 0));
  }

  @Test
  void refusesWhatNoLiteralCanSay() throws SQLException {
    PreparedStatement statement = prepare("SELECT ?");
    fails(() -> statement.setDouble(1, Double.NaN), "22003");
    fails(() -> statement.setFloat(1, Float.NEGATIVE_INFINITY), "22003");
    fails(() -> statement.setBigDecimal(1, new BigDecimal("1e1001")), "22003");
    fails(() -> statement.setBigDecimal(1, new BigDecimal("1e-2147483647")), "22003");
    fails(() -> statement.setBigDecimal(1, new BigDecimal("1e1000000000")), "22003");
    fails(() -> statement.setObject(1, "1e1000000000", Types.NUMERIC), "22003");
    fails(() -> statement.setObject(1, "1e1000000000", Types.BIGINT), "22018");
    fails(() -> statement.setObject(1, "1e999", Types.DOUBLE), "22003");
    fails(() -> statement.setObject(1, "NaN", Types.REAL), "22003");
    fails(() -> statement.setObject(1, BigInteger.TWO.pow(100_000)), "22003");
    fails(() -> statement.setString(1, "a\0b"), "22021");
    fails(() -> statement.setString(1, "\uD83D"), "22021");
    fails(() -> statement.setString(1, "\uDE00\uD83D"), "22021");
    fails(() -> statement.setObject(1, '\uD83D'), "22021");
    fails(() -> statement.setObject(1, LocalDate.of(10_000, 1, 1)), "22008");
    fails(() -> statement.setObject(1, Instant.MAX), "22008");
    fails(() -> statement.setObject(1, LocalDate.of(0, 1, 1)), "22008");
    fails(() -> statement.setTimestamp(1, new Timestamp(Long.MAX_VALUE)), "22008");
    fails(() -> statement.setDate(1, Date.valueOf("1500-02-29")), "22008");
    fails(() -> statement.setObject(1, new Object()), "HYC00");
    fails(() -> statement.setObject(1, new int[] {1}), "HYC00");
    fails(() -> statement.setObject(1, new java.util.concurrent.atomic.AtomicLong(1)), "HYC00");
    fails(() -> statement.setBinaryStream(1, new ByteArrayInputStream(new byte[1])), "HYC00");
    fails(statement::executeQuery, "07001");
    assertThat(session.runs).hasValue(0);
  }
}
