package org.dpjdbc.plan.model;

import java.math.BigInteger;

/**
 * How the contribution of one unit is bounded. What a unit adds to the groups is a vector, one
 * coordinate per group; the strategies differ in which norm of it they bound and how.
 */
public sealed interface Contribution {
  /** Rows of one unit that count: in one group where it reaches several, else at all. */
  int rows();

  /**
   * L1 sensitivity of a quantity of which {@code max} counts per unit and group, in units of
   * 1/{@link #parts()}.
   *
   * @param max at least 1
   */
  BigInteger l1(BigInteger max);

  /** The same for the square of the L2 sensitivity. */
  BigInteger l2Squared(BigInteger max);

  /** Into how many parts a row is divided, so that a contribution can be scaled down. */
  default int parts() {
    return 1;
  }

  /** Groups that one unit can reach, where groups are limited for it. */
  int groups();

  /**
   * Whether what counts of a unit in several groups adds up to what counts of it in their union,
   * whatever the grouping.
   */
  boolean additive();

  /** The strategy's name in EXPLAIN PRIVACY. */
  String strategy();

  /** The bound for what cannot be clipped: the same, or one that limits groups. */
  Contribution unclipped();

  /**
   * The bound for a quantity of which a unit has at most one in each group: whether it is there.
   */
  default Contribution ofUnits() {
    return this;
  }

  /**
   * Whether the number of rows selects groups better than that of units does: if the rows of all
   * groups are bounded together, a unit moves it by as many as the groups it would have to be
   * limited to.
   */
  default boolean selectsByRows() {
    return false;
  }

  /** The bound for distinct values, which count or do not, and cannot be scaled. */
  default Contribution ofValues() {
    return unclipped();
  }

  /**
   * Every unit has at most so many rows, by a key that the database enforces: aggregated in one
   * pass. By the triangle inequality both norms of a unit's contribution are at most those of one
   * row times the number of rows.
   *
   * @param rows of one unit, at least 1
   */
  record OnePass(int rows) implements Contribution {
    @Override
    public BigInteger l1(BigInteger max) {
      return max;
    }

    @Override
    public BigInteger l2Squared(BigInteger max) {
      return max.pow(2);
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

    /** With as much noise for rows as for units, there are at least as many rows as units. */
    @Override
    public boolean selectsByRows() {
      return rows > 1;
    }

    @Override
    public Contribution unclipped() {
      return this;
    }
  }

  /**
   * Rows are aggregated per unit and group first; there each contribution is clamped to that of
   * {@code rows} rows, and a unit keeps at most {@code groups} groups. The groups being disjoint
   * coordinates, L1 adds up over the groups and the square of L2 does.
   *
   * @param rows of one unit that count in one group
   * @param groups that one unit counts in
   * @param limited whether the database has to drop groups; false if there are no more anyway
   * @param constant whether every unit has all its rows in one group, because keys that the
   *     database enforces determine the group keys by the unit. What is clamped is then the same at
   *     every level of a grouping.
   */
  record PerGroup(int rows, int groups, boolean limited, boolean constant) implements Contribution {
    @Override
    public BigInteger l1(BigInteger max) {
      return max.multiply(BigInteger.valueOf(groups));
    }

    @Override
    public BigInteger l2Squared(BigInteger max) {
      return max.pow(2).multiply(BigInteger.valueOf(groups));
    }

    @Override
    public boolean additive() {
      return constant;
    }

    @Override
    public String strategy() {
      if (constant) {
        return "per-unit clamp, one group per unit";
      }
      return limited ? "per-unit clamp, group limit" : "per-unit clamp";
    }

    @Override
    public PerGroup unclipped() {
      return this;
    }
  }

  /**
   * Rows are aggregated per unit and group first; then the norm of a unit's whole vector is clipped
   * to that which {@code full} groups of {@code rows} rows have: no group is dropped. With m for
   * what counts per unit and group and K parts to a row, every coordinate being an integer in units
   * of 1/K:
   *
   * <ul>
   *   <li>for Laplace noise L1 is clipped to m · full, so that it is at most K · m · full, and L2
   *       no more than that;
   *   <li>for Gaussian noise the square of L2 is clipped to m² · full, so that it is at most K² ·
   *       m² · full, and L1 no more than that: an integer is at most its square.
   * </ul>
   *
   * <p>Where both numbers are set, a unit may fill as many groups as it may be in. Where rows alone
   * are, it has {@code rows} in all, which may be in one group: it fills one ({@code full} = 1),
   * and is in as many as it has rows. Then L1 is clipped to m, and L2 to m as well. Nothing less
   * would do for L2, since a unit with all its rows in one group has that norm, and is not to be
   * scaled; and as L2 is at most L1, nobody who keeps within the rows is. With the same noise to
   * clip L1 would scale more: whoever has more rows, but in several groups, is within the norm
   * still.
   *
   * @param rows of one unit that count in one group
   * @param groups that a unit can be in, with at least one row
   * @param full groups of so many rows that a unit can have in all, at most {@code groups}
   * @param squares whether L2 is clipped
   */
  record Clip(int rows, int groups, int full, boolean squares) implements Contribution {
    private static final int PARTS = 1024;

    /** Checks that what is clipped is not less than what is claimed. */
    public Clip {
      if (rows < 1 || full < 1 || full > groups) {
        throw new IllegalArgumentException("a unit fills at least one of its groups, and no more");
      }
    }

    /** Whether the rows are those of all groups together. */
    public boolean inAll() {
      return full < groups;
    }

    @Override
    public BigInteger l1(BigInteger max) {
      return squares ? l2Squared(max) : within(max).multiply(BigInteger.valueOf(parts()));
    }

    @Override
    public BigInteger l2Squared(BigInteger max) {
      return squares ? within(max).multiply(BigInteger.valueOf(parts()).pow(2)) : l1(max).pow(2);
    }

    /** What the norm of a unit's vector, or its square where L2 is clipped, is clipped to. */
    public BigInteger within(BigInteger max) {
      return (squares ? max.pow(2) : max).multiply(BigInteger.valueOf(full));
    }

    /**
     * Rows that a unit can have, in whichever groups they are, without being scaled: the root of
     * the squares that they add up to is at most their number, which is at most {@code rows} times
     * that of {@code full}.
     */
    public BigInteger rowsWithin() {
      BigInteger all = BigInteger.valueOf(full);
      return BigInteger.valueOf(rows).multiply(squares ? all.sqrt() : all);
    }

    @Override
    public int parts() {
      return PARTS;
    }

    @Override
    public boolean additive() {
      return false;
    }

    @Override
    public String strategy() {
      return "per-unit " + (squares ? "L2" : "L1") + " clip, in " + PARTS + " parts of a row";
    }

    @Override
    public PerGroup unclipped() {
      return new PerGroup(rows, groups, true, false);
    }

    /** One in each of its groups. */
    @Override
    public Clip ofUnits() {
      return new Clip(1, groups, groups, squares);
    }

    @Override
    public boolean selectsByRows() {
      return inAll() && !squares;
    }

    @Override
    public Contribution ofValues() {
      return inAll() ? new Kept(rows) : unclipped();
    }
  }

  /**
   * A unit keeps so many of its values in all, in whichever groups they are, and the others are
   * dropped. They may be in one group: both norms are at most those of so many there.
   *
   * @param rows values of one unit that are kept, at least 1
   */
  record Kept(int rows) implements Contribution {
    @Override
    public BigInteger l1(BigInteger max) {
      return max;
    }

    @Override
    public BigInteger l2Squared(BigInteger max) {
      return max.pow(2);
    }

    @Override
    public int groups() {
      return rows;
    }

    @Override
    public boolean additive() {
      return false;
    }

    @Override
    public String strategy() {
      return "per-unit limit over all groups";
    }

    @Override
    public Contribution unclipped() {
      return this;
    }
  }
}
