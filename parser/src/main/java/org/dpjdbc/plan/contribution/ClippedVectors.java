package org.dpjdbc.plan.contribution;

import com.google.common.collect.ImmutableList;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.algebra.Decimals;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.model.Contribution;

/**
 * Clips the norm of each unit's whole vector of contributions, over all its groups, by scaling it
 * toward zero on a grid of {@link Contribution.Clip#parts()} parts.
 *
 * <p>For a vector v of integers with the bound B (of L1, or of the square of L2) and K parts: a
 * unit whose norm is within B contributes K · v. Of any other unit each coordinate becomes an
 * integer c with |c| · d ≤ |v| · n, written into the SQL as a comparison of integers, so that it
 * holds whatever the division before it gives; for one that fails it there is a lesser one, or 0.
 * Hence
 *
 * <ul>
 *   <li>L1, with d = Σ|v| and n = K · B: Σ|c| ≤ K · B · Σ|v| / d = K · B;
 *   <li>L2, with d an integer, d² ≥ J² · Σv² (again compared; J · Σv² where the square root fails
 *       it, since Σv² ≥ √Σv² for integers) and n = K · T, T = ⌊J · √B⌋: Σc² ≤ K² · T² · Σv² / d² ≤
 *       K² · T² / J² ≤ K² · B.
 * </ul>
 *
 * <p>A sum that goes with a count is scaled by the count's factor, and in each group clamped to the
 * clipped count times the bounds of a value, whether it was scaled or not. A share of values that
 * are not negative becomes an integer c with c · d ≤ s · n, compared as well. Signs are kept, and
 * no group is dropped. J only keeps the rounding of square roots small. NULL, of a group without
 * values, stays NULL or becomes 0, and adds nothing.
 */
public final class ClippedVectors implements UnitBounds {
  /**
   * With more bits a product could have more digits than a decimal does, or a quotient more than a
   * double tells apart, in which some databases divide.
   */
  private static final int MAX_BITS = 36;

  private static final BigInteger ROOT_PARTS = BigInteger.valueOf(1024);

  private final RexBuilder rex;
  private final Decimals decimals;
  private final Contribution.Clip clip;
  private final RelNode perUnit;
  private final int groups;
  private final List<Vector> vectors = new ArrayList<>();
  private final List<Scaled> scaledSums = new ArrayList<>();
  private final List<RexNode> kept = new ArrayList<>();

  /**
   * A vector: its coordinate as an expression over the aggregates, how it is clipped, what counts
   * of it per unit and group before anything is clipped, and whether it can be negative.
   */
  private record Vector(RexNode value, Contribution.Clip clip, BigInteger max, boolean signed) {}

  /**
   * A sum that is scaled like the vector of its count.
   *
   * @param share of a value that is not negative, of whose sum there must not be more than its
   *     part: what it is at most
   */
  private record Scaled(RexNode sum, int count, Optional<BigInteger> share) {}

  /** What stands in one column for each vector, in this order, and what the columns are called. */
  private enum Part {
    VALUE("v"),
    NORM("s"),
    DIVISOR("d");

    private final String letter;

    Part(String letter) {
      this.letter = letter;
    }
  }

  /**
   * Creates the clip.
   *
   * @param perUnit one row per unit and group: the unit, the keys, the aggregates
   * @param groups how many columns the unit and the keys are
   */
  public ClippedVectors(RexBuilder rex, Contribution.Clip clip, RelNode perUnit, int groups) {
    this.rex = rex;
    this.decimals = new Decimals(rex);
    this.clip = clip;
    this.perUnit = perUnit;
    this.groups = groups;
  }

  /** Whether a quantity of which so much counts per unit and group can be clipped. */
  public static boolean fits(Contribution.Clip clip, BigInteger max) {
    return isNarrow(max.multiply(BigInteger.valueOf(clip.full())));
  }

  private static boolean isNarrow(BigInteger all) {
    return all.bitLength() <= MAX_BITS;
  }

  /** By how many bits a sum that is scaled like the count of rows is longer in between. */
  public static int bitsToScale(Contribution.Clip clip) {
    return factor(clip, BigInteger.valueOf(clip.rows())).bitLength();
  }

  /**
   * The unit, the keys, then the columns that the bounds read: to be called once all bounds have
   * been asked for, which then are to be asked for again.
   */
  public RelNode clipped() {
    RelNode rel = extended(perUnit, i -> decimals.wide(vectors.get(i).value()), Part.VALUE);
    rel = extended(rel, this::norm, Part.NORM);
    if (clip.squares()) {
      rel = extended(rel, this::divisor, Part.DIVISOR);
    }
    RelNode below = SubSelect.of(rel);
    List<RexNode> columns = new ArrayList<>(refs(below, groups));
    List<String> names = new ArrayList<>(below.getRowType().getFieldNames().subList(0, groups));
    for (int i = 0; i < vectors.size(); i++) {
      columns.add(clipped(i));
      names.add("c" + i);
    }
    for (int i = 0; i < scaledSums.size(); i++) {
      columns.add(scaled(scaledSums.get(i)));
      names.add("q" + i);
    }
    for (int i = 0; i < kept.size(); i++) {
      columns.add(kept.get(i));
      names.add("w" + i);
    }
    return SubSelect.of(LogicalProject.create(below, List.of(), columns, names, Set.of()));
  }

  private interface OfVector {
    RexNode apply(int vector);
  }

  /** One more column for each vector, in a subselect of its own. */
  private RelNode extended(RelNode below, OfVector column, Part part) {
    RelNode rel = SubSelect.of(below);
    List<RexNode> columns = new ArrayList<>(refs(rel, rel.getRowType().getFieldCount()));
    List<String> names = new ArrayList<>(rel.getRowType().getFieldNames());
    for (int i = 0; i < vectors.size(); i++) {
      columns.add(column.apply(i));
      names.add(part.letter + i);
    }
    return LogicalProject.create(rel, List.of(), columns, names, Set.of());
  }

  private List<RexNode> refs(RelNode rel, int columns) {
    return IntStream.range(0, columns).<RexNode>mapToObj(i -> rex.makeInputRef(rel, i)).toList();
  }

  private RexNode ref(int vector, Part part) {
    return rex.makeInputRef(
        decimals.type(true),
        perUnit.getRowType().getFieldCount() + part.ordinal() * vectors.size() + vector);
  }

  /** What a contribution is divided by: its norm, or an integer no smaller than J times it. */
  private RexNode divisorOf(int vector) {
    return ref(vector, clip.squares() ? Part.DIVISOR : Part.NORM);
  }

  private RexNode norm(int vector) {
    RexNode value = ref(vector, Part.VALUE);
    RexNode size = vectors.get(vector).signed() ? decimals.absolute(value) : value;
    RexNode added = clip.squares() ? decimals.times(value, value) : size;
    return rex.makeOver(
        decimals.type(true),
        SqlStdOperatorTable.SUM,
        List.of(added),
        List.of(rex.makeInputRef(perUnit, 0)),
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
    RexNode square = decimals.times(norm, decimals.number(ROOT_PARTS.pow(2)));
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
            decimals.wide(rex.makeCall(SqlStdOperatorTable.CEIL, root)),
            decimals.number(BigInteger.ONE));
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(
            SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, decimals.times(above, above), square),
        above,
        decimals.times(norm, decimals.number(ROOT_PARTS)));
  }

  private RexNode clipped(int vector) {
    RexNode value = ref(vector, Part.VALUE);
    List<RexNode> cases = new ArrayList<>(List.of(isWithin(vector), whole(value)));
    if (vectors.get(vector).signed()) {
      cases.add(
          rex.makeCall(SqlStdOperatorTable.LESS_THAN, value, decimals.number(BigInteger.ZERO)));
      cases.add(
          rex.makeCall(
              SqlStdOperatorTable.UNARY_MINUS,
              part(decimals.absolute(value), vector, BigInteger.ONE)));
    }
    cases.add(part(value, vector, BigInteger.ONE));
    return rex.makeCall(SqlStdOperatorTable.CASE, cases);
  }

  private RexNode isWithin(int vector) {
    return rex.makeCall(
        SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
        ref(vector, Part.NORM),
        decimals.number(within(vector)));
  }

  private BigInteger within(int vector) {
    return vectors.get(vector).clip().within(vectors.get(vector).max());
  }

  private RexNode whole(RexNode value) {
    return decimals.times(value, decimals.number(BigInteger.valueOf(clip.parts())));
  }

  /**
   * The integer part of size · factor / divisor, and less should it be any larger.
   *
   * @param max of the size, in parts of what the divisor is of, which is no less than J times it
   */
  private RexNode part(RexNode size, int vector, BigInteger max) {
    Vector of = vectors.get(vector);
    BigInteger minimum = of.clip().squares() ? ROOT_PARTS : BigInteger.ONE;
    BigInteger most = factor(of.clip(), of.max()).multiply(max).divide(minimum);
    return decimals.part(decimals.times(size, factor(vector)), divisorOf(vector), most);
  }

  private RexNode factor(int vector) {
    return decimals.number(factor(vectors.get(vector).clip(), vectors.get(vector).max()));
  }

  /** What contributions are multiplied by before they are divided by their norm. */
  private static BigInteger factor(Contribution.Clip clip, BigInteger max) {
    BigInteger within = clip.within(max);
    BigInteger min = clip.squares() ? within.multiply(ROOT_PARTS.pow(2)).sqrt() : within;
    return min.multiply(BigInteger.valueOf(clip.parts()));
  }

  private RexNode scaled(Scaled scaled) {
    RexNode sum = decimals.wide(scaled.sum());
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        isWithin(scaled.count()),
        whole(sum),
        scaled
            .share()
            .map(max -> part(sum, scaled.count(), max))
            .orElseGet(
                () ->
                    floor(decimals.times(sum, factor(scaled.count())), divisorOf(scaled.count()))));
  }

  private RexNode floor(RexNode dividend, RexNode divisor) {
    return decimals.wide(decimals.floor(dividend, divisor));
  }

  /** Not offered: one for each group is no bound where groups are not limited. */
  @Override
  public RexNode one() {
    throw new IllegalStateException("units are counted where their groups are limited");
  }

  @Override
  public RexNode presence(RexNode count) {
    return result(
        vector(
            new Vector(
                new UnitClamps(rex, 1).presence(count),
                clip.ofUnits(),
                BigInteger.ONE,
                /* signed= */ false)));
  }

  @Override
  public RexNode count(RexNode count) {
    return result(counts(count));
  }

  /** Not clamped before it is clipped: a sum of more rows than count would pass for one within. */
  private int counts(RexNode count) {
    return vector(new Vector(count, clip, BigInteger.valueOf(clip.rows()), /* signed= */ false));
  }

  /**
   * Clamped before it is clipped, so that no product is too long: to no less than what it is
   * clipped to, and where there is room to as much as keeps the proportions of most.
   */
  @Override
  public RexNode sum(RexNode sum, BigInteger lower, BigInteger upper) {
    BigInteger max = lower.abs().max(upper.abs()).max(BigInteger.ONE);
    BigInteger whole = max.multiply(BigInteger.valueOf(clip.groups()));
    BigInteger all = isNarrow(whole) ? whole : max.multiply(BigInteger.valueOf(clip.full()));
    RexNode value =
        new UnitClamps(rex, 1)
            .sum(
                sum,
                lower.signum() < 0 ? all.negate() : BigInteger.ZERO,
                upper.signum() > 0 ? all : BigInteger.ZERO);
    return result(vector(new Vector(value, clip, max, lower.signum() < 0)));
  }

  @Override
  public RexNode scaledSum(RexNode sum, RexNode count, BigInteger lower, BigInteger upper) {
    int counts = counts(count);
    RexNode clipped = result(counts);
    RexNode value = scaled(sum, counts, Optional.empty());
    return decimals.clamp(
        value,
        decimals.times(clipped, decimals.number(lower)),
        decimals.times(clipped, decimals.number(upper)));
  }

  @Override
  public RexNode share(RexNode sum, RexNode count, BigInteger max) {
    return scaled(sum, counts(count), Optional.of(max));
  }

  private RexNode scaled(RexNode sum, int counts, Optional<BigInteger> share) {
    return result(vectors.size() + place(scaledSums, new Scaled(sum, counts, share)));
  }

  /** Keeps a value as it is, beside what is clipped. */
  RexNode kept(RexNode value) {
    return result(vectors.size() + scaledSums.size() + place(kept, value));
  }

  private int vector(Vector vector) {
    return place(vectors, vector);
  }

  private static <T> int place(List<T> list, T item) {
    if (!list.contains(item)) {
      list.add(item);
    }
    return list.indexOf(item);
  }

  /** A column of {@link #clipped()}. */
  private RexNode result(int column) {
    return rex.makeInputRef(decimals.type(true), groups + column);
  }
}
