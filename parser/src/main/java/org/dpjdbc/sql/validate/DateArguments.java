package org.dpjdbc.sql.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.rewrite.SqlUnparser;
import org.jspecify.annotations.Nullable;

/**
 * Refuses {@code DATEDIFF} and {@code DATEADD} where the parser has not read a unit of time as
 * their first argument, as where it is in quotes: Calcite 1.42 fails on them, or takes the unit for
 * a column. Refuses fractions of a second that are lost otherwise: Calcite's intervals are whole
 * milliseconds, and its differences whole seconds.
 */
final class DateArguments extends SqlBasicVisitor<@Nullable Void> {
  private static final Map<String, String> STANDARD =
      Map.of("DATEDIFF", "TIMESTAMPDIFF", "DATEADD", "TIMESTAMPADD");

  private static final Set<String> UNITS =
      Set.of("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND");

  private static final Set<String> ADDING = Set.of("TIMESTAMPADD", "DATEADD");
  private static final Set<String> COUNTING = Set.of("TIMESTAMPDIFF", "DATEDIFF");

  private static final Set<String> BELOW_MILLISECONDS =
      Set.of("MICROSECOND", "NANOSECOND", "FRAC_SECOND");

  /** Matches in time linear in the length of the string. */
  private static final Pattern FINER_THAN_MILLISECONDS = Pattern.compile("\\.\\d{3}0*[1-9]");

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
      throw refused(call, name, standard).at(Position.of(call.getParserPosition()));
    }
    if (call.operandCount() > 1 && call.operand(0) instanceof SqlIntervalQualifier unit) {
      checkFraction(call, name, unit);
    }
    return super.visit(call);
  }

  @Override
  public @Nullable Void visit(SqlLiteral literal) {
    if (literal instanceof SqlIntervalLiteral interval
        && FINER_THAN_MILLISECONDS.matcher(String.valueOf(interval.toValue())).find()) {
      throw ParseMessages.intervalTooFine().at(Position.of(literal.getParserPosition()));
    }
    return super.visit(literal);
  }

  private static void checkFraction(SqlCall call, String name, SqlIntervalQualifier qualifier) {
    String function = name.replace("{FN ", "").replace("}", "");
    String unit =
        (qualifier.timeFrameName == null
                ? qualifier.timeUnitRange.name()
                : qualifier.timeFrameName.toUpperCase(Locale.ROOT))
            .replace("SQL_TSI_", "");
    boolean fine = BELOW_MILLISECONDS.contains(unit);
    boolean added = ADDING.contains(function);
    if ((added && fine) || (COUNTING.contains(function) && (fine || unit.equals("MILLISECOND")))) {
      throw ParseMessages.fractionOfSecond(function, unit, added)
          .at(Position.of(call.getParserPosition()));
    }
  }

  /** The refusal of a unit of time that a function takes for a column, at that position. */
  static Optional<RefusedException> unitOfTime(SqlNode query, Position at) {
    List<RefusedException> found = new ArrayList<>();
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call.getOperator() instanceof SqlFunction function) {
              call.getOperandList().stream()
                  .filter(
                      operand ->
                          operand instanceof SqlIdentifier
                              && Position.of(operand.getParserPosition()).equals(at))
                  .flatMap(operand -> unit(operand).stream())
                  .map(unit -> ParseMessages.unitOfTime(function.getName(), unit))
                  .forEach(found::add);
            }
            return super.visit(call);
          }
        });
    return found.stream().findFirst();
  }

  private static RefusedException refused(SqlCall call, String name, String standard) {
    List<SqlNode> operands = call.getOperandList();
    Optional<String> unit = operands.isEmpty() ? Optional.empty() : unit(operands.get(0));
    boolean difference = name.equals("DATEDIFF");
    // MySQL's has no unit, and the later date first.
    boolean ofDays = difference && operands.size() == 2 && unit.isEmpty();
    boolean known = ofDays || (operands.size() == 3 && unit.isPresent());
    Optional<String> first = known ? SqlUnparser.text(operands.get(1)) : Optional.empty();
    Optional<String> second =
        known ? SqlUnparser.text(operands.get(ofDays ? 0 : 2)) : Optional.empty();
    boolean exact = first.isPresent() && second.isPresent();
    return ParseMessages.dateArgument(
        name,
        "%s(%s, %s, %s)"
            .formatted(
                standard,
                unit.orElse("DAY"),
                exact ? first.get() : difference ? "a" : "n",
                exact ? second.get() : difference ? "b" : "a"),
        exact);
  }

  /** The unit of time that a string or a name denotes. */
  static Optional<String> unit(SqlNode first) {
    String text =
        first instanceof SqlCharStringLiteral literal
            ? literal.getValueAs(String.class)
            : first instanceof SqlIdentifier identifier && !identifier.isStar()
                ? Util.last(identifier.names)
                : "";
    String unit = text.toUpperCase(Locale.ROOT);
    return UNITS.contains(unit) ? Optional.of(unit) : Optional.empty();
  }
}
