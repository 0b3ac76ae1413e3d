package org.dpjdbc.plan.key;

import com.google.common.collect.ImmutableList;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.key.ColumnReads.Part;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.relation.ColumnSource;
import org.dpjdbc.plan.relation.ColumnSource.Root;
import org.dpjdbc.plan.relation.KeyFilter;
import org.dpjdbc.plan.relation.KeyLiterals;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.Origins;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.PublicSource;

/**
 * Keys that are computed from the same columns: the month and its name, an age and its decade. Only
 * some combinations of their values can occur. Those are listed: the database computes the keys of
 * each value that the columns can have, as it computes those of the rows.
 *
 * <p>The values of the columns depend on the policy, public tables and the query alone, so the list
 * does. What is not in it is counted in no group.
 */
final class JointKeys {
  /** The database computes the keys of no more values than this. */
  private static final int MAX_VALUES = 10_000;

  private final PlanContext context;
  private final PerUnit input;
  private final Map<Integer, ColumnSource> own = new HashMap<>();

  JointKeys(PlanContext context, PerUnit input) {
    this.context = context;
    this.input = input;
  }

  /**
   * Rows that have every combination of the keys.
   *
   * @param rel a column for each key
   * @param max how many combinations there are at most, if the query and the policy alone tell
   * @param lookup whether they are those of a table that private rows are looked up in
   */
  record Listed(RelNode rel, OptionalInt max, boolean lookup) {}

  /** The keys in groups, those that are computed from the same columns together. */
  List<List<Integer>> related(List<Integer> keys) {
    Map<Object, Set<Integer>> byRoot = new LinkedHashMap<>();
    Map<Integer, Set<Integer>> groups = new LinkedHashMap<>();
    for (int key : keys) {
      Set<Integer> group = new LinkedHashSet<>(List.of(key));
      for (Object id : ids(key)) {
        Optional.ofNullable(byRoot.get(id)).ifPresent(group::addAll);
      }
      for (int member : group) {
        groups.put(member, group);
        ids(member).forEach(id -> byRoot.put(id, group));
      }
    }
    return groups.values().stream()
        .distinct()
        .map(group -> group.stream().sorted().toList())
        .toList();
  }

  private List<Object> ids(int column) {
    return source(column).roots().stream().flatMap(this::ids).distinct().toList();
  }

  /** A column of a row that is looked up varies with what it is looked up by. */
  private Stream<Object> ids(Root root) {
    return Stream.concat(
        Stream.of(id(root)),
        ofPublic(root).stream()
            .flatMap(of -> context.lookedUpBy(of.source()).stream())
            .map(this::id));
  }

  /** Columns of one public relation are one: its rows are. */
  private Object id(Root root) {
    return ofPublic(root).<Object>map(of -> of.source().id()).orElse(root.id());
  }

  private ColumnSource source(int column) {
    return input
        .columns()
        .get(column)
        .source()
        .orElseGet(() -> own.computeIfAbsent(column, at -> ColumnSource.root(input, at)));
  }

  /**
   * Whether a key may have fewer values than it has by its range or type: its expression skips
   * some, as {@code year * 100 + month} does, or filters on what it is computed from let only some
   * through, which the database alone can tell.
   *
   * @param values that are listed of it
   */
  boolean hasGaps(int key, List<KeyValue> values) {
    RexBuilder rex = context.rex();
    ColumnSource source = source(key);
    Root own = ColumnSource.root(input, key).roots().get(0);
    if (own.conditions().stream()
        .anyMatch(condition -> !Origins.decides(values, 0, condition, own.type(), rex))) {
      return true;
    } else if (source.expression() instanceof RexInputRef) {
      return false;
    }
    List<RexNode> conditions =
        source.roots().stream().flatMap(root -> root.conditions().stream()).toList();
    return conditions.isEmpty()
        ? !KeySequence.isIntegral(source.expression())
        : !KeySequence.isOrdered(source.expression())
            || !conditions.stream().allMatch(KeySequence::isRange);
  }

  /** What is known of a root by now: it may be a column of the rows still, and joined since. */
  private PerUnit.Column latest(Root root) {
    return input.columns().stream()
        .filter(column -> column.source().filter(source -> isRoot(source, root)).isPresent())
        .findFirst()
        .orElse(root.column());
  }

  private static boolean isRoot(ColumnSource source, Root root) {
    return source.expression() instanceof RexInputRef
        && source.roots().size() == 1
        && source.roots().get(0).id().equals(root.id());
  }

  private Optional<Origin.OfPublic> ofPublic(Root root) {
    return latest(root).origin() instanceof Origin.OfPublic of ? Optional.of(of) : Optional.empty();
  }

  /**
   * The combinations of related keys.
   *
   * @param keys columns of the rows
   * @param wholeYears whether ranges of dates are extended to whole years, so that what is counted
   *     by year is counted by month as well
   * @param max how many there may be
   * @return empty if they are not known, or too many
   */
  Optional<Listed> list(List<Integer> keys, boolean wholeYears, int max) {
    List<RexNode> expressions = new ArrayList<>();
    Map<Object, Root> roots = new LinkedHashMap<>();
    keys.forEach(key -> source(key).roots().forEach(root -> roots.put(root.id(), root)));
    List<Root> all = List.copyOf(roots.values());
    List<Object> ids = List.copyOf(roots.keySet());
    for (int key : keys) {
      expressions.add(source(key).over(root -> ids.indexOf(root.id())));
    }
    Optional<Listed> values =
        all.stream().anyMatch(root -> ofPublic(root).isPresent())
            ? ofPublic(all)
            : product(all, expressions, wholeYears, max);
    return values.map(listed -> computed(listed, keys, expressions));
  }

  /** The rows of the public relation that all roots are columns of. */
  private Optional<Listed> ofPublic(List<Root> roots) {
    List<Origin.OfPublic> origins =
        roots.stream().flatMap(root -> ofPublic(root).stream()).toList();
    PublicSource source = origins.get(0).source();
    if (origins.size() < roots.size()
        || origins.stream().anyMatch(of -> of.source().id() != source.id())) {
      return Optional.empty();
    }
    RexBuilder rex = context.rex();
    List<RexNode> columns = new ArrayList<>();
    List<RexNode> nulls = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Origin.OfPublic of : origins) {
      RexNode column = rex.makeInputRef(source.rel(), of.column());
      names.add("c" + columns.size());
      columns.add(column);
      nulls.add(rex.makeNullLiteral(column.getType()));
    }
    RelNode rows = LogicalProject.create(source.rel(), List.of(), columns, names, Set.of());
    if (source.optional()) {
      RelNode none =
          LogicalProject.create(
              LogicalValues.createOneRow(context.cluster()), List.of(), nulls, names, Set.of());
      rows = LogicalUnion.create(List.of(rows, none), true);
    }
    return Optional.of(new Listed(rows, OptionalInt.empty(), source.lookup()));
  }

  private Optional<Listed> product(
      List<Root> roots, List<RexNode> expressions, boolean wholeYears, int max) {
    long size = 1;
    Optional<RelNode> rows = Optional.empty();
    for (int i = 0; i < roots.size(); i++) {
      Root root = roots.get(i);
      PerUnit.Column latest = latest(root);
      Root known = new Root(root.id(), root.rows(), root.place(), latest, root.nullable());
      boolean isKey = isKey(expressions, i);
      ColumnReads reads = reads(root, i, expressions, !wholeYears);
      Optional<List<KeyValue>> values =
          ColumnValues.of(known, reads, isKey, wholeYears, Math.min(max, MAX_VALUES));
      if (values.isEmpty()) {
        reads = ColumnReads.of(context.rex(), expressions, i);
        values = ColumnValues.of(known, reads, isKey, wholeYears, Math.min(max, MAX_VALUES));
      }
      size = values.isEmpty() ? Long.MAX_VALUE : size * values.get().size();
      if (size > Math.min(max, MAX_VALUES)) {
        return Optional.empty();
      }
      RelNode next = passing(root, reads, rows(values.get(), root.type()));
      rows =
          Optional.of(
              rows.<RelNode>map(
                      before ->
                          LogicalJoin.create(
                              before,
                              next,
                              List.of(),
                              context.rex().makeLiteral(true),
                              Set.of(),
                              JoinRelType.INNER))
                  .orElse(next));
    }
    int most = (int) size;
    return rows.map(of -> new Listed(of, OptionalInt.of(most), false));
  }

  /**
   * What the keys read of a root, and the filters on it where they compare it like keys, or where
   * one asks for a year: those within the bounds are finite.
   */
  private ColumnReads reads(Root root, int place, List<RexNode> expressions, boolean years) {
    List<RexNode> all = new ArrayList<>(expressions);
    for (RexNode condition : root.conditions()) {
      all.add(InputRefs.replaced(condition, ref -> new RexInputRef(place, ref.getType())));
    }
    ColumnReads reads = ColumnReads.of(context.rex(), expressions, place);
    ColumnReads more = ColumnReads.of(context.rex(), all, place);
    boolean finite =
        more.parts().equals(reads.parts()) || (years && more.parts().contains(Part.YEAR));
    return more.value() == reads.value() && finite ? more : reads;
  }

  private static boolean isKey(List<RexNode> expressions, int root) {
    return expressions.stream()
        .anyMatch(key -> key instanceof RexInputRef ref && ref.getIndex() == root);
  }

  /** The values that pass the filters on the column, if they are read by these as by the keys. */
  private RelNode passing(Root root, ColumnReads reads, RelNode rows) {
    List<RexNode> passed = new ArrayList<>();
    for (RexNode condition : root.conditions()) {
      ColumnReads more = ColumnReads.of(context.rex(), List.of(condition), 0);
      if (reads.value() || more.isWithin(reads)) {
        passed.add(InputRefs.typed(context.rex(), rows, condition));
      }
    }
    return passed.isEmpty()
        ? rows
        : LogicalFilter.create(rows, RexUtil.composeConjunction(context.rex(), passed));
  }

  /** The rows that pass what the rows passed after the key was computed. */
  private RelNode passing(int key, int column, RelNode rel) {
    List<RexNode> passed = new ArrayList<>();
    for (RexNode condition : ColumnSource.root(input, key).roots().get(0).conditions()) {
      RexNode there = InputRefs.replaced(condition, ref -> new RexInputRef(column, ref.getType()));
      passed.add(InputRefs.typed(context.rex(), rel, there));
    }
    return passed.isEmpty()
        ? rel
        : LogicalFilter.create(rel, RexUtil.composeConjunction(context.rex(), passed));
  }

  /** A row for each value; strings are parameters, which a list of values cannot have. */
  private RelNode rows(List<KeyValue> values, RelDataType type) {
    RexBuilder rex = context.rex();
    RelDataTypeFactory types = rex.getTypeFactory();
    boolean text = SqlTypeUtil.inCharFamily(type);
    RelDataType listed =
        types.createTypeWithNullability(
            text ? types.createSqlType(SqlTypeName.INTEGER) : type,
            !text && values.contains(KeyValue.NULL));
    ImmutableList.Builder<ImmutableList<RexLiteral>> rows = ImmutableList.builder();
    List<RexNode> cases = new ArrayList<>();
    RelDataType read =
        types.createTypeWithNullability(type, values.contains(KeyValue.NULL) || text);
    for (int i = 0; i < values.size(); i++) {
      RexNode place = rex.makeExactLiteral(BigDecimal.valueOf(i));
      RexNode value = text ? place : KeyLiterals.literal(values.get(i), listed, rex);
      rows.add(ImmutableList.of((RexLiteral) value));
      if (text && !values.get(i).equals(KeyValue.NULL)) {
        cases.add(rex.makeCall(SqlStdOperatorTable.EQUALS, rex.makeInputRef(listed, 0), place));
        cases.add(KeyLiterals.literal(values.get(i), type, rex));
      }
    }
    RelNode list =
        LogicalValues.create(
            context.cluster(), types.builder().add("v", listed).build(), rows.build());
    cases.add(rex.makeNullLiteral(read));
    RexNode value =
        text && cases.size() > 1
            ? rex.makeCall(read, SqlStdOperatorTable.CASE, cases)
            : rex.makeInputRef(list, 0);
    return SubSelect.of(
        LogicalProject.create(
            list,
            List.of(),
            List.of(rex.makeAbstractCast(read, value, false)),
            List.of("v"),
            Set.of()));
  }

  /** The keys of the rows, as far as each is among its own values. */
  private Listed computed(Listed values, List<Integer> keys, List<RexNode> expressions) {
    RexBuilder rex = context.rex();
    List<RexNode> columns =
        expressions.stream()
            .map(expression -> InputRefs.typed(rex, values.rel(), expression))
            .toList();
    List<String> names =
        Stream.iterate(0, i -> i + 1).limit(keys.size()).map(i -> "k" + i).toList();
    RelNode rel = LogicalProject.create(values.rel(), List.of(), columns, names, Set.of());
    if (!columns.stream().allMatch(RexInputRef.class::isInstance)) {
      rel = SubSelect.of(rel);
    }
    long product = 1;
    boolean known = true;
    for (int i = 0; i < keys.size(); i++) {
      if (input.columns().get(keys.get(i)).origin() instanceof Origin.Values of) {
        rel = KeyFilter.apply(context, rel, i, of.values(), /* whole= */ false);
        product = Math.min(Integer.MAX_VALUE, product * of.values().size());
      } else {
        known = false;
      }
      if (!(expressions.get(i) instanceof RexInputRef)) {
        rel = passing(keys.get(i), i, rel);
      }
    }
    return values.max().isPresent() && known
        ? new Listed(
            rel, OptionalInt.of(Math.min(values.max().getAsInt(), (int) product)), values.lookup())
        : new Listed(rel, values.max(), values.lookup());
  }
}
