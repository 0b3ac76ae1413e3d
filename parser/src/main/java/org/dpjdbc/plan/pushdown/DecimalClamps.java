package org.dpjdbc.plan.pushdown;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.algebra.SubSelect;

/**
 * Clamps a unit's sum of decimals before it is multiplied to an integer, and multiplies what the
 * clamped sums add up to: one product instead of one for each unit. Dividing value and bounds by
 * the same power of ten changes no comparison.
 */
final class DecimalClamps {
  private final RexBuilder rex;
  private final Project clamps;
  private final Project units;
  private final Aggregate sums;

  private DecimalClamps(Project clamps, Project units, Aggregate sums) {
    this.rex = clamps.getCluster().getRexBuilder();
    this.clamps = clamps;
    this.units = units;
    this.sums = sums;
  }

  /**
   * What is added up in decimals.
   *
   * @param rows the clamps
   * @param columns of them those to be multiplied once they are added up
   */
  record Sums(RelNode rows, List<Optional<ScaledDecimal>> columns) {}

  /**
   * The clamps of sums that {@link DecimalSums} multiplies in a subselect.
   *
   * @param free columns that nothing reads but sums and counts
   */
  static Optional<Sums> of(Project clamps, Set<Integer> free) {
    return clamps.getInput() instanceof SubSelect select
            && select.getInput() instanceof Project units
            && units.getInput() instanceof Aggregate sums
            && !units.containsOver()
        ? new DecimalClamps(clamps, units, sums).moved(free)
        : Optional.empty();
  }

  private Optional<Sums> moved(Set<Integer> free) {
    List<RexNode> projects = clamps.getProjects();
    List<Optional<BigDecimal>> factors =
        IntStream.range(0, units.getProjects().size()).mapToObj(this::factor).toList();
    List<OptionalInt> places = new ArrayList<>();
    for (int i = 0; i < projects.size(); i++) {
      places.add(free.contains(i) ? clamped(projects.get(i), factors) : OptionalInt.empty());
    }
    // Where anything else reads the integer, both would be computed.
    for (int i = 0; i < projects.size(); i++) {
      if (places.get(i).isEmpty()) {
        Set<Integer> read = RelOptUtil.InputFinder.bits(projects.get(i)).asSet();
        places.replaceAll(
            place ->
                place.isPresent() && read.contains(place.getAsInt()) ? OptionalInt.empty() : place);
      }
    }
    return places.stream().anyMatch(OptionalInt::isPresent)
        ? Optional.of(moved(places, factors))
        : Optional.empty();
  }

  private Sums moved(List<OptionalInt> places, List<Optional<BigDecimal>> factors) {
    List<RexNode> ofUnit = new ArrayList<>(units.getProjects());
    for (OptionalInt place : places) {
      place.ifPresent(column -> ofUnit.set(column, sum(column)));
    }
    RelNode below =
        SubSelect.of(
            LogicalProject.create(
                units.getInput(), List.of(), ofUnit, units.getRowType().getFieldNames(), Set.of()));
    List<RexNode> values = new ArrayList<>();
    List<Optional<ScaledDecimal>> columns = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      RexNode before = clamps.getProjects().get(i);
      if (places.get(i).isPresent()) {
        int column = places.get(i).getAsInt();
        BigDecimal factor = factors.get(column).orElseThrow();
        RexNode value = clamp((RexCall) before, rex.makeInputRef(below, column), factor);
        values.add(value);
        columns.add(Optional.of(new ScaledDecimal(value, factor)));
      } else {
        values.add(before);
        columns.add(Optional.empty());
      }
    }
    return new Sums(
        LogicalProject.create(
            below, List.of(), values, clamps.getRowType().getFieldNames(), Set.of()),
        columns);
  }

  /** A power of ten by which a sum is multiplied. */
  private Optional<BigDecimal> factor(int column) {
    return units.getProjects().get(column) instanceof RexCall cast
            && cast.getKind() == SqlKind.CAST
            && cast.getOperands().get(0) instanceof RexCall product
            && product.getKind() == SqlKind.TIMES
            && product.getOperands().get(0) instanceof RexInputRef sum
            && sum.getIndex() >= sums.getGroupCount()
            && sum.getType().getSqlTypeName() == SqlTypeName.DECIMAL
        ? number(product.getOperands().get(1)).filter(DecimalClamps::isPower)
        : Optional.empty();
  }

  private static boolean isPower(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.precision() == 1
        && stripped.unscaledValue().intValue() == 1
        && stripped.scale() < 0;
  }

  private RexNode sum(int column) {
    return ((RexCall) ((RexCall) units.getProjects().get(column)).getOperands().get(0))
        .getOperands()
        .get(0);
  }

  /** The column that an expression clamps to bounds that leave room for the product. */
  private OptionalInt clamped(RexNode node, List<Optional<BigDecimal>> factors) {
    if (!(node instanceof RexCall call
        && call.getKind() == SqlKind.CASE
        && call.getOperands().size() == 5
        && call.getOperands().get(4) instanceof RexInputRef value
        && factors.get(value.getIndex()).isPresent()
        && isBound(call, 0, SqlKind.LESS_THAN, value)
        && isBound(call, 2, SqlKind.GREATER_THAN, value))) {
      return OptionalInt.empty();
    }
    int scale = scale((RexInputRef) sum(value.getIndex()));
    return List.of(1, 3).stream()
            .map(bound -> number(call.getOperands().get(bound)).orElseThrow())
            .allMatch(bound -> ScaledDecimal.hasRoom(bound.abs(), scale))
        ? OptionalInt.of(value.getIndex())
        : OptionalInt.empty();
  }

  private static boolean isBound(RexCall clamp, int place, SqlKind kind, RexInputRef value) {
    RexNode bound = clamp.getOperands().get(place + 1);
    return number(bound).isPresent()
        && clamp.getOperands().get(place) instanceof RexCall beyond
        && beyond.getKind() == kind
        && beyond.getOperands().equals(List.of(value, bound));
  }

  /** The decimals that a sum has in the database: those of what is added up. */
  private int scale(RexInputRef sum) {
    int argument =
        sums.getAggCallList().get(sum.getIndex() - sums.getGroupCount()).getArgList().get(0);
    return sums.getInput().getRowType().getFieldList().get(argument).getType().getScale();
  }

  private RexNode clamp(RexCall clamp, RexNode value, BigDecimal factor) {
    UnaryOperator<RexNode> divided =
        bound ->
            rex.makeExactLiteral(ScaledDecimal.plain(number(bound).orElseThrow().divide(factor)));
    RexNode min = divided.apply(clamp.getOperands().get(1));
    RexNode max = divided.apply(clamp.getOperands().get(3));
    return rex.makeCall(
        value.getType(),
        SqlStdOperatorTable.CASE,
        List.of(
            rex.makeCall(SqlStdOperatorTable.LESS_THAN, value, min),
            min,
            rex.makeCall(SqlStdOperatorTable.GREATER_THAN, value, max),
            max,
            value));
  }

  private static Optional<BigDecimal> number(RexNode node) {
    return node instanceof RexLiteral literal && !literal.isNull()
        ? Optional.ofNullable(literal.getValueAs(BigDecimal.class))
        : Optional.empty();
  }
}
