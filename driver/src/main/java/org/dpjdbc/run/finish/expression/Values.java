package org.dpjdbc.run.finish.expression;

import java.nio.ByteBuffer;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.Arrays;
import java.util.UUID;

/** Order and equality of runtime values. */
public final class Values {
  private Values() {}

  /**
   * Orders two values of one type family: numbers by value, strings by UTF-16 code units, times
   * with an offset by their instant, bytes and UUIDs unsigned, FALSE before TRUE.
   */
  public static int compare(Object left, Object right) {
    if (left instanceof Number) {
      return Numbers.compare(left, right);
    }
    if (left instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) right);
    }
    if (left instanceof UUID uuid) {
      return compareUuids(uuid, (UUID) right);
    }
    if (left instanceof OffsetDateTime time) {
      return time.toInstant().compareTo(((OffsetDateTime) right).toInstant());
    }
    if (left instanceof OffsetTime) {
      return Long.compare(nanosUtc(left), nanosUtc(right));
    }
    return compareNaturally(left, right);
  }

  // Both are of one class, as the types of the two columns say.
  @SuppressWarnings("unchecked")
  private static int compareNaturally(Object left, Object right) {
    return ((Comparable<Object>) left).compareTo(right);
  }

  private static int compareUuids(UUID left, UUID right) {
    int high = Long.compareUnsigned(left.getMostSignificantBits(), right.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(left.getLeastSignificantBits(), right.getLeastSignificantBits());
  }

  private static long nanosUtc(Object time) {
    OffsetTime offset = (OffsetTime) time;
    return offset.toLocalTime().toNanoOfDay()
        - offset.getOffset().getTotalSeconds() * 1_000_000_000L;
  }

  /** An object for hashing that is equal just for values that {@link #compare} as equal. */
  public static Object key(Object value) {
    if (value instanceof Number) {
      return Numbers.key(value);
    }
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    }
    if (value instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    return value instanceof OffsetTime ? (Object) nanosUtc(value) : value;
  }
}
