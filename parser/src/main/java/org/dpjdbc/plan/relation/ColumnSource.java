package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.dpjdbc.plan.algebra.InputRefs;

/**
 * What a column is computed from. Two group keys that are computed from one column vary together,
 * so not every pair of their values can occur.
 *
 * @param expression whose input references are places among the roots; total
 * @param roots the columns that it reads, which no projection computes
 */
public record ColumnSource(RexNode expression, List<Root> roots) {
  /** A larger expression is taken for a column of its own. */
  private static final int MAX_SIZE = 1_000;

  public ColumnSource {
    roots = List.copyOf(roots);
  }

  /**
   * A column that is not computed from others.
   *
   * @param id distinguishes two columns
   * @param rows that it is a column of
   * @param place its place among their columns
   * @param column what is known of it there
   * @param nullable whether a row may have NULL in it
   */
  public record Root(Object id, RelNode rows, int place, PerUnit.Column column, boolean nullable) {
    public RelDataType type() {
      return rows.getRowType().getFieldList().get(place).getType();
    }

    /**
     * The filters below that all rows passed and that read this column alone.
     *
     * @return over the column as the only one
     */
    public List<RexNode> conditions() {
      return PassedConditions.on(rows, place).stream()
          .map(condition -> InputRefs.replaced(condition, ref -> new RexInputRef(0, ref.getType())))
          .toList();
    }
  }

  /** The sources of the columns of some rows; each that has none becomes a root. */
  public static List<ColumnSource> of(PerUnit rows) {
    List<ColumnSource> sources = new ArrayList<>();
    for (int i = 0; i < rows.columns().size(); i++) {
      int place = i;
      sources.add(rows.columns().get(i).source().orElseGet(() -> root(rows, place)));
    }
    return sources;
  }

  /** A column as a root. */
  public static ColumnSource root(PerUnit rows, int place) {
    Root root =
        new Root(
            new Object(),
            rows.rel(),
            place,
            rows.columns().get(place),
            KeyShape.mayBeNull(rows, place));
    return new ColumnSource(new RexInputRef(0, root.type()), List.of(root));
  }

  /**
   * The source of a projected expression.
   *
   * @param inputs the sources of the columns that it reads
   * @return empty if it is not known as a function of columns
   */
  public static Optional<ColumnSource> of(RexNode expression, List<ColumnSource> inputs) {
    List<Integer> read = RelOptUtil.InputFinder.bits(expression).asList();
    long size = expression.nodeCount();
    for (int column : read) {
      size += (long) expression.nodeCount() * inputs.get(column).expression.nodeCount();
    }
    if (expression instanceof RexInputRef ref) {
      return Optional.of(inputs.get(ref.getIndex()));
    } else if (size > MAX_SIZE * 100 || isOfMore(expression)) {
      return Optional.empty();
    }
    Map<Object, Root> roots = new LinkedHashMap<>();
    read.forEach(column -> inputs.get(column).roots.forEach(root -> roots.put(root.id(), root)));
    List<Object> ids = List.copyOf(roots.keySet());
    RexNode written =
        InputRefs.replaced(
            expression, ref -> inputs.get(ref.getIndex()).over(root -> ids.indexOf(root.id())));
    return written.nodeCount() > MAX_SIZE
        ? Optional.empty()
        : Optional.of(new ColumnSource(written, List.copyOf(roots.values())));
  }

  /** Whether it reads more than the columns of its row and what the query gives. */
  private static boolean isOfMore(RexNode expression) {
    return StageRegister.isReleased(expression)
        || RexOver.containsOver(expression)
        || RexUtil.SubQueryFinder.find(expression) != null
        || !RexUtil.isDeterministic(expression);
  }

  /** The expression where the roots stand elsewhere. */
  public RexNode over(ToIntFunction<Root> places) {
    return InputRefs.replaced(
        expression,
        ref -> new RexInputRef(places.applyAsInt(roots.get(ref.getIndex())), ref.getType()));
  }

  /** The expression over the columns of a relation. */
  public RexNode typed(RexBuilder rex, RelNode rel, ToIntFunction<Root> places) {
    return InputRefs.typed(rex, rel, over(places));
  }
}
