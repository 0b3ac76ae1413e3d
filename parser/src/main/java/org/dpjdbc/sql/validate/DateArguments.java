package org.dpjdbc.sql.validate;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Refuses {@code DATEDIFF} and {@code DATEADD} where the parser has not read a unit of time as
 * their first argument, as where it is in quotes: Calcite 1.42 fails on them, or takes the unit for
 * a column.
 */
final class DateArguments extends SqlBasicVisitor<@Nullable Void> {
  private static final Map<String, String> STANDARD =
      Map.of("DATEDIFF", "TIMESTAMPDIFF(%s, a, b)", "DATEADD", "TIMESTAMPADD(%s, n, a)");

  private static final Set<String> UNITS =
      Set.of("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND");

  private DateArguments() {}

  /**
   * Looks for them.
   *
   * @throws RefusedException if there is one
   */
  static void check(SqlNode query) {
    query.accept(new DateArguments());
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    String standard = STANDARD.get(name);
    if (standard != null
        && !(call.operandCount() > 0 && call.operand(0) instanceof SqlIntervalQualifier)) {
      String unit = call.operandCount() > 0 ? unit(call.operand(0)) : "DAY";
      throw ParseMessages.dateArgument(name, standard.formatted(unit))
          .at(Position.of(call.getParserPosition()));
    }
    return super.visit(call);
  }

  private static String unit(SqlNode first) {
    String text =
        first instanceof SqlCharStringLiteral literal
            ? literal.getValueAs(String.class)
            : first instanceof SqlIdentifier identifier && !identifier.isStar()
                ? Util.last(identifier.names)
                : "";
    String unit = text.toUpperCase(Locale.ROOT);
    return UNITS.contains(unit) ? unit : "DAY";
  }
}
