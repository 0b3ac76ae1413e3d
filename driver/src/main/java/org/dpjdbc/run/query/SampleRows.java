package org.dpjdbc.run.query;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.dpjdbc.plan.model.RuntimeValues;
import org.dpjdbc.policy.ColumnPolicy;
import org.dpjdbc.policy.PolicyValue;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Generates sample rows from a table's policy and the types of its columns: declared values in
 * turn, values spread evenly between the bounds, or, if nothing is declared, any value of the type.
 * The rows are always the same and depend on nothing else.
 */
final class SampleRows {
  private static final int ROWS = 10;
  private static final LocalDate SOME_DAY = LocalDate.of(2000, 1, 1);
  private static final String SAMPLE_STRING = "made up";

  private SampleRows() {}

  static Rows of(TablePolicy table, RelDataType rowType) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      @Nullable Object[] values = new @Nullable Object[rowType.getFieldCount()];
      for (RelDataTypeField field : rowType.getFieldList()) {
        ColumnPolicy column = table.column(field.getName()).orElseThrow();
        values[field.getIndex()] = value(column, field.getType(), row);
      }
      rows.add(values);
    }
    return Rows.of(rowType.getFieldCount(), rows);
  }

  private static Object value(ColumnPolicy column, RelDataType type, int row) {
    if (column.values().isPresent()) {
      List<PolicyValue> values = column.values().get();
      return typed(values.get(row % values.size()), type);
    }
    return column
        .bounds()
        .filter(bounds -> !bounds.auto())
        .map(bounds -> between(bounds, column, type, row))
        .orElseGet(() -> something(type, row));
  }

  private static Object typed(PolicyValue value, RelDataType type) {
    if (value instanceof PolicyValue.Number number) {
      return RuntimeValues.number(number.value(), type);
    } else if (value instanceof PolicyValue.Text text) {
      return RuntimeValues.text(text.value(), type);
    } else if (value instanceof PolicyValue.Bool bool) {
      return bool.value();
    } else if (value instanceof PolicyValue.Date date) {
      return date.value();
    } else if (value instanceof PolicyValue.Time time) {
      return time.value();
    }
    return ((PolicyValue.Timestamp) value).value();
  }

  private static Object between(
      ColumnPolicy.Bounds bounds, ColumnPolicy column, RelDataType type, int row) {
    PolicyValue lower = bounds.lower();
    PolicyValue upper = bounds.upper();
    if (lower instanceof PolicyValue.Number min && upper instanceof PolicyValue.Number max) {
      return RuntimeValues.number(
          between(min.value(), max.value(), column.step().orElse(BigDecimal.ZERO), row), type);
    } else if (lower instanceof PolicyValue.Date first && upper instanceof PolicyValue.Date last) {
      return first
          .value()
          .plusDays(part(ChronoUnit.DAYS.between(first.value(), last.value()), row));
    } else if (lower instanceof PolicyValue.Time first && upper instanceof PolicyValue.Time last) {
      return first
          .value()
          .plusSeconds(part(Duration.between(first.value(), last.value()).toSeconds(), row));
    }
    LocalDateTime first = ((PolicyValue.Timestamp) lower).value();
    LocalDateTime last = ((PolicyValue.Timestamp) upper).value();
    return first.plusSeconds(part(Duration.between(first, last).toSeconds(), row));
  }

  private static BigDecimal between(BigDecimal min, BigDecimal max, BigDecimal step, int row) {
    BigDecimal width = max.subtract(min);
    BigDecimal way =
        width
            .multiply(BigDecimal.valueOf(row))
            .divide(BigDecimal.valueOf(ROWS - 1), MathContext.DECIMAL64);
    BigDecimal onGrid = step.signum() == 0 ? way : way.divideToIntegralValue(step).multiply(step);
    return min.add(onGrid).min(max);
  }

  private static long part(long width, int row) {
    return width / (ROWS - 1) * row + width % (ROWS - 1) * row / (ROWS - 1);
  }

  private static Object something(RelDataType type, int row) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> row % 2 == 0;
      case CHAR, VARCHAR -> text(type);
      case DATE -> SOME_DAY.plusDays(row);
      case TIME -> LocalTime.of(row, 0);
      case TIMESTAMP -> SOME_DAY.plusDays(row).atStartOfDay();
      case BINARY, VARBINARY -> new byte[0];
      case DECIMAL ->
          RuntimeValues.number(
              type.getPrecision() - type.getScale() > 1
                  ? BigDecimal.valueOf(row + 1L)
                  : BigDecimal.ZERO,
              type);
      default -> RuntimeValues.number(BigDecimal.valueOf(row + 1L), type);
    };
  }

  private static String text(RelDataType type) {
    int max = type.getPrecision() < 0 ? SAMPLE_STRING.length() : type.getPrecision();
    return RuntimeValues.text(
        SAMPLE_STRING.substring(0, Math.min(max, SAMPLE_STRING.length())), type);
  }
}
