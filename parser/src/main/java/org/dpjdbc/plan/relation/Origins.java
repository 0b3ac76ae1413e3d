package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.Strong;
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
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.RuntimeValues;

/** Decides which group keys have values that are public by the query and the policy alone. */
public final class Origins {
  /** So many are listed whether anybody has them or not: the days of a month. */
  private static final BigDecimal MAX_PARTS = BigDecimal.valueOf(31);

  /** Parts of dates that every database counts alike, from a first to a last one. */
  private static final Set<String> PARTS =
      Set.of("YEAR", "QUARTER", "MONTH", "DAY", "HOUR", "ISODOW");

  private Origins() {}

  /** Truth values are public: both, and NULL where the expression can be NULL. */
  public static Origin ofType(RelDataType type) {
    if (type.getSqlTypeName() != SqlTypeName.BOOLEAN) {
      return new Origin.Private();
    }
    List<KeyValue> values = new ArrayList<>(List.of(new KeyValue.Of(false), new KeyValue.Of(true)));
    if (type.isNullable()) {
      values.add(KeyValue.NULL);
    }
    return new Origin.Values(values, true);
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
        .<Origin>map(values -> new Origin.Values(values, true))
        .orElseGet(() -> ofType(expression.getType()));
  }

  /**
   * The same where a range is known: years, quarters, months, days and hours are public where there
   * are few of them. All keys are listed for all people, so no person's date is revealed by which
   * keys there are.
   *
   * @param rows that it is computed from
   * @param range of the expression, by the calendar, the policy and the query alone
   */
  public static Origin of(RexNode expression, PerUnit rows, Optional<Interval> range) {
    List<PerUnit.Column> columns = rows.columns();
    if (!isPart(expression) || range.isEmpty()) {
      return of(expression, columns);
    }
    BigDecimal min = range.get().lower();
    BigDecimal max = range.get().upper();
    if (max.subtract(min).compareTo(MAX_PARTS) >= 0) {
      return of(expression, columns);
    }
    List<KeyValue> values = new ArrayList<>();
    for (BigDecimal part = min; part.compareTo(max) <= 0; part = part.add(BigDecimal.ONE)) {
      values.add(new KeyValue.Of(RuntimeValues.number(part, expression.getType())));
    }
    if (mayBeNull((RexCall) expression, rows)) {
      values.add(KeyValue.NULL);
    }
    return new Origin.Values(List.copyOf(values), true);
  }

  /** Not where a filter lets no NULL through: {@code WHERE born > …} leaves no row without. */
  private static boolean mayBeNull(RexCall part, PerUnit rows) {
    return part.getType().isNullable()
        && !(part.getOperands().get(1) instanceof RexInputRef ref
            && PassedConditions.on(rows.rel(), ref.getIndex()).stream()
                .anyMatch(
                    condition ->
                        Strong.isNotTrue(condition, RelOptUtil.InputFinder.bits(condition))));
  }

  private static boolean isPart(RexNode expression) {
    return expression.getKind() == SqlKind.EXTRACT
        && ((RexCall) expression).getOperands().get(0) instanceof RexLiteral part
        && PARTS.contains(String.valueOf(part.getValue()));
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
    RexSimplify simplify = new RexSimplify(rex, RelOptPredicateList.EMPTY, RexUtil.EXECUTOR);
    RexNode condition = RexUtil.expandSearch(rex, null, conjunct);
    return values.stream()
        .filter(
            value -> {
              RexNode there = condition.accept(new Put(value, column, type, rex));
              return !simplify.simplifyUnknownAsFalse(there).isAlwaysFalse();
            })
        .toList();
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

    /** Texts are compared if their types are the same: that of a text of any length. */
    @Override
    public RexNode visitLiteral(RexLiteral literal) {
      return type.getSqlTypeName() == SqlTypeName.VARCHAR
              && SqlTypeUtil.inCharFamily(literal.getType())
              && !literal.isNull()
          ? rex.makeCast(anyText(), rex.makeLiteral(text(literal)))
          : literal;
    }

    /** A cast that cuts nothing off changes nothing. */
    @Override
    public RexNode visitCall(RexCall call) {
      RexNode there = super.visitCall(call);
      return there.getKind() == SqlKind.CAST
              && there.getType().getSqlTypeName() == SqlTypeName.VARCHAR
              && ((RexCall) there).getOperands().get(0) instanceof RexLiteral literal
              && literal.getType().equals(anyText())
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

    private RelDataType anyText() {
      return rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
    }
  }
}
