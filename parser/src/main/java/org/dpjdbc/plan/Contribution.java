package org.dpjdbc.plan;

/**
 * How the contribution of one unit is bounded. A contribution is measured in rows: a bound of c
 * rows over all groups in L1 and L2 turns the sensitivity of one row into that of a unit.
 */
sealed interface Contribution {
  /** By how much the weighted L1 sensitivity of one row is multiplied. */
  long l1Factor();

  /** By how much the square of the weighted L2 sensitivity of one row is multiplied. */
  long l2SquaredFactor();

  /** Groups that one unit can reach. */
  int groups();

  /**
   * Whether what counts of a unit in several groups adds up to what counts of it in their union,
   * whatever the grouping.
   */
  boolean additive();

  /** The strategy's name in EXPLAIN PRIVACY. */
  String strategy();

  /**
   * Every unit has at most so many rows, by a key that the database enforces: aggregated in one
   * pass. By the triangle inequality both norms of a unit's contribution are at most those of one
   * row times the number of rows.
   *
   * @param rows of one unit, at least 1
   */
  record OnePass(int rows) implements Contribution {
    @Override
    public long l1Factor() {
      return rows;
    }

    @Override
    public long l2SquaredFactor() {
      return (long) rows * rows;
    }

    @Override
    public int groups() {
      return rows;
    }

    @Override
    public boolean additive() {
      return true;
    }

    @Override
    public String strategy() {
      return "one pass";
    }
  }

  /**
   * Rows are aggregated per unit and group first; there each contribution is clamped to that of
   * {@code rows} rows, and a unit keeps at most {@code groups} groups. The groups being disjoint
   * coordinates, L1 adds up over the groups and the square of L2 does.
   *
   * @param rows of one unit that count in one group
   * @param groups that one unit counts in
   * @param limited whether the database has to drop groups; false where there are no more anyway
   */
  record PerGroup(int rows, int groups, boolean limited) implements Contribution {
    @Override
    public long l1Factor() {
      return Math.multiplyExact((long) rows, groups);
    }

    @Override
    public long l2SquaredFactor() {
      return Math.multiplyExact(Math.multiplyExact((long) rows, rows), groups);
    }

    /** A sum that is clamped in each group is not that which is clamped in their union. */
    @Override
    public boolean additive() {
      return false;
    }

    @Override
    public String strategy() {
      return limited ? "per-unit clamp, group limit" : "per-unit clamp";
    }
  }
}
