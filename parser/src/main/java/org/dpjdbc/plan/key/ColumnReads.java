package org.dpjdbc.plan.key;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;
import org.dpjdbc.plan.algebra.DpOperators;

/**
 * What some expressions read of a column: its value, or only parts of a date, or how it compares
 * with constants. Two values that do not differ in that give the same results.
 */
final class ColumnReads extends RexVisitorImpl<Void> {
  /** Parts that a calendar consists of. */
  enum Part {
    YEAR,
    QUARTER,
    MONTH,
    DAY,
    WEEKDAY,
    HOUR,
    MINUTE
  }

  private static final Set<Part> DATE = EnumSet.of(Part.YEAR, Part.MONTH, Part.DAY);

  private final int column;
  private final EnumSet<Part> parts = EnumSet.noneOf(Part.class);
  private final TreeSet<BigDecimal> cuts = new TreeSet<>();
  private final TreeSet<LocalDate> dates = new TreeSet<>();
  private final TreeSet<String> strings = new TreeSet<>();
  private boolean value;

  private ColumnReads(int column) {
    super(true);
    this.column = column;
  }

  /** What the expressions read of a column. */
  static ColumnReads of(RexBuilder rex, List<RexNode> expressions, int column) {
    ColumnReads reads = new ColumnReads(column);
    expressions.forEach(expression -> RexUtil.expandSearch(rex, null, expression).accept(reads));
    return reads;
  }

  /** Whether the value itself is read. */
  boolean value() {
    return value;
  }

  /** The parts of the date that are read. */
  Set<Part> parts() {
    return parts;
  }

  /** The numbers that it is compared with. */
  NavigableSet<BigDecimal> cuts() {
    return cuts;
  }

  /** The dates such that all times between two of them compare alike. */
  NavigableSet<LocalDate> dates() {
    return dates;
  }

  /** The strings that it is compared with for equality. */
  Set<String> strings() {
    return strings;
  }

  /** Whether others tell all that is read here. */
  boolean isWithin(ColumnReads others) {
    return !value
        && others.parts.containsAll(parts)
        && others.cuts.containsAll(cuts)
        && others.dates.containsAll(dates)
        && others.strings.containsAll(strings);
  }

  @Override
  public Void visitInputRef(RexInputRef ref) {
    if (ref.getIndex() == column) {
      readAll(ref.getType());
    }
    return null;
  }

  private void readAll(RelDataType type) {
    if (type.getSqlTypeName() == SqlTypeName.DATE) {
      parts.addAll(DATE);
    } else {
      value = true;
    }
  }

  @Override
  public Void visitCall(RexCall call) {
    List<RexNode> operands = call.getOperands();
    if (operands.stream().noneMatch(this::isColumn)) {
      return super.visitCall(call);
    }
    boolean known =
        switch (call.getKind()) {
          case IS_NULL, IS_NOT_NULL -> true;
          case EXTRACT -> readsPart(call);
          case FLOOR, CEIL -> call.getKind() == SqlKind.FLOOR && readsStart(call);
          case CAST -> readsDate(call);
          case EQUALS,
              NOT_EQUALS,
              LESS_THAN,
              LESS_THAN_OR_EQUAL,
              GREATER_THAN,
              GREATER_THAN_OR_EQUAL ->
              isCompared(call);
          default -> call.getOperator().equals(DpOperators.DATE_TRUNC) && readsStart(call);
        };
    return known ? null : super.visitCall(call);
  }

  /**
   * Whether it is the column, perhaps in another type that has all its values, or NULL beyond the
   * calendar: no value that is listed is there.
   */
  private boolean isColumn(RexNode node) {
    if (node instanceof RexInputRef ref) {
      return ref.getIndex() == column;
    }
    if (node.getKind() == SqlKind.CASE) {
      List<RexNode> operands = ((RexCall) node).getOperands();
      return operands.size() == 3
          && isColumn(operands.get(1))
          && RexUtil.isNullLiteral(operands.get(2), true)
          && RelOptUtil.conjunctions(operands.get(0)).stream().allMatch(this::isOfCalendar);
    }
    if (node.getKind() != SqlKind.CAST || !isColumn(((RexCall) node).getOperands().get(0))) {
      return false;
    }
    SqlTypeName from = ((RexCall) node).getOperands().get(0).getType().getSqlTypeName();
    SqlTypeName to = node.getType().getSqlTypeName();
    boolean wider =
        to == SqlTypeName.TIMESTAMP
            && (from == SqlTypeName.DATE
                || (from == SqlTypeName.TIMESTAMP
                    && node.getType().getPrecision()
                        >= ((RexCall) node).getOperands().get(0).getType().getPrecision()));
    return wider || RexUtil.isLosslessCast(node);
  }

  /** Whether it says that the column is not before the first year, or not after the last. */
  private boolean isOfCalendar(RexNode condition) {
    if (!(condition instanceof RexCall call)
        || call.getOperands().size() != 2
        || !isColumn(call.getOperands().get(0))
        || !(call.getOperands().get(1) instanceof RexLiteral limit)) {
      return false;
    }
    String text =
        switch (limit.getTypeName()) {
          case DATE -> String.valueOf(limit.getValueAs(DateString.class));
          case TIMESTAMP -> String.valueOf(limit.getValueAs(TimestampString.class));
          default -> "";
        };
    return switch (call.getKind()) {
      case GREATER_THAN_OR_EQUAL -> text.startsWith("0001-01-01");
      case LESS_THAN_OR_EQUAL -> text.startsWith("9999-12-31");
      default -> false;
    };
  }

  private static boolean isTime(RexNode node) {
    SqlTypeName type = node.getType().getSqlTypeName();
    return type == SqlTypeName.DATE || type == SqlTypeName.TIMESTAMP;
  }

  private boolean readsPart(RexCall extract) {
    if (!isTime(extract.getOperands().get(1))) {
      return false;
    }
    String part = symbol(extract);
    switch (part) {
      case "YEAR", "QUARTER", "MONTH", "DAY", "HOUR", "MINUTE" -> parts.add(Part.valueOf(part));
      case "DOW", "ISODOW" -> parts.add(Part.WEEKDAY);
      case "DECADE", "CENTURY", "MILLENNIUM" -> parts.add(Part.YEAR);
      case "DOY", "WEEK", "ISOYEAR" -> parts.addAll(DATE);
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean readsStart(RexCall call) {
    if (call.getOperands().size() < 2 || call.getOperands().stream().noneMatch(this::isTimestamp)) {
      return false;
    }
    switch (symbol(call)) {
      case "DECADE", "YEAR" -> parts.add(Part.YEAR);
      case "QUARTER" -> parts.addAll(EnumSet.of(Part.YEAR, Part.QUARTER));
      case "MONTH" -> parts.addAll(EnumSet.of(Part.YEAR, Part.MONTH));
      case "WEEK", "DAY" -> parts.addAll(DATE);
      case "HOUR" -> {
        parts.addAll(DATE);
        parts.add(Part.HOUR);
      }
      case "MINUTE" -> {
        parts.addAll(DATE);
        parts.addAll(EnumSet.of(Part.HOUR, Part.MINUTE));
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean isTimestamp(RexNode operand) {
    return isColumn(operand) && isTime(operand);
  }

  /** The name of the unit among the operands. */
  private static String symbol(RexCall call) {
    return call.getOperands().stream()
        .filter(RexLiteral.class::isInstance)
        .map(RexLiteral.class::cast)
        .filter(literal -> literal.getTypeName() == SqlTypeName.SYMBOL)
        .map(literal -> String.valueOf(unit(DpOperators.symbol(literal))))
        .findFirst()
        .orElse("");
  }

  private static Object unit(Enum<?> symbol) {
    return symbol instanceof TimeUnitRange range ? range.name() : symbol.name();
  }

  /** A timestamp is cut to its date. */
  private boolean readsDate(RexCall cast) {
    boolean known =
        cast.getType().getSqlTypeName() == SqlTypeName.DATE
            && isTimestamp(cast.getOperands().get(0));
    if (known) {
      parts.addAll(DATE);
    }
    return known;
  }

  private boolean isCompared(RexCall call) {
    return IntStream.range(0, 2)
        .anyMatch(
            i ->
                isColumn(call.getOperands().get(i))
                    && isCompared(
                        i == 0 ? call.getKind() : call.getKind().reverse(),
                        call.getOperands().get(i),
                        call.getOperands().get(1 - i)));
  }

  private boolean isCompared(SqlKind kind, RexNode compared, RexNode with) {
    RexNode plain = with;
    while (plain.getKind() == SqlKind.CAST && RexUtil.isLosslessCast(plain)) {
      plain = ((RexCall) plain).getOperands().get(0);
    }
    if (!(plain instanceof RexLiteral literal) || literal.isNull()) {
      return false;
    }
    if (isTime(compared)) {
      Optional<LocalDate> midnight = midnight(kind, compared, literal);
      midnight.ifPresent(date -> dates.addAll(List.of(date, date.plusDays(1))));
      return midnight.isPresent();
    } else if (SqlTypeUtil.isNumeric(compared.getType())
        && SqlTypeUtil.isNumeric(plain.getType())) {
      cuts.add(Objects.requireNonNull(literal.getValueAs(BigDecimal.class)));
      return true;
    }
    boolean known =
        (kind == SqlKind.EQUALS || kind == SqlKind.NOT_EQUALS)
            && SqlTypeUtil.inCharFamily(compared.getType())
            && SqlTypeUtil.inCharFamily(plain.getType());
    if (known) {
      strings.add(String.valueOf(RexLiteral.stringValue(literal)));
    }
    return known;
  }

  /** The date of a comparison that holds for all of a day, or for none of it. */
  private static Optional<LocalDate> midnight(SqlKind kind, RexNode compared, RexLiteral with) {
    if (with.getTypeName() == SqlTypeName.DATE) {
      boolean known =
          compared.getType().getSqlTypeName() == SqlTypeName.DATE
              || kind == SqlKind.LESS_THAN
              || kind == SqlKind.GREATER_THAN_OR_EQUAL;
      return known
          ? Optional.ofNullable(with.getValueAs(DateString.class))
              .map(date -> LocalDate.ofEpochDay(date.getDaysSinceEpoch()))
          : Optional.empty();
    } else if (with.getTypeName() != SqlTypeName.TIMESTAMP) {
      return Optional.empty();
    }
    String text = String.valueOf(with.getValueAs(TimestampString.class));
    boolean known =
        text.endsWith(" 00:00:00")
            && (compared.getType().getSqlTypeName() == SqlTypeName.DATE
                || kind == SqlKind.LESS_THAN
                || kind == SqlKind.GREATER_THAN_OR_EQUAL);
    return known
        ? Optional.of(LocalDate.parse(text.substring(0, text.indexOf(' '))))
        : Optional.empty();
  }
}
