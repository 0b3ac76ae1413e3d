package org.dpjdbc.run.schema;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.util.NlsString;
import org.dpjdbc.policy.PolicyValue;

/** Reads the constants of a CHECK constraint. */
final class ClauseConstant {
  private ClauseConstant() {}

  /** The constant, or nothing if the expression is none that is understood. */
  static Optional<PolicyValue> read(SqlNode node) {
    if (node instanceof SqlNumericLiteral number) {
      return Optional.of(new PolicyValue.Number(number.bigDecimalValue()));
    }
    if (node instanceof SqlCharStringLiteral text) {
      return Optional.of(new PolicyValue.Text(text.getValueAs(NlsString.class).getValue()));
    }
    if (node instanceof SqlUnknownLiteral temporal) {
      return temporal(temporal);
    }
    if (node instanceof SqlLiteral literal && literal.getValue() instanceof Boolean bool) {
      return Optional.of(new PolicyValue.Bool(bool));
    }
    return node instanceof SqlCall call ? call(call) : Optional.empty();
  }

  private static Optional<PolicyValue> call(SqlCall call) {
    if (call.getKind() == SqlKind.MINUS_PREFIX) {
      return read(call.operand(0))
          .filter(PolicyValue.Number.class::isInstance)
          .map(value -> new PolicyValue.Number(((PolicyValue.Number) value).value().negate()));
    }
    // Databases cast a constant to its column's type, which leaves its value as it is.
    return call.getKind() == SqlKind.CAST ? read(call.operand(0)) : Optional.empty();
  }

  private static Optional<PolicyValue> temporal(SqlUnknownLiteral literal) {
    String text = String.valueOf(literal.getValue());
    try {
      return switch (literal.tag) {
        case "DATE" -> Optional.of(new PolicyValue.Date(LocalDate.parse(text)));
        case "TIME" -> Optional.of(new PolicyValue.Time(LocalTime.parse(text)));
        case "TIMESTAMP" ->
            Optional.of(new PolicyValue.Timestamp(LocalDateTime.parse(text.replace(' ', 'T'))));
        default -> Optional.empty();
      };
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
