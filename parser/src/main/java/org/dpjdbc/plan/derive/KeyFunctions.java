package org.dpjdbc.plan.derive;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.model.AskedGroups;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.ReleasedScalar;
import org.dpjdbc.plan.pushdown.CanonicalForms;
import org.dpjdbc.plan.relation.KeyLiterals;
import org.dpjdbc.sql.parse.GivenValue;

/**
 * Expressions over private rows as functions of released keys, where they have the same value in
 * the driver as in every database: exact numbers, dates, booleans, what compares them, and
 * quotients, which are no larger than what is divided. Which strings are equal is up to a
 * database's collations, and so is what it may compute in a way of its own: that is no such
 * function.
 */
final class KeyFunctions {
  private static final Set<SqlKind> LOGIC =
      Set.of(
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.NOT,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL,
          SqlKind.IS_TRUE,
          SqlKind.IS_NOT_TRUE,
          SqlKind.IS_FALSE,
          SqlKind.IS_NOT_FALSE,
          SqlKind.CASE);

  private static final Set<SqlKind> EQUALITY =
      Set.of(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM);

  private static final Set<SqlKind> ORDER =
      Set.of(
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL);

  /** Units of time, each of which is a whole number of those before it. */
  private static final List<TimeUnitRange> UNITS =
      List.of(
          TimeUnitRange.MINUTE,
          TimeUnitRange.HOUR,
          TimeUnitRange.DAY,
          TimeUnitRange.MONTH,
          TimeUnitRange.QUARTER,
          TimeUnitRange.YEAR);

  private final RexBuilder rex;
  private final RelNode keys;
  private final RelNode rows;
  private final List<GivenValue> given;
  private final List<GivenValue> keptGiven;
  private final List<AskedGroups.Part> kept;
  private final Map<String, Integer> places = new HashMap<>();

  /**
   * Creates the functions of some keys.
   *
   * @param keys a relation with a column for each of them
   * @param asked whose expressions are looked at, with its values
   * @param kept whose keys they are, with its values
   */
  KeyFunctions(
      RelNode keys,
      AskedGroups asked,
      List<GivenValue> given,
      AskedGroups kept,
      List<GivenValue> keptGiven) {
    this.rex = asked.rows().getCluster().getRexBuilder();
    this.keys = keys;
    this.rows = asked.rows();
    this.given = given;
    this.keptGiven = keptGiven;
    this.kept = kept.keys();
    for (int i = 0; i < this.kept.size(); i++) {
      places.put(this.kept.get(i).form().with(keptGiven), i);
    }
  }

  /** An expression over the rows as one over the keys; empty if it is no function of them. */
  Optional<RexNode> of(RexNode expression) {
    return function(RexUtil.expandSearch(rex, null, expression));
  }

  private Optional<RexNode> function(RexNode node) {
    Integer place = places.get(CanonicalForms.of(node, rows).with(given));
    if (place != null) {
      return Optional.of(rex.makeInputRef(keys, place));
    } else if (node instanceof RexLiteral) {
      return Optional.of(node);
    } else if (node instanceof RexDynamicParam value && ReleasedScalar.isGiven(value)) {
      return Optional.of(literal(value, value.getType()));
    }
    return node instanceof RexCall call ? function(call) : Optional.empty();
  }

  private RexNode literal(RexDynamicParam value, RelDataType type) {
    return ShownQuestion.literal(given.get(value.getIndex()).value(), type, rex);
  }

  private Optional<RexNode> function(RexCall call) {
    if (call.getKind() == SqlKind.CAST
        && call.getOperands().get(0) instanceof RexDynamicParam value
        && ReleasedScalar.isGiven(value)) {
      return Optional.of(literal(value, call.getType()));
    }
    Optional<RexNode> ofTime = ofTime(call);
    if (ofTime.isPresent()) {
      return ofTime;
    }
    List<RexNode> operands = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      Optional<RexNode> function = function(operand);
      if (function.isEmpty()) {
        return Optional.empty();
      }
      operands.add(function.get());
    }
    return isAlike(call, operands)
        ? Optional.of(call.clone(call.getType(), operands))
        : Optional.empty();
  }

  /** Whether the driver and every database compute the same. */
  private static boolean isAlike(RexCall call, List<RexNode> operands) {
    SqlKind kind = call.getKind();
    if (LOGIC.contains(kind)) {
      return !SqlTypeUtil.isApproximateNumeric(call.getType());
    } else if (EQUALITY.contains(kind)) {
      return operands.stream().allMatch(o -> isOrdered(o) || isBoolean(o));
    } else if (ORDER.contains(kind)) {
      return operands.stream().allMatch(KeyFunctions::isOrdered);
    } else if (kind == SqlKind.DIVIDE || kind == SqlKind.MOD) {
      return isInteger(call)
          && isInteger(operands.get(0))
          && isInteger(operands.get(1))
          && operands.get(1) instanceof RexLiteral divisor
          && !divisor.isNull()
          && Objects.requireNonNull(divisor.getValueAs(BigDecimal.class)).signum() > 0;
    } else if (kind == SqlKind.FLOOR || kind == SqlKind.CEIL) {
      return operands.size() == 1 ? isInteger(operands.get(0)) : isTime(operands.get(0));
    } else if (kind == SqlKind.EXTRACT) {
      return isTime(operands.get(1)) && UNITS.contains(unit(operands.get(0)));
    }
    return kind == SqlKind.CAST && keepsValue(operands.get(0).getType(), call.getType());
  }

  private static boolean isOrdered(RexNode node) {
    return SqlTypeUtil.isExactNumeric(node.getType()) || isTime(node);
  }

  private static boolean isTime(RexNode node) {
    SqlTypeName type = node.getType().getSqlTypeName();
    return type == SqlTypeName.DATE || type == SqlTypeName.TIMESTAMP;
  }

  private static boolean isInteger(RexNode node) {
    return SqlTypeName.INT_TYPES.contains(node.getType().getSqlTypeName());
  }

  private static boolean isBoolean(RexNode node) {
    return node.getType().getSqlTypeName() == SqlTypeName.BOOLEAN;
  }

  private static boolean keepsValue(RelDataType from, RelDataType to) {
    boolean integers =
        SqlTypeName.INT_TYPES.contains(from.getSqlTypeName()) && SqlTypeUtil.isExactNumeric(to);
    if (integers) {
      return to.getPrecision() - Math.max(0, to.getScale()) >= from.getPrecision();
    } else if (from.getSqlTypeName() == SqlTypeName.DATE) {
      return to.getSqlTypeName() == SqlTypeName.DATE
          || to.getSqlTypeName() == SqlTypeName.TIMESTAMP;
    }
    return from.getSqlTypeName() == to.getSqlTypeName()
        && (SqlTypeName.BOOLEAN == to.getSqlTypeName()
            || (SqlTypeName.VARCHAR == to.getSqlTypeName()
                && (to.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
                    || (from.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED
                        && to.getPrecision() >= from.getPrecision()))));
  }

  /** The start of a unit of time, or a part of a date, where a finer unit is a key. */
  private Optional<RexNode> ofTime(RexCall call) {
    boolean floors = call.getKind() == SqlKind.FLOOR && call.getOperands().size() == 2;
    if (!floors && call.getKind() != SqlKind.EXTRACT) {
      return Optional.empty();
    }
    int unit = UNITS.indexOf(unit(call.getOperands().get(floors ? 1 : 0)));
    String of = CanonicalForms.of(call.getOperands().get(floors ? 0 : 1), rows).with(given);
    for (int i = 0; i < kept.size(); i++) {
      if (kept.get(i).expression() instanceof RexCall key
          && key.getKind() == SqlKind.FLOOR
          && key.getOperands().size() == 2
          && UNITS.contains(unit(key.getOperands().get(1)))
          && UNITS.indexOf(unit(key.getOperands().get(1))) <= unit
          && CanonicalForms.of(key.getOperands().get(0), rows).with(keptGiven).equals(of)) {
        RexNode start = rex.makeInputRef(keys, i);
        return Optional.of(
            call.clone(
                call.getType(),
                floors
                    ? List.of(start, call.getOperands().get(1))
                    : List.of(call.getOperands().get(0), start)));
      }
    }
    return Optional.empty();
  }

  private static TimeUnitRange unit(RexNode flag) {
    return flag instanceof RexLiteral literal && literal.getValue() instanceof TimeUnitRange unit
        ? unit
        : TimeUnitRange.EPOCH;
  }

  /** The values that a condition leaves of one key; empty if it is of another kind. */
  static Optional<GroupMap.Fixed> fixed(RexNode condition) {
    if (!(condition instanceof RexCall call)) {
      return Optional.empty();
    } else if (call.getKind() == SqlKind.OR) {
      Set<Integer> of = new HashSet<>();
      Set<KeyValue> values = new HashSet<>();
      for (RexNode operand : call.getOperands()) {
        Optional<GroupMap.Fixed> one = fixed(operand);
        if (one.isEmpty()) {
          return Optional.empty();
        }
        of.add(one.get().key());
        values.addAll(one.get().values());
      }
      return of.size() == 1
          ? Optional.of(new GroupMap.Fixed(of.iterator().next(), values))
          : Optional.empty();
    } else if (call.getKind() == SqlKind.IS_NULL
        && call.getOperands().get(0) instanceof RexInputRef key) {
      return Optional.of(new GroupMap.Fixed(key.getIndex(), Set.of(KeyValue.NULL)));
    } else if (call.getKind() != SqlKind.EQUALS) {
      return Optional.empty();
    }
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    RexNode key = left instanceof RexLiteral ? right : left;
    RexNode value = left instanceof RexLiteral ? left : right;
    return key instanceof RexInputRef ref && value instanceof RexLiteral literal
        ? KeyLiterals.value(literal).map(of -> new GroupMap.Fixed(ref.getIndex(), Set.of(of)))
        : Optional.empty();
  }

  /** Whether a value is open in an expression. */
  static boolean isOpen(RexNode expression) {
    boolean[] open = {false};
    expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitDynamicParam(RexDynamicParam value) {
            open[0] = true;
            return value;
          }
        });
    return open[0];
  }
}
