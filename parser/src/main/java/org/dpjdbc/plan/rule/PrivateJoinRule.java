package org.dpjdbc.plan.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.algebra.UniqueColumns;
import org.dpjdbc.plan.relation.KeyPart;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * A join of private rows is per-unit only where it joins each unit's rows with that unit's own: the
 * condition must equate two columns that hold the same key, one that identifies the unit, or all
 * columns of a key that several make up. Every joined row then belongs to one unit; removing the
 * unit removes just its rows. An outer join keeps unmatched rows, which belong to the unit of their
 * own side.
 *
 * <p>Where rows meet others along the key by which they reference their owners, the owners need not
 * be joined as well: those rows have the same owners, which are there.
 */
final class PrivateJoinRule {
  private final PlanContext context;

  PrivateJoinRule(PlanContext context) {
    this.context = context;
  }

  PerUnit apply(Join join, PerUnit left, PerUnit right) {
    // hidden columns stand between the sides: the condition is about the visible ones
    RexNode condition = shifted(join.getCondition(), Side.of(left), Side.of(right));
    JoinInfo info = UniqueColumns.equated(condition, left.rel(), right.rel());
    if (!sameUnit(info, left, right)) {
      throw left.kind().equals(right.kind())
          ? RelationMessages.privateJoin(left.unitNames(), right.unitNames())
          : RelationMessages.unrelatedJoin(left.table().name(), right.table().name());
    }
    return join.getJoinType() == JoinRelType.FULL
        ? full(
            join, Side.of(context.owners().resolve(left)), Side.of(context.owners().resolve(right)))
        : join(join, info, left, right);
  }

  /** Whether only rows of one unit can meet. */
  private static boolean sameUnit(JoinInfo info, PerUnit left, PerUnit right) {
    boolean sameKey =
        equated(info, left, right)
            .anyMatch(
                pair -> pair.one.key().isPresent() && pair.one.key().equals(pair.other.key()));
    return sameKey || !met(info, left, right).isEmpty();
  }

  /** The keys of several columns of which all are equated. */
  private static Set<KeyPart> met(JoinInfo info, PerUnit left, PerUnit right) {
    return KeyPart.complete(equated(info, left, right).flatMap(Pair::parts).toList());
  }

  /** Two columns that are equated. */
  private record Pair(PerUnit.Column one, PerUnit.Column other) {
    /** What the columns hold of the same keys. */
    Stream<KeyPart> parts() {
      return one.parts().stream()
          .flatMap(part -> other.parts().stream().map(part::equated).flatMap(Optional::stream));
    }
  }

  /**
   * The columns that are equal, and are values, wherever rows meet. {@code IS NOT DISTINCT FROM}
   * also lets NULL meet NULL, which must be a value on one side then.
   */
  private static Stream<Pair> equated(JoinInfo info, PerUnit left, PerUnit right) {
    return IntStream.range(0, info.leftKeys.size())
        .mapToObj(
            i -> {
              PerUnit.Column one = left.columns().get(info.leftKeys.get(i));
              PerUnit.Column other = right.columns().get(info.rightKeys.get(i));
              boolean value =
                  info.nullExclusionFlags.get(i) || !one.optional() || !other.optional();
              return value ? Stream.of(new Pair(one, other)) : Stream.<Pair>of();
            })
        .flatMap(pairs -> pairs);
  }

  /**
   * A side of a join.
   *
   * @param rows as they are by themselves
   * @param rel the rows that are joined
   * @param columns of those
   * @param owned whether they have their owners
   */
  private record Side(PerUnit rows, RelNode rel, List<PerUnit.Column> columns, boolean owned) {
    static Side of(PerUnit rows) {
      return new Side(rows, rows.rel(), rows.columns(), true);
    }

    /** The rows without their owners, if these are known to be those of the other side. */
    static Optional<Side> bare(PerUnit rows, Predicate<KeyPart> isOfOther) {
      return rows.bare()
          .filter(bare -> isOfOther.test(bare.owners()))
          .map(
              bare -> new Side(rows, bare.rel(), rows.columns().subList(0, rows.visible()), false));
    }

    List<PerUnit.Column> repeated() {
      return rows.repeated().subList(0, columns.size());
    }

    boolean unique(ImmutableBitSet some) {
      return UniqueColumns.contains(rel, some);
    }

    int width() {
      return rel.getRowType().getFieldCount();
    }
  }

  /** Whose rows stay unmatched keep their owners; of the others one side's are enough. */
  private PerUnit join(Join join, JoinInfo info, PerUnit left, PerUnit right) {
    JoinRelType type = join.getJoinType();
    Set<KeyPart> met = met(info, left, right);
    Optional<Side> bareRight =
        type == JoinRelType.RIGHT
            ? Optional.empty()
            : Side.bare(right, key -> met.stream().anyMatch(both -> both.isOfSecond(key)));
    Optional<Side> bareLeft =
        bareRight.isPresent() || !(type == JoinRelType.INNER || type == JoinRelType.RIGHT)
            ? Optional.empty()
            : Side.bare(left, key -> met.stream().anyMatch(both -> both.isOfFirst(key)));
    return join(join, info, bareLeft.orElse(Side.of(left)), bareRight.orElse(Side.of(right)));
  }

  private RexNode shifted(RexNode condition, Side left, Side right) {
    int visible = left.rows.visible();
    return InputRefs.replaced(
        condition,
        ref -> {
          boolean onLeft = ref.getIndex() < visible;
          int index = onLeft ? ref.getIndex() : ref.getIndex() - visible;
          RelNode side = onLeft ? left.rel : right.rel;
          return new RexInputRef(
              onLeft ? index : left.width() + index,
              side.getRowType().getFieldList().get(index).getType());
        });
  }

  private PerUnit join(Join join, JoinInfo info, Side left, Side right) {
    JoinRelType type = join.getJoinType();
    Object joined = new Object();
    List<PerUnit.Column> both = new ArrayList<>();
    (right.unique(UniqueColumns.rightKeys(info, left.rel, right.rel))
            ? left.columns
            : left.repeated())
        .forEach(c -> both.add(type.generatesNullsOnLeft() ? c.missing() : c));
    (left.unique(UniqueColumns.leftKeys(info, left.rel, right.rel))
            ? right.columns
            : right.repeated())
        .forEach(c -> both.add((type.generatesNullsOnRight() ? c.missing() : c).beside(joined)));
    RelNode rel =
        LogicalJoin.create(
            left.rel,
            right.rel,
            List.of(),
            total(shifted(join.getCondition(), left, right), both),
            Set.of(),
            type);
    OptionalInt rows = rows(info, left, right, type);
    if (!type.projectsRight()) {
      PerUnit kept = left.rows;
      return new PerUnit(
          rel, kept.visible(), kept.columns(), kept.unit(), kept.kind(), rows, kept.table());
    }
    boolean takeRight =
        !left.owned
            || type == JoinRelType.RIGHT
            || (right.owned
                && type == JoinRelType.INNER
                && left.rows.deferred()
                && !right.rows.deferred());
    int unit =
        takeRight ? left.width() + right.rows.unit().orElseThrow() : left.rows.unit().orElseThrow();
    return arranged(
        join,
        rel,
        both,
        left,
        right,
        context.rex().makeInputRef(rel, unit),
        rows,
        repeats(info, left, right, type));
  }

  /** Every row of both sides: its unit is that of whichever side it has. */
  private PerUnit full(Join join, Side left, Side right) {
    RexNode condition = shifted(join.getCondition(), left, right);
    List<PerUnit.Column> both = new ArrayList<>();
    left.repeated().forEach(column -> both.add(column.missing()));
    Object met = new Object();
    right.repeated().forEach(column -> both.add(column.missing().beside(met)));
    RelNode joined = FullJoin.of(context, left.rel, right.rel, total(condition, both));
    RexNode mine = context.rex().makeInputRef(joined, left.rows.unit().orElseThrow());
    RexNode theirs =
        context.rex().makeInputRef(joined, left.width() + right.rows.unit().orElseThrow());
    RexNode unit =
        context
            .rex()
            .makeCall(
                SqlStdOperatorTable.CASE,
                context.rex().makeCall(SqlStdOperatorTable.IS_NULL, mine),
                theirs,
                mine);
    OptionalInt rows =
        left.rows.rowsPerUnit().isPresent() && right.rows.rowsPerUnit().isPresent()
            ? bounded(
                (1L + left.rows.rowsPerUnit().getAsInt())
                    * (1L + right.rows.rowsPerUnit().getAsInt()))
            : OptionalInt.empty();
    return arranged(join, joined, both, left, right, unit, rows, true);
  }

  private RexNode total(RexNode condition, List<PerUnit.Column> both) {
    return context.expressions(both.stream().map(PerUnit.Column::facts).toList()).total(condition);
  }

  /** A bound on a unit's joined rows: only its own rows meet. */
  private static OptionalInt rows(JoinInfo info, Side left, Side right, JoinRelType type) {
    if (!type.projectsRight()) {
      return left.rows.rowsPerUnit();
    }
    boolean oneRight = right.unique(UniqueColumns.rightKeys(info, left.rel, right.rel));
    boolean oneLeft = left.unique(UniqueColumns.leftKeys(info, left.rel, right.rel));
    boolean keepsRight = type == JoinRelType.RIGHT;
    boolean keepsLeft = type == JoinRelType.LEFT;
    if (oneRight && !keepsRight && left.rows.rowsPerUnit().isPresent()) {
      return left.rows.rowsPerUnit();
    } else if (oneLeft && !keepsLeft && right.rows.rowsPerUnit().isPresent()) {
      return right.rows.rowsPerUnit();
    } else if (left.rows.rowsPerUnit().isEmpty() || right.rows.rowsPerUnit().isEmpty()) {
      return OptionalInt.empty();
    }
    return bounded((long) left.rows.rowsPerUnit().getAsInt() * right.rows.rowsPerUnit().getAsInt());
  }

  /**
   * Whether a unit may have more joined rows than either side's declaration says. It has no more
   * than the rows of one side, if each of them meets at most one of the other, and what an outer
   * join adds of the other is at most one row that met none.
   */
  private static boolean repeats(JoinInfo info, Side left, Side right, JoinRelType type) {
    boolean ofLeft =
        right.unique(UniqueColumns.rightKeys(info, left.rel, right.rel))
            && isBounded(left.rows)
            && (type != JoinRelType.RIGHT || hasOneRow(right.rows));
    boolean ofRight =
        left.unique(UniqueColumns.leftKeys(info, left.rel, right.rel))
            && isBounded(right.rows)
            && (type != JoinRelType.LEFT || hasOneRow(left.rows));
    return !ofLeft && !ofRight;
  }

  private static boolean hasOneRow(PerUnit side) {
    return side.rowsPerUnit().equals(OptionalInt.of(1));
  }

  /** Whether something says how many rows of one unit there are, if only by a claim. */
  private static boolean isBounded(PerUnit side) {
    return side.rowsPerUnit().isPresent()
        || (side.table().maxRows().isPresent() && !side.table().repeated());
  }

  private static OptionalInt bounded(long rows) {
    return rows <= Integer.MAX_VALUE ? OptionalInt.of((int) rows) : OptionalInt.empty();
  }

  /** The columns of the query, then the unit's where it is not among them. */
  private PerUnit arranged(
      Join join,
      RelNode joined,
      List<PerUnit.Column> both,
      Side left,
      Side right,
      RexNode unit,
      OptionalInt rows,
      boolean repeats) {
    int width = left.width();
    List<RexNode> projects = new ArrayList<>();
    List<PerUnit.Column> columns = new ArrayList<>();
    IntStream.concat(
            IntStream.range(0, left.rows.visible()),
            IntStream.range(width, width + right.rows.visible()))
        .forEach(
            i -> {
              projects.add(context.rex().makeInputRef(joined, i));
              columns.add(both.get(i));
            });
    int visible = projects.size();
    List<String> names = new ArrayList<>(join.getRowType().getFieldNames());
    int at = projects.indexOf(unit);
    if (at < 0) {
      at = projects.size();
      projects.add(unit);
      names.add("unit");
      columns.add(
          unit instanceof RexInputRef ref
              ? both.get(ref.getIndex())
              : left.columns.get(left.rows.unit().orElseThrow()));
    }
    return new PerUnit(
        LogicalProject.create(
            joined, List.of(), projects, SqlValidatorUtil.uniquify(names, true), Set.of()),
        visible,
        columns,
        OptionalInt.of(at),
        left.rows.kind(),
        rows,
        left.rows.table().joined(right.rows.table()).repeating(repeats));
  }
}
