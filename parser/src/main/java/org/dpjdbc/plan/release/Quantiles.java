package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.QuantileRelease;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * The aggregate calls of a frontier that ask for a value by its rank: MIN and MAX, and the inverse
 * distribution functions. Calls about the same measure share one histogram, and equal ones are
 * answered once.
 */
public final class Quantiles {
  /** Of one measure: each costs another level, and an answer of its own is no more private. */
  private static final int MOST = 100;

  private final Map<Measures.Key, SortedSet<BigFraction>> fractions = new LinkedHashMap<>();
  private final Map<Integer, Asked> byCall = new LinkedHashMap<>();

  /**
   * What a call asks for.
   *
   * @param measure argument and filter
   * @param fraction of the rows that are at most as large: 0 for MIN, 1 for MAX
   */
  record Asked(Measures.Key measure, BigFraction fraction) {}

  /** Takes a call, if it is one of these. */
  boolean take(Aggregate aggregate, int place) {
    AggregateCall call = aggregate.getAggCallList().get(place);
    Optional<Asked> asked =
        switch (call.getAggregation().getKind()) {
          case MIN -> extreme(call, BigFraction.ZERO);
          case MAX -> extreme(call, BigFraction.ONE);
          case PERCENTILE_CONT, PERCENTILE_DISC -> Optional.of(percentile(aggregate, call));
          default -> Optional.empty();
        };
    if (asked.isEmpty()) {
      return false;
    }
    checkOrdered(
        aggregate.getInput().getRowType().getFieldList().get(asked.get().measure().argument()),
        call.getAggregation().getName());
    SortedSet<BigFraction> known =
        fractions.computeIfAbsent(asked.get().measure(), key -> new TreeSet<>());
    known.add(asked.get().fraction());
    if (known.size() > MOST) {
      throw RelationMessages.tooManyAggregates(MOST);
    }
    byCall.put(place, asked.get());
    return true;
  }

  private static void checkOrdered(RelDataTypeField column, String aggregate) {
    if (!areOf(column.getType())) {
      throw MeasureRequirements.notOrdered(aggregate);
    }
  }

  /** Whether a type has quantiles: for strings there is no grid to choose from. */
  public static boolean areOf(RelDataType values) {
    SqlTypeName type = values.getSqlTypeName();
    return SqlTypeName.NUMERIC_TYPES.contains(type)
        || type == SqlTypeName.DATE
        || type == SqlTypeName.TIMESTAMP;
  }

  /** What Calcite writes itself, of IN and EXISTS, is no aggregate of the query's. */
  private static Optional<Asked> extreme(AggregateCall call, BigFraction end) {
    return call.getParserPosition().equals(SqlParserPos.ZERO)
        ? Optional.empty()
        : Optional.of(
            new Asked(
                new Measures.Key(
                    call.getArgList().get(0), Measures.NONE, call.filterArg, Measures.Once.NO),
                end));
  }

  private static Asked percentile(Aggregate aggregate, AggregateCall call) {
    String name = call.getAggregation().getName();
    if (call.isDistinct()) {
      throw ExpressionMessages.distinctNotOffered(name);
    }
    RelFieldCollation order = call.collation.getFieldCollations().get(0);
    RelNode input = aggregate.getInput();
    int column = order.getFieldIndex();
    boolean continuous = call.getAggregation().getKind() == SqlKind.PERCENTILE_CONT;
    if (continuous
        && SqlTypeUtil.isDatetime(input.getRowType().getFieldList().get(column).getType())) {
      throw ExpressionMessages.continuousTimestamps(
              literal(input, call.getArgList().get(0), name).bigDecimalValue().toPlainString(),
              input.getRowType().getFieldNames().get(column),
              order.direction.isDescending())
          .at(Position.of(call.getParserPosition()));
    }
    BigFraction fraction = literal(input, call.getArgList().get(0), name);
    return new Asked(
        new Measures.Key(column, Measures.NONE, call.filterArg, Measures.Once.NO),
        order.direction.isDescending() ? BigFraction.ONE.subtract(fraction) : fraction);
  }

  private static BigFraction literal(RelNode input, int column, String name) {
    if (input instanceof Project project) {
      RexNode node = project.getProjects().get(column);
      BigDecimal value =
          node instanceof RexLiteral literal && SqlTypeUtil.isNumeric(literal.getType())
              ? literal.getValueAs(BigDecimal.class)
              : null;
      if (value != null) {
        if (value.signum() < 0 || value.compareTo(BigDecimal.ONE) > 0) {
          throw ExpressionMessages.notAFraction(name);
        }
        BigDecimal plain = value.setScale(Math.max(0, value.scale()));
        return BigFraction.of(plain.unscaledValue(), BigInteger.TEN.pow(plain.scale()));
      }
    }
    throw ExpressionMessages.needsLiteral(name, "the fraction");
  }

  /** What a call asks for, if it is one of these. */
  Optional<Asked> of(int call) {
    return Optional.ofNullable(byCall.get(call));
  }

  boolean isEmpty() {
    return byCall.isEmpty();
  }

  List<Measures.Key> measures() {
    return List.copyOf(fractions.keySet());
  }

  /**
   * The fractions of a measure that are chosen together: those between the ends, then each end by
   * itself, which is a query of its own.
   */
  List<List<BigFraction>> together(Measures.Key measure) {
    List<BigFraction> between = new ArrayList<>();
    List<List<BigFraction>> all = new ArrayList<>();
    for (BigFraction fraction : fractions.getOrDefault(measure, new TreeSet<>())) {
      if (QuantileRelease.isEnd(fraction)) {
        all.add(List.of(fraction));
      } else {
        between.add(fraction);
      }
    }
    if (!between.isEmpty()) {
      all.add(0, between);
    }
    return all;
  }
}
