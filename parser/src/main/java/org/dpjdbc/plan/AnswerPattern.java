package org.dpjdbc.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * One combination of answers to randomized columns, by the places of the columns. Whether there is
 * an answer at all was not randomized: NULL, and what is neither of the two values, is reported as
 * it is.
 */
record AnswerPattern(Map<Integer, Answer> answers) {
  /** An answer. */
  enum Answer {
    YES,
    NO,
    NONE
  }

  AnswerPattern {
    answers = Map.copyOf(answers);
  }

  /** All combinations of answers to the columns at these places of a relation's row. */
  static List<AnswerPattern> all(Collection<Integer> places, RelDataType row) {
    List<Map<Integer, Answer>> all = new ArrayList<>(List.of(Map.of()));
    for (int place : places) {
      RelDataType type = row.getFieldList().get(place).getType();
      boolean always = type.getSqlTypeName() == SqlTypeName.BOOLEAN && !type.isNullable();
      List<Map<Integer, Answer>> longer = new ArrayList<>();
      for (Map<Integer, Answer> shorter : all) {
        for (Answer answer : Answer.values()) {
          if (answer != Answer.NONE || !always) {
            Map<Integer, Answer> with = new TreeMap<>(shorter);
            with.put(place, answer);
            longer.add(with);
          }
        }
      }
      all = longer;
    }
    return all.stream().map(AnswerPattern::new).toList();
  }

  /** Whether every column has an answer. */
  boolean isComplete() {
    return !answers.containsValue(Answer.NONE);
  }

  /** The answers to some of the columns. */
  AnswerPattern to(Collection<Integer> places) {
    Map<Integer, Answer> some = new TreeMap<>(answers);
    some.keySet().retainAll(places);
    return new AnswerPattern(some);
  }

  /** The probability that rows with these answers are reported with others. */
  BigFraction chance(AnswerPattern reported, LiftedRows rows) {
    return product(reported, rows, /* inverse= */ false);
  }

  /**
   * The element of the inverse of the matrix of all such probabilities: what a row that is reported
   * with other answers adds to an unbiased estimate of the rows with these. Columns are flipped
   * independently of each other, so that the matrix is the tensor product of theirs, and the
   * inverse that of the inverses; of one column with the probability p, it is (1 − p)/(1 − 2p) for
   * the same answer and −p/(1 − 2p) for the other (Warner 1965).
   */
  BigFraction weight(AnswerPattern reported, LiftedRows rows) {
    return product(reported, rows, /* inverse= */ true);
  }

  private BigFraction product(AnswerPattern reported, LiftedRows rows, boolean inverse) {
    BigFraction product = BigFraction.ONE;
    for (Map.Entry<Integer, Answer> entry : answers.entrySet()) {
      Answer other = reported.answers.getOrDefault(entry.getKey(), Answer.NONE);
      BigFraction flip = rows.answer(entry.getKey()).flip();
      boolean same = entry.getValue() == other;
      if (entry.getValue() == Answer.NONE || other == Answer.NONE) {
        product = same ? product : BigFraction.ZERO;
      } else {
        BigFraction stays = BigFraction.ONE.subtract(flip);
        BigFraction of = same ? stays : inverse ? flip.negate() : flip;
        product = product.multiply(inverse ? of.divide(stays.subtract(flip)) : of);
      }
    }
    return product;
  }

  /**
   * An expression over a relation where the columns have these answers.
   *
   * @param simplify makes it as simple as it can be, in one of its ways
   */
  RexNode put(RexNode expression, RexBuilder rex, UnaryOperator<RexNode> simplify) {
    RexNode there =
        RexUtil.expandSearch(rex, null, expression)
            .accept(
                new RexShuttle() {
                  @Override
                  public RexNode visitInputRef(RexInputRef ref) {
                    Answer answer = answers.get(ref.getIndex());
                    return answer == null ? ref : literal(answer, ref.getType(), rex);
                  }
                });
    // Calcite 1.42 leaves NULL IS NOT TRUE as it is.
    RexNode simple = simplify.apply(simplify.apply(there).accept(new TestsOfLiterals(rex)));
    return RexUtil.expandSearch(rex, null, simple);
  }

  /** {@code NULL IS NOT TRUE} and its kin are what they are. */
  private static final class TestsOfLiterals extends RexShuttle {
    private final RexBuilder rex;

    TestsOfLiterals(RexBuilder rex) {
      this.rex = rex;
    }

    @Override
    public RexNode visitCall(RexCall call) {
      RexNode inner = super.visitCall(call);
      if (!(inner instanceof RexCall test)
          || test.getOperands().size() != 1
          || !(test.getOperands().get(0) instanceof RexLiteral literal)) {
        return inner;
      }
      return switch (test.getKind()) {
        case IS_NULL -> rex.makeLiteral(literal.isNull());
        case IS_NOT_NULL -> rex.makeLiteral(!literal.isNull());
        case IS_TRUE -> rex.makeLiteral(literal.isAlwaysTrue());
        case IS_NOT_TRUE -> rex.makeLiteral(!literal.isAlwaysTrue());
        case IS_FALSE -> rex.makeLiteral(literal.isAlwaysFalse());
        case IS_NOT_FALSE -> rex.makeLiteral(!literal.isAlwaysFalse());
        default -> inner;
      };
    }
  }

  private static RexNode literal(Answer answer, RelDataType type, RexBuilder rex) {
    if (answer == Answer.NONE) {
      return rex.makeNullLiteral(rex.getTypeFactory().createTypeWithNullability(type, true));
    }
    boolean yes = answer == Answer.YES;
    return type.getSqlTypeName() == SqlTypeName.BOOLEAN
        ? rex.makeLiteral(yes)
        : rex.makeLiteral(
            yes ? BigDecimal.ONE : BigDecimal.ZERO,
            rex.getTypeFactory().createTypeWithNullability(type, false),
            false);
  }

  /** Holds for the rows of a relation that are reported with these answers. */
  RexNode test(LiftedRows rows, RexBuilder rex) {
    List<RexNode> tests = new ArrayList<>();
    new TreeMap<>(answers)
        .forEach(
            (place, answer) -> tests.add(test(rex.makeInputRef(rows.base(), place), answer, rex)));
    return RexUtil.composeConjunction(rex, tests);
  }

  private static RexNode test(RexNode column, Answer answer, RexBuilder rex) {
    boolean truth = column.getType().getSqlTypeName() == SqlTypeName.BOOLEAN;
    if (answer == Answer.NONE) {
      RexNode missing = rex.makeCall(SqlStdOperatorTable.IS_NULL, column);
      return truth
          ? missing
          : rex.makeCall(
              SqlStdOperatorTable.OR,
              missing,
              rex.makeCall(SqlStdOperatorTable.AND, isNot(column, 0, rex), isNot(column, 1, rex)));
    }
    boolean yes = answer == Answer.YES;
    if (truth) {
      return yes ? column : rex.makeCall(SqlStdOperatorTable.NOT, column);
    }
    return rex.makeCall(SqlStdOperatorTable.EQUALS, column, number(yes ? 1 : 0, rex));
  }

  private static RexNode isNot(RexNode column, int value, RexBuilder rex) {
    return rex.makeCall(SqlStdOperatorTable.NOT_EQUALS, column, number(value, rex));
  }

  private static RexNode number(int value, RexBuilder rex) {
    return rex.makeExactLiteral(BigDecimal.valueOf(value));
  }
}
