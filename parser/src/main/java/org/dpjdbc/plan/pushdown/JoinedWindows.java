package org.dpjdbc.plan.pushdown;

import com.google.common.collect.ImmutableList;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.AggregateCalls;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * Window functions for a database that has none: rows are joined with aggregates of the same rows.
 * An aggregate over a whole partition is one of a group. Rows are numbered in the order of
 * partition and window, and a row's number within its partition is the difference to the first
 * number there. Other functions are refused.
 *
 * <p>The rows are read twice, and a bound on contributions holds only if they are the same. So all
 * of them must be of tables that a statement reads alike.
 */
final class JoinedWindows {
  private final BackendDialect dialect;
  private final SqlOperator rowNumber;
  private final RexBuilder rex;

  /** Columns of the rows, and what is added to them. */
  private RelNode rows;

  private final Map<RexNode, Integer> places = new LinkedHashMap<>();

  private JoinedWindows(BackendDialect dialect, SqlOperator rowNumber, Project project) {
    this.dialect = dialect;
    this.rowNumber = rowNumber;
    this.rex = project.getCluster().getRexBuilder();
    this.rows = project.getInput();
  }

  /**
   * The same rows without window functions.
   *
   * @param rowNumber see {@link BackendDialect#rowNumber}
   * @throws org.dpjdbc.sql.refusal.RefusedException if a function has no such form
   */
  static RelNode of(RelNode rel, BackendDialect dialect, SqlOperator rowNumber) {
    return rel.accept(
        new RelHomogeneousShuttle() {
          @Override
          protected RelNode visitChild(RelNode parent, int place, RelNode child) {
            RelNode visited = child.accept(this);
            return visited == child ? parent : RetypedRelation.over(parent, place, visited);
          }

          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited instanceof Project project && project.containsOver()
                ? new JoinedWindows(dialect, rowNumber, project).joined(project)
                : visited;
          }
        });
  }

  private RelNode joined(Project project) {
    checkSteady(project);
    Set<RexOver> windows = windows(project);
    int width = rows.getRowType().getFieldCount();
    rows = SubSelect.of(withOperands(windows));
    Map<RexOver, Integer> results = new LinkedHashMap<>();
    for (RexOver window : windows) {
      add(window);
      results.put(window, rows.getRowType().getFieldCount() - 1);
    }
    List<RexNode> columns =
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            return ref(Objects.requireNonNull(results.get(over), "collected before"));
          }

          @Override
          public RexNode visitInputRef(RexInputRef column) {
            return column.getIndex() < width ? ref(column.getIndex()) : column;
          }
        }.apply(project.getProjects());
    return LogicalProject.create(
        rows, List.of(), columns, project.getRowType().getFieldNames(), Set.of());
  }

  private static void checkSteady(RelNode rel) {
    if (rel instanceof TableScan scan) {
      LiveSchema.Table table = scan.getTable().unwrapOrThrow(CatalogTable.Backend.class).live();
      if (table.kind() != LiveSchema.Kind.TABLE) {
        throw RelationMessages.viewReadTwice(table.name());
      }
    }
    rel.getInputs().forEach(JoinedWindows::checkSteady);
  }

  private static Set<RexOver> windows(Project project) {
    Set<RexOver> windows = new LinkedHashSet<>();
    new RexShuttle() {
      @Override
      public RexNode visitOver(RexOver over) {
        windows.add(over);
        return over;
      }
    }.apply(project.getProjects());
    return windows;
  }

  /** The rows with a column for each key and argument of a window. */
  private RelNode withOperands(Set<RexOver> windows) {
    List<RexNode> columns = new ArrayList<>(refs());
    List<String> names = new ArrayList<>(rows.getRowType().getFieldNames());
    columns.forEach(column -> places.put(column, places.size()));
    windows.stream()
        .flatMap(JoinedWindows::operands)
        .filter(operand -> !places.containsKey(operand))
        .forEach(
            operand -> {
              places.putIfAbsent(operand, columns.size());
              if (columns.size() < places.size()) {
                names.add("jw" + columns.size());
                columns.add(operand);
              }
            });
    for (RexOver window : windows) {
      List<RexNode> keys = window.getWindow().partitionKeys;
      if (keys.stream().allMatch(key -> key.getType().isNullable())) {
        RexNode hash = dialect.hash(rex, keys);
        if (places.putIfAbsent(hash, columns.size()) == null) {
          names.add("jw" + columns.size());
          columns.add(hash);
        }
      }
    }
    return LogicalProject.create(rows, List.of(), columns, names, Set.of());
  }

  private static Stream<RexNode> operands(RexOver over) {
    return Stream.of(
            over.getWindow().partitionKeys.stream(),
            over.getWindow().orderKeys.stream().map(key -> key.left),
            over.getOperands().stream())
        .flatMap(each -> each);
  }

  private int place(RexNode operand) {
    return Objects.requireNonNull(places.get(operand), "a column of the rows");
  }

  private RexNode ref(int column) {
    return rex.makeInputRef(rows, column);
  }

  private List<RexNode> refs() {
    return IntStream.range(0, rows.getRowType().getFieldCount()).mapToObj(this::ref).toList();
  }

  /**
   * The columns by which rows are of one partition. If all keys may be NULL, a hash of them, which
   * is not, comes first: the database finds no rows by {@code IS NOT DISTINCT FROM} alone.
   */
  private List<Integer> partition(RexOver over) {
    List<RexNode> keys = over.getWindow().partitionKeys;
    List<Integer> partition = new ArrayList<>();
    if (keys.stream().allMatch(key -> key.getType().isNullable())) {
      partition.add(place(dialect.hash(rex, keys)));
    }
    keys.forEach(key -> partition.add(place(key)));
    return partition;
  }

  private void add(RexOver over) {
    switch (over.getAggOperator().getKind()) {
      case ROW_NUMBER -> number(over.getType(), partition(over), order(over));
      case RANK -> rank(over);
      case DENSE_RANK -> denseRank(over);
      case SUM, COUNT, MIN, MAX -> aggregate(over);
      default -> throw notOffered(over);
    }
  }

  private static RefusedException notOffered(RexOver over) {
    return RelationMessages.noWindowFunctions(over.getAggOperator().getName());
  }

  private void aggregate(RexOver over) {
    if (!over.getWindow().orderKeys.isEmpty() || over.isDistinct()) {
      throw notOffered(over);
    }
    List<Integer> partition = partition(over);
    AggregateCall call =
        AggregateCalls.of(
            over.getAggOperator(),
            false,
            over.getOperands().stream().map(this::place).toList(),
            rows,
            partition.size(),
            "jw" + rows.getRowType().getFieldCount());
    RelNode groups = grouped(rows, partition, List.of(call));
    join(groups, partition, sorted(partition), List.of(groups.getRowType().getFieldCount() - 1));
  }

  /** Numbers the rows of each partition. */
  private void number(RelDataType type, List<Integer> partition, List<RelFieldCollation> order) {
    int width = rows.getRowType().getFieldCount();
    List<RelFieldCollation> all = new ArrayList<>();
    partition.forEach(key -> all.add(new RelFieldCollation(key)));
    all.addAll(order);
    RelNode inOrder = SubSelect.of(LogicalSort.create(rows, RelCollations.of(all), null, null));
    List<RexNode> columns = new ArrayList<>(refs());
    columns.add(rex.makeCall(bigint(), rowNumber, List.of()));
    rows = SubSelect.of(project(inOrder, columns));
    AggregateCall first =
        AggregateCalls.of(
            SqlStdOperatorTable.MIN, false, List.of(width), rows, partition.size(), "f0");
    RelNode firsts = grouped(rows, partition, List.of(first));
    join(firsts, partition, sorted(partition), List.of(firsts.getRowType().getFieldCount() - 1));
    List<RexNode> numbered = new ArrayList<>(refs().subList(0, width));
    RexNode before =
        rex.makeCall(type, SqlStdOperatorTable.MINUS, refs().subList(width, width + 2));
    numbered.add(
        rex.makeCall(
            type, SqlStdOperatorTable.PLUS, List.of(before, rex.makeExactLiteral(BigDecimal.ONE))));
    rows = SubSelect.of(project(rows, numbered));
  }

  /** The least number among the rows that are equal in the window's order. */
  private void rank(RexOver over) {
    List<RelFieldCollation> order = order(over);
    List<Integer> keys = keys(over, order);
    number(over.getType(), partition(over), order);
    AggregateCall least =
        AggregateCalls.of(
            SqlStdOperatorTable.MIN,
            false,
            List.of(rows.getRowType().getFieldCount() - 1),
            rows,
            keys.size(),
            "f0");
    RelNode peers = grouped(rows, keys, List.of(least));
    join(peers, keys, sorted(keys), List.of(peers.getRowType().getFieldCount() - 1));
  }

  private List<Integer> keys(RexOver over, List<RelFieldCollation> order) {
    return Stream.concat(
            partition(over).stream(), order.stream().map(RelFieldCollation::getFieldIndex))
        .distinct()
        .toList();
  }

  /** Numbers the distinct keys of each partition. */
  private void denseRank(RexOver over) {
    RelNode all = rows;
    List<RelFieldCollation> order = order(over);
    List<Integer> keys = keys(over, order);
    rows = SubSelect.of(grouped(rows, keys, List.of()));
    List<Integer> places = sorted(keys);
    number(
        over.getType(),
        places.subList(0, partition(over).size()),
        order.stream()
            .map(key -> key.withFieldIndex(places.get(keys.indexOf(key.getFieldIndex()))))
            .toList());
    RelNode ranked = rows;
    rows = all;
    join(ranked, keys, places, List.of(keys.size()));
  }

  private List<RelFieldCollation> order(RexOver over) {
    return over.getWindow().orderKeys.stream()
        .map(
            key ->
                new RelFieldCollation(place(key.left), key.getDirection(), key.getNullDirection()))
        .toList();
  }

  private static RelNode grouped(RelNode rel, List<Integer> keys, List<AggregateCall> calls) {
    return LogicalAggregate.create(rel, List.of(), ImmutableBitSet.of(keys), null, calls);
  }

  /** Where keys stand among the columns of their groups, which are in the order of the rows'. */
  private static List<Integer> sorted(List<Integer> keys) {
    List<Integer> order = keys.stream().sorted().toList();
    return keys.stream().map(order::indexOf).toList();
  }

  /** Adds columns of groups, by keys that each row finds once. */
  private void join(RelNode groups, List<Integer> keys, List<Integer> theirs, List<Integer> added) {
    int width = rows.getRowType().getFieldCount();
    RelNode right = SubSelect.of(groups);
    List<RexNode> same = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      RelDataType type = right.getRowType().getFieldList().get(theirs.get(i)).getType();
      same.add(
          rex.makeCall(
              type.isNullable()
                  ? SqlStdOperatorTable.IS_NOT_DISTINCT_FROM
                  : SqlStdOperatorTable.EQUALS,
              ref(keys.get(i)),
              rex.makeInputRef(type, width + theirs.get(i))));
    }
    RelNode joined =
        LogicalJoin.create(
            rows, right, List.of(), FlatBuilder.all(rex, same), Set.of(), JoinRelType.INNER);
    List<RexNode> columns = new ArrayList<>(refs());
    added.forEach(column -> columns.add(rex.makeInputRef(joined, width + column)));
    rows = SubSelect.of(project(joined, columns));
  }

  private static RelNode project(RelNode rel, List<RexNode> columns) {
    List<String> below = rel.getRowType().getFieldNames();
    ImmutableList.Builder<String> names = ImmutableList.builder();
    for (int i = 0; i < columns.size(); i++) {
      names.add(
          columns.get(i) instanceof RexInputRef ref && ref.getIndex() == i
              ? below.get(i)
              : "jw" + i);
    }
    return LogicalProject.create(rel, List.of(), columns, names.build(), Set.of());
  }

  private RelDataType bigint() {
    return rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
  }
}
