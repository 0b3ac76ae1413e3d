package org.dpjdbc.gateway.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;

/**
 * Values as PostgreSQL itself writes and reads them: the texts, and what its send functions give.
 */
class ValuesTest {
  private static final int NUMERIC_ARRAY = 1231;

  private static final ZoneId ZONE = ZoneId.of("America/New_York");
  private static final Map<PgType, String> SEND =
      Map.of(
          PgType.BOOL, "boolsend",
          PgType.INT2, "int2send",
          PgType.INT4, "int4send",
          PgType.INT8, "int8send",
          PgType.FLOAT4, "float4send",
          PgType.FLOAT8, "float8send",
          PgType.NUMERIC, "numeric_send",
          PgType.DATE, "date_send",
          PgType.TIMESTAMP, "timestamp_send",
          PgType.TIME, "time_send");

  private static Map<PgType, List<Object>> values() {
    Random random = new Random(20241128);
    Map<PgType, List<Object>> values = new LinkedHashMap<>();
    values.put(PgType.BOOL, List.of(true, false));
    values.put(PgType.INT2, List.of(0L, -1L, 32767L, -32768L));
    values.put(PgType.INT4, List.of(0L, -1L, 2147483647L, -2147483648L));
    values.put(PgType.INT8, List.of(0L, Long.MIN_VALUE, Long.MAX_VALUE));
    List<Object> doubles =
        new ArrayList<>(
            List.of(
                0.0,
                -0.0,
                1.0,
                0.1,
                1e14,
                1e15,
                1.23456789012345e14,
                1.234567890123456e15,
                1e-4,
                1e-5,
                Double.parseDouble("2e23"),
                Double.MIN_VALUE,
                Double.MAX_VALUE,
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY));
    List<Object> floats =
        new ArrayList<>(
            List.of(
                0f,
                -0f,
                1f,
                0.1f,
                1e5f,
                1e6f,
                123456f,
                1234567f,
                Float.MIN_VALUE,
                Float.MAX_VALUE));
    List<Object> numbers =
        new ArrayList<>(
            List.of(
                BigDecimal.ZERO,
                new BigDecimal("0.00"),
                new BigDecimal("-1"),
                new BigDecimal("10000"),
                new BigDecimal("0.0001"),
                new BigDecimal("12345.67890"),
                new BigDecimal("1e30"),
                new BigDecimal("0.00000000012")));
    List<Object> dates =
        new ArrayList<>(
            List.of(LocalDate.of(2000, 1, 1), LocalDate.of(1, 1, 1), LocalDate.of(-43, 3, 15)));
    List<Object> moments = new ArrayList<>(List.of(LocalDateTime.of(1999, 12, 31, 23, 59, 59)));
    for (int i = 0; i < 300; i++) {
      double drawn = Double.longBitsToDouble(random.nextLong());
      doubles.add(Double.isNaN(drawn) ? 1.5 : drawn);
      doubles.add(random.nextGaussian() * Math.pow(10, random.nextInt(20)));
      float small = Float.intBitsToFloat(random.nextInt());
      floats.add(Float.isNaN(small) ? 1.5f : small);
      numbers.add(
          new BigDecimal(new BigInteger(1 + random.nextInt(120), random), random.nextInt(25)));
      dates.add(LocalDate.ofEpochDay(random.nextInt(4_000_000) - 1_000_000));
      moments.add(
          LocalDateTime.ofEpochSecond(
              random.nextInt(), random.nextInt(1_000_000) * 1000, ZoneOffset.UTC));
    }
    values.put(PgType.FLOAT8, doubles);
    values.put(PgType.FLOAT4, floats);
    values.put(PgType.NUMERIC, numbers);
    values.put(PgType.DATE, dates);
    values.put(PgType.TIMESTAMP, moments);
    values.put(PgType.TIME, List.of(LocalTime.MIDNIGHT, LocalTime.of(23, 59, 59, 120_000_000)));
    return values;
  }

  @Test
  void areWrittenAndReadAsPostgresDoes() throws IOException, SQLException, ServerError {
    Values values = new Values(ZONE);
    ParameterValues reader = new ParameterValues(ZONE);
    try (PostgresServer server = PostgresServer.start();
        Connection connection = DriverManager.getConnection(server.url())) {
      for (Map.Entry<PgType, List<Object>> each : values().entrySet()) {
        PgType type = each.getKey();
        String name = type.name().toLowerCase(java.util.Locale.ROOT);
        String sql =
            "SELECT v::text, %s(v) FROM (SELECT ?::text::%s AS v) AS t"
                .formatted(SEND.get(type), name);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
          for (Object value : each.getValue()) {
            String text = values.text(value, type);
            statement.setString(1, text);
            try (ResultSet result = statement.executeQuery()) {
              result.next();
              String as = type + " " + value;
              // Casts to text write booleans in full.
              assertThat(text).as(as).isEqualTo(type == PgType.BOOL ? text : result.getString(1));
              byte[] binary = values.format(value, type, true);
              assertThat(HexFormat.of().formatHex(binary))
                  .as(as)
                  .isEqualTo(HexFormat.of().formatHex(result.getBytes(2)));
              if (!as.contains("-43") && !text.endsWith("BC") && !isOfYearsBeyond(text)) {
                assertThat(
                        plain(
                            reader.read(
                                text.getBytes(StandardCharsets.UTF_8), type.number(), false)))
                    .as(as)
                    .isEqualTo(plain(value));
              }
              if (!text.contains("Infinity") || type != PgType.NUMERIC) {
                assertThat(plain(reader.read(binary, type.number(), true)))
                    .as(as)
                    .isEqualTo(plain(value));
              }
            }
          }
        }
      }
    }
  }

  /** ISO's parsers want a sign before five digits of a year. */
  private static boolean isOfYearsBeyond(String text) {
    return text.indexOf('-') > 4;
  }

  private static Object plain(Object value) {
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    return value instanceof Short || value instanceof Integer
        ? Long.valueOf(((Number) value).longValue())
        : value;
  }

  @Test
  void writeTimestampsInTheZoneOfTheSession() throws IOException, SQLException {
    Values values = new Values(ZONE);
    try (PostgresServer server = PostgresServer.start();
        Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = 'America/New_York'");
      for (OffsetDateTime timestamp :
          List.of(
              OffsetDateTime.of(2024, 7, 1, 12, 0, 0, 120_000_000, ZoneOffset.UTC),
              OffsetDateTime.of(2024, 1, 1, 0, 0, 0, 0, ZoneOffset.ofHours(5)),
              OffsetDateTime.of(1850, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC))) {
        try (ResultSet result =
            statement.executeQuery(
                "SELECT v::text, timestamptz_send(v) FROM (SELECT '"
                    + timestamp
                    + "'::timestamptz AS v) AS t")) {
          result.next();
          assertThat(values.text(timestamp, PgType.TIMESTAMPTZ)).isEqualTo(result.getString(1));
          assertThat(values.format(timestamp, PgType.TIMESTAMPTZ, true))
              .isEqualTo(result.getBytes(2));
        }
      }
    }
  }

  @Test
  void refuseWhatIsNoneOfTheType() {
    ParameterValues reader = new ParameterValues(ZONE);
    assertThatThrownBy(() -> reader.read(new byte[] {'x'}, PgType.INT4.number(), false))
        .isInstanceOf(ServerError.class)
        .hasMessageContaining("int4");
    assertThatThrownBy(() -> reader.read(new byte[3], PgType.INT4.number(), true))
        .isInstanceOf(ServerError.class);
    assertThatThrownBy(() -> reader.read(new byte[9], PgType.INT8.number(), true))
        .isInstanceOf(ServerError.class);
    assertThatThrownBy(() -> reader.read(new byte[] {(byte) 0xff}, PgType.TEXT.number(), false))
        .isInstanceOf(ServerError.class)
        .hasMessageContaining("UTF8");
    // A numeric whose weight would fill the memory.
    byte[] huge = {0, 1, 127, -1, 0, 0, 0, 0, 0, 1};
    assertThatThrownBy(() -> reader.read(huge, PgType.NUMERIC.number(), true))
        .isInstanceOf(ServerError.class);
  }

  /** What takes more than linear time is bounded before it begins. */
  @Test
  void refuseNumbersOfManyDigits() throws ServerError {
    ParameterValues reader = new ParameterValues(ZONE);
    String digits = "1".repeat(1 << 20);
    for (String text :
        List.of(digits, "0." + digits, "1e1001", "1e999999999", "1e-999999999", "-1e-1001")) {
      assertThatThrownBy(() -> reader.read(Values.utf8(text), PgType.NUMERIC.number(), false))
          .isInstanceOf(ServerError.class);
      assertThatThrownBy(() -> reader.read(Values.utf8("{1," + text + "}"), NUMERIC_ARRAY, false))
          .isInstanceOf(ServerError.class);
    }
    for (PgType type : PgType.values()) {
      boolean isTaken =
          switch (type) {
            case TEXT, BPCHAR, VARCHAR, UNKNOWN -> true;
            default -> false;
          };
      if (isTaken) {
        assertThat(reader.read(Values.utf8(digits), type.number(), false)).isEqualTo(digits);
      } else {
        assertThatThrownBy(() -> reader.read(Values.utf8(digits), type.number(), false))
            .as(type.name())
            .isInstanceOf(ServerError.class);
      }
    }
    ByteBuffer groups = ByteBuffer.allocate(8 + 2 * Short.MAX_VALUE);
    groups.putShort(Short.MAX_VALUE).putShort((short) 0).putShort((short) 0).putShort((short) 0);
    assertThatThrownBy(() -> reader.read(groups.array(), PgType.NUMERIC.number(), true))
        .isInstanceOf(ServerError.class);
    assertThat(reader.read(Values.utf8("1e1000"), PgType.NUMERIC.number(), false))
        .isEqualTo(new BigDecimal("1e1000"));
  }
}
