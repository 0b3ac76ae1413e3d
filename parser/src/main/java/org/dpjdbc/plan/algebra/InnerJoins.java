package org.dpjdbc.plan.algebra;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Nested inner joins as a set of relations and the equalities between their columns, without an
 * order.
 */
public final class InnerJoins {
  /** Of more relations the first that fits is taken, for looking ahead takes the square. */
  private static final int LOOKED_AHEAD = 40;

  private final List<RelNode> parts = new ArrayList<>();
  private final List<Equality> equalities = new ArrayList<>();

  private InnerJoins() {}

  /** A column of one of the relations. */
  private record Column(int part, int index) {}

  private record Equality(Column one, Column other) {}

  public static InnerJoins of(Join join) {
    InnerJoins joins = new InnerJoins();
    joins.add(join);
    return joins;
  }

  /** The relations that are joined. */
  public List<RelNode> parts() {
    return parts;
  }

  /** Adds a relation; gives for each of its columns whose it is, where it is a plain one. */
  private List<Optional<Column>> add(RelNode rel) {
    if (rel instanceof Join join && join.getJoinType() == JoinRelType.INNER) {
      List<Optional<Column>> left = add(join.getLeft());
      List<Optional<Column>> right = add(join.getRight());
      JoinInfo info = UniqueColumns.equated(join.getCondition(), join.getLeft(), join.getRight());
      for (int i = 0; i < info.leftKeys.size(); i++) {
        Optional<Column> one = left.get(info.leftKeys.get(i));
        Optional<Column> other = right.get(info.rightKeys.get(i));
        if (one.isPresent() && other.isPresent()) {
          equalities.add(new Equality(one.get(), other.get()));
        }
      }
      List<Optional<Column>> both = new ArrayList<>(left);
      both.addAll(right);
      return both;
    } else if (rel instanceof Filter || rel instanceof SubSelect) {
      return add(rel.getInput(0));
    } else if (rel instanceof Project project) {
      List<Optional<Column>> below = add(project.getInput());
      return project.getProjects().stream()
          .map(
              node ->
                  UniqueColumns.sameValue(node) instanceof RexInputRef ref
                      ? below.get(ref.getIndex())
                      : Optional.<Column>empty())
          .toList();
    }
    int part = parts.size();
    parts.add(rel);
    return IntStream.range(0, rel.getRowType().getFieldCount())
        .mapToObj(i -> Optional.of(new Column(part, i)))
        .toList();
  }

  /**
   * Of how many tables the joined rows are combinations: a relation that a unique key ties to
   * others adds none.
   *
   * @param rows of how many tables the rows of each relation are combinations
   */
  public int combined(List<Integer> rows) {
    Set<Integer> known = new LinkedHashSet<>();
    IntStream.range(0, parts.size()).filter(part -> rows.get(part) == 0).forEach(known::add);
    int sum = 0;
    known = closed(known);
    while (known.size() < parts.size()) {
      int next = next(known);
      sum += rows.get(next);
      known = with(known, next);
    }
    return sum;
  }

  /** The relation that ties the most others, of those that are not known. */
  private int next(Set<Integer> known) {
    int best = -1;
    int max = -1;
    for (int part = 0; part < parts.size(); part++) {
      if (!known.contains(part)) {
        if (parts.size() > LOOKED_AHEAD) {
          return part;
        }
        int tied = with(known, part).size();
        if (tied > max) {
          max = tied;
          best = part;
        }
      }
    }
    return best;
  }

  private Set<Integer> with(Set<Integer> known, int part) {
    Set<Integer> more = new LinkedHashSet<>(known);
    more.add(part);
    return closed(more);
  }

  /** With all relations of which one row at most meets rows of these. */
  private Set<Integer> closed(Set<Integer> known) {
    Set<Integer> all = new LinkedHashSet<>(known);
    boolean grows = true;
    while (grows) {
      grows = false;
      for (int part = 0; part < parts.size(); part++) {
        if (!all.contains(part) && UniqueColumns.contains(parts.get(part), tied(part, all))) {
          grows = all.add(part);
        }
      }
    }
    return all;
  }

  /** The columns of a relation that are equal to some of others. */
  private ImmutableBitSet tied(int part, Set<Integer> others) {
    ImmutableBitSet.Builder columns = ImmutableBitSet.builder();
    for (Equality equality : equalities) {
      if (equality.one().part() == part && others.contains(equality.other().part())) {
        columns.set(equality.one().index());
      } else if (equality.other().part() == part && others.contains(equality.one().part())) {
        columns.set(equality.other().index());
      }
    }
    return columns.build();
  }
}
