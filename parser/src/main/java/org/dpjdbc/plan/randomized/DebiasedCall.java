package org.dpjdbc.plan.randomized;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.AnswerPattern;
import org.dpjdbc.plan.model.Statistic.Debiased.Aim;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * A count, sum or mean that reads randomized answers, split into a part that depends on the answers
 * and a part that does not. For every combination of true answers, these are substituted into the
 * condition and the argument. What remains must be the same condition, or false, and the same
 * argument, or a number. Then the contribution of a row is a number that depends on its true
 * answers, times a factor that does not.
 */
final class DebiasedCall {
  /** The noise grows with every column, and so do the combinations. */
  private static final int MAX_COLUMNS = 3;

  private final RandomizedRelation rows;
  private final RexBuilder rex;
  private final RexSimplify simplify;
  private final AggregateCall call;
  private final Set<Integer> read;
  private final List<RexNode> conditions;
  private final List<AnswerPattern> patterns;
  private final Aim aim;
  private final Map<AnswerPattern, BigFraction> summed = new HashMap<>();
  private final Map<AnswerPattern, BigFraction> counted = new HashMap<>();
  private Optional<RexNode> condition = Optional.empty();
  private Optional<RexNode> argument = Optional.empty();
  private boolean number;

  DebiasedCall(
      RandomizedRelation rows,
      RexSimplify simplify,
      AggregateCall call,
      Set<Integer> read,
      List<RexNode> conditions) {
    this.rows = rows;
    this.rex = rows.base().getCluster().getRexBuilder();
    this.simplify = simplify;
    this.call = call;
    this.read = read;
    this.conditions = conditions;
    this.aim = aim(call);
    check();
    this.patterns = AnswerPattern.all(read, rows.base().getRowType());
  }

  private Aim aim(AggregateCall of) {
    if (!of.isDistinct() && of.getArgList().size() <= 1) {
      switch (of.getAggregation().getKind()) {
        case COUNT -> {
          return Aim.COUNT;
        }
        case SUM, SUM0 -> {
          return Aim.SUM;
        }
        case AVG -> {
          return Aim.MEAN;
        }
        default -> {}
      }
    }
    String name = of.getAggregation().getName();
    throw RelationMessages.randomizedAggregate(
        of.isDistinct() ? name + "(DISTINCT x)" : name, name());
  }

  private String name() {
    return rows.answer(read.iterator().next()).name();
  }

  /** Answers to one column in two rows of a join are not flipped independently. */
  private void check() {
    if (read.size() > MAX_COLUMNS) {
      throw RelationMessages.randomizedTooMany(MAX_COLUMNS);
    }
    for (int one : read) {
      for (int other : read) {
        if (one < other && rows.answer(one).sameAs(rows.answer(other))) {
          throw RelationMessages.randomizedTwice(rows.answer(one).name());
        }
      }
    }
  }

  /** Takes the rows with these true answers, where the condition holds. */
  void take(Predicate<AnswerPattern> wanted) {
    RexNode all = RexUtil.composeConjunction(rex, conditions);
    for (AnswerPattern pattern : patterns) {
      RexNode holds = pattern.put(all, rex, simplify::simplifyUnknownAsFalse);
      boolean never =
          holds.isAlwaysFalse() || (holds instanceof RexLiteral literal && literal.isNull());
      if (!never && wanted.test(pattern)) {
        value(pattern)
            .ifPresent(
                value -> {
                  condition = one(condition, holds);
                  summed.put(pattern, value);
                  counted.put(pattern, BigFraction.ONE);
                });
      }
    }
    if (number && argument.isPresent()) {
      // A number for some answers and an argument for others: a mean would count both.
      throw RelationMessages.randomizedNotTakenApart(name());
    }
    condition = condition.filter(one -> !one.isAlwaysTrue()).map(this::known);
  }

  /** Holds where a condition does, and is never NULL. */
  private RexNode known(RexNode holds) {
    return holds.getType().isNullable() ? rex.makeCall(SqlStdOperatorTable.IS_TRUE, holds) : holds;
  }

  /** What a row with these answers counts for, times the argument if there is one; none of NULL. */
  private Optional<BigFraction> value(AnswerPattern pattern) {
    if (call.getArgList().isEmpty()) {
      return Optional.of(BigFraction.ONE);
    }
    RexNode given = rows.columns().get(call.getArgList().get(0));
    RexNode value = pattern.put(given, rex, simplify::simplify);
    if (value instanceof RexLiteral literal) {
      return literal.isNull() ? Optional.empty() : constant(literal);
    }
    if (aim != Aim.COUNT || value.getType().isNullable()) {
      argument = one(argument, value);
    }
    return Optional.of(BigFraction.ONE);
  }

  /** A sum of nothing is as good as no row; a mean counts it. */
  private Optional<BigFraction> constant(RexLiteral literal) {
    if (aim == Aim.COUNT) {
      number = true;
      return Optional.of(BigFraction.ONE);
    }
    BigDecimal value = exact(literal);
    if (aim == Aim.SUM && value.signum() == 0) {
      return Optional.empty();
    }
    number = true;
    return Optional.of(
        BigFraction.of(value.unscaledValue()).multiply(BigFraction.of(10).pow(-value.scale())));
  }

  private BigDecimal exact(RexLiteral literal) {
    if (literal.getValue() instanceof Double floating && Double.isFinite(floating)) {
      return new BigDecimal(floating);
    } else if (literal.getValue() instanceof BigDecimal value) {
      return value;
    }
    throw RelationMessages.randomizedNotTakenApart(name());
  }

  private Optional<RexNode> one(Optional<RexNode> known, RexNode found) {
    if (known.isPresent() && !known.get().equals(found)) {
      throw RelationMessages.randomizedNotTakenApart(name());
    }
    return Optional.of(found);
  }

  /** What the rows must fulfil whatever the answers. */
  Optional<RexNode> condition() {
    return condition;
  }

  /** What is added up. */
  Optional<RexNode> argument() {
    return argument;
  }

  /** What EXPLAIN PRIVACY calls it. */
  String label() {
    return argument
        .filter(RexInputRef.class::isInstance)
        .map(ref -> rows.base().getRowType().getFieldNames().get(((RexInputRef) ref).getIndex()))
        .orElse("x");
  }

  /** The reported combinations that count for something: all with answers, and some without. */
  private List<AnswerPattern> combinations() {
    return patterns.stream()
        .filter(
            pattern ->
                pattern.isComplete()
                    || weights(summed, pattern).signum() != 0
                    || weights(counted, pattern).signum() != 0)
        .toList();
  }

  private BigFraction weights(Map<AnswerPattern, BigFraction> values, AnswerPattern reported) {
    BigFraction sum = BigFraction.ZERO;
    for (Map.Entry<AnswerPattern, BigFraction> value : values.entrySet()) {
      sum = sum.add(rows.weight(value.getKey(), reported).multiply(value.getValue()));
    }
    return sum;
  }

  /** Which of the reported combinations a row has, from 1 on; NULL for none of them. */
  RexNode reported() {
    List<RexNode> cases = new ArrayList<>();
    List<AnswerPattern> all = combinations();
    for (int i = 0; i < all.size(); i++) {
      cases.add(rows.test(all.get(i), rex));
      cases.add(rex.makeExactLiteral(BigDecimal.valueOf(i + 1)));
    }
    cases.add(rex.makeNullLiteral(rex.getTypeFactory().createSqlType(SqlTypeName.INTEGER)));
    return rex.makeCall(SqlStdOperatorTable.CASE, cases);
  }

  DebiasedAggregate function() {
    List<AnswerPattern> all = combinations();
    DebiasedAggregate.Weights weights =
        new DebiasedAggregate.Weights(
            all.stream().map(reported -> weights(summed, reported)).toList(),
            all.stream().map(reported -> weights(counted, reported)).toList(),
            all.stream().map(bool -> all.stream().map(r -> rows.chance(bool, r)).toList()).toList(),
            rows.repeated());
    return new DebiasedAggregate(aim, weights, described(), call.getType());
  }

  /** The answers, as EXPLAIN PRIVACY names them. */
  private String described() {
    return read.stream()
        .map(rows::answer)
        .map(
            answer ->
                "%s (randomized response with p = %s, local epsilon %.4f)"
                    .formatted(
                        answer.name(),
                        answer.flip().bigDecimalValue().toPlainString(),
                        answer.localEpsilon()))
        .collect(Collectors.joining(" and "));
  }
}
