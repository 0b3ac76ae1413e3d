package org.dpjdbc.plan.rule;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.bounds.RowExpressions;
import org.dpjdbc.plan.bounds.UnitAggregate;
import org.dpjdbc.plan.bounds.UnitAggregates;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * The window functions that are allowed within the rows of one unit, and what each needs so that
 * its result is a function of the set of rows.
 */
enum WindowFunction {
  /** Equal ranks are equal results. */
  RANK,
  /** Tells rows of equal rank apart, by place alone. */
  PLACE,
  /** An aggregate of a frame that rows of equal rank enter together. */
  PEERS,
  /** An aggregate of a frame that is cut between rows of equal rank. */
  FRAME;

  private static final int MAX_STEPS = 1000;

  /** Which of them a call is; refuses those that are none. */
  static WindowFunction of(RexOver over) {
    RexWindow window = over.getWindow();
    String name = over.getAggOperator().getName();
    if (over.ignoreNulls() || over.isDistinct()) {
      throw RelationMessages.windowNotOffered(
          name, over.isDistinct() ? "DISTINCT" : "IGNORE NULLS");
    }
    if (window.getExclude() != RexWindowExclusion.EXCLUDE_NO_OTHER) {
      throw RelationMessages.windowNotOffered(name, "EXCLUDE");
    }
    if (!isFixed(window.getLowerBound()) || !isFixed(window.getUpperBound())) {
      throw RelationMessages.windowNotOffered(
          name, "a frame of other offsets than numbers up to " + MAX_STEPS);
    }
    boolean range = !window.isRows();
    if (range && (hasOffset(window.getLowerBound()) || hasOffset(window.getUpperBound()))) {
      throw RelationMessages.windowNotOffered(
          name, "a RANGE of an offset; use ROWS, or RANGE without one");
    }
    return switch (over.getAggOperator().getKind()) {
      case RANK, DENSE_RANK -> RANK;
      case ROW_NUMBER, LAG, LEAD -> PLACE;
      case FIRST_VALUE -> ends(name, range, window.getLowerBound().isUnbounded());
      case LAST_VALUE -> ends(name, range, window.getUpperBound().isUnbounded());
      case COUNT, SUM, SUM0, AVG, MIN, MAX -> range ? PEERS : FRAME;
      default -> throw RelationMessages.windowNotOffered(name, name);
    };
  }

  /** What the rows tell could be no offset, for one of them. */
  private static boolean isFixed(RexWindowBound bound) {
    return bound.getOffset() == null || isSteps(bound.getOffset());
  }

  private static boolean hasOffset(RexWindowBound bound) {
    return bound.getOffset() != null;
  }

  /** Nothing determines which row is at the end of a range that ends among tied rows. */
  private static WindowFunction ends(String name, boolean range, boolean unbounded) {
    if (range && !unbounded) {
      throw RelationMessages.windowNotOffered(
          name, "a frame that ends among tied rows; use ROWS BETWEEN");
    }
    return PLACE;
  }

  boolean breaksTies() {
    return this == PLACE || this == FRAME;
  }

  /**
   * What the database computes for the call, over total arguments.
   *
   * @param rows of one unit, as far as ranges go
   */
  UnitAggregate aggregate(
      RexBuilder rex,
      PerUnit input,
      OptionalInt rows,
      RowExpressions expressions,
      List<RexNode> arguments,
      RexOver over,
      String name) {
    SqlKind kind = over.getAggOperator().getKind();
    return switch (kind) {
      case ROW_NUMBER, RANK, DENSE_RANK -> numbered(over, rows, name);
      case LAG, LEAD, FIRST_VALUE, LAST_VALUE -> value(expressions, arguments, over, name);
      default ->
          new UnitAggregates(rex, input.facts(), rows)
              .of(over.getAggOperator(), false, arguments, Optional.empty(), over.getType(), name);
    };
  }

  private static UnitAggregate numbered(RexOver over, OptionalInt rows, String name) {
    Optional<Interval> range =
        rows.isPresent()
            ? Optional.of(new Interval(BigDecimal.ONE, BigDecimal.valueOf(rows.getAsInt())))
            : Optional.empty();
    return UnitAggregate.of(
        over.getAggOperator(),
        List.of(),
        new ColumnFacts(name, range, Optional.empty(), true, Optional.of(BigDecimal.ONE)));
  }

  private static UnitAggregate value(
      RowExpressions expressions, List<RexNode> arguments, RexOver over, String name) {
    String function = over.getAggOperator().getName();
    if (arguments.size() > 1 && !isSteps(arguments.get(1))) {
      throw RelationMessages.windowNotOffered(
          function, "an offset other than a number up to " + MAX_STEPS);
    }
    if (arguments.size() > 2) {
      throw RelationMessages.windowNotOffered(function, "a default; write COALESCE around it");
    }
    return UnitAggregate.of(
        over.getAggOperator(),
        arguments,
        new ColumnFacts(
            name, expressions.range(arguments.get(0)), Optional.empty(), false, Optional.empty()));
  }

  private static boolean isSteps(RexNode offset) {
    if (!(offset instanceof RexLiteral literal) || literal.isNull()) {
      return false;
    }
    BigDecimal steps = literal.getValueAs(BigDecimal.class);
    return steps != null
        && steps.stripTrailingZeros().scale() <= 0
        && steps.signum() >= 0
        && steps.compareTo(BigDecimal.valueOf(MAX_STEPS)) <= 0;
  }

  /** The type of a part, over arguments that may be wider than those the query was written over. */
  RelDataType type(RelDataTypeFactory types, UnitAggregate.Part part, RexOver over) {
    if (part.arguments().isEmpty()) {
      return over.getType();
    }
    RelDataType argument = part.arguments().get(0).getType();
    RelDataType type =
        switch (part.function().getKind()) {
          case COUNT -> types.createSqlType(SqlTypeName.BIGINT);
          case SUM -> types.getTypeSystem().deriveSumType(types, argument);
          case AVG -> types.getTypeSystem().deriveAvgAggType(types, argument);
          default -> argument;
        };
    return types.createTypeWithNullability(type, part.function().getKind() != SqlKind.COUNT);
  }
}
