package org.dpjdbc.plan;

import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A leaf of the part above the frontier: the rows of a released frontier, of a public query, or of
 * a table of the virtual schema {@code DP}, under the name by which the run-time knows them.
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
    /** A table of the virtual schema, by its name. */
    VIRTUAL
  }

  /**
   * Creates a leaf.
   *
   * @param cluster the plan's cluster
   * @param kind where the rows come from
   * @param name under which the run-time knows them
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

  /** The name under which the run-time knows the rows. */
  public String name() {
    return name;
  }

  @Override
  public RelWriter explainTerms(RelWriter pw) {
    return super.explainTerms(pw).item("kind", kind).item("name", name);
  }
}
