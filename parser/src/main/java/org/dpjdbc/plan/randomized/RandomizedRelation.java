package org.dpjdbc.plan.randomized;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.model.AnswerPattern;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * A relation of a query, expressed in terms of rows that were selected without reading randomized
 * answers. Whatever reads such answers is kept as an expression until an aggregate splits it.
 *
 * @param base the rows; nothing below has read a randomized column
 * @param columns the rows' columns, as expressions over the base
 * @param conditions each reads randomized columns of the base; the rows are those of the base that
 *     satisfy all of them
 * @param answers the randomized columns of the base, by their places
 * @param repeated whether a join may have repeated answers
 */
record RandomizedRelation(
    RelNode base,
    List<RexNode> columns,
    List<RexNode> conditions,
    Map<Integer, RandomizedColumn> answers,
    boolean repeated) {
  /** An expression is written out where it is used: beyond this size it is refused. */
  private static final int MAX_SIZE = 500;

  RandomizedRelation {
    columns = List.copyOf(columns);
    conditions = List.copyOf(conditions);
    answers = Map.copyOf(answers);
  }

  /** Rows with randomized answers, as they are. */
  static RandomizedRelation of(
      RelNode rel, Map<Integer, RandomizedColumn> answers, boolean repeated) {
    RexBuilder rex = rel.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < rel.getRowType().getFieldCount(); i++) {
      columns.add(rex.makeInputRef(rel, i));
    }
    return new RandomizedRelation(rel, columns, List.of(), answers, repeated);
  }

  /** Rows that hold no randomized answer. */
  static RandomizedRelation plain(RelNode rel) {
    return of(rel, Map.of(), /* repeated= */ false);
  }

  boolean isPlain() {
    return answers.isEmpty();
  }

  RandomizedRelation withBase(RelNode rel) {
    return new RandomizedRelation(rel, columns, conditions, answers, repeated);
  }

  /** An expression over the rows as one over the base. */
  RexNode randomized(RexNode expression) {
    RexNode over = InputRefs.replaced(expression, ref -> columns.get(ref.getIndex()));
    if (over.nodeCount() > MAX_SIZE && reads(over)) {
      throw RelationMessages.randomizedTooLarge(name(over));
    }
    return over;
  }

  /** The places of the randomized columns that an expression over the base reads. */
  Set<Integer> read(RexNode expression) {
    Set<Integer> places = new TreeSet<>(RelOptUtil.InputFinder.bits(expression).asList());
    places.retainAll(answers.keySet());
    return places;
  }

  boolean reads(RexNode expression) {
    return !read(expression).isEmpty();
  }

  /** The name of a randomized column that an expression over the base reads. */
  String name(RexNode expression) {
    return read(expression).stream().findFirst().map(this::answer).orElseThrow().name();
  }

  RandomizedColumn answer(int place) {
    RandomizedColumn found = answers.get(place);
    if (found == null) {
      throw new IllegalArgumentException("no randomized column");
    }
    return found;
  }

  /**
   * The rows themselves, for operators that may pass randomized answers on and not read them.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if which rows there are depends on such answers
   */
  RelNode closed() {
    if (!conditions.isEmpty()) {
      throw RelationMessages.randomizedBelow(name(conditions.get(0)));
    }
    boolean asIs =
        columns.size() == base.getRowType().getFieldCount()
            && IntStream.range(0, columns.size())
                .allMatch(i -> columns.get(i) instanceof RexInputRef ref && ref.getIndex() == i);
    return asIs ? base : projected(base, columns, List.of());
  }

  /** The randomized columns of the rows themselves, which may hold anything computed from them. */
  Map<Integer, RandomizedColumn> mixed() {
    Map<Integer, RandomizedColumn> mixed = new TreeMap<>();
    for (int i = 0; i < columns.size(); i++) {
      for (int place : read(columns.get(i))) {
        mixed.put(i, answer(place).mixed());
      }
    }
    return mixed;
  }

  /** A projection whose columns have names, each its own. */
  static RelNode projected(RelNode rel, List<RexNode> columns, List<String> names) {
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      labels.add(
          i < names.size()
              ? names.get(i)
              : columns.get(i) instanceof RexInputRef ref
                  ? rel.getRowType().getFieldNames().get(ref.getIndex())
                  : "a" + i);
    }
    return LogicalProject.create(
        rel, List.of(), columns, SqlValidatorUtil.uniquify(labels, true), Set.of());
  }

  /** The probability that rows with some answers are reported with others. */
  BigFraction chance(AnswerPattern bool, AnswerPattern reported) {
    return product(bool, reported, /* inverse= */ false);
  }

  /**
   * The element of the inverse of the matrix of all such probabilities: what a row that is reported
   * with other answers adds to an unbiased estimate of the rows with these. Columns are flipped
   * independently of each other, so that the matrix is the tensor product of theirs, and the
   * inverse that of the inverses; of one column with the probability p, it is (1 − p)/(1 − 2p) for
   * the same answer and −p/(1 − 2p) for the other (Warner 1965).
   */
  BigFraction weight(AnswerPattern bool, AnswerPattern reported) {
    return product(bool, reported, /* inverse= */ true);
  }

  private BigFraction product(AnswerPattern bool, AnswerPattern reported, boolean inverse) {
    BigFraction product = BigFraction.ONE;
    for (Map.Entry<Integer, AnswerPattern.Answer> entry : bool.answers().entrySet()) {
      AnswerPattern.Answer other =
          reported.answers().getOrDefault(entry.getKey(), AnswerPattern.Answer.NONE);
      BigFraction flip = answer(entry.getKey()).flip();
      boolean same = entry.getValue() == other;
      if (entry.getValue() == AnswerPattern.Answer.NONE || other == AnswerPattern.Answer.NONE) {
        product = same ? product : BigFraction.ZERO;
      } else {
        BigFraction stays = BigFraction.ONE.subtract(flip);
        BigFraction of = same ? stays : inverse ? flip.negate() : flip;
        product = product.multiply(inverse ? of.divide(stays.subtract(flip)) : of);
      }
    }
    return product;
  }

  /** Holds for the rows of the base that are reported with these answers. */
  RexNode test(AnswerPattern reported, RexBuilder rex) {
    List<RexNode> tests = new ArrayList<>();
    new TreeMap<>(reported.answers())
        .forEach((place, answer) -> tests.add(test(rex.makeInputRef(base, place), answer, rex)));
    return RexUtil.composeConjunction(rex, tests);
  }

  private static RexNode test(RexNode column, AnswerPattern.Answer answer, RexBuilder rex) {
    boolean bool = column.getType().getSqlTypeName() == SqlTypeName.BOOLEAN;
    if (answer == AnswerPattern.Answer.NONE) {
      RexNode missing = rex.makeCall(SqlStdOperatorTable.IS_NULL, column);
      return bool
          ? missing
          : rex.makeCall(
              SqlStdOperatorTable.OR,
              missing,
              rex.makeCall(SqlStdOperatorTable.AND, isNot(column, 0, rex), isNot(column, 1, rex)));
    }
    boolean yes = answer == AnswerPattern.Answer.YES;
    if (bool) {
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
