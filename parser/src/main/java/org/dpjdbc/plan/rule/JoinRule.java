package org.dpjdbc.plan.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.algebra.UniqueColumns;
import org.dpjdbc.plan.algebra.ValuesRows;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.relation.ColumnSource;
import org.dpjdbc.plan.relation.EqualKeys;
import org.dpjdbc.plan.relation.FixedValues;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.PublicFacts;
import org.dpjdbc.plan.relation.PublicJoins;
import org.dpjdbc.plan.relation.PublicRows;
import org.dpjdbc.plan.relation.PublicSource;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.plan.relation.ReleasedSets;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * A join of per-unit rows with public ones is per-unit: every joined row belongs to the unit of its
 * private side. A bound on the rows of a unit is kept only if the public side is unique on the
 * joined columns by a key that the database enforces. An outer join must not keep rows without a
 * private side.
 *
 * <p>Rows that are released first are public rows by the time that they are joined ({@link
 * ReleasedSets}). That the later release holds for each set alike, with an epsilon and a
 * sensitivity that do not depend on it, is shown as for a single value: {@link ScalarRule}.
 */
public final class JoinRule implements RelationRule<Join> {
  /** So many rows of a partner, and no more, are a bound that noise can hide. */
  private static final int MAX_PARTNERS = 100;

  private static final int MANY = 10_000;

  private final PlanContext context;
  private final boolean listsAll;

  public JoinRule(PlanContext context) {
    this(context, /* listsAll= */ false);
  }

  /**
   * As above.
   *
   * @param listsAll whether the public rows that meet no private one are groups as well, so that no
   *     condition of the join narrows the keys of the public side
   */
  public JoinRule(PlanContext context, boolean listsAll) {
    this.context = context;
    this.listsAll = listsAll;
  }

  @Override
  public Relation apply(Join join, List<Relation> inputs) {
    return apply(join, join.getJoinType(), inputs);
  }

  /**
   * The same for a join that may be another.
   *
   * @param asked the type of the join, or that of one that gives the same above it
   */
  public Relation apply(Join join, JoinRelType asked, List<Relation> inputs) {
    Relation left = inputs.get(0);
    Relation right = inputs.get(1);
    if (left instanceof PerUnit mine && right instanceof PerUnit other) {
      return new PrivateJoinRule(context).apply(join, mine, other);
    }
    boolean privateLeft = left instanceof PerUnit;
    PerUnit unit = (PerUnit) (privateLeft ? left : right);
    Relation other = privateLeft ? right : left;
    if (other instanceof Relation.Local released) {
      return released(join, asked, unit, released.rel(), privateLeft);
    }
    checkType(asked, privateLeft);
    Relation.Public given = (Relation.Public) other;
    Optional<PerUnit> lookup =
        new LookupJoin(context).apply(join, asked, unit, given.rel(), privateLeft);
    if (lookup.isPresent()) {
      return lookup.get();
    }
    RelNode partner;
    try {
      partner = new PublicRows(context).total(given.rel());
    } catch (RefusedException e) {
      if (!given.asksBackend() || !asked.projectsRight() || !PublicRows.isOne(given.rel())) {
        throw e;
      }
      return new ScalarRule(context, asked)
          .apply(join, unit, context.local(given).rel(), privateLeft);
    }
    return join(join, asked, unit, partner, privateLeft);
  }

  /** A released row stands beside each private one; several are joined like public rows. */
  private Relation released(
      Join join, JoinRelType asked, PerUnit unit, RelNode released, boolean privateLeft) {
    RelNode written = privateLeft ? join.getRight() : join.getLeft();
    if (asked.projectsRight() && ScalarRule.isOneRow(written, released)) {
      return new ScalarRule(context, asked).apply(join, unit, released, privateLeft);
    } else if (FixedValues.isChecked(released)) {
      throw RelationMessages.releasedBelowFrontier();
    }
    checkType(asked, privateLeft);
    FixedValues.check(context, released);
    return join(join, asked, unit, new ReleasedSets(context).rows(released), privateLeft);
  }

  static void checkType(JoinRelType type, boolean privateLeft) {
    boolean allowed =
        switch (type) {
          case INNER -> true;
          case LEFT, SEMI, ANTI -> privateLeft;
          case RIGHT -> !privateLeft;
          default -> false;
        };
    if (!allowed) {
      throw RelationMessages.outerJoin(type.name());
    }
  }

  /**
   * Joins with the private side first, so that its hidden key does not shift the public columns.
   */
  private Relation join(
      Join join, JoinRelType asked, PerUnit unit, RelNode partner, boolean privateLeft) {
    int width = unit.rel().getRowType().getFieldCount();
    int leftVisible = privateLeft ? unit.visible() : partner.getRowType().getFieldCount();
    RexNode condition =
        InputRefs.replaced(
            join.getCondition(),
            ref -> {
              boolean onLeft = ref.getIndex() < leftVisible;
              int index = onLeft ? ref.getIndex() : ref.getIndex() - leftVisible;
              boolean isPrivate = onLeft == privateLeft;
              RelNode side = isPrivate ? unit.rel() : partner;
              return new RexInputRef(
                  isPrivate ? index : width + index,
                  side.getRowType().getFieldList().get(index).getType());
            });
    boolean outer = asked == JoinRelType.LEFT || asked == JoinRelType.RIGHT;
    JoinRelType type = outer ? JoinRelType.LEFT : asked;
    JoinInfo info = UniqueColumns.equated(condition, unit.rel(), partner);
    boolean onePartner =
        UniqueColumns.contains(partner, UniqueColumns.rightKeys(info, unit.rel(), partner));
    List<PerUnit.Column> both = new ArrayList<>(onePartner ? unit.columns() : unit.repeated());
    both.addAll(
        columns(
            partner,
            onePartner && !info.rightSet().isEmpty() && !listsAll,
            outer,
            onePartner && readsConstants(condition, unit)));
    if (onePartner) {
      lookedUp(unit, info.leftKeys, both);
    }
    if (type == JoinRelType.INNER && !listsAll) {
      PublicJoins.merge(context, condition, width, both);
      EqualKeys.carry(context, condition, unit.rel(), both);
    }
    List<ColumnFacts> facts = both.stream().map(PerUnit.Column::facts).toList();
    RexNode total = context.expressions(facts).total(condition);
    RelNode joined = LogicalJoin.create(unit.rel(), partner, List.of(), total, Set.of(), type);
    OptionalInt rows = rows(unit, partner, onePartner, type);
    if (!type.projectsRight()) {
      return new PerUnit(
          joined, unit.visible(), unit.columns(), unit.unit(), unit.kind(), rows, unit.table());
    }
    PerUnit wide =
        new PerUnit(
            joined,
            both.size(),
            both,
            unit.unit(),
            unit.kind(),
            rows,
            unit.table().repeating(!onePartner));
    return arranged(join, asPublic(wide, width), unit, privateLeft);
  }

  /** Has the keys of private rows be those that their one partner is a function of. */
  private void lookedUp(PerUnit unit, List<Integer> keys, List<PerUnit.Column> both) {
    List<ColumnSource> sources = ColumnSource.of(unit);
    List<ColumnSource.Root> roots = new ArrayList<>();
    for (int key : keys) {
      both.set(key, both.get(key).from(Optional.of(sources.get(key))));
      roots.addAll(sources.get(key).roots());
    }
    both.subList(unit.columns().size(), both.size()).stream()
        .map(column -> ((Origin.OfPublic) column.origin()).source())
        .forEach(source -> context.lookedUpBy(source, roots));
  }

  /**
   * A private string that is equated with a public one, or with one of a set, is replaced by it
   * from here on: all its values are then public, whatever the database's equality, and as a group
   * key it is listed.
   */
  private PerUnit asPublic(PerUnit wide, int width) {
    List<Origin> origins = wide.columns().stream().map(PerUnit.Column::origin).toList();
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < origins.size(); i++) {
      RelDataType type = wide.rel().getRowType().getFieldList().get(i).getType();
      int there =
          i < width && EqualKeys.isReplaced(type, origins.get(i))
              ? origins.lastIndexOf(origins.get(i))
              : i;
      columns.add(context.rex().makeInputRef(wide.rel(), there));
    }
    if (RexUtil.isIdentity(columns, wide.rel().getRowType())) {
      return wide;
    }
    List<String> names = wide.rel().getRowType().getFieldNames();
    return wide.withRel(
        LogicalProject.create(wide.rel(), List.of(), columns, names, Set.of()), wide.columns());
  }

  /**
   * Whether the condition reads nothing of a unit's rows that differs: if at most one partner
   * fulfils it, all of them meet the same.
   */
  private static boolean readsConstants(RexNode condition, PerUnit unit) {
    int width = unit.rel().getRowType().getFieldCount();
    return RelOptUtil.InputFinder.bits(condition).asList().stream()
        .allMatch(column -> column >= width || unit.constant(column));
  }

  /**
   * The columns of the partner. The sides of a product that no condition connects have keys of
   * their own: those of one are listed without reading the other.
   */
  private List<PerUnit.Column> columns(
      RelNode partner, boolean lookup, boolean optional, boolean constant) {
    if (!optional && partner instanceof Join product && isProduct(product)) {
      List<PerUnit.Column> both =
          new ArrayList<>(columns(product.getLeft(), false, false, constant));
      both.addAll(columns(product.getRight(), false, false, constant));
      return both;
    }
    PublicSource source = context.source(partner, lookup, optional);
    List<ColumnFacts> facts = PublicFacts.of(context, partner);
    List<PerUnit.Column> columns = new ArrayList<>();
    for (RelDataTypeField field : partner.getRowType().getFieldList()) {
      columns.add(
          new PerUnit.Column(
              facts.get(field.getIndex()),
              new Origin.OfPublic(source, field.getIndex()),
              Optional.empty(),
              false,
              constant));
    }
    return columns;
  }

  private static boolean isProduct(Join join) {
    return join.getJoinType() == JoinRelType.INNER && join.getCondition().isAlwaysTrue();
  }

  private static OptionalInt rows(
      PerUnit unit, RelNode partner, boolean onePartner, JoinRelType type) {
    if (!type.projectsRight() || onePartner) {
      return unit.rowsPerUnit();
    }
    OptionalLong partners = ValuesRows.atMost(partner);
    boolean few = partners.isPresent() && partners.getAsLong() <= MAX_PARTNERS;
    if (unit.table().units() > 1 || (unit.unit().isEmpty() && !few)) {
      throw RelationMessages.multipliedRows(unit.table().name());
    }
    long rows = few ? unit.rowsPerUnit().orElse(MANY) * Math.max(1, partners.getAsLong()) : MANY;
    return rows < MANY ? OptionalInt.of((int) rows) : OptionalInt.empty();
  }

  /** The columns in the order of the query, the hidden key last. */
  private PerUnit arranged(Join join, PerUnit wide, PerUnit unit, boolean privateLeft) {
    int width = unit.rel().getRowType().getFieldCount();
    List<Integer> order = new ArrayList<>();
    if (privateLeft) {
      add(order, 0, unit.visible());
      add(order, width, wide.columns().size());
    } else {
      add(order, width, wide.columns().size());
      add(order, 0, unit.visible());
    }
    int visible = order.size();
    OptionalInt key = OptionalInt.empty();
    if (unit.unit().isPresent()) {
      int at = order.indexOf(unit.unit().getAsInt());
      if (at < 0) {
        at = order.size();
        order.add(unit.unit().getAsInt());
      }
      key = OptionalInt.of(at);
    }
    List<String> names = new ArrayList<>(join.getRowType().getFieldNames());
    if (order.size() > visible) {
      names.add("unit");
    }
    List<RexNode> projects =
        order.stream().<RexNode>map(i -> context.rex().makeInputRef(wide.rel(), i)).toList();
    return new PerUnit(
        LogicalProject.create(
            wide.rel(), List.of(), projects, SqlValidatorUtil.uniquify(names, true), Set.of()),
        visible,
        order.stream().map(i -> wide.columns().get(i)).toList(),
        key,
        wide.kind(),
        wide.rowsPerUnit(),
        wide.table());
  }

  private static void add(List<Integer> order, int from, int to) {
    for (int i = from; i < to; i++) {
      order.add(i);
    }
  }
}
