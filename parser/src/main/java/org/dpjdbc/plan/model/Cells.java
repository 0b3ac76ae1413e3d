package org.dpjdbc.plan.model;

import org.apache.calcite.rel.type.RelDataType;

/**
 * The cells in which the database counts rows, and the key by which it tells each: public, a
 * function of the policy and the query alone.
 */
public sealed interface Cells permits RankGrid, ListedCells {
  /** In which the database gives the key of a cell. */
  RelDataType type();

  /** Number of cells, at least 1. */
  int cells();

  /** The key by which the database tells a cell, from 0. */
  KeyValue key(int cell);
}
