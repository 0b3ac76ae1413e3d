package org.dpjdbc.plan.model;

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
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.algebra.InputRefs;

/**
 * One combination of answers to randomized columns, by the places of the columns. Whether there is
 * an answer at all was not randomized: NULL, and what is neither of the two values, is reported as
 * it is.
 */
public record AnswerPattern(Map<Integer, Answer> answers) {
  /** An answer. */
  public enum Answer {
    YES,
    NO,
    NONE
  }

  public AnswerPattern {
    answers = Map.copyOf(answers);
  }

  /** All combinations of answers to the columns at these places of a relation's row. */
  public static List<AnswerPattern> all(Collection<Integer> places, RelDataType row) {
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
  public boolean isComplete() {
    return !answers.containsValue(Answer.NONE);
  }

  /** The answers to some of the columns. */
  public AnswerPattern to(Collection<Integer> places) {
    Map<Integer, Answer> some = new TreeMap<>(answers);
    some.keySet().retainAll(places);
    return new AnswerPattern(some);
  }

  /**
   * An expression over a relation where the columns have these answers.
   *
   * @param simplify makes it as simple as it can be, in one of its ways
   */
  public RexNode put(RexNode expression, RexBuilder rex, UnaryOperator<RexNode> simplify) {
    RexNode there =
        InputRefs.replaced(
            RexUtil.expandSearch(rex, null, expression),
            ref -> {
              Answer answer = answers.get(ref.getIndex());
              return answer == null ? ref : literal(answer, ref.getType(), rex);
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
}
