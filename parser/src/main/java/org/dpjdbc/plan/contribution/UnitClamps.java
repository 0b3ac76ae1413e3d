package org.dpjdbc.plan.contribution;

import java.math.BigInteger;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.plan.algebra.Decimals;

/**
 * Clamps on what one unit contributes to one group, written into the pushed SQL: they hold whatever
 * the data.
 */
public final class UnitClamps implements UnitBounds {
  private final RexBuilder rex;
  private final Decimals decimals;
  private final BigInteger rows;

  /**
   * Creates the clamps.
   *
   * @param rex builds expressions
   * @param rows of one unit that count in one group
   */
  public UnitClamps(RexBuilder rex, int rows) {
    this.rex = rex;
    this.decimals = new Decimals(rex);
    this.rows = BigInteger.valueOf(rows);
  }

  @Override
  public RexNode one() {
    return number(BigInteger.ONE);
  }

  @Override
  public RexNode presence(RexNode count) {
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(SqlStdOperatorTable.GREATER_THAN, count, number(BigInteger.ZERO)),
        number(BigInteger.ONE),
        number(BigInteger.ZERO));
  }

  /** A count, at most the allowed rows. */
  @Override
  public RexNode count(RexNode count) {
    return above(count, number(rows), number(rows), count);
  }

  /** A sum, clamped. */
  @Override
  public RexNode sum(RexNode sum, BigInteger lower, BigInteger upper) {
    return clamp(sum, lower, upper);
  }

  /**
   * A sum of {@code count} values in [lower, upper]: scaled to the allowed rows if there are more,
   * so that with the clamped count n it lies in [lower · n, upper · n]. The clamp behind the
   * division makes that true however a database rounds.
   */
  @Override
  public RexNode scaledSum(RexNode sum, RexNode count, BigInteger lower, BigInteger upper) {
    RexNode wide = decimals.wide(sum);
    RexNode scaled = decimals.floor(decimals.times(wide, number(rows)), count);
    return above(
        count, number(rows), clamp(scaled, rows.multiply(lower), rows.multiply(upper)), wide);
  }

  @Override
  public RexNode share(RexNode sum, RexNode count, BigInteger max) {
    RexNode wide = decimals.wide(sum);
    RexNode part =
        decimals.part(decimals.times(wide, number(rows)), decimals.wide(count), max.multiply(rows));
    return above(count, number(rows), part, wide);
  }

  private RexNode clamp(RexNode value, BigInteger min, BigInteger max) {
    return decimals.clamp(value, number(min), number(max));
  }

  private RexNode above(RexNode value, RexNode limit, RexNode then, RexNode otherwise) {
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(SqlStdOperatorTable.GREATER_THAN, value, limit),
        then,
        otherwise);
  }

  private RexNode number(BigInteger value) {
    return decimals.number(value);
  }
}
