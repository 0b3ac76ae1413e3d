package org.dpjdbc.plan.rule;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.contribution.ContributionRule;
import org.dpjdbc.plan.contribution.UnitSize;
import org.dpjdbc.plan.key.KeyDomains;
import org.dpjdbc.plan.key.ListedRanges;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.FrontierDraft;
import org.dpjdbc.plan.model.GroupKey;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.TopRelease;
import org.dpjdbc.plan.relation.JoinWork;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.plan.relation.TryRows;
import org.dpjdbc.plan.release.MeasuresQuery;
import org.dpjdbc.plan.release.RowMeasures;
import org.dpjdbc.plan.release.SumBounds;
import org.dpjdbc.policy.NoiseRule;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * {@code SELECT k … GROUP BY k ORDER BY score DESC LIMIT n} over public keys: names the best groups
 * without their scores. A score is a count or a bounded sum, or a public key times one of these.
 * One release chooses the groups; its cost depends on how far a unit moves a single score, not on
 * how many groups the unit is in. If a unit is in few groups and many are asked for, adding noise
 * to every group is as accurate, and the frontier is an ordinary one.
 */
public final class TopRule {
  private final PlanContext context;
  private final Project top;
  private final Sort sort;
  private final Aggregate aggregate;
  private final List<RexNode> columns;

  private TopRule(
      PlanContext context, Project top, Sort sort, Aggregate aggregate, List<RexNode> columns) {
    this.context = context;
    this.top = top;
    this.sort = sort;
    this.aggregate = aggregate;
    this.columns = columns;
  }

  /** Whether the keys are listed before anything is released. */
  private static boolean isKnownBefore(KeyDomain domain) {
    return domain instanceof KeyDomain.Declared || domain instanceof KeyDomain.FromPublic;
  }

  /** The score: an aggregate call, perhaps times a key. */
  private record Score(AggregateCall call, OptionalInt factor) {}

  /** The rule for a relation of that form. */
  public static Optional<TopRule> of(PlanContext context, RelNode rel) {
    if (!(rel instanceof Project top)
        || !(top.getInput() instanceof Sort sort)
        || !(sort.fetch instanceof RexLiteral)
        || sort.offset != null
        || sort.getCollation().getFieldCollations().size() != 1) {
      return Optional.empty();
    }
    RelNode below = sort.getInput();
    RexBuilder rex = context.rex();
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < below.getRowType().getFieldCount(); i++) {
      columns.add(rex.makeInputRef(below, i));
    }
    while (below instanceof Project project && !project.containsOver()) {
      columns = InputRefs.past(columns, project);
      below = project.getInput();
    }
    return below instanceof Aggregate aggregate
            && aggregate.getGroupType() == Aggregate.Group.SIMPLE
            && aggregate.getGroupCount() > 0
            && !limits(aggregate)
        ? Optional.of(new TopRule(context.of(aggregate), top, sort, aggregate, columns))
            .filter(TopRule::showsKeys)
        : Optional.empty();
  }

  /** Whether a relation of that form is in a query. */
  public static boolean isIn(PlanContext context, RelNode rel) {
    return of(context, rel).isPresent()
        || rel.getInputs().stream().anyMatch(input -> isIn(context, input));
  }

  /** Private rows are never limited; and each limit below would be inspected twice. */
  private static boolean limits(RelNode rel) {
    return (rel instanceof Sort sort && sort.fetch != null)
        || rel.getInputs().stream().anyMatch(TopRule::limits);
  }

  /** That of the aggregate. */
  public PlanContext context() {
    return context;
  }

  public Aggregate aggregate() {
    return aggregate;
  }

  /** Whether nothing but keys is shown. */
  private boolean showsKeys() {
    return RelOptUtil.InputFinder.bits(top.getProjects(), null).asList().stream()
        .allMatch(
            column ->
                RelOptUtil.InputFinder.bits(columns.get(column)).asList().stream()
                    .allMatch(i -> i < aggregate.getGroupCount()));
  }

  private Optional<Score> score(RelFieldCollation order) {
    RexNode expression = uncast(columns.get(order.getFieldIndex()));
    if (expression.getKind() == SqlKind.TIMES) {
      List<RexNode> operands = ((RexCall) expression).getOperands();
      return times(operands.get(0), operands.get(1))
          .or(() -> times(operands.get(1), operands.get(0)));
    }
    return call(expression).map(call -> new Score(call, OptionalInt.empty()));
  }

  private Optional<Score> times(RexNode key, RexNode other) {
    return uncast(key) instanceof RexInputRef ref
            && ref.getIndex() < aggregate.getGroupCount()
            && SqlTypeUtil.isNumeric(ref.getType())
        ? call(other).map(call -> new Score(call, OptionalInt.of(ref.getIndex())))
        : Optional.empty();
  }

  private Optional<AggregateCall> call(RexNode expression) {
    if (!(uncast(expression) instanceof RexInputRef ref)
        || ref.getIndex() < aggregate.getGroupCount()) {
      return Optional.empty();
    }
    AggregateCall call = aggregate.getAggCallList().get(ref.getIndex() - aggregate.getGroupCount());
    SqlKind kind = call.getAggregation().getKind();
    boolean fits =
        (kind == SqlKind.COUNT || kind == SqlKind.SUM || kind == SqlKind.SUM0)
            && !call.isDistinct()
            && call.getArgList().size() <= 1;
    return fits ? Optional.of(call) : Optional.empty();
  }

  /** Without casts to wider numbers. */
  private static RexNode uncast(RexNode node) {
    return node.getKind() == SqlKind.CAST
            && SqlTypeUtil.isNumeric(node.getType())
            && SqlTypeUtil.isNumeric(((RexCall) node).getOperands().get(0).getType())
        ? uncast(((RexCall) node).getOperands().get(0))
        : node;
  }

  /** The chosen groups, if choosing is better than noise. */
  public Optional<Relation> apply(PerUnit given) {
    if (GroupBounds.areIn(aggregate)) {
      GroupBounds.Plain plain = GroupBounds.ofUnits(context, aggregate, given);
      return new TopRule(context, top, sort, plain.aggregate(), columns).apply(plain.rows());
    }
    RelFieldCollation order = sort.getCollation().getFieldCollations().get(0);
    Optional<Score> score = score(order);
    List<Integer> keys = aggregate.getGroupSet().asList();
    if (score.isEmpty()
        || given.table().units() > 1
        || isAutoBound(given, score.get())
        || given.determineUnit(keys)
        || keys.stream().anyMatch(key -> given.columns().get(key).key().isPresent())) {
      return Optional.empty();
    }
    PerUnit input = ListedRanges.of(context, context.owners().resolve(given), aggregate);
    JoinWork.check(context, input.rel());
    List<KeyDomain> domains = new KeyDomains(context).of(input, groupKeys(keys));
    BigDecimal fetch = ((RexLiteral) sort.fetch).getValueAs(BigDecimal.class);
    if (domains.stream().anyMatch(d -> !isKnownBefore(d))
        || fetch == null
        || fetch.signum() <= 0
        || fetch.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
      return Optional.empty();
    }
    context.request().groups(input.table()); // refused beyond the policy, though it moves no score
    int count = fetch.intValue();
    Contribution bound = ContributionRule.ofEachGroup(context.request(), input, keys);
    return isBetter(input, keys, domains, bound, count)
        ? Optional.of(released(input, keys, domains, bound, score.get(), order, count))
        : Optional.empty();
  }

  /**
   * Whether the effect of a unit on a score is unknown: noise can be calibrated to that later, a
   * selection cannot.
   */
  private boolean isAutoBound(PerUnit given, Score score) {
    return (context.request().boundsRows(given.table()) && given.rowsPerUnit().isEmpty())
        || score.call().getArgList().stream().anyMatch(i -> given.columns().get(i).autoBounded());
  }

  /** Whether a score that is chosen by is off by less than noise would make it. */
  private boolean isBetter(
      PerUnit input, List<Integer> keys, List<KeyDomain> domains, Contribution one, int count) {
    if (context.request().noise() != NoiseRule.LAPLACE) {
      return count == 1;
    }
    try {
      Contribution many = ContributionRule.choose(context.request(), input, keys, domains, true);
      BigInteger noisy =
          many.l1(BigInteger.valueOf(many.rows())).divide(BigInteger.valueOf(many.parts()));
      return BigInteger.valueOf((long) count * one.rows()).compareTo(noisy) <= 0;
    } catch (RefusedException e) {
      return true; // without a bound on groups there is no noise to add
    }
  }

  private Relation released(
      PerUnit input,
      List<Integer> keys,
      List<KeyDomain> domains,
      Contribution bound,
      Score score,
      RelFieldCollation order,
      int count) {
    List<GroupKey> groupKeys = groupKeys(keys);
    List<RelDataType> types = groupKeys.stream().map(GroupKey::type).toList();
    List<String> names = aggregate.getRowType().getFieldNames().subList(0, keys.size());
    new KeyDomains(context).noteLeftOut(input, keys);
    PerUnit tried = TryRows.of(context, input, keys);
    MeasuresQuery main = new MeasuresQuery(context, tried, groupKeys, bound);
    AggregateCall call = score.call();
    String of = call.getArgList().isEmpty() ? "*" : name(input, call.getArgList().get(0));
    BigInteger moves = BigInteger.valueOf(bound.rows());
    boolean monotone = true;
    BigDecimal step = BigDecimal.ONE;
    int cell;
    if (call.getAggregation().getKind() == SqlKind.COUNT) {
      RexNode counted =
          call.getArgList().isEmpty()
              ? context.rex().makeExactLiteral(BigDecimal.ONE)
              : context.rex().makeInputRef(input.rel(), call.getArgList().get(0));
      cell =
          call.getArgList().isEmpty() && call.filterArg < 0
              ? main.countRows()
              : main.count(filtered(input, call, counted));
    } else {
      Measure measure = new RowMeasures(context, tried, Map.of()).measure(call.getArgList().get(0));
      SumBounds bounds = SumBounds.of(measure, bound.rows());
      moves = bounds.max();
      step = measure.step();
      monotone = measure.lower().signum() >= 0 || measure.upper().signum() <= 0;
      cell = main.sum(filtered(input, call, measure.value()), bounds.lower(), bounds.upper(), true);
    }
    // Each of so many units that go at once moves a score no further than one does, one way.
    int unitSize = UnitSize.of(input.rel());
    String what =
        score.factor().stream().mapToObj(key -> names.get(key) + " * ").findFirst().orElse("")
            + call.getAggregation().getName()
            + "("
            + of
            + ")";
    RelDataTypeFactory factory = context.rex().getTypeFactory();
    RelDataType rowType = factory.createStructType(types, names);
    FrontierDraft draft =
        new FrontierDraft(
            context.clause(),
            1,
            unitSize,
            rowType,
            names,
            List.of(),
            domains,
            Optional.empty(),
            List.of(main.build()),
            List.of(
                new TopRelease.Draft(
                        "the " + count + " best by " + what,
                        new AggregateQuery.Cell(0, cell),
                        score.factor(),
                        order.direction.isDescending(),
                        count,
                        moves,
                        step,
                        monotone)
                    .together(unitSize)),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            ContributionRule.cut(
                context.request(),
                input,
                keys,
                bound,
                true,
                List.of(),
                UnitSums.adds(score.call().getAggregation())
                    ? score.call().getArgList()
                    : List.of()));
    return new Relation.Local(shown(context.frontier(draft, rowType)));
  }

  private List<GroupKey> groupKeys(List<Integer> keys) {
    return IntStream.range(0, keys.size())
        .mapToObj(
            i -> new GroupKey(keys.get(i), aggregate.getRowType().getFieldList().get(i).getType()))
        .toList();
  }

  private static String name(PerUnit input, int column) {
    return input.columns().get(column).facts().name();
  }

  private RexNode filtered(PerUnit input, AggregateCall call, RexNode value) {
    return call.filterArg < 0
        ? value
        : context
            .rex()
            .makeCall(
                SqlStdOperatorTable.CASE,
                context.rex().makeInputRef(input.rel(), call.filterArg),
                value,
                context.rex().makeNullLiteral(value.getType()));
  }

  /** What the query shows of the keys. */
  private RelNode shown(RelNode chosen) {
    List<RexNode> shown = new ArrayList<>();
    for (RexNode expression : top.getProjects()) {
      shown.add(InputRefs.replaced(expression, ref -> columns.get(ref.getIndex())));
    }
    return LogicalProject.create(
        chosen, List.of(), shown, top.getRowType().getFieldNames(), Set.of());
  }
}
