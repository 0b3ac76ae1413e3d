package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.relation.Origin.OfPublic;

/**
 * A column of private rows that an inner join equates with a public one ({@code ON i.product_id =
 * p.product_id}) has the values of the public one, and is listed together with the other columns of
 * that public relation: it is the same key. Filters of the private rows on that column alone, and
 * the values that the policy lists for it, also apply to the public column.
 *
 * <p>This is right only if equal values are identical. So it is done for integers, decimals and
 * dates of one type, but not for floating-point numbers, nor if values are cast to compare them.
 * Strings may be equal to a database though they differ: there the public column {@linkplain
 * #isReplaced stands in the place} of the private one, but not of one that tells whose a row is,
 * alone or with others.
 */
public final class EqualKeys {
  private static final Set<SqlKind> LOGIC =
      EnumSet.of(SqlKind.AND, SqlKind.OR, SqlKind.NOT, SqlKind.IS_NULL, SqlKind.IS_NOT_NULL);

  private EqualKeys() {}

  /**
   * Carries equalities to the private columns.
   *
   * @param condition of an inner join, over {@code columns}
   * @param rows the private rows; their columns are the first ones
   * @param columns of the joined rows; changed
   */
  public static void carry(
      PlanContext context, RexNode condition, RelNode rows, List<PerUnit.Column> columns) {
    int width = rows.getRowType().getFieldCount();
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      if (conjunct.getKind() == SqlKind.EQUALS
          && ((RexCall) conjunct).getOperands().get(0) instanceof RexInputRef one
          && ((RexCall) conjunct).getOperands().get(1) instanceof RexInputRef other
          && one.getIndex() < width != other.getIndex() < width) {
        int mine = Math.min(one.getIndex(), other.getIndex());
        int given = Math.max(one.getIndex(), other.getIndex());
        if (isOneValue(context.rex(), one.getType(), other.getType())
            || (isString(one.getType())
                && isString(other.getType())
                && columns.get(mine).key().isEmpty()
                && columns.get(mine).parts().isEmpty())) {
          carry(context, rows, mine, given, columns);
        }
      }
    }
  }

  /**
   * Whether a private column has to be replaced by the public column that it is equated with:
   * strings, and columns equated with a column of a released set, whose values the driver compares
   * itself.
   */
  public static boolean isReplaced(RelDataType type, Origin origin) {
    return origin instanceof OfPublic of
        && (isString(type) || ReleasedSets.isIn(of.source().rel()));
  }

  private static boolean isString(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.VARCHAR;
  }

  private static boolean isOneValue(RexBuilder rex, RelDataType one, RelDataType other) {
    SqlTypeName name = one.getSqlTypeName();
    boolean exact =
        SqlTypeName.INT_TYPES.contains(name)
            || name == SqlTypeName.DECIMAL
            || name == SqlTypeName.DATE;
    return exact
        && rex.getTypeFactory()
            .createTypeWithNullability(one, true)
            .equals(rex.getTypeFactory().createTypeWithNullability(other, true));
  }

  private static void carry(
      PlanContext context, RelNode rows, int mine, int given, List<PerUnit.Column> columns) {
    Origin own = columns.get(mine).origin();
    boolean listed = own instanceof Origin.Values;
    if (!(columns.get(given).origin() instanceof OfPublic of)
        || of.source().optional()
        || !(listed || own instanceof Origin.Private || own instanceof Origin.Regular)) {
      return;
    }
    boolean isOfSet = ReleasedSets.isIn(of.source().rel());
    RelNode rel = of.source().rel();
    // Rows with other values are in groups of their own, where the public table has these.
    if (own instanceof Origin.Values values && values.whole()) {
      rel = KeyFilter.apply(context, rel, of.column(), values.present(), false);
    }
    RexNode there = context.rex().makeInputRef(rel, of.column());
    List<RexNode> passed = new ArrayList<>();
    if (isOfSet) {
      // no private row is equal to NULL
      passed.add(context.rex().makeCall(SqlStdOperatorTable.IS_NOT_NULL, there));
    }
    PassedConditions.on(rows, mine).stream()
        .map(condition -> condition.accept(new Put(there)))
        .filter(condition -> !isOfSet || isPlain(condition))
        .forEach(passed::add);
    if (!passed.isEmpty()) {
      rel = LogicalFilter.create(rel, RexUtil.composeConjunction(context.rex(), passed));
    }
    PublicSource narrowed = of.source().with(rel, false);
    columns.set(
        mine,
        columns.get(mine).with(columns.get(mine).facts(), new OfPublic(narrowed, of.column())));
    for (int i = 0; i < columns.size(); i++) {
      PerUnit.Column column = columns.get(i);
      if (column.origin() instanceof OfPublic same && same.source().id() == narrowed.id()) {
        columns.set(i, column.with(column.facts(), new OfPublic(narrowed, same.column())));
      }
    }
  }

  /** Whether the driver evaluates a condition as well as the database. */
  private static boolean isPlain(RexNode condition) {
    return condition instanceof RexInputRef
        || condition instanceof RexLiteral
        || (condition instanceof RexCall call
            && (call.isA(SqlKind.COMPARISON) || call.isA(LOGIC))
            && call.getOperands().stream().allMatch(EqualKeys::isPlain));
  }

  /** Puts one column in the place of another. */
  private static final class Put extends RexShuttle {
    private final RexNode column;

    Put(RexNode column) {
      this.column = column;
    }

    @Override
    public RexNode visitInputRef(RexInputRef ref) {
      return column;
    }
  }
}
