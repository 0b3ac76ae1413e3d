package org.dpjdbc.sql.dialect.common;

import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;

/**
 * How the columns of a table that keeps values are declared, by type.
 *
 * @param text of any length, compared by its bytes
 * @param time of day, to the microsecond
 * @param timestamp without a time zone, to the microsecond
 */
public record StoredTypes(String text, String time, String timestamp) {
  /** The declaration; empty for types that are not kept. */
  public Optional<String> of(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> Optional.of("BOOLEAN");
      case TINYINT, SMALLINT -> Optional.of("SMALLINT");
      case INTEGER -> Optional.of("INTEGER");
      case BIGINT -> Optional.of("BIGINT");
      case DECIMAL -> Optional.of("DECIMAL(" + type.getPrecision() + ", " + type.getScale() + ")");
      case REAL, FLOAT, DOUBLE -> Optional.of("DOUBLE PRECISION");
      case DATE -> Optional.of("DATE");
      case TIME -> Optional.of(time);
      case TIMESTAMP -> Optional.of(timestamp);
      case CHAR, VARCHAR -> Optional.of(text);
      default -> Optional.empty();
    };
  }
}
