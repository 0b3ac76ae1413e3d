package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/** CASE and its abbreviations: COALESCE, NULLIF, GREATEST, LEAST. */
final class ConditionalFunctions {
  private ConditionalFunctions() {}

  /**
   * One branch of a CASE.
   *
   * @param place what is known where the branch's value is computed
   * @param condition total; empty for ELSE
   * @param value as the analyst wrote it
   */
  record Branch(Analysis place, Optional<RexNode> condition, RexNode value) {}

  /** The branches in order; ELSE is the last. */
  static List<Branch> branches(Analysis in, RexCall call) {
    List<RexNode> operands = call.getOperands();
    List<Branch> branches = new ArrayList<>();
    Analysis place = in;
    for (int i = 0; i + 1 < operands.size(); i += 2) {
      RexNode condition = operands.get(i);
      RexNode total = place.condition(condition);
      branches.add(
          new Branch(place.given(condition, true), Optional.of(total), operands.get(i + 1)));
      place = place.given(condition, false);
    }
    branches.add(new Branch(place, Optional.empty(), operands.get(operands.size() - 1)));
    return branches;
  }

  /** Puts the branches together again with other values. */
  static RexNode assemble(
      Analysis in, List<Branch> branches, List<RexNode> values, RelDataType type) {
    List<RexNode> parts = new ArrayList<>();
    for (int i = 0; i < branches.size(); i++) {
      branches.get(i).condition().ifPresent(parts::add);
      parts.add(values.get(i));
    }
    return in.emit().cases(type, parts.toArray(new RexNode[0]));
  }

  static Term choose(Analysis in, RexCall call) {
    List<Branch> branches = branches(in, call);
    List<Term> terms = new ArrayList<>();
    for (int i = 0; i < branches.size(); i++) {
      terms.add(guarded(in, call, i, branches.get(i)));
    }
    if (terms.stream().allMatch(Term::isNull)) {
      return Leaves.nothing(in, call.getType());
    }
    Unified unified = unify(in, call, terms);
    List<RexNode> values = unified.terms().stream().map(Term::node).toList();
    RexNode choice = assemble(in, branches, values, unified.type());
    return new Term(
        values.stream().anyMatch(ConditionalFunctions::showsItsType)
            ? choice
            : in.emit().cast(choice, unified.type()),
        hull(unified.terms().stream().filter(t -> !t.isNull()).map(Term::hard).toList()),
        hull(unified.terms().stream().filter(t -> !t.isNull()).map(Term::soft).toList()),
        Grids.common(unified.terms()));
  }

  /**
   * A branch's value, which lies beyond a constant where the CASE itself compares it with that
   * constant: {@code CASE WHEN n > 1 THEN n ELSE 1 END}, as GREATEST is written, is at least 1. Of
   * integers that is so whatever the data; others are clamped to it, for databases differ in how
   * they compare them. An upper constant gives a range to what is never negative, such as the
   * length of a string without a maximum length.
   */
  private static Term guarded(Analysis in, RexCall call, int index, Branch branch) {
    Term term = branch.place().of(branch.value());
    RelDataType type = term.node().getType();
    if (branch.value() instanceof RexLiteral || !ComparisonFamily.of(type).isNumeric()) {
      return term;
    }
    boolean whole = ComparisonFamily.isInteger(type);
    Analysis place = in;
    for (int i = 0; i <= index && 2 * i + 1 < call.getOperands().size(); i++) {
      RexNode condition = call.getOperands().get(2 * i);
      for (RexNode comparison : known(in, condition, i == index)) {
        Optional<UnaryOperator<Interval>> cut =
            cut(place, branch.value(), comparison, i == index, whole);
        if (cut.isPresent() && place.of(branch.value()).node().equals(term.node())) {
          term =
              new Term(
                  term.node(),
                  whole ? term.hard().map(cut.get()) : term.hard(),
                  term.soft().isPresent() || !whole
                      ? term.soft().map(cut.get())
                      : term.hard().flatMap(hard -> capped(hard, cut.get().apply(hard))),
                  term.grid());
        }
      }
      place = place.given(condition, false);
    }
    return term;
  }

  /** The range of integers from 0 on that a constant limits. */
  private static Optional<Interval> capped(Interval hard, Interval cut) {
    return Optional.of(cut)
        .filter(range -> hard.lower().signum() >= 0)
        .filter(range -> range.upper().compareTo(hard.upper()) < 0);
  }

  /** What has the outcome if the condition has it. */
  private static List<RexNode> known(Analysis in, RexNode condition, boolean outcome) {
    RexNode plain = RexUtil.expandSearch(in.emit().rex(), null, condition);
    return outcome ? RelOptUtil.conjunctions(plain) : RelOptUtil.disjunctions(plain);
  }

  /** What a comparison with a constant leaves of a value's range; nothing is left of no values. */
  private static Optional<UnaryOperator<Interval>> cut(
      Analysis in, RexNode value, RexNode condition, boolean outcome, boolean whole) {
    if (!(condition instanceof RexCall comparison)
        || !SqlKind.COMPARISON.contains(condition.getKind())) {
      return Optional.empty();
    }
    RexNode first = comparison.getOperands().get(0);
    RexNode second = comparison.getOperands().get(1);
    if (!first.equals(value) && !second.equals(value)) {
      return Optional.empty();
    }
    SqlKind kind = outcome ? condition.getKind() : condition.getKind().negateNullSafe();
    SqlKind seen = first.equals(value) ? kind : kind.reverse();
    return end(in, first.equals(value) ? second : first, whole)
        .flatMap(
            end ->
                switch (seen) {
                  case GREATER_THAN, GREATER_THAN_OR_EQUAL ->
                      Optional.of(
                          range ->
                              new Interval(
                                  range.lower().max(end.lower()), range.upper().max(end.lower())));
                  case LESS_THAN, LESS_THAN_OR_EQUAL ->
                      Optional.of(
                          range ->
                              new Interval(
                                  range.lower().min(end.upper()), range.upper().min(end.upper())));
                  default -> Optional.empty();
                });
  }

  private static Optional<Interval> end(Analysis in, RexNode constant, boolean whole) {
    if (whole) {
      return Constants.integer(constant).map(BigDecimal::valueOf).map(Interval::point);
    }
    return Describe.isConstant(constant) ? in.of(constant).soft() : Optional.empty();
  }

  /** Whether no database could take the value for a NULL without a type. */
  private static boolean showsItsType(RexNode value) {
    RexNode plain =
        value.getKind() == SqlKind.CAST ? ((RexCall) value).getOperands().get(0) : value;
    return !Describe.isConstant(plain)
        || (plain instanceof RexLiteral && !RexLiteral.isNullLiteral(plain));
  }

  private static Optional<Interval> hull(List<Optional<Interval>> ranges) {
    Optional<Interval> all = Optional.of(Interval.of(0, 0));
    boolean first = true;
    for (Optional<Interval> range : ranges) {
      all = first ? range : all.flatMap(a -> range.map(a::hull));
      first = false;
    }
    return all;
  }

  private record Unified(List<Term> terms, RelDataType type) {}

  /** Brings all branches to one type, explicitly: no database is left to choose one. */
  private static Unified unify(Analysis in, RexCall call, List<Term> terms) {
    List<ComparisonFamily> families =
        terms.stream().filter(t -> !t.isNull()).map(Term::family).distinct().toList();
    if (families.stream().allMatch(ComparisonFamily::isNumeric)) {
      return families.contains(ComparisonFamily.APPROXIMATE)
          ? new Unified(terms.stream().map(in::floating).toList(), in.emit().floating())
          : new Unified(terms, exactType(in, call, terms));
    }
    if (families.size() == 1) {
      return new Unified(terms, call.getType());
    }
    if (families.size() == 2
        && families.contains(ComparisonFamily.DATE)
        && families.contains(ComparisonFamily.TIMESTAMP)) {
      return timestamps(in, terms);
    }
    throw ExpressionMessages.mixedTypes(
        call.getOperator().getName(), families.get(0).name(), families.get(1).name());
  }

  private static RelDataType exactType(Analysis in, RexCall call, List<Term> terms) {
    Optional<RelDataType> widest = Optional.empty();
    Interval range = Interval.of(0, 0);
    int scale = 0;
    for (Term term : terms) {
      RelDataType type = term.node().getType();
      if (!term.isNull()) {
        range = range.hull(term.hard().orElse(range));
        scale = Math.max(scale, ComparisonFamily.scale(type));
      }
      if (!term.isLiteral() || scale > 0) {
        widest = Optional.of(widest.map(other -> wider(other, type)).orElse(type));
      }
    }
    for (Term term : terms) {
      boolean converted = ComparisonFamily.scale(term.node().getType()) < scale;
      if (converted && !term.isNull() && !in.emit().canHave(term.hard().orElseThrow(), scale)) {
        throw ExpressionMessages.tooWide(in.written(call));
      }
    }
    RelDataType type = widest.orElseGet(() -> in.emit().type(SqlTypeName.INTEGER));
    return ComparisonFamily.isInteger(type)
        ? integerType(in, type, range)
        : in.emit().decimalType(range, scale);
  }

  /** The type itself if it holds the values, among which literals may be larger, or a wider one. */
  private static RelDataType integerType(Analysis in, RelDataType type, Interval range) {
    return Stream.of(type, in.emit().bigint())
        .filter(each -> ComparisonFamily.typeRange(each).orElseThrow().contains(range))
        .findFirst()
        .orElseGet(() -> in.emit().decimalType(range, 0));
  }

  private static RelDataType wider(RelDataType a, RelDataType b) {
    return b.getSqlTypeName().compareTo(a.getSqlTypeName()) > 0 ? b : a;
  }

  private static Unified timestamps(Analysis in, List<Term> terms) {
    RelDataType type = in.emit().type(SqlTypeName.TIMESTAMP);
    List<Term> converted = new ArrayList<>();
    for (Term term : terms) {
      converted.add(
          term.family() == ComparisonFamily.DATE && !term.isNull()
              ? Casts.dateToTimestamp(in, term, type)
              : term);
    }
    return new Unified(converted, type);
  }

  static Term rewritten(Analysis in, RexCall call) {
    return in.of(ExpressionSize.limited(asCase(in.emit().rex(), call)));
  }

  /** The CASE that a call means; a CASE itself is left alone. */
  static RexNode asCase(RexBuilder rex, RexCall call) {
    return switch (call.getKind()) {
      case COALESCE -> coalesce(rex, call);
      case NULLIF -> {
        RexNode value = call.getOperands().get(0);
        yield rex.makeCall(
            call.getType(),
            SqlStdOperatorTable.CASE,
            List.of(
                rex.makeCall(SqlStdOperatorTable.EQUALS, List.of(value, call.getOperands().get(1))),
                rex.makeNullLiteral(call.getType()),
                value));
      }
      case GREATEST -> extreme(rex, call, SqlStdOperatorTable.GREATER_THAN_OR_EQUAL);
      case LEAST -> extreme(rex, call, SqlStdOperatorTable.LESS_THAN_OR_EQUAL);
      default -> call;
    };
  }

  private static RexNode coalesce(RexBuilder rex, RexCall call) {
    List<RexNode> parts = new ArrayList<>();
    List<RexNode> operands = call.getOperands();
    for (RexNode operand : operands.subList(0, operands.size() - 1)) {
      parts.add(rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, List.of(operand)));
      parts.add(operand);
    }
    parts.add(operands.get(operands.size() - 1));
    return parts.size() == 1
        ? parts.get(0)
        : rex.makeCall(call.getType(), SqlStdOperatorTable.CASE, parts);
  }

  /** NULL as soon as one operand is: every comparison with it is unknown, so no branch is taken. */
  private static RexNode extreme(RexBuilder rex, RexCall call, SqlOperator notBeaten) {
    List<RexNode> parts = new ArrayList<>();
    List<RexNode> operands = call.getOperands();
    if (operands.size() == 1) {
      return operands.get(0);
    }
    for (RexNode candidate : operands) {
      List<RexNode> wins = new ArrayList<>();
      for (RexNode other : operands) {
        if (!candidate.equals(other)) {
          wins.add(rex.makeCall(notBeaten, List.of(candidate, other)));
        }
      }
      parts.add(RexUtil.composeConjunction(rex, wins));
      parts.add(candidate);
    }
    parts.add(rex.makeNullLiteral(call.getType()));
    return rex.makeCall(call.getType(), SqlStdOperatorTable.CASE, parts);
  }

  static boolean isChoice(RexNode node) {
    return switch (node.getKind()) {
      case CASE, COALESCE, NULLIF, GREATEST, LEAST -> node instanceof RexCall;
      default -> false;
    };
  }
}
