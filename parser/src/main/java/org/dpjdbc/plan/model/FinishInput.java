package org.dpjdbc.plan.model;

import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.plan.TablePeek;
import org.jspecify.annotations.Nullable;

/**
 * A leaf of the part above the frontier: the rows of a released frontier, of a public query, of a
 * {@linkplain org.dpjdbc.sql.validate.VirtualTable virtual table}, or made up, under the name by
 * which the runtime knows them.
 */
public final class FinishInput extends AbstractRelNode {
  private final Kind kind;
  private final String name;

  /** Where the rows come from. */
  public enum Kind {
    /** {@link Frontier#name()}. */
    RELEASED,
    /** {@link PublicQuery#name()}. */
    PUBLIC,
    /** A virtual table, by the name of its constant. */
    VIRTUAL,
    /** Rows that are made up from the policy alone: {@link TablePeek#ROWS}. */
    MADE_UP,
    /** The rows that the last step of a recursion added, by the name of the recursion. */
    WORKING
  }

  /**
   * Creates a leaf.
   *
   * @param cluster the plan's cluster
   * @param kind where the rows come from
   * @param name under which the runtime knows them
   * @param rowType their type
   */
  public FinishInput(RelOptCluster cluster, Kind kind, String name, RelDataType rowType) {
    super(cluster, cluster.traitSet());
    this.kind = kind;
    this.name = name;
    this.rowType = rowType;
  }

  /** Where the rows come from. */
  public Kind kind() {
    return kind;
  }

  /** The name under which the runtime knows the rows. */
  public String name() {
    return name;
  }

  /** The names of the leaves of a kind, each once. */
  public static Set<String> names(RelNode rel, Kind kind) {
    Set<String> names = new LinkedHashSet<>();
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        if (node instanceof FinishInput input && input.kind == kind) {
          names.add(input.name);
        }
        super.visit(node, ordinal, parent);
      }
    }.go(rel);
    return names;
  }

  @Override
  public RelWriter explainTerms(RelWriter pw) {
    return super.explainTerms(pw).item("kind", kind).item("name", name);
  }
}
