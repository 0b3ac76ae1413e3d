package org.dpjdbc.gateway.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/** Parameters that a client sends, in PostgreSQL's text or binary format. */
public final class ParameterValues {
  private static final String INVALID_STRING = "22P02";
  private static final String INVALID_BINARY = "22P03";
  private static final String NOT_SUPPORTED = "0A000";
  private static final int MICRO = 1000;
  private static final BigInteger DIGIT = BigInteger.valueOf(10_000);
  private static final int NEGATIVE = 0x4000;
  private static final int DIGITS = 4;
  private static final int MOST_GROUPS = 2 * 1000 / DIGITS + 1;
  private static final int MOST_DIGITS = 1000;

  /**
   * The maximum length of a value that is not a string; it bounds work that is more than linear.
   */
  private static final int LONGEST = 2 * MOST_DIGITS + 100;

  private static final Set<String> TRUE = Set.of("t", "true", "y", "yes", "on", "1");
  private static final Set<String> FALSE = Set.of("f", "false", "n", "no", "off", "0");

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm[:ss]")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private static final DateTimeFormatter TIMESTAMP_FORMAT =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .appendPattern("['T'][' ']")
          .append(TIME)
          .optionalEnd()
          .optionalStart()
          .appendPattern("[' ']")
          .appendPattern("[XXX][XX][X]")
          .optionalEnd()
          .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
          .toFormatter(Locale.ROOT);

  private final ZoneId zone;

  /**
   * @param zone that of the session, in which timestamps without one are read
   */
  public ParameterValues(ZoneId zone) {
    this.zone = zone;
  }

  /**
   * Reads one as what the driver takes.
   *
   * @param number PostgreSQL's of its type; 0 where that is open
   * @throws ServerError if the bytes are none of the type
   */
  public Object read(byte[] bytes, int number, boolean binary) throws ServerError {
    Optional<PgType> element = PgType.elementOf(number);
    PgType type =
        number == 0
            ? PgType.UNKNOWN
            : element.or(() -> PgType.known(number)).orElseThrow(() -> notOffered(number));
    try {
      if (element.isPresent()) {
        return binary
            ? ofBinaryArray(ByteBuffer.wrap(bytes), type)
            : ofStringArray(text(bytes), type);
      }
      return binary ? ofBinary(ByteBuffer.wrap(bytes), type) : ofString(text(bytes), type);
    } catch (BufferUnderflowException | IndexOutOfBoundsException | ArithmeticException e) {
      throw ServerError.of(INVALID_BINARY, "incorrect binary data format in a parameter");
    } catch (DateTimeException | IllegalArgumentException e) {
      throw ServerError.of(
          binary ? INVALID_BINARY : INVALID_STRING,
          "invalid input for a parameter of type " + type.name().toLowerCase(Locale.ROOT));
    }
  }

  /**
   * The same value as the driver compares it. The driver has no time zones, and reads columns that
   * have one in UTC; PostgreSQL reads those without a zone in the session's zone. The two agree if
   * the session is in UTC.
   *
   * @throws ServerError for a timestamp for which they do not
   */
  public Object compared(Object value) throws ServerError {
    if (!(value instanceof OffsetDateTime timestamp)) {
      return value;
    }
    if (!zone.getRules().getOffset(timestamp.toInstant()).equals(ZoneOffset.UTC)) {
      throw ServerError.of(
              NOT_SUPPORTED, "parameters of type timestamptz need the session to be in UTC")
          .with('H', "SET TimeZone = 'UTC'");
    }
    return timestamp.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
  }

  private static String text(byte[] bytes) throws ServerError {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.indexOf(0) < 0) {
        return text;
      }
    } catch (CharacterCodingException e) {
      // none, as one with a byte 0
    }
    throw ServerError.of("22021", "invalid byte sequence for encoding \"UTF8\" in a parameter");
  }

  private Object ofString(String text, PgType type) throws ServerError {
    if (type.isString()) {
      return text;
    }
    if (type == PgType.BYTEA) {
      return bytea(text);
    }
    String trimmed = text.strip();
    if (trimmed.length() > LONGEST) {
      throw new IllegalArgumentException("too long");
    }
    return switch (type) {
      case BOOL -> bool(trimmed.toLowerCase(Locale.ROOT));
      case INT2 -> Short.valueOf(trimmed);
      case INT4 -> Integer.valueOf(trimmed);
      case INT8, OID -> Long.valueOf(trimmed);
      case FLOAT4 -> Float.valueOf(trimmed);
      case FLOAT8 -> Double.valueOf(trimmed);
      case NUMERIC -> comparable(new BigDecimal(trimmed));
      case DATE -> TIMESTAMP_FORMAT.parse(trimmed, LocalDate::from);
      case TIME -> TIME.parse(trimmed, LocalTime::from);
      case TIMESTAMP -> TIMESTAMP_FORMAT.parse(trimmed, LocalDateTime::from);
      case TIMESTAMPTZ -> timestamp(trimmed);
      case UUID -> java.util.UUID.fromString(trimmed);
      default -> throw notOffered(type);
    };
  }

  private static boolean bool(String text) {
    if (TRUE.contains(text)) {
      return true;
    }
    if (FALSE.contains(text)) {
      return false;
    }
    throw new IllegalArgumentException(text);
  }

  private Object timestamp(String text) {
    var parsed = TIMESTAMP_FORMAT.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
    return parsed instanceof LocalDateTime local
        ? local.atZone(zone).toOffsetDateTime()
        : (OffsetDateTime) parsed;
  }

  private static byte[] bytea(String text) {
    if (!text.startsWith("\\x")) {
      throw new IllegalArgumentException("not in hexadecimal form");
    }
    return HexFormat.of().parseHex(text.substring(2));
  }

  private static ServerError notOffered(PgType type) {
    return ServerError.of(
        NOT_SUPPORTED,
        "parameters of type %s are not supported".formatted(type.name().toLowerCase(Locale.ROOT)));
  }

  private static ServerError notOffered(int number) {
    return ServerError.of(
        NOT_SUPPORTED, "parameters of the type with oid %d are not supported".formatted(number));
  }

  /**
   * Dimensions, whether there are NULLs, the type of the elements, their number and first index.
   */
  private static ArrayValue ofBinaryArray(ByteBuffer bytes, PgType type) throws ServerError {
    int dimensions = bytes.getInt();
    bytes.getInt();
    bytes.getInt();
    if (dimensions == 0) {
      return new ArrayValue(List.of());
    }
    int count = bytes.getInt();
    bytes.getInt();
    if (dimensions != 1 || count < 0 || count > bytes.remaining() / Integer.BYTES) {
      throw new IllegalArgumentException("not an array of one dimension");
    }
    List<@Nullable Object> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int length = bytes.getInt();
      if (length < 0) {
        elements.add(null);
      } else {
        ByteBuffer element = bytes.slice(bytes.position(), length);
        bytes.position(bytes.position() + length);
        elements.add(ofBinary(element, type));
      }
    }
    return new ArrayValue(Collections.unmodifiableList(elements));
  }

  private ArrayValue ofStringArray(String text, PgType type) throws ServerError {
    List<@Nullable Object> elements = new ArrayList<>();
    for (String element : ArrayFormat.read(text)) {
      elements.add(element == null ? null : ofString(element, type));
    }
    return new ArrayValue(Collections.unmodifiableList(elements));
  }

  private static Object ofBinary(ByteBuffer bytes, PgType type) throws ServerError {
    Object value =
        switch (type) {
          case BOOL -> bytes.get() != 0;
          case INT2 -> bytes.getShort();
          case INT4 -> bytes.getInt();
          case INT8 -> bytes.getLong();
          case OID -> Integer.toUnsignedLong(bytes.getInt());
          case FLOAT4 -> bytes.getFloat();
          case FLOAT8 -> bytes.getDouble();
          case NUMERIC -> numeric(bytes);
          case DATE -> BinaryFormat.EPOCH.plusDays(bytes.getInt());
          case TIME -> LocalTime.ofNanoOfDay(Math.multiplyExact(bytes.getLong(), MICRO));
          case TIMESTAMP -> timestamp(bytes.getLong());
          case TIMESTAMPTZ -> timestamp(bytes.getLong()).atOffset(ZoneOffset.UTC);
          case UUID -> new java.util.UUID(bytes.getLong(), bytes.getLong());
          case BYTEA -> rest(bytes);
          case TIMETZ, INTERVAL -> throw notOffered(type);
          default -> text(rest(bytes));
        };
    if (bytes.hasRemaining()) {
      throw new IllegalArgumentException("too long");
    }
    return value;
  }

  private static byte[] rest(ByteBuffer bytes) {
    byte[] rest = new byte[bytes.remaining()];
    bytes.get(rest);
    return rest;
  }

  private static LocalDateTime timestamp(long micros) {
    return BinaryFormat.EPOCH
        .atStartOfDay()
        .plusSeconds(Math.floorDiv(micros, 1_000_000L))
        .plusNanos(Math.floorMod(micros, 1_000_000L) * MICRO);
  }

  /** Written out, it has not many more digits than it was read from. */
  private static BigDecimal comparable(BigDecimal value) {
    if (Math.abs((long) value.scale()) > MOST_DIGITS || value.precision() > MOST_DIGITS) {
      throw new IllegalArgumentException("no number that can be compared");
    }
    return value;
  }

  private static BigDecimal numeric(ByteBuffer bytes) {
    int count = bytes.getShort();
    int weight = bytes.getShort();
    int sign = bytes.getShort() & 0xffff;
    int scale = bytes.getShort();
    if (count < 0
        || count > MOST_GROUPS
        || scale < 0
        || Math.abs(weight) * DIGITS > MOST_DIGITS
        || scale > MOST_DIGITS
        || (sign != 0 && sign != NEGATIVE)) {
      throw new IllegalArgumentException("no number that can be compared");
    }
    BigInteger unscaled = BigInteger.ZERO;
    for (int i = 0; i < count; i++) {
      int digit = bytes.getShort();
      if (digit < 0 || digit >= DIGIT.intValue()) {
        throw new IllegalArgumentException("no digit");
      }
      unscaled = unscaled.multiply(DIGIT).add(BigInteger.valueOf(digit));
    }
    BigDecimal value = new BigDecimal(unscaled).scaleByPowerOfTen((weight - count + 1) * DIGITS);
    BigDecimal scaled = value.setScale(scale);
    return sign == NEGATIVE ? scaled.negate() : scaled;
  }
}
