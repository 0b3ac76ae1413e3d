package org.dpjdbc.jdbc.value;

import static java.util.Map.entry;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.jdbc.error.Errors;

/** The class of a parameter's value when its caller names a type for it. */
public final class ParameterType {
  private static final Map<Integer, Class<?>> TABLE =
      Map.ofEntries(
          entry(Types.BIT, Boolean.class),
          entry(Types.BOOLEAN, Boolean.class),
          entry(Types.TINYINT, Byte.class),
          entry(Types.SMALLINT, Short.class),
          entry(Types.INTEGER, Integer.class),
          entry(Types.BIGINT, Long.class),
          entry(Types.REAL, Float.class),
          entry(Types.FLOAT, Double.class),
          entry(Types.DOUBLE, Double.class),
          entry(Types.NUMERIC, BigDecimal.class),
          entry(Types.DECIMAL, BigDecimal.class),
          entry(Types.CHAR, String.class),
          entry(Types.VARCHAR, String.class),
          entry(Types.LONGVARCHAR, String.class),
          entry(Types.NCHAR, String.class),
          entry(Types.NVARCHAR, String.class),
          entry(Types.LONGNVARCHAR, String.class),
          entry(Types.CLOB, String.class),
          entry(Types.NCLOB, String.class),
          entry(Types.BINARY, byte[].class),
          entry(Types.VARBINARY, byte[].class),
          entry(Types.LONGVARBINARY, byte[].class),
          entry(Types.BLOB, byte[].class),
          entry(Types.DATE, LocalDate.class),
          entry(Types.TIME, LocalTime.class),
          entry(Types.TIMESTAMP, LocalDateTime.class),
          entry(Types.TIME_WITH_TIMEZONE, OffsetTime.class),
          entry(Types.TIMESTAMP_WITH_TIMEZONE, OffsetDateTime.class));

  private ParameterType() {}

  /**
   * The class of values of a type; empty if the value stays as it is.
   *
   * @throws SQLException if parameters cannot have that type (HYC00)
   */
  static Optional<Class<?>> of(int jdbcType) throws SQLException {
    Class<?> named = TABLE.get(jdbcType);
    if (named == null
        && jdbcType != Types.OTHER
        && jdbcType != Types.JAVA_OBJECT
        && jdbcType != Types.NULL) {
      throw Errors.parameterTypeNotOffered(jdbcType);
    }
    return Optional.ofNullable(named);
  }
}
