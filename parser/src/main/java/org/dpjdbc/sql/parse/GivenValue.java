package org.dpjdbc.sql.parse;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A value in a query, of which the plan depends only on the type.
 *
 * @param type of the value
 * @param scale digits after the point; 0 but for decimals
 * @param value an Integer, Long, BigDecimal, String or LocalDate, as the type says
 */
public record GivenValue(SqlTypeName type, int scale, Object value) {
  /** Digits of a decimal: few enough for every database to compare exactly with any column. */
  private static final int DIGITS = 18;

  /** What a literal says; empty for kinds that are not taken out of their query. */
  static Optional<GivenValue> of(SqlLiteral literal) {
    if (literal instanceof SqlNumericLiteral number && number.isExact()) {
      return Optional.ofNullable(literal.bigDecimalValue()).flatMap(GivenValue::number);
    }
    if (literal instanceof SqlCharStringLiteral) {
      return Optional.ofNullable(literal.getValueAs(String.class)).flatMap(GivenValue::of);
    }
    return literal instanceof SqlUnknownLiteral date && date.tag.equals(SqlTypeName.DATE.getName())
        ? date(date)
        : Optional.empty();
  }

  /** What a bind parameter says; empty for classes that are left in their query. */
  static Optional<GivenValue> of(@Nullable Object value) {
    if (value instanceof String text) {
      return text.length() > TokenCheck.MAX_LITERAL
          ? Optional.empty()
          : Optional.of(new GivenValue(SqlTypeName.VARCHAR, 0, text));
    } else if (value instanceof LocalDate) {
      return Optional.of(new GivenValue(SqlTypeName.DATE, 0, value));
    } else if (value instanceof BigDecimal decimal) {
      return number(decimal);
    }
    return value instanceof Long || value instanceof Integer
        ? number(BigDecimal.valueOf(((Number) value).longValue()))
        : Optional.empty();
  }

  private static Optional<GivenValue> date(SqlUnknownLiteral literal) {
    try {
      return of(LocalDate.parse(String.valueOf(literal.getValue())));
    } catch (DateTimeException e) {
      return Optional.empty(); // refused, or read in another form, where it stands
    }
  }

  private static Optional<GivenValue> number(BigDecimal number) {
    int scale = Math.max(0, number.scale());
    if (Math.max(number.precision(), scale) - Math.min(0, number.scale()) > DIGITS) {
      return Optional.empty();
    }
    if (scale > 0) {
      return Optional.of(new GivenValue(SqlTypeName.DECIMAL, scale, number));
    }
    long whole = number.longValueExact();
    return Optional.of(
        whole == (int) whole
            ? new GivenValue(SqlTypeName.INTEGER, 0, (int) whole)
            : new GivenValue(SqlTypeName.BIGINT, 0, whole));
  }

  /** What stands for the value in the query that is planned: a parameter of its type. */
  SqlNode mark(int index, SqlParserPos pos) {
    SqlBasicTypeNameSpec name =
        type == SqlTypeName.DECIMAL
            ? new SqlBasicTypeNameSpec(type, DIGITS, scale, pos)
            : new SqlBasicTypeNameSpec(type, pos);
    return SqlStdOperatorTable.CAST.createCall(
        pos, new SqlDynamicParam(index, pos), new SqlDataTypeSpec(name, pos));
  }
}
