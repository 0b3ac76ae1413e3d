package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.dpjdbc.plan.model.Consistency;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.plan.model.ReleasedScalar;
import org.dpjdbc.plan.model.ReleasedSet;

/** The values and sets of a query that are released first. Confined to one thread and one query. */
public final class StageRegister {
  private final List<Stage> scalars = new ArrayList<>();
  private final List<Stage> sets = new ArrayList<>();

  /**
   * Something that is computed before later frontiers are asked.
   *
   * @param rel of released and public rows
   * @param frontiers how many are registered before it: those that it may read
   */
  private record Stage(RelNode rel, int frontiers) {}

  /** Whether an expression reads a value that is released first. */
  public static boolean isReleased(RexNode expression) {
    boolean[] found = {false};
    expression.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitDynamicParam(RexDynamicParam value) {
            found[0] |= !ReleasedScalar.isGiven(value);
            return null;
          }
        });
    return found[0];
  }

  /**
   * The index of the parameter for a value; equal values share one.
   *
   * @param stage how many frontiers are registered: those that it may read
   */
  int index(RelNode rel, int stage) {
    return ReleasedScalar.FIRST + place(scalars, rel, stage);
  }

  /** The name of a set of rows, as for {@link #index}. */
  String set(RelNode rel, int stage) {
    return name(place(sets, rel, stage));
  }

  private static String name(int set) {
    return "T" + set;
  }

  private static int place(List<Stage> known, RelNode rel, int stage) {
    for (int i = 0; i < known.size(); i++) {
      if (known.get(i).rel().deepEquals(rel)) {
        return i;
      }
    }
    known.add(new Stage(rel, stage));
    return known.size() - 1;
  }

  RelNode rel(int index) {
    return scalars.get(index - ReleasedScalar.FIRST).rel();
  }

  /** The rows of a set. */
  RelNode rel(String set) {
    return sets.get(Integer.parseInt(set.substring(1))).rel();
  }

  List<ReleasedScalar> all() {
    List<ReleasedScalar> all = new ArrayList<>();
    for (int i = 0; i < scalars.size(); i++) {
      all.add(
          new ReleasedScalar(ReleasedScalar.name(ReleasedScalar.FIRST + i), scalars.get(i).rel()));
    }
    return List.copyOf(all);
  }

  List<ReleasedSet> allSets() {
    return IntStream.range(0, sets.size())
        .mapToObj(i -> new ReleasedSet(name(i), sets.get(i).rel()))
        .toList();
  }

  /**
   * Whether a value or set reads a level of a family before all its levels are released, so that
   * making them add up would show another number than the one that later questions were asked with.
   *
   * @param names of the frontiers, in the order that they are released in
   */
  boolean readEarly(Consistency family, List<String> names) {
    List<String> levels = family.levels().stream().map(Consistency.Level::frontier).toList();
    return Stream.concat(scalars.stream(), sets.stream())
        .anyMatch(
            stage ->
                !names.subList(0, stage.frontiers()).containsAll(levels)
                    && FinishInput.names(stage.rel(), FinishInput.Kind.RELEASED).stream()
                        .anyMatch(levels::contains));
  }
}
