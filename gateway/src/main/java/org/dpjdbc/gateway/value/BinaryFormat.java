package org.dpjdbc.gateway.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * PostgreSQL's binary formats: what its {@code *_send} and {@code *_recv} functions do. Integers
 * are in network order, days and microseconds count from 2000-01-01.
 */
final class BinaryFormat {
  static final LocalDate EPOCH = LocalDate.of(2000, 1, 1);

  private static final int MICRO = 1000;
  private static final BigInteger DIGIT = BigInteger.valueOf(10_000);
  private static final int DIGITS = 4;
  private static final short NEGATIVE = 0x4000;
  private static final int HEAD = 4;
  private static final int UUID_BYTES = 16;

  private BinaryFormat() {}

  static byte[] of(Object value, PgType type) {
    return switch (type) {
      case BOOL -> new byte[] {(byte) ((boolean) value ? 1 : 0)};
      case INT2 -> ByteBuffer.allocate(Short.BYTES).putShort(((Number) value).shortValue()).array();
      case INT4, OID ->
          ByteBuffer.allocate(Integer.BYTES).putInt(((Number) value).intValue()).array();
      case INT8 -> int64(((Number) value).longValue());
      case FLOAT4 -> ByteBuffer.allocate(Float.BYTES).putFloat((float) value).array();
      case FLOAT8 -> ByteBuffer.allocate(Double.BYTES).putDouble((double) value).array();
      case NUMERIC -> numeric((BigDecimal) value);
      case DATE ->
          ByteBuffer.allocate(Integer.BYTES)
              .putInt(Math.toIntExact(EPOCH.until((LocalDate) value, ChronoUnit.DAYS)))
              .array();
      case TIME -> int64(((LocalTime) value).toNanoOfDay() / MICRO);
      case TIMETZ -> {
        OffsetTime time = (OffsetTime) value;
        yield ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
            .putLong(time.toLocalTime().toNanoOfDay() / MICRO)
            .putInt(-time.getOffset().getTotalSeconds())
            .array();
      }
      case TIMESTAMP -> int64(micros((LocalDateTime) value));
      case TIMESTAMPTZ ->
          int64(
              micros(
                  ((OffsetDateTime) value)
                      .withOffsetSameInstant(ZoneOffset.UTC)
                      .toLocalDateTime()));
      case BYTEA -> (byte[]) value;
      case UUID -> uuid(value.toString());
      default -> Values.utf8(value.toString());
    };
  }

  private static byte[] int64(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  private static long micros(LocalDateTime timestamp) {
    return EPOCH.atStartOfDay().until(timestamp, ChronoUnit.MICROS);
  }

  private static byte[] uuid(String text) {
    java.util.UUID uuid = java.util.UUID.fromString(text);
    return ByteBuffer.allocate(UUID_BYTES)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }

  /** Digits to the base 10,000, the weight of the first, a sign, and the digits after the point. */
  private static byte[] numeric(BigDecimal value) {
    int scale = Math.max(value.scale(), 0);
    int padding = Math.floorMod(-scale, DIGITS);
    BigInteger left =
        value.abs().setScale(scale).unscaledValue().multiply(BigInteger.TEN.pow(padding));
    int fraction = (scale + padding) / DIGITS;
    Deque<Short> digits = new ArrayDeque<>();
    int count = 0;
    boolean trailing = true;
    while (left.signum() != 0) {
      BigInteger[] parts = left.divideAndRemainder(DIGIT);
      trailing &= parts[1].signum() == 0;
      if (!trailing) {
        digits.addFirst(parts[1].shortValue());
      }
      left = parts[0];
      count++;
    }
    ByteBuffer bytes = ByteBuffer.allocate((HEAD + digits.size()) * Short.BYTES);
    bytes.putShort((short) digits.size());
    bytes.putShort((short) (digits.isEmpty() ? 0 : count - fraction - 1));
    bytes.putShort(value.signum() < 0 ? NEGATIVE : 0);
    bytes.putShort((short) scale);
    digits.forEach(bytes::putShort);
    return bytes.array();
  }
}
