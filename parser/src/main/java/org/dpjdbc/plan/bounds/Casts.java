package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * Casts. Casts of literals are evaluated while planning; of the others, only those that cannot fail
 * are allowed. If digits are lost, the database rounds in its own way.
 */
final class Casts {
  /**
   * The maximum length of a date or timestamp as a string, with the years that databases can hold.
   */
  private static final int TIMESTAMP_LENGTH = 40;

  /** The maximum length of a floating-point number as a string. */
  private static final int FLOATING_LENGTH = 25;

  private Casts() {}

  static Term cast(Analysis in, RexCall call) {
    RexNode operand = call.getOperands().get(0);
    RelDataType to = call.getType();
    if (operand instanceof RexLiteral literal) {
      Optional<RexNode> folded = literal(in, literal, to);
      if (folded.isPresent()) {
        return in.of(folded.get());
      }
    }
    Term from = in.of(operand);
    if (from.isNull()) {
      return Leaves.nothing(in, to);
    }
    RelDataTypeFactory types = in.emit().rex().getTypeFactory();
    if (SqlTypeUtil.equalSansNullability(types, operand.getType(), to)) {
      return from;
    }
    if (DateDistances.isTranslated(operand) && ComparisonFamily.isInteger(to)) {
      return from;
    }
    return switch (from.family()) {
      case EXACT, APPROXIMATE -> fromNumber(in, call, from);
      case BOOLEAN -> fromBoolean(in, from, to);
      case TEXT -> fromVarchar(in, from, to);
      case DATE, TIME, TIMESTAMP -> fromTimestamp(in, from, to);
      case UUID, OTHER -> {
        if (from.family() != ComparisonFamily.of(to)) {
          throw refusal(from.node(), to);
        }
        yield from;
      }
    };
  }

  private static RefusedException refusal(RexNode from, RelDataType to) {
    return ExpressionMessages.castNotTotal(
        from.getType().getSqlTypeName().getName(), to.getSqlTypeName().getName());
  }

  /** The literal that replaces a cast literal; empty if the cast remains. */
  private static Optional<RexNode> literal(Analysis in, RexLiteral literal, RelDataType to) {
    if (RexLiteral.isNullLiteral(literal)) {
      return Optional.of(in.emit().nothing(to));
    }
    ComparisonFamily source = ComparisonFamily.of(literal.getType());
    ComparisonFamily target = ComparisonFamily.of(to);
    Optional<String> text = Constants.text(literal);
    if (text.isPresent() && target != ComparisonFamily.TEXT) {
      return Optional.of(Constants.read(in.emit().rex(), text.get(), to));
    }
    if (source.isNumeric() && target.isNumeric()) {
      return Optional.of(
          Constants.number(literal)
              .map(
                  value ->
                      to.getSqlTypeName() == SqlTypeName.REAL ? Constants.inSingle(value) : value)
              .flatMap(value -> Constants.number(in.emit().rex(), value, to))
              .orElseThrow(
                  () ->
                      ExpressionMessages.badLiteral(
                          String.valueOf(literal.getValue2()), to.getSqlTypeName().getName())));
    }
    if (source == ComparisonFamily.DATE && target == ComparisonFamily.TIMESTAMP) {
      BigDecimal days = Constants.number(literal).orElseThrow();
      return Optional.of(
          TemporalNumbers.literal(
              in.emit().rex(), TemporalNumbers.timestamp(days, ComparisonFamily.DATE), to));
    }
    return Optional.empty();
  }

  /** Whether a cast between exact types changes no value. */
  static boolean keepsEveryNumber(RelDataType from, RelDataType to) {
    return ComparisonFamily.of(from) == ComparisonFamily.EXACT
        && ComparisonFamily.of(to) == ComparisonFamily.EXACT
        && ComparisonFamily.scale(to) >= ComparisonFamily.scale(from)
        && ComparisonFamily.typeRange(to)
            .flatMap(wide -> ComparisonFamily.typeRange(from).map(wide::contains))
            .orElse(false);
  }

  /** Whether a cast between string types truncates no value. */
  static boolean keepsEveryString(RelDataType from, RelDataType to) {
    return ComparisonFamily.of(from) == ComparisonFamily.TEXT
        && ComparisonFamily.of(to) == ComparisonFamily.TEXT
        && (to.getPrecision() < 0
            || (from.getPrecision() >= 0 && from.getPrecision() <= to.getPrecision()));
  }

  private static Term fromNumber(Analysis in, RexCall call, Term from) {
    RelDataType to = call.getType();
    return switch (ComparisonFamily.of(to)) {
      case APPROXIMATE ->
          from.node() instanceof RexLiteral literal && to.getSqlTypeName() == SqlTypeName.REAL
              ? literal(in, literal, to).map(in::of).orElseGet(() -> in.floating(from))
              : in.floating(from);
      case EXACT -> {
        RexNode operand = call.getOperands().get(0);
        yield toExact(in, in.finite(from, operand), to)
            .orElseGet(
                () -> in.fittingClamped(call, place -> toExact(place, place.finite(operand), to)));
      }
      case BOOLEAN ->
          Term.bool(
              in.emit()
                  .test(
                      SqlStdOperatorTable.NOT_EQUALS,
                      from.node(),
                      from.family() == ComparisonFamily.APPROXIMATE
                          ? in.emit().approximate(BigDecimal.ZERO)
                          : in.emit().exact(BigDecimal.ZERO)));
      case TEXT -> toVarchar(in, from, to, length(from));
      default -> throw refusal(from.node(), to);
    };
  }

  private static Optional<Term> toExact(Analysis in, Term from, RelDataType to) {
    int scale = ComparisonFamily.scale(to);
    boolean rounds =
        from.family() == ComparisonFamily.APPROXIMATE
            || from.grid().isEmpty()
            || ComparisonFamily.scale(from.node().getType()) > scale;
    Interval hard = from.hard().orElseThrow();
    Interval rounded = rounds ? Intervals.enclose(hard, scale) : hard;
    if (!ComparisonFamily.typeRange(to).orElseThrow().contains(rounded)) {
      return Optional.empty();
    }
    return Optional.of(
        new Term(
            in.emit().cast(from.node(), to),
            Optional.of(rounded),
            from.soft().map(soft -> rounds ? Intervals.enclose(soft, scale) : soft),
            rounds ? Optional.of(Grids.decimals(scale)) : from.grid()));
  }

  private static int length(Term number) {
    if (number.family() == ComparisonFamily.APPROXIMATE) {
      return FLOATING_LENGTH;
    }
    BigDecimal magnitude = number.hard().orElseThrow().magnitude();
    int signAndPoint = 2;
    return Intervals.integerDigits(magnitude)
        + ComparisonFamily.scale(number.node().getType())
        + signAndPoint;
  }

  private static Term fromBoolean(Analysis in, Term from, RelDataType to) {
    Emit emit = in.emit();
    return switch (ComparisonFamily.of(to)) {
      case BOOLEAN -> from;
      case EXACT, APPROXIMATE -> {
        RexNode bit =
            emit.cases(
                emit.type(SqlTypeName.INTEGER),
                from.node(),
                emit.exact(BigDecimal.ONE),
                emit.test(SqlStdOperatorTable.NOT, from.node()),
                emit.exact(BigDecimal.ZERO));
        Term number = Term.ranged(bit, Interval.of(0, 1), Optional.of(BigDecimal.ONE));
        yield ComparisonFamily.of(to) == ComparisonFamily.APPROXIMATE
            ? in.floating(number)
            : number;
      }
      case TEXT -> toVarchar(in, from, to, "false".length());
      default -> throw refusal(from.node(), to);
    };
  }

  private static Term toVarchar(Analysis in, Term from, RelDataType to, int length) {
    boolean fits =
        to.getSqlTypeName() == SqlTypeName.VARCHAR
            && (to.getPrecision() < 0 || to.getPrecision() >= length);
    if (!fits) {
      throw refusal(from.node(), to);
    }
    return Term.of(in.emit().cast(from.node(), to));
  }

  private static Term fromVarchar(Analysis in, Term from, RelDataType to) {
    if (ComparisonFamily.of(to) != ComparisonFamily.TEXT) {
      throw refusal(from.node(), to);
    }
    if (keepsEveryString(from.node().getType(), to)) {
      return Term.of(in.emit().cast(from.node(), to));
    }
    // A cast to a shorter type would cut on one database, warn on another and fail on a third.
    return StringFunctionRules.prefix(in, from.node(), to.getPrecision());
  }

  private static Term fromTimestamp(Analysis in, Term from, RelDataType to) {
    ComparisonFamily source = from.family();
    ComparisonFamily target = ComparisonFamily.of(to);
    if (target == ComparisonFamily.TEXT) {
      return toVarchar(in, from, to, TIMESTAMP_LENGTH);
    }
    if (source == ComparisonFamily.DATE && target == ComparisonFamily.TIMESTAMP) {
      return dateToTimestamp(in, from, to);
    }
    return betweenTimestamps(in, DateShifts.ordinary(in, from), to);
  }

  private static Term betweenTimestamps(Analysis in, Term from, RelDataType to) {
    ComparisonFamily source = from.family();
    ComparisonFamily target = ComparisonFamily.of(to);
    RexNode node = in.emit().cast(from.node(), to);
    if (source == target) {
      // Fewer decimals may round up to the next second.
      int digits = from.node().getType().getPrecision();
      boolean rounds = digits < 0 || to.getPrecision() < digits;
      return new Term(
          source == ComparisonFamily.DATE ? from.node() : node,
          from.hard().map(range -> rounds ? Intervals.enclose(range, 0) : range),
          from.soft().map(range -> rounds ? Intervals.enclose(range, 0) : range),
          from.grid());
    }
    if (source == ComparisonFamily.TIMESTAMP && target == ComparisonFamily.DATE) {
      return new Term(
          node, from.hard().map(Casts::days), from.soft().map(Casts::days), Optional.empty());
    }
    if (source == ComparisonFamily.TIMESTAMP && target == ComparisonFamily.TIME) {
      return Term.of(node);
    }
    throw refusal(from.node(), to);
  }

  private static Interval days(Interval seconds) {
    return Intervals.map(
        seconds, end -> end.divide(TemporalNumbers.SECONDS_PER_DAY, 0, RoundingMode.FLOOR));
  }

  static Term dateToTimestamp(Analysis in, Term any, RelDataType type) {
    Term date = DateShifts.ordinary(in, any);
    return new Term(
        in.emit().cast(date.node(), type),
        date.hard().map(Casts::seconds),
        date.soft().map(Casts::seconds),
        Optional.empty());
  }

  private static Interval seconds(Interval days) {
    return Intervals.map(days, end -> end.multiply(TemporalNumbers.SECONDS_PER_DAY));
  }
}
