package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.AggregateCalls;
import org.dpjdbc.plan.algebra.Decimals;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.contribution.GroupLimit;
import org.dpjdbc.plan.key.KeyColumns;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.AutoBoundRelease;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.EqualCells;
import org.dpjdbc.plan.model.GroupKey;
import org.dpjdbc.plan.pushdown.Pushdown;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;

/**
 * The ask for a histogram of totals over powers of two: how many there are in each cell, and what
 * they add up to. A total is what a unit's rows add up to in a group, or one row's value where a
 * unit has so few rows by a key that the database enforces; it is clamped before anything reads it.
 * The cell is found by comparisons with constants, never by a logarithm.
 */
final class MagnitudeHistogramQuery {
  private final PlanContext context;
  private final RexBuilder rex;
  private final Decimals decimals;
  private final PerUnit input;
  private final List<GroupKey> keys;
  private final Contribution contribution;

  /**
   * Creates the builder.
   *
   * @param contribution how units are limited to groups; how many rows count in one does not matter
   */
  MagnitudeHistogramQuery(
      PlanContext context, PerUnit input, List<GroupKey> keys, Contribution contribution) {
    this.context = context;
    this.rex = context.rex();
    this.decimals = new Decimals(rex);
    this.input = input;
    this.keys = keys;
    this.contribution = contribution;
  }

  /**
   * The totals of an integer column.
   *
   * @param function what a unit's values are taken together by
   */
  AggregateQuery values(SqlAggFunction function, RexNode column, int exponent, boolean signed) {
    return ask(
        contribution instanceof Contribution.OnePass
            ? rows(column)
            : units(function, Optional.of(column)),
        exponent,
        signed);
  }

  /** How many rows units have, or of how many a column is not NULL. */
  AggregateQuery counts(Optional<RexNode> column, int exponent) {
    return ask(units(SqlStdOperatorTable.COUNT, column), exponent, /* signed= */ false);
  }

  private RelNode rows(RexNode column) {
    RowColumns columns = keyed(new RowColumns(input.rel()));
    columns.add(column, "t");
    return columns.build();
  }

  /** The unit first: a database that keeps groups in a tree mostly compares no more than that. */
  private RelNode units(SqlAggFunction function, Optional<RexNode> column) {
    RowColumns columns = new RowColumns(input.rel());
    columns.add(rex.makeInputRef(input.rel(), input.unit().orElseThrow()), "u");
    keyed(columns);
    List<Integer> arguments = column.map(c -> columns.share(c, keys.size() + 1)).stream().toList();
    RelNode rows = columns.build();
    RelNode perUnit =
        LogicalAggregate.create(
            rows,
            List.of(),
            ImmutableBitSet.range(keys.size() + 1),
            null,
            List.of(call(function, arguments, rows, keys.size() + 1, "t")));
    Contribution.PerGroup bound = (Contribution.PerGroup) contribution;
    RelNode kept =
        bound.limited()
            ? GroupLimit.apply(context, perUnit, keys.size(), bound.groups())
            : SubSelect.of(context.ordered(perUnit));
    List<RexNode> projects = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i <= keys.size(); i++) {
      projects.add(rex.makeInputRef(kept, i + 1));
      names.add(i < keys.size() ? "k" + i : "t");
    }
    return LogicalProject.create(kept, List.of(), projects, names, Set.of());
  }

  private RowColumns keyed(RowColumns columns) {
    for (int key = 0; key < keys.size(); key++) {
      columns.add(KeyColumns.of(rex, input.rel(), keys.get(key)), "k" + key);
    }
    return columns;
  }

  /** Of rows that have the keys and a total, which may be NULL. */
  private AggregateQuery ask(RelNode totals, int exponent, boolean signed) {
    RelNode clamped = SubSelect.of(clamped(totals, exponent, signed));
    RelNode celled = SubSelect.of(celled(clamped, exponent, signed));
    int width = keys.size() + 1;
    RelNode histogram =
        LogicalAggregate.create(
            celled,
            List.of(),
            ImmutableBitSet.range(width),
            null,
            List.of(
                call(SqlStdOperatorTable.COUNT, List.of(), celled, width, "c0"),
                call(SqlStdOperatorTable.SUM, List.of(width), celled, width, "c1")));
    Pushdown pushed = context.push(histogram);
    int cells = AutoBoundRelease.cells(exponent, signed);
    return new AggregateQuery(
            pushed.sql(),
            pushed.parameters(),
            pushed.form(),
            IntStream.range(0, width).boxed().toList(),
            2,
            contribution.strategy() + ", totals by powers of two")
        .ofCells(
            new EqualCells(type(), BigInteger.ZERO, BigInteger.valueOf(cells), BigInteger.ONE));
  }

  private RelDataType type() {
    return rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
  }

  private RelNode clamped(RelNode totals, int exponent, boolean signed) {
    BigInteger max = BigInteger.ONE.shiftLeft(exponent);
    BigInteger min = signed ? max.negate() : BigInteger.ZERO;
    RexNode total = decimals.wide(rex.makeInputRef(totals, keys.size()));
    return with(
        totals,
        List.of(decimals.clamp(total, decimals.number(min), decimals.number(max))),
        List.of("t"));
  }

  private RelNode celled(RelNode clamped, int exponent, boolean signed) {
    RexNode total = rex.makeInputRef(clamped, keys.size());
    RexNode above = cells(total, 0, exponent, exponent, /* below= */ false);
    RexNode other = number(0);
    if (signed) {
      other =
          choice(
              compared(total, false, BigInteger.ZERO),
              cells(total, 0, exponent, exponent, /* below= */ true),
              other);
    }
    return with(
        clamped,
        List.of(choice(compared(total, true, BigInteger.ZERO), above, other), total),
        List.of("cell", "t"));
  }

  /** The keys, then other columns. */
  private RelNode with(RelNode rel, List<RexNode> others, List<String> names) {
    List<RexNode> projects = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (int key = 0; key < keys.size(); key++) {
      projects.add(rex.makeInputRef(rel, key));
      labels.add("k" + key);
    }
    projects.addAll(others);
    labels.addAll(names);
    return LogicalProject.create(rel, List.of(), projects, labels, Set.of());
  }

  /** The cell of a total that is between two powers: halved, so that few are compared with. */
  private RexNode cells(RexNode total, int from, int to, int exponent, boolean below) {
    if (from == to) {
      return number(AutoBoundRelease.cell(from, below, exponent));
    }
    int middle = (from + to) / 2;
    BigInteger power = BigInteger.ONE.shiftLeft(middle);
    return choice(
        below
            ? rex.makeCall(
                SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, total, decimals.number(power.negate()))
            : rex.makeCall(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, total, decimals.number(power)),
        cells(total, from, middle, exponent, below),
        cells(total, middle + 1, to, exponent, below));
  }

  private RexNode compared(RexNode total, boolean greater, BigInteger with) {
    return rex.makeCall(
        greater ? SqlStdOperatorTable.GREATER_THAN : SqlStdOperatorTable.LESS_THAN,
        total,
        decimals.number(with));
  }

  private RexNode choice(RexNode condition, RexNode then, RexNode otherwise) {
    return rex.makeCall(SqlStdOperatorTable.CASE, condition, then, otherwise);
  }

  private RexNode number(int cell) {
    return rex.makeExactLiteral(BigDecimal.valueOf(cell), type());
  }

  private static AggregateCall call(
      SqlAggFunction function, List<Integer> arguments, RelNode of, int groups, String name) {
    return AggregateCalls.of(function, false, arguments, of, groups, name);
  }
}
