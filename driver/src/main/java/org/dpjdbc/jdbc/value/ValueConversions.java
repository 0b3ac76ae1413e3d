package org.dpjdbc.jdbc.value;

import static java.util.Map.entry;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import org.dpjdbc.jdbc.error.Errors;

/** The table of type conversions: for each class a value may be read as, how. */
public final class ValueConversions {
  private static final Map<Class<?>, Conversion<?>> TABLE =
      Map.ofEntries(
          entry(Boolean.class, (Conversion<Boolean>) NumberConversions::toBoolean),
          entry(Byte.class, (Conversion<Byte>) NumberConversions::toByte),
          entry(Short.class, (Conversion<Short>) NumberConversions::toShort),
          entry(Integer.class, (Conversion<Integer>) NumberConversions::toInteger),
          entry(Long.class, (Conversion<Long>) NumberConversions::toLong),
          entry(Float.class, (Conversion<Float>) NumberConversions::toFloat),
          entry(Double.class, (Conversion<Double>) NumberConversions::toDouble),
          entry(BigDecimal.class, (Conversion<BigDecimal>) NumberConversions::toBigDecimal),
          entry(BigInteger.class, (Conversion<BigInteger>) NumberConversions::toBigInteger),
          entry(String.class, (Conversion<String>) StringConversions::toVarchar),
          entry(byte[].class, (Conversion<byte[]>) StringConversions::toBytes),
          entry(UUID.class, (Conversion<UUID>) StringConversions::toUuid),
          entry(LocalDate.class, (Conversion<LocalDate>) TimeConversions::toLocalDate),
          entry(LocalTime.class, (Conversion<LocalTime>) TimeConversions::toLocalTime),
          entry(LocalDateTime.class, (Conversion<LocalDateTime>) TimeConversions::toLocalDateTime),
          entry(
              OffsetDateTime.class, (Conversion<OffsetDateTime>) TimeConversions::toOffsetDateTime),
          entry(OffsetTime.class, (Conversion<OffsetTime>) TimeConversions::toOffsetTime),
          entry(
              ZonedDateTime.class,
              (Conversion<ZonedDateTime>)
                  value -> TimeConversions.toOffsetDateTime(value).toZonedDateTime()),
          entry(
              Instant.class,
              (Conversion<Instant>) value -> TimeConversions.toOffsetDateTime(value).toInstant()),
          entry(Date.class, (Conversion<Date>) v -> LegacyTimes.toDate(v, TimeZone.getDefault())),
          entry(Time.class, (Conversion<Time>) v -> LegacyTimes.toTime(v, TimeZone.getDefault())),
          entry(
              Timestamp.class,
              (Conversion<Timestamp>) v -> LegacyTimes.toTimestamp(v, TimeZone.getDefault())),
          entry(
              java.util.Date.class,
              (Conversion<java.util.Date>)
                  v ->
                      new java.util.Date(
                          LegacyTimes.toTimestamp(v, TimeZone.getDefault()).getTime())));

  private ValueConversions() {}

  /** Whether values may be read as that class at all. */
  public static boolean offered(Class<?> target) {
    return TABLE.containsKey(target);
  }

  /**
   * Reads a value as a class.
   *
   * @throws SQLException if the class is not offered (HYC00), or as {@link Conversion#apply}
   */
  public static <T> T convert(Object value, Class<T> target) throws SQLException {
    Conversion<?> conversion = TABLE.get(target);
    if (conversion == null) {
      throw Errors.classNotOffered(target);
    }
    return target.cast(conversion.apply(value));
  }
}
