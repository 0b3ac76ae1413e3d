package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.validate.BackendOperators;

/** String functions, whose running time {@link StringCosts} bounds. */
final class StringFunctionRules {
  /** For ranges, a string that can be this long counts as one without a declared length. */
  private static final int LONGEST_DECLARED = 65_535;

  /** No database has longer strings. */
  private static final Interval ANYWHERE = Interval.of(0, 1 << 30);

  private static final Interval POSITIONS = Interval.of(1, Integer.MAX_VALUE);

  /** With any literal position before it, still an INTEGER. */
  private static final Interval LENGTHS = Interval.of(0, 1 << 30);

  private StringFunctionRules() {}

  private static RexNode text(Analysis in, RexCall call, RexNode operand) {
    Term term = in.of(operand);
    if (term.family() != ComparisonFamily.TEXT && !term.isNull()) {
      throw ExpressionMessages.functionNotOffered(call.getOperator().getName());
    }
    return term.node();
  }

  /** The same, of a length that is known. */
  private static RexNode bounded(Analysis in, RexCall call, RexNode operand) {
    return StringLengths.bounded(in.emit(), text(in, call, operand));
  }

  /** Operators whose operands are all strings. */
  static Term same(Analysis in, RexCall call) {
    List<RexNode> operands = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      operands.add(
          StringLengths.mapsCase(call)
              ? StringLengths.toMapCase(in.emit(), text(in, call, operand))
              : bounded(in, call, operand));
    }
    return Term.of(
        StringLengths.limited(in.emit(), (RexCall) call.clone(call.getType(), operands)));
  }

  static Term trim(Analysis in, RexCall call) {
    RexNode character = call.getOperands().get(1);
    if (Constants.text(character).filter(t -> t.codePointCount(0, t.length()) == 1).isEmpty()) {
      throw ExpressionMessages.needsLiteral(
          call.getOperator().getName(), "the one character to trim");
    }
    return Term.of(
        call.clone(
            call.getType(),
            List.of(
                call.getOperands().get(0),
                character,
                bounded(in, call, call.getOperands().get(2)))));
  }

  static Term substring(Analysis in, RexCall call) {
    List<RexNode> operands = call.getOperands();
    RexNode text = text(in, call, operands.get(0));
    Emit emit = in.emit();
    if (operands.size() == 2) {
      text = StringLengths.bounded(emit, text);
      return Term.of(
          emit.call(
              call.getType(),
              SqlStdOperatorTable.SUBSTRING,
              text,
              from(in, call, operands.get(1))));
    }
    int first = position(call, operands.get(1), 1);
    RexNode start = emit.exact(BigDecimal.valueOf(first));
    if (Constants.integer(operands.get(2)).isEmpty()) {
      return Term.of(
          emit.call(
              call.getType(),
              SqlStdOperatorTable.SUBSTRING,
              StringLengths.bounded(emit, text),
              start,
              integer(in, call, operands.get(2), LENGTHS, 0)));
    }
    int length = position(call, operands.get(2), 0);
    if ((long) first + length > StringLengths.LONGEST_STORED) {
      text = StringLengths.bounded(emit, text);
    }
    return Term.of(
        emit.call(
            emit.text(length(text).map(n -> Math.min(n, length)).orElse(length)),
            SqlStdOperatorTable.SUBSTRING,
            text,
            start,
            emit.exact(BigDecimal.valueOf(length))));
  }

  /** Where a piece begins. */
  private static RexNode from(Analysis in, RexCall call, RexNode operand) {
    return integer(in, call, operand, POSITIONS, 1);
  }

  /**
   * A literal, or integers in a range. Databases take an INTEGER there and nothing wider, which
   * every position fits into; some fail for a length below 0.
   */
  private static RexNode integer(
      Analysis in, RexCall call, RexNode operand, Interval range, int min) {
    Term term = in.of(operand);
    boolean whole = SqlTypeName.INT_TYPES.contains(term.node().getType().getSqlTypeName());
    if (!whole || term.hard().filter(range::contains).isEmpty()) {
      return in.emit().exact(BigDecimal.valueOf(position(call, operand, min)));
    }
    return term.node().getType().getSqlTypeName() == SqlTypeName.BIGINT
        ? in.emit().cast(term.node(), in.emit().type(SqlTypeName.INTEGER))
        : term.node();
  }

  static Term left(Analysis in, RexCall call) {
    RexNode text = text(in, call, call.getOperands().get(0));
    int length = position(call, call.getOperands().get(1), 0);
    return prefix(
        in,
        length > StringLengths.LONGEST_STORED ? StringLengths.bounded(in.emit(), text) : text,
        length);
  }

  /** The first characters of a string. */
  static Term prefix(Analysis in, RexNode text, int length) {
    Emit emit = in.emit();
    return Term.of(
        emit.call(
            emit.text(Math.max(1, length)),
            SqlStdOperatorTable.SUBSTRING,
            text,
            emit.exact(BigDecimal.ONE),
            emit.exact(BigDecimal.valueOf(length))));
  }

  private static int position(RexCall call, RexNode node, int min) {
    return Constants.integer(node)
        .filter(value -> value >= min)
        .orElseThrow(
            () ->
                ExpressionMessages.needsLiteral(
                    call.getOperator().getName(),
                    "each position and length",
                    "that is not negative"));
  }

  static Term length(Analysis in, RexCall call) {
    RexNode operand = call.getOperands().get(0);
    RexNode text = text(in, call, operand);
    RexNode node =
        in.emit()
            .call(
                in.emit().type(call.getType().getSqlTypeName()),
                BackendOperators.CHAR_LENGTH,
                StringLengths.bounded(in.emit(), text));
    return new Term(
        node,
        Optional.of(ANYWHERE),
        length(text).map(n -> Interval.of(0, n)),
        Optional.of(BigDecimal.ONE));
  }

  /** The position of a literal in a string, from 1; 0 if it does not occur. */
  static Term position(Analysis in, RexCall call) {
    RexNode piece = call.getOperands().get(0);
    if (call.getOperands().size() != 2
        || Constants.text(piece).filter(t -> t.length() <= LikeRule.MAX_LENGTH).isEmpty()) {
      throw ExpressionMessages.needsLiteral(
          call.getOperator().getName(),
          "the piece to look for",
          "of at most " + LikeRule.MAX_LENGTH + " characters");
    }
    RexNode text = text(in, call, call.getOperands().get(1));
    Optional<Interval> known = length(text).map(n -> Interval.of(0, Math.max(1, n)));
    return new Term(
        in.emit()
            .call(
                in.emit().type(SqlTypeName.INTEGER),
                SqlStdOperatorTable.POSITION,
                piece,
                StringLengths.bounded(in.emit(), text)),
        Optional.of(known.orElse(ANYWHERE)),
        known,
        Optional.of(BigDecimal.ONE));
  }

  /** A literal piece, which is not empty, wherever it stands. */
  static Term replace(Analysis in, RexCall call) {
    RexNode text = StringLengths.toReplace(in.emit(), text(in, call, call.getOperands().get(0)));
    List<RexNode> literals = call.getOperands().subList(1, call.getOperands().size());
    boolean areShort =
        literals.size() == 2
            && literals.stream()
                .allMatch(
                    literal ->
                        Constants.text(literal)
                            .filter(t -> t.length() <= LikeRule.MAX_LENGTH)
                            .isPresent());
    if (!areShort || Constants.text(literals.get(0)).filter(t -> !t.isEmpty()).isEmpty()) {
      throw ExpressionMessages.needsLiteral(
          call.getOperator().getName(),
          "the piece to replace, which is not empty, and what is put there",
          "of at most " + LikeRule.MAX_LENGTH + " characters each");
    }
    Emit emit = in.emit();
    RexNode replaced =
        emit.call(emit.text(), SqlStdOperatorTable.REPLACE, text, literals.get(0), literals.get(1));
    return Term.of(StringLengths.limited(emit, (RexCall) replaced));
  }

  /** The maximum number of characters of a string; empty if nothing useful is known. */
  static Optional<Integer> length(RexNode node) {
    Optional<Integer> known =
        switch (node.getKind()) {
          case LITERAL -> Constants.text(node).map(String::length).or(() -> Optional.of(0));
          case CASE -> longest((RexCall) node);
          case TRIM -> length(((RexCall) node).getOperands().get(2));
          case OTHER, OTHER_FUNCTION -> ofFunction((RexCall) node);
          default -> declared(node);
        };
    return known.filter(n -> n < LONGEST_DECLARED);
  }

  private static Optional<Integer> declared(RexNode node) {
    return Optional.of(node.getType().getPrecision()).filter(n -> n >= 0);
  }

  private static Optional<Integer> ofFunction(RexCall call) {
    if (StringLengths.mapsCase(call)) {
      return length(call.getOperands().get(0)).map(n -> StringLengths.CASE_GROWTH * n);
    }
    if (call.getOperator().equals(SqlStdOperatorTable.CONCAT)) {
      Optional<Integer> sum = Optional.of(0);
      for (RexNode operand : call.getOperands()) {
        sum = sum.flatMap(n -> length(operand).map(m -> n + m));
      }
      return sum;
    }
    return declared(call);
  }

  private static Optional<Integer> longest(RexCall choice) {
    Optional<Integer> longest = Optional.of(0);
    List<RexNode> operands = choice.getOperands();
    for (int i = 0; i < operands.size(); i++) {
      boolean isValue = i % 2 == 1 || i == operands.size() - 1;
      if (isValue) {
        RexNode value = operands.get(i);
        longest = longest.flatMap(n -> length(value).map(m -> Math.max(n, m)));
      }
    }
    return longest;
  }
}
