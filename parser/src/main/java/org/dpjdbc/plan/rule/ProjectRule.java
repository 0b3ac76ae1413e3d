package org.dpjdbc.plan.rule;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.bounds.RowExpressions;
import org.dpjdbc.plan.relation.ColumnSource;
import org.dpjdbc.plan.relation.Origins;
import org.dpjdbc.plan.relation.OutOfRange;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.plan.relation.ReleasedTerms;
import org.dpjdbc.sql.refusal.RefusedException;

/** A projection keeps the unit key, whether the query names it or not. */
public final class ProjectRule implements RelationRule<Project> {
  private static final String UNIT = "unit";

  private final PlanContext context;

  public ProjectRule(PlanContext context) {
    this.context = context;
  }

  @Override
  public PerUnit apply(Project project, List<Relation> inputs) {
    return apply(
        project.getProjects(), project.getRowType().getFieldNames(), (PerUnit) inputs.get(0));
  }

  public PerUnit apply(List<RexNode> expressions, List<String> names, PerUnit input) {
    if (RexOver.containsOver(expressions, null)) {
      WindowRule.Windowed windowed = new WindowRule(context, input).apply(expressions, names);
      return apply(windowed.expressions(), names, windowed.rows());
    }
    RowExpressions rules = context.expressions(input.facts());
    Optional<RowExpressions> uncut = input.uncut().map(context::expressions);
    List<ColumnSource> sources = ColumnSource.of(input);
    List<RexNode> projects = new ArrayList<>();
    List<PerUnit.Column> columns = new ArrayList<>();
    for (int i = 0; i < expressions.size(); i++) {
      RexNode typed = InputRefs.typed(context.rex(), input.rel(), expressions.get(i));
      RexNode expression = ReleasedTerms.computed(context, input, typed);
      RexNode total = rules.total(expression);
      projects.add(total);
      PerUnit.Column column =
          column(expression, total, names.get(i), rules, input)
              .autoBounded(restsOnAutoBounds(expression, rules, input))
              .from(ColumnSource.of(total, sources));
      columns.add(
          total instanceof RexInputRef
              ? column
              : column.within(uncut.flatMap(of -> outOfRange(of, expression, column, input))));
    }
    List<String> labels = new ArrayList<>(names);
    OptionalInt unit = input.unit();
    if (unit.isPresent()) {
      unit = OptionalInt.of(keep(unit.getAsInt(), projects, columns, labels, input));
    }
    return new PerUnit(
        LogicalProject.create(
            input.rel(), List.of(), projects, SqlValidatorUtil.uniquify(labels, true), Set.of()),
        expressions.size(),
        columns,
        unit,
        input.kind(),
        input.rowsPerUnit(),
        input.table(),
        input.facts(),
        input.bare().map(bare -> bare.with(bare(bare.rel(), projects, names))));
  }

  /** The projection of the same columns without those that are hidden. */
  private static RelNode bare(RelNode rows, List<RexNode> projects, List<String> names) {
    return LogicalProject.create(
        rows,
        List.of(),
        projects.subList(0, names.size()),
        SqlValidatorUtil.uniquify(names, true),
        Set.of());
  }

  private static PerUnit.Column column(
      RexNode expression, RexNode total, String name, RowExpressions rules, PerUnit input) {
    if (total instanceof RexInputRef ref) {
      PerUnit.Column column = input.columns().get(ref.getIndex());
      return isGenerated(name) ? column : column.with(column.facts().called(name), column.origin());
    }
    Optional<Interval> range = rules.range(total);
    String called = isGenerated(name) ? rules.text(expression) : name;
    Optional<ColumnFacts> unbounded = rules.unbounded(expression);
    boolean computed = unbounded.map(ColumnFacts::computed).orElse(false);
    String cause =
        unbounded
            .filter(u -> !u.computed() || isGenerated(name))
            .map(ColumnFacts::name)
            .orElse(called);
    List<Integer> read = RelOptUtil.InputFinder.bits(total).asList();
    ColumnFacts facts =
        new ColumnFacts(
            range.isPresent() ? called : cause,
            range,
            Optional.empty(),
            computed,
            range.isPresent() || !computed ? Optional.empty() : rules.min(total));
    return new PerUnit.Column(
            range.isEmpty() && unbounded.isEmpty() ? facts.asWritten() : facts,
            Origins.of(expression, input, rules, range),
            widened(expression, input).flatMap(PerUnit.Column::key),
            widened(expression, input).map(PerUnit.Column::optional).orElse(false),
            read.stream().allMatch(input::constant))
        .holding(widened(expression, input).map(PerUnit.Column::parts).orElseGet(List::of));
  }

  /** Whether what the policy leaves to be found bounds the expression, and not the query itself. */
  private boolean restsOnAutoBounds(RexNode expression, RowExpressions rules, PerUnit input) {
    boolean reads =
        RelOptUtil.InputFinder.bits(expression).asList().stream()
            .anyMatch(i -> input.columns().get(i).autoBounded());
    if (!reads) {
      return false;
    }
    List<ColumnFacts> nearer = new ArrayList<>();
    for (int i = 0; i < input.columns().size(); i++) {
      PerUnit.Column column = input.columns().get(i);
      Optional<Interval> known = rules.range(context.rex().makeInputRef(input.rel(), i));
      nearer.add(
          column.autoBounded()
              ? column.facts().within(known.map(ProjectRule::half))
              : column.facts());
    }
    Optional<Interval> range = rules.range(expression);
    return range.isEmpty() || !range.equals(context.expressions(nearer).range(expression));
  }

  /** As if ends had been found that are nearer to zero. */
  private static Interval half(Interval range) {
    BigDecimal half = new BigDecimal("0.5");
    return new Interval(
        range.lower().signum() < 0 ? range.lower().multiply(half) : range.lower(),
        range.upper().signum() > 0
            ? range.upper().multiply(half).max(range.lower())
            : range.upper());
  }

  /** What an expression may be of a unit that has more than its range allows for. */
  private static Optional<OutOfRange> outOfRange(
      RowExpressions uncut, RexNode expression, PerUnit.Column column, PerUnit input) {
    return RelOptUtil.InputFinder.bits(expression).asList().stream()
        .flatMap(read -> input.columns().get(read).outOfRange().stream())
        .findFirst()
        .flatMap(limit -> OutOfRange.of(column.facts(), range(uncut, expression), limit.setting()));
  }

  /** The range of an expression; empty too where none of its forms fits without bounds. */
  private static Optional<Interval> range(RowExpressions uncut, RexNode expression) {
    try {
      return uncut.range(expression);
    } catch (RefusedException e) {
      return Optional.empty();
    }
  }

  /** The integer column that an expression holds in a wider type: it is the same key. */
  private static Optional<PerUnit.Column> widened(RexNode expression, PerUnit input) {
    return expression instanceof RexCall call
            && call.getKind() == SqlKind.CAST
            && call.getOperands().get(0) instanceof RexInputRef ref
            && SqlTypeName.INT_TYPES.contains(ref.getType().getSqlTypeName())
            && SqlTypeName.INT_TYPES.contains(call.getType().getSqlTypeName())
            && RexUtil.isLosslessCast(call)
        ? Optional.of(input.columns().get(ref.getIndex()))
        : Optional.empty();
  }

  /** Whether Calcite made the name up: messages then show the expression. */
  private static boolean isGenerated(String name) {
    return name.startsWith("$f") || SqlUtil.isGeneratedAlias(name);
  }

  /** Where the unit key is among the projected columns; it is appended where it is not. */
  private int keep(
      int unit,
      List<RexNode> projects,
      List<PerUnit.Column> columns,
      List<String> labels,
      PerUnit input) {
    for (int i = 0; i < projects.size(); i++) {
      if (projects.get(i) instanceof RexInputRef ref && ref.getIndex() == unit) {
        return i;
      }
    }
    projects.add(context.rex().makeInputRef(input.rel(), unit));
    columns.add(input.columns().get(unit));
    Set<String> taken = new HashSet<>(labels);
    labels.add(taken.contains(UNIT) ? UNIT + projects.size() : UNIT);
    return projects.size() - 1;
  }
}
