package org.dpjdbc.plan;

import org.apache.calcite.rel.RelNode;

/** What the frontier analysis knows of a relation. What no rule gives a kind to is refused. */
sealed interface Relation permits Relation.Public, Relation.Local, PerUnit {

  /**
   * Rows that belong to nobody and that the database can compute: public tables and constants.
   *
   * @param rel over the catalog's own scans
   * @param asksBackend whether a table of the database is in it
   */
  record Public(RelNode rel, boolean asksBackend) implements Relation {}

  /**
   * Rows that are released, or made of released ones: evaluated by the driver.
   *
   * @param rel whose leaves are {@link FinishInput}s and values
   */
  record Local(RelNode rel) implements Relation {}
}
