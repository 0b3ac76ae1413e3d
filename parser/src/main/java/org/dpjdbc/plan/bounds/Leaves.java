package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/** Columns and literals. */
final class Leaves {
  private Leaves() {}

  static Term column(Analysis in, RexInputRef ref) {
    ColumnFacts facts = in.column(ref);
    return switch (ComparisonFamily.of(ref.getType())) {
      case EXACT -> exact(in, ref, facts);
      case APPROXIMATE -> approximate(in, ref, facts);
      case BOOLEAN -> Term.bool(ref);
      case DATE, TIME, TIMESTAMP ->
          new Term(ref, Optional.empty(), facts.range(), Optional.empty());
      case TEXT, UUID, OTHER -> Term.of(ref);
    };
  }

  private static Term exact(Analysis in, RexInputRef ref, ColumnFacts facts) {
    RelDataType type = ref.getType();
    int scale = ComparisonFamily.scale(type);
    Interval all = ComparisonFamily.typeRange(type).orElseThrow();
    BigDecimal unit = BigDecimal.ONE.scaleByPowerOfTen(-scale);
    Optional<BigDecimal> grid =
        Optional.of(facts.step().filter(step -> step.compareTo(unit) >= 0).orElse(unit));
    Optional<Interval> soft = facts.range().map(range -> inside(all.clip(range), scale));
    if (!in.isClamped() || soft.isEmpty()) {
      return new Term(ref, Optional.of(all), soft, grid);
    }
    Emit emit = in.emit();
    RexNode clamped =
        Clamp.ordered(
            emit,
            ref,
            emit.exact(soft.get().lower(), type),
            emit.exact(soft.get().upper(), type),
            type);
    return new Term(clamped, soft, soft, grid);
  }

  /** The values of that many decimals inside a range; the nearest one if there is none. */
  private static Interval inside(Interval range, int scale) {
    BigDecimal lower = range.lower().setScale(scale, RoundingMode.CEILING);
    BigDecimal upper = range.upper().setScale(scale, RoundingMode.FLOOR);
    return lower.compareTo(upper) <= 0 ? new Interval(lower, upper) : Interval.point(upper);
  }

  private static Term approximate(Analysis in, RexInputRef ref, ColumnFacts facts) {
    Optional<Interval> limit =
        facts.range().filter(range -> range.magnitude().compareTo(Intervals.FLOATING_LIMIT) <= 0);
    Optional<Interval> soft = limit.map(Intervals::floating);
    if (!in.isClamped() || limit.isEmpty()) {
      return new Term(ref, Optional.empty(), soft, facts.step());
    }
    return new Term(Clamp.floating(in.emit(), ref, limit.get()), soft, soft, facts.step());
  }

  /**
   * A value that is bound when the statement is sent. Nothing but its type is known of it: it may
   * be any number, and what is computed with it needs a range like any column.
   */
  static Term parameter(Analysis in, RexDynamicParam value) {
    RelDataType type = value.getType();
    if (type.getSqlTypeName() == SqlTypeName.DECIMAL
        && ComparisonFamily.scale(type) > 0
        && type.getPrecision() + ComparisonFamily.scale(type) > Emit.MAX_DIGITS) {
      // A mean with more digits than fit into a product; the excess digits carry no information.
      return Term.of(in.emit().cast(value, in.emit().floating()));
    }
    return switch (ComparisonFamily.of(type)) {
      case EXACT ->
          new Term(
              value,
              ComparisonFamily.typeRange(value.getType()),
              Optional.empty(),
              Optional.of(Grids.decimals(ComparisonFamily.scale(value.getType()))));
      case BOOLEAN -> Term.bool(value);
      case APPROXIMATE, DATE, TIME, TIMESTAMP, TEXT -> Term.of(value);
      case UUID, OTHER ->
          throw ExpressionMessages.functionNotOffered(value.getType().getSqlTypeName().getName());
    };
  }

  /**
   * NULL. Whatever is computed from it is NULL again, and must say so: H2 gives a type to no
   * constant that comes out as NULL. It has no value to speak of, so that any range would do.
   */
  static Term nothing(Analysis in, RelDataType type) {
    return Term.ranged(in.emit().nothing(type), Interval.of(0, 0), Optional.of(BigDecimal.ONE));
  }

  static Term literal(Analysis in, RexLiteral literal) {
    ComparisonFamily family = ComparisonFamily.of(literal.getType());
    if (RexLiteral.isNullLiteral(literal)) {
      return nothing(in, literal.getType());
    }
    if (family == ComparisonFamily.TEXT || family == ComparisonFamily.UUID) {
      return Term.of(literal);
    }
    BigDecimal value =
        Constants.number(literal)
            .orElseThrow(
                () -> ExpressionMessages.functionNotOffered(literal.getTypeName().getName()));
    return switch (family) {
      case APPROXIMATE ->
          Term.ranged(
              in.emit().approximate(value),
              Intervals.floating(Interval.point(value)),
              Optional.of(Grids.ofLiteral(value)));
      case EXACT ->
          Term.ranged(
              exactLiteral(in, literal, value),
              Interval.point(value),
              Optional.of(Grids.ofLiteral(value)));
      default -> Term.ranged(literal, Interval.point(value), Optional.empty());
    };
  }

  /** An integer of type DECIMAL prints like an INTEGER and would be computed with as one. */
  private static RexNode exactLiteral(Analysis in, RexLiteral literal, BigDecimal value) {
    boolean printsAsInteger = value.scale() <= 0;
    return printsAsInteger && !ComparisonFamily.isInteger(literal.getType())
        ? in.emit().cast(in.emit().exact(value), literal.getType())
        : literal;
  }
}
