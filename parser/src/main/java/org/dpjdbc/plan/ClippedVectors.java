package org.dpjdbc.plan;

import com.google.common.collect.ImmutableList;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Clips the norm of each unit's whole vector of contributions, over all its groups, by scaling it
 * toward zero on a grid of {@link Contribution.Clip#parts()} parts.
 *
 * <p>For a vector v of integers with the bound B (of L1, or of the square of L2) and K parts: a
 * unit whose norm is within B contributes K · v. Of any other unit each coordinate becomes an
 * integer c with |c| · d ≤ |v| · n, written into the SQL as a comparison of integers, so that it
 * holds whatever the division before it gives; the one that fails it is 0. Hence
 *
 * <ul>
 *   <li>L1, with d = Σ|v| and n = K · B: Σ|c| ≤ K · B · Σ|v| / d = K · B;
 *   <li>L2, with d an integer, d² ≥ J² · Σv² (again compared; J · Σv² where the square root fails
 *       it, since Σv² ≥ √Σv² for integers) and n = K · T, T = ⌊J · √B⌋: Σc² ≤ K² · T² · Σv² / d² ≤
 *       K² · T² / J² ≤ K² · B.
 * </ul>
 *
 * Signs are kept, and no group is dropped. J only keeps the rounding of square roots small.
 */
final class ClippedVectors implements UnitBounds {
  /** With more bits a product could have more digits than a decimal does. */
  private static final int MOST_BITS = 36;

  private static final int DIGITS = 38;
  private static final BigInteger MOST_ROWS = BigInteger.valueOf(Integer.MAX_VALUE);
  private static final BigInteger ROOT_PARTS = BigInteger.valueOf(1024);

  private final RexBuilder rex;
  private final Contribution.Clip clip;
  private final RelNode perUnit;
  private final int unit;
  private final List<Vector> vectors = new ArrayList<>();

  /**
   * A vector: its coordinate as an expression over the aggregates, and what counts of it per unit
   * and group before anything is clipped, and whether it can be negative.
   */
  private record Vector(RexNode value, BigInteger most, boolean signed) {}

  /** What stands in four columns for each vector, in this order. */
  private enum Part {
    VALUE,
    NORM,
    DIVISOR,
    CLIPPED
  }

  /**
   * Creates the clip.
   *
   * @param perUnit one row per unit and group
   * @param unit its column with the unit key
   */
  ClippedVectors(RexBuilder rex, Contribution.Clip clip, RelNode perUnit, int unit) {
    this.rex = rex;
    this.clip = clip;
    this.perUnit = perUnit;
    this.unit = unit;
  }

  /** Whether a quantity of which so much counts per unit and group can be clipped. */
  static boolean fits(Contribution.Clip clip, BigInteger most) {
    return most.multiply(BigInteger.valueOf(clip.groups())).bitLength() <= MOST_BITS;
  }

  /**
   * The rows with the columns that the bounds read: to be called once all bounds have been asked
   * for, which then are to be asked for again.
   */
  RelNode clipped() {
    RelNode valued = extended(perUnit, i -> wide(vectors.get(i).value()), Part.VALUE);
    RelNode normed = extended(valued, this::norm, Part.NORM);
    RelNode divided = extended(normed, this::divisor, Part.DIVISOR);
    return SubSelect.of(extended(divided, this::scaled, Part.CLIPPED));
  }

  private interface OfVector {
    RexNode apply(int vector);
  }

  /** One more column for each vector, in a sub-select of its own. */
  private RelNode extended(RelNode below, OfVector column, Part part) {
    RelNode rel = SubSelect.of(below);
    List<RexNode> columns = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < rel.getRowType().getFieldCount(); i++) {
      columns.add(rex.makeInputRef(rel, i));
      names.add(
          i < perUnit.getRowType().getFieldCount()
              ? "a" + i
              : below.getRowType().getFieldNames().get(i));
    }
    for (int i = 0; i < vectors.size(); i++) {
      columns.add(column.apply(i));
      names.add(part.name().toLowerCase(Locale.ROOT) + i);
    }
    return LogicalProject.create(rel, List.of(), columns, names, Set.of());
  }

  private RexNode ref(int vector, Part part) {
    return rex.makeInputRef(
        decimal(true),
        perUnit.getRowType().getFieldCount() + part.ordinal() * vectors.size() + vector);
  }

  private RexNode norm(int vector) {
    RexNode value = ref(vector, Part.VALUE);
    RexNode size = vectors.get(vector).signed() ? absolute(value) : value;
    RexNode added = clip.squares() ? times(value, value) : size;
    return rex.makeOver(
        decimal(true),
        SqlStdOperatorTable.SUM,
        List.of(added),
        List.of(rex.makeInputRef(perUnit, unit)),
        ImmutableList.of(),
        RexWindowBounds.UNBOUNDED_PRECEDING,
        RexWindowBounds.UNBOUNDED_FOLLOWING,
        true,
        true,
        false,
        false,
        false);
  }

  private RexNode divisor(int vector) {
    RexNode norm = ref(vector, Part.NORM);
    if (!clip.squares()) {
      return norm;
    }
    RexNode square = times(norm, number(ROOT_PARTS.pow(2)));
    RexNode root =
        rex.makeCall(
            SqlStdOperatorTable.SQRT,
            rex.makeAbstractCast(
                rex.getTypeFactory()
                    .createTypeWithNullability(
                        rex.getTypeFactory().createSqlType(SqlTypeName.DOUBLE), true),
                square,
                false));
    RexNode above =
        rex.makeCall(
            SqlStdOperatorTable.PLUS,
            wide(rex.makeCall(SqlStdOperatorTable.CEIL, root)),
            number(BigInteger.ONE));
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, times(above, above), square),
        above,
        times(norm, number(ROOT_PARTS)));
  }

  private RexNode scaled(int vector) {
    BigInteger within = clip.within(vectors.get(vector).most());
    RexNode value = ref(vector, Part.VALUE);
    RexNode whole = times(value, number(BigInteger.valueOf(clip.parts())));
    if (!vectors.get(vector).signed()) {
      return rex.makeCall(
          SqlStdOperatorTable.CASE, isWithin(vector), whole, part(value, vector, within));
    }
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        isWithin(vector),
        whole,
        rex.makeCall(SqlStdOperatorTable.LESS_THAN, value, number(BigInteger.ZERO)),
        rex.makeCall(SqlStdOperatorTable.UNARY_MINUS, part(absolute(value), vector, within)),
        part(value, vector, within));
  }

  private RexNode isWithin(int vector) {
    return rex.makeCall(
        SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
        ref(vector, Part.NORM),
        number(clip.within(vectors.get(vector).most())));
  }

  /** The integer part of size · factor / divisor, and 0 should it be any larger. */
  private RexNode part(RexNode size, int vector, BigInteger within) {
    RexNode whole = times(size, number(factor(within)));
    RexNode divisor = ref(vector, Part.DIVISOR);
    RexNode quotient = floor(whole, divisor);
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, times(quotient, divisor), whole),
        quotient,
        number(BigInteger.ZERO));
  }

  private BigInteger factor(BigInteger within) {
    BigInteger most = clip.squares() ? within.multiply(ROOT_PARTS.pow(2)).sqrt() : within;
    return most.multiply(BigInteger.valueOf(clip.parts()));
  }

  private RexNode floor(RexNode dividend, RexNode divisor) {
    return wide(
        rex.makeCall(
            SqlStdOperatorTable.FLOOR,
            rex.makeCall(SqlStdOperatorTable.DIVIDE, dividend, divisor)));
  }

  @Override
  public RexNode one() {
    return number(BigInteger.ONE);
  }

  @Override
  public RexNode presence(RexNode count) {
    return ref(vector(new UnitClamps(rex, 1).presence(count), BigInteger.ONE, false), Part.CLIPPED);
  }

  @Override
  public RexNode count(RexNode count) {
    return ref(counts(count), Part.CLIPPED);
  }

  private int counts(RexNode count) {
    BigInteger most = BigInteger.valueOf(clip.rows());
    BigInteger all = most.multiply(BigInteger.valueOf(clip.groups()));
    return vector(
        new UnitClamps(rex, all.min(MOST_ROWS).intValueExact()).count(count), most, false);
  }

  @Override
  public RexNode sum(RexNode sum, BigInteger lower, BigInteger upper) {
    BigInteger most = lower.abs().max(upper.abs()).max(BigInteger.ONE);
    BigInteger all = most.multiply(BigInteger.valueOf(clip.groups()));
    RexNode value =
        new UnitClamps(rex, 1)
            .sum(
                sum,
                lower.signum() < 0 ? all.negate() : BigInteger.ZERO,
                upper.signum() > 0 ? all : BigInteger.ZERO);
    return ref(vector(value, most, lower.signum() < 0), Part.CLIPPED);
  }

  @Override
  public RexNode scaledSum(RexNode sum, RexNode count, BigInteger lower, BigInteger upper) {
    int counts = counts(count);
    RexNode clipped = ref(counts, Part.CLIPPED);
    RexNode least = times(clipped, number(lower));
    RexNode most = times(clipped, number(upper));
    RexNode scaled =
        floor(
            times(wide(sum), number(factor(clip.within(vectors.get(counts).most())))),
            ref(counts, Part.DIVISOR));
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        isWithin(counts),
        times(wide(sum), number(BigInteger.valueOf(clip.parts()))),
        rex.makeCall(SqlStdOperatorTable.LESS_THAN, scaled, least),
        least,
        rex.makeCall(SqlStdOperatorTable.GREATER_THAN, scaled, most),
        most,
        scaled);
  }

  private int vector(RexNode value, BigInteger most, boolean signed) {
    Vector vector = new Vector(value, most, signed);
    int known = vectors.indexOf(vector);
    if (known >= 0) {
      return known;
    }
    vectors.add(vector);
    return vectors.size() - 1;
  }

  private RexNode absolute(RexNode value) {
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(SqlStdOperatorTable.LESS_THAN, value, number(BigInteger.ZERO)),
        rex.makeCall(SqlStdOperatorTable.UNARY_MINUS, value),
        value);
  }

  private RexNode times(RexNode a, RexNode b) {
    return rex.makeCall(decimal(true), SqlStdOperatorTable.MULTIPLY, List.of(a, b));
  }

  private RexNode wide(RexNode value) {
    return rex.makeAbstractCast(decimal(value.getType().isNullable()), value, false);
  }

  private RelDataType decimal(boolean nullable) {
    return rex.getTypeFactory()
        .createTypeWithNullability(
            rex.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, DIGITS, 0), nullable);
  }

  private RexNode number(BigInteger value) {
    return rex.makeExactLiteral(new BigDecimal(value));
  }
}
