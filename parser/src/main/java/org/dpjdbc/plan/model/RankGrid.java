package org.dpjdbc.plan.model;

import java.math.BigInteger;

/**
 * The points that a quantile may be, and the cells in which the database counts rows: public, a
 * function of the policy and the query alone. Cells are in the order of their points, each has at
 * least one, and a point is in one of them.
 */
public sealed interface RankGrid extends Cells permits EqualCells, LogLinearCells {
  /** The first point, in steps. */
  BigInteger lower();

  /** The first point of a cell, counted from {@link #lower}. */
  BigInteger first(int cell);

  /** The points of a cell, at least 1. */
  BigInteger size(int cell);

  /** The number by which the database tells the cell of a point, which is given in steps. */
  BigInteger mark(BigInteger point);
}
