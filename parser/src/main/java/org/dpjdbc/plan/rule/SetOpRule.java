package org.dpjdbc.plan.rule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalIntersect;
import org.apache.calcite.rel.logical.LogicalMinus;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.dpjdbc.plan.algebra.EmptyRelations;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.relation.KeyPart;
import org.dpjdbc.plan.relation.KeySteps;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.OutOfRange;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.policy.PrivacyUnit.Reference;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * Set operations of per-unit relations about the same kind of people. UNION ALL keeps every row
 * with its unit; a side that provably has no rows is left out. UNION, INTERSECT and EXCEPT compare
 * rows, so the columns of the query must identify the unit: then equal rows belong to one unit, and
 * which rows of a unit remain is a function of that unit's rows on all sides.
 */
public final class SetOpRule implements RelationRule<SetOp> {
  private final PlanContext context;

  public SetOpRule(PlanContext context) {
    this.context = context;
  }

  /**
   * {@code a UNION ALL b UNION ALL c} as one union of three: databases plan nested ones in
   * exponential time.
   */
  public static Union flat(Union union) {
    if (!union.all || union.getInputs().stream().noneMatch(SetOpRule::isUnionAll)) {
      return union;
    }
    // The first input is the deep one, and may be hundreds of levels deep.
    Deque<RelNode> flat = new ArrayDeque<>();
    Deque<RelNode> open = new ArrayDeque<>(union.getInputs());
    while (!open.isEmpty()) {
      RelNode last = open.removeLast();
      if (isUnionAll(last)) {
        open.addAll(last.getInputs());
      } else {
        flat.addFirst(last);
      }
    }
    Union merged = LogicalUnion.create(List.copyOf(flat), true);
    return merged.getRowType().equals(union.getRowType()) ? merged : union;
  }

  private static boolean isUnionAll(RelNode rel) {
    return rel instanceof Union union && union.all;
  }

  @Override
  public PerUnit apply(SetOp setOp, List<Relation> inputs) {
    String operation = setOp.kind.sql + (setOp.all ? " ALL" : "");
    boolean compares = !(setOp instanceof Union) || !setOp.all;
    List<PerUnit> sides = new ArrayList<>();
    for (Relation input : inputs) {
      if (input instanceof PerUnit side) {
        sides.add(side);
      } else if (compares) {
        throw RelationMessages.setOperation(operation);
      } else if (!addsNothing(input)) {
        throw RelationMessages.mixedUnion();
      }
    }
    if (!sameKind(sides)) {
      throw RelationMessages.privateUnion();
    }
    if (sides.size() == 1) {
      return sides.get(0);
    }
    int width = setOp.getRowType().getFieldCount();
    if (compares && (setOp.all || !determinesUnit(sides, width))) {
      throw RelationMessages.setOperation(operation);
    }
    return combined(setOp, sides, width);
  }

  /** Whether all rows are of one kind of people. */
  static boolean isOfOneKind(List<Relation> inputs) {
    return inputs.stream().allMatch(PerUnit.class::isInstance)
        && sameKind(inputs.stream().map(PerUnit.class::cast).toList());
  }

  /** Whether equal rows of the inputs belong to one unit. */
  static boolean comparesUnits(SetOp setOp, List<Relation> inputs) {
    return isOfOneKind(inputs)
        && determinesUnit(
            inputs.stream().map(PerUnit.class::cast).toList(), setOp.getRowType().getFieldCount());
  }

  private static boolean determinesUnit(List<PerUnit> sides, int width) {
    return shown(sides, width, false).isPresent() || showsKey(sides, width);
  }

  private static boolean addsNothing(Relation side) {
    return side instanceof Relation.Public given && EmptyRelations.isEmpty(given.rel());
  }

  /** Rows that are units of their own meet those of the same table alone. */
  private static boolean sameKind(List<PerUnit> sides) {
    boolean oneKind = sides.stream().map(PerUnit::kind).distinct().count() == 1;
    boolean oneTable = sides.stream().map(PerUnit::table).distinct().count() == 1;
    return oneKind && (oneTable || sides.get(0).kind().isPresent());
  }

  /** A column of the query that holds the same key on every side and identifies the unit. */
  private static OptionalInt shown(List<PerUnit> sides, int width, boolean unitKey) {
    return IntStream.range(0, width)
        .filter(
            column -> {
              Set<Optional<Reference>> keys = new HashSet<>();
              sides.forEach(side -> keys.add(side.columns().get(column).identifies()));
              return keys.size() == 1
                  && !keys.contains(Optional.<Reference>empty())
                  && (!unitKey || keys.contains(sides.get(0).kind()));
            })
        .findFirst();
  }

  /**
   * Whether rows that are equal hold the same key of several columns, and so belong to one unit.
   */
  private static boolean showsKey(List<PerUnit> sides, int width) {
    List<KeyPart> same = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      List<KeyPart> here = parts(sides.get(0).columns().get(i));
      for (PerUnit side : sides.subList(1, sides.size())) {
        List<KeyPart> there = parts(side.columns().get(i));
        here =
            here.stream()
                .flatMap(part -> there.stream().map(part::equated).flatMap(Optional::stream))
                .toList();
      }
      same.addAll(here);
    }
    return !KeyPart.complete(same).isEmpty();
  }

  private static List<KeyPart> parts(PerUnit.Column column) {
    return column.optional() ? List.of() : column.parts();
  }

  private PerUnit combined(SetOp setOp, List<PerUnit> given, int width) {
    OptionalInt unit = shown(given, width, true);
    if (unit.isEmpty() && given.stream().allMatch(PerUnit::deferred)) {
      unit = shown(given, width, false);
    }
    boolean hidden = unit.isEmpty() && given.get(0).unit().isPresent();
    List<PerUnit> sides = hidden ? given.stream().map(context.owners()::resolve).toList() : given;
    List<String> names = new ArrayList<>(setOp.getRowType().getFieldNames());
    if (hidden) {
      names.add("unit");
      unit = OptionalInt.of(width);
    }
    List<String> labels = SqlValidatorUtil.uniquify(names, true);
    List<RelNode> rels = sides.stream().map(side -> aligned(side, width, labels)).toList();
    List<PerUnit.Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      int at = i;
      List<PerUnit.Column> ofSides =
          sides.stream()
              .map(side -> side.columns().get(at < width ? at : side.unit().orElseThrow()))
              .toList();
      columns.add(setOp instanceof Union ? merge(ofSides) : ofSides.get(0));
    }
    return new PerUnit(
        relation(setOp, rels),
        width,
        columns,
        unit,
        sides.get(0).kind(),
        rows(setOp, sides, columns.subList(0, width)),
        sides.stream()
            .map(PerUnit::table)
            .reduce(PerUnit.PrivateTable::united)
            .orElseThrow()
            .repeating(setOp instanceof Union && !addsUp(sides)));
  }

  /** Whether a unit's rows in all are as many as the declarations of the sides add up to. */
  private static boolean addsUp(List<PerUnit> sides) {
    long tables = sides.stream().map(PerUnit::table).distinct().count();
    return tables == sides.size()
        && sides.stream().allMatch(side -> side.table().maxRows().isPresent());
  }

  private static RelNode relation(SetOp setOp, List<RelNode> rels) {
    if (setOp instanceof Intersect) {
      return LogicalIntersect.create(rels, false);
    }
    return setOp instanceof Minus
        ? LogicalMinus.create(rels, false)
        : LogicalUnion.create(rels, setOp.all);
  }

  /** The visible columns, then the unit key where it is not among them. */
  private RelNode aligned(PerUnit side, int width, List<String> names) {
    List<RexNode> projects = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      int column = i < width ? i : side.unit().orElseThrow();
      projects.add(context.rex().makeInputRef(side.rel(), column));
    }
    return LogicalProject.create(side.rel(), List.of(), projects, names, Set.of());
  }

  /** Rows of a unit that can be left: without repetition just one where it is all they show. */
  private static OptionalInt rows(SetOp setOp, List<PerUnit> sides, List<PerUnit.Column> visible) {
    Optional<Reference> kind = sides.get(0).kind();
    if (!setOp.all && visible.stream().allMatch(column -> column.identifies().equals(kind))) {
      return OptionalInt.of(1);
    } else if (setOp instanceof Minus) {
      return sides.get(0).rowsPerUnit();
    } else if (setOp instanceof Intersect) {
      IntStream known = sides.stream().flatMapToInt(side -> side.rowsPerUnit().stream());
      return known.min();
    }
    // In 64 bits: a sum that wraps around would promise fewer rows than there are.
    long sum = sides.stream().mapToLong(s -> s.rowsPerUnit().orElse(0)).sum();
    return sum <= Integer.MAX_VALUE
            && sides.stream().allMatch(side -> side.rowsPerUnit().isPresent())
        ? OptionalInt.of((int) sum)
        : OptionalInt.empty();
  }

  private static PerUnit.Column merge(List<PerUnit.Column> sides) {
    PerUnit.Column first = sides.get(0);
    Optional<Interval> range = first.facts().range();
    boolean sameStep = true;
    Set<KeyValue> values = new LinkedHashSet<>();
    boolean allValues = true;
    Origin.Rest rest = Origin.Rest.NONE;
    ColumnFacts named = first.facts();
    for (PerUnit.Column side : sides) {
      if (range.isPresent() && side.facts().range().isEmpty()) {
        named = side.facts();
      }
      Optional<Interval> other = side.facts().range();
      range = range.flatMap(a -> other.map(b -> hull(a, b)));
      sameStep &= side.facts().step().equals(first.facts().step());
      allValues &= side.origin() instanceof Origin.Values;
      if (side.origin() instanceof Origin.Values v) {
        values.addAll(v.values());
        rest = rest.and(v.rest());
      }
    }
    if (values.remove(KeyValue.NULL)) {
      values.add(KeyValue.NULL);
    }
    return new PerUnit.Column(
            new ColumnFacts(
                named.name(),
                range,
                sameStep ? first.facts().step() : Optional.empty(),
                named.computed(),
                Optional.empty()),
            allValues ? new Origin.Values(List.copyOf(values), rest) : regular(sides),
            sides.stream().map(PerUnit.Column::identifies).distinct().count() == 1
                ? first.identifies()
                : Optional.empty(),
            false,
            false)
        .autoBounded(sides.stream().anyMatch(PerUnit.Column::autoBounded))
        .within(outOfRange(sides));
  }

  /** What there may be on any side beyond its limit. */
  private static Optional<OutOfRange> outOfRange(List<PerUnit.Column> sides) {
    return sides.stream()
        .flatMap(side -> side.outOfRange().stream())
        .reduce((a, b) -> a.with(hull(a.values(), b.values())));
  }

  /** Integers and dates, if they are of the same steps on all sides. */
  private static Origin regular(List<PerUnit.Column> sides) {
    Set<Optional<KeySteps>> steps = new HashSet<>();
    for (PerUnit.Column side : sides) {
      steps.add(
          side.origin() instanceof Origin.Regular regular
              ? Optional.of(regular.steps())
              : Optional.empty());
    }
    Optional<KeySteps> same = steps.size() == 1 ? steps.iterator().next() : Optional.empty();
    return same.<Origin>map(of -> new Origin.Regular(of, true)).orElseGet(Origin.Private::new);
  }

  private static Interval hull(Interval a, Interval b) {
    return new Interval(a.lower().min(b.lower()), a.upper().max(b.upper()));
  }
}
