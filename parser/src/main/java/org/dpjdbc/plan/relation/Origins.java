package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.bounds.RowExpressions;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.sql.simplify.LiteralCasts;

/** Decides which group keys have values that are public by the query and the policy alone. */
public final class Origins {
  /** So many parts of dates are listed in any case: the days of a month. */
  private static final int MAX_PARTS = 31;

  /** True and false. */
  static final int BOOLEAN_VALUES = 2;

  private Origins() {}

  /** Booleans are public: both, and NULL if the expression can be NULL. */
  public static Origin ofType(RelDataType type) {
    if (type.getSqlTypeName() != SqlTypeName.BOOLEAN) {
      return new Origin.Private();
    }
    List<KeyValue> values = new ArrayList<>(List.of(new KeyValue.Of(false), new KeyValue.Of(true)));
    if (type.isNullable()) {
      values.add(KeyValue.NULL);
    }
    return new Origin.Values(values, Origin.Rest.NONE);
  }

  /**
   * The origin of a projected expression: a column keeps its own, a CASE of literals lists them.
   */
  public static Origin of(RexNode expression, List<PerUnit.Column> columns) {
    if (expression instanceof RexInputRef ref) {
      return columns.get(ref.getIndex()).origin();
    }
    Optional<List<KeyValue>> literals = literals(expression);
    return literals
        .<Origin>map(values -> new Origin.Values(values, Origin.Rest.NONE))
        .orElseGet(() -> ofType(expression.getType()));
  }

  /** The origin of a column that a table has: exact numbers and dates are regular. */
  static Origin ofColumn(RelDataType type) {
    if (type.getSqlTypeName() == SqlTypeName.DECIMAL && type.getScale() >= 0) {
      return new Origin.Regular(KeySteps.decimals(type.getScale()), type.isNullable());
    }
    return SqlTypeName.INT_TYPES.contains(type.getSqlTypeName())
            || type.getSqlTypeName() == SqlTypeName.DATE
        ? new Origin.Regular(KeySteps.ALL, type.isNullable())
        : ofType(type);
  }

  /**
   * The same where what it is computed from is known: integers, dates, and parts and starts of
   * dates are regular where the columns that they are computed from have bounds.
   *
   * <p>Parts of dates are listed whatever else is, if they are few: they have a range by the
   * calendar.
   *
   * @param rows that it is computed from
   * @param rules about their columns
   * @param range of the expression, by the calendar, the policy and the query alone
   */
  public static Origin of(
      RexNode expression, PerUnit rows, RowExpressions rules, Optional<Interval> range) {
    Origin origin = of(expression, rows.columns());
    if (!(origin instanceof Origin.Private) || expression instanceof RexInputRef) {
      return origin;
    }
    boolean nullable = KeyShape.mayBeNull(expression, rows);
    if (KeyShape.isPart(expression)) {
      Optional<List<KeyValue>> parts =
          range.flatMap(of -> KeySteps.ALL.within(of, expression.getType(), MAX_PARTS));
      if (parts.isPresent()) {
        List<KeyValue> values = new ArrayList<>(parts.get());
        if (nullable) {
          values.add(KeyValue.NULL);
        }
        return new Origin.Values(
            List.copyOf(values),
            KeyShape.isYear(expression) ? Origin.Rest.OUT_OF_BOUNDS : Origin.Rest.NONE);
      }
    }
    return KeyShape.of(expression, rows, () -> rules.grid(expression))
        .<Origin>map(steps -> new Origin.Regular(steps, nullable))
        .orElse(origin);
  }

  private static Optional<List<KeyValue>> literals(RexNode expression) {
    if (expression instanceof RexLiteral literal) {
      return KeyLiterals.value(literal).map(List::of);
    }
    if (!(expression instanceof RexCall call) || call.getKind() != SqlKind.CASE) {
      return Optional.empty();
    }
    Set<KeyValue> values = new LinkedHashSet<>();
    List<RexNode> operands = call.getOperands();
    for (int i = 0; i < operands.size(); i++) {
      boolean result = i % 2 == 1 || i == operands.size() - 1;
      if (result) {
        Optional<List<KeyValue>> branch = literals(operands.get(i));
        if (branch.isEmpty()) {
          return Optional.empty();
        }
        values.addAll(branch.get());
      }
    }
    if (values.remove(KeyValue.NULL)) {
      values.add(KeyValue.NULL);
    }
    return Optional.of(List.copyOf(values));
  }

  /**
   * The public values that a filter on the column alone lets through: {@code WHERE sex = 'F'}
   * leaves one.
   */
  public static List<KeyValue> passing(
      List<KeyValue> values, int column, RexNode conjunct, RelDataType type, RexBuilder rex) {
    return values.stream()
        .filter(value -> !outcome(value, column, conjunct, type, rex).isAlwaysFalse())
        .toList();
  }

  /**
   * Whether {@link #passing} knows of each value whether a filter on the column alone lets it
   * through, and no database need be asked.
   */
  public static boolean decides(
      List<KeyValue> values, int column, RexNode conjunct, RelDataType type, RexBuilder rex) {
    return values.stream()
        .map(value -> outcome(value, column, conjunct, type, rex))
        .allMatch(outcome -> outcome.isAlwaysFalse() || outcome.isAlwaysTrue());
  }

  private static RexNode outcome(
      KeyValue value, int column, RexNode conjunct, RelDataType type, RexBuilder rex) {
    RexSimplify simplify = new RexSimplify(rex, RelOptPredicateList.EMPTY, LiteralCasts.EXECUTOR);
    RexNode condition = RexUtil.expandSearch(rex, null, conjunct);
    return simplify.simplifyUnknownAsFalse(condition.accept(new Put(value, column, type, rex)));
  }

  /**
   * Whether the values that a condition on a column lets through are all that a row may have: it
   * compares with constants, and each of them is a listed value.
   */
  public static boolean areAll(List<KeyValue> passing, RexNode conjunct, RexBuilder rex) {
    List<RexNode> alternatives = RelOptUtil.disjunctions(RexUtil.expandSearch(rex, null, conjunct));
    boolean compares = alternatives.stream().allMatch(Origins::comparesWithConstant);
    return compares && passing.size() == Set.copyOf(alternatives).size();
  }

  private static boolean comparesWithConstant(RexNode node) {
    return node.getKind() == SqlKind.IS_NULL
        || (node.getKind() == SqlKind.EQUALS
            && ((RexCall) node)
                .getOperands().stream()
                    .allMatch(side -> RexUtil.isLiteral(side, true) || isColumn(side))
            && ((RexCall) node)
                .getOperands().stream().anyMatch(side -> RexUtil.isLiteral(side, true)));
  }

  private static boolean isColumn(RexNode node) {
    return node instanceof RexInputRef
        || (node.getKind() == SqlKind.CAST
            && ((RexCall) node).getOperands().get(0) instanceof RexInputRef
            && RexUtil.isLosslessCast(node));
  }

  /** Puts a value in the place of a column, in a form that Calcite compares with literals. */
  private static final class Put extends RexShuttle {
    private final KeyValue value;
    private final int column;
    private final RelDataType type;
    private final RexBuilder rex;

    Put(KeyValue value, int column, RelDataType type, RexBuilder rex) {
      this.value = value;
      this.column = column;
      this.type = rex.getTypeFactory().createTypeWithNullability(type, value == KeyValue.NULL);
      this.rex = rex;
    }

    @Override
    public RexNode visitInputRef(RexInputRef ref) {
      return ref.getIndex() == column ? KeyLiterals.literal(value, type, rex).accept(this) : ref;
    }

    /** Strings are compared if their types are the same: that of a string of any length. */
    @Override
    public RexNode visitLiteral(RexLiteral literal) {
      return type.getSqlTypeName() == SqlTypeName.VARCHAR
              && SqlTypeUtil.inCharFamily(literal.getType())
              && !literal.isNull()
          ? rex.makeCast(varchar(), rex.makeLiteral(text(literal)))
          : literal;
    }

    /** A cast that cuts nothing off changes nothing. */
    @Override
    public RexNode visitCall(RexCall call) {
      RexNode there = super.visitCall(call);
      return there.getKind() == SqlKind.CAST
              && there.getType().getSqlTypeName() == SqlTypeName.VARCHAR
              && ((RexCall) there).getOperands().get(0) instanceof RexLiteral literal
              && literal.getType().equals(varchar())
              && fits(text(literal), there.getType())
          ? literal
          : there;
    }

    private static boolean fits(String text, RelDataType wide) {
      return wide.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
          || text.length() <= wide.getPrecision();
    }

    private static String text(RexLiteral literal) {
      return String.valueOf(RexLiteral.stringValue(literal));
    }

    private RelDataType varchar() {
      return rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
    }
  }
}
