package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.dpjdbc.plan.model.Consistency;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.plan.model.ReleasedScalar;

/** The values of a query that are released first. Confined to one thread and one query. */
public final class ScalarRegister {
  private final List<RelNode> rels = new ArrayList<>();
  private final List<Integer> stages = new ArrayList<>();

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
    for (int i = 0; i < rels.size(); i++) {
      if (rels.get(i).deepEquals(rel)) {
        return ReleasedScalar.FIRST + i;
      }
    }
    rels.add(rel);
    stages.add(stage);
    return ReleasedScalar.FIRST + rels.size() - 1;
  }

  RelNode rel(int index) {
    return rels.get(index - ReleasedScalar.FIRST);
  }

  List<ReleasedScalar> all() {
    List<ReleasedScalar> all = new ArrayList<>();
    for (int i = 0; i < rels.size(); i++) {
      all.add(new ReleasedScalar(ReleasedScalar.name(ReleasedScalar.FIRST + i), rels.get(i)));
    }
    return List.copyOf(all);
  }

  /**
   * Whether a value reads a level of a family before all its levels are released, so that making
   * them add up would show another number than the one that later questions were asked with.
   *
   * @param names of the frontiers, in the order that they are released in
   */
  boolean readEarly(Consistency family, List<String> names) {
    List<String> levels = family.levels().stream().map(Consistency.Level::frontier).toList();
    for (int i = 0; i < rels.size(); i++) {
      List<String> released = names.subList(0, stages.get(i));
      if (!released.containsAll(levels)
          && FinishInput.names(rels.get(i), FinishInput.Kind.RELEASED).stream()
              .anyMatch(levels::contains)) {
        return true;
      }
    }
    return false;
  }
}
