package org.dpjdbc.jdbc.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.Locale;
import java.util.UUID;
import org.dpjdbc.jdbc.error.Errors;

/** Values read as strings, bytes and UUIDs. */
public final class StringConversions {
  private StringConversions() {}

  /** A value as a string: in SQL's format, with a date and its time separated by a blank. */
  static String toVarchar(Object value) {
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    if (value instanceof Boolean bool) {
      return bool.toString().toUpperCase(Locale.ROOT);
    }
    if (value instanceof byte[] bytes) {
      return new String(bytes, UTF_8);
    }
    if (value instanceof LocalTime time) {
      return TemporalStrings.TIME.format(time);
    }
    if (value instanceof LocalDateTime time) {
      return TemporalStrings.TIMESTAMP.format(time);
    }
    if (value instanceof OffsetTime time) {
      return TemporalStrings.TIME_WITH_ZONE.format(time);
    }
    if (value instanceof OffsetDateTime time) {
      return TemporalStrings.TIMESTAMP_WITH_ZONE.format(time);
    }
    return value.toString();
  }

  /** Bytes: those of a binary value, of a string in UTF-8, or the sixteen of a UUID. */
  static byte[] toBytes(Object value) throws SQLException {
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (value instanceof String text) {
      return text.getBytes(UTF_8);
    }
    if (value instanceof UUID uuid) {
      return ByteBuffer.allocate(16)
          .putLong(uuid.getMostSignificantBits())
          .putLong(uuid.getLeastSignificantBits())
          .array();
    }
    throw Errors.notConvertible(value, byte[].class);
  }

  /** A UUID, also from its string or its sixteen bytes. */
  static UUID toUuid(Object value) throws SQLException {
    if (value instanceof UUID uuid) {
      return uuid;
    }
    if (value instanceof String text) {
      try {
        return UUID.fromString(text.strip());
      } catch (IllegalArgumentException e) {
        throw Errors.stringNotReadable(UUID.class);
      }
    }
    if (value instanceof byte[] bytes && bytes.length == 16) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      return new UUID(buffer.getLong(), buffer.getLong());
    }
    throw Errors.notConvertible(value, UUID.class);
  }
}
