package org.dpjdbc.plan.relation;

import org.apache.calcite.rel.RelNode;
import org.dpjdbc.plan.model.FinishInput;

/** What the analysis knows about a relation. A relation that no rule classifies is refused. */
public sealed interface Relation permits Relation.Public, Relation.Local, PerUnit {

  /**
   * Rows that belong to no unit and that the database can compute: public tables and constants.
   *
   * @param rel over the catalog's own scans
   * @param asksBackend whether a table of the database is in it
   */
  record Public(RelNode rel, boolean asksBackend) implements Relation {}

  /**
   * Rows that are released, or computed from released ones; evaluated by the driver.
   *
   * @param rel whose leaves are {@link FinishInput}s and values
   */
  record Local(RelNode rel) implements Relation {}
}
