package org.dpjdbc.plan.rule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.Conditions;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.canonical.Wider;
import org.dpjdbc.plan.key.ListedRanges;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.relation.KeyLiterals;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.Origins;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.RangeValues;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.validate.ExplicitGroups;
import org.dpjdbc.sql.validate.subquery.SubQueryAggregates;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the groups of all public values of a column where a query asks for those of one: {@code
 * WHERE region = 'East'} becomes a key, and what it selects is taken from the released groups. The
 * other regions are then free.
 *
 * <p>Nothing is charged for it, and no error grows. One person's rows have one value of the column,
 * so that a person is in no more of the groups than before, and each group that is asked for is one
 * that is released. The wider aggregate is analyzed as any other: what it claims does not rest on
 * the query that it stands for.
 */
public final class Widening {
  /** Aggregates whose noise in a group depends on that group and the bounds alone. */
  private static final Set<SqlKind> FUNCTIONS =
      Set.of(
          SqlKind.COUNT,
          SqlKind.SUM,
          SqlKind.SUM0,
          SqlKind.AVG,
          SqlKind.VAR_POP,
          SqlKind.VAR_SAMP,
          SqlKind.STDDEV_POP,
          SqlKind.STDDEV_SAMP,
          SqlKind.COVAR_POP,
          SqlKind.COVAR_SAMP);

  /** What conditions on strings are made of. */
  private static final Set<SqlKind> COMPARISONS =
      Set.of(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.NOT,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL,
          SqlKind.CAST);

  private final PlanContext context;
  private final Function<RelNode, Relation> finder;
  private final int maxGroups;
  private boolean used;

  /**
   * Prepares the rule.
   *
   * @param context whose registrations count for nothing
   * @param finder finds the kind of a relation
   */
  public Widening(PlanContext context, Function<RelNode, Relation> finder) {
    this.context = context;
    this.finder = finder;
    this.maxGroups =
        Math.min(
            context.catalog().policy().answers().widenTo(),
            context.catalog().policy().limits().maxOutputRows());
  }

  /**
   * Whether the policy has answers reused, without which nothing is gained, and the query does not
   * say how large its errors may be, which would be those of all the groups.
   */
  public static boolean isOn(PlanContext context) {
    return !context.catalog().policy().answers().reuseFor().isZero()
        && context.catalog().policy().answers().widenTo() > 1
        && !context.request().eachError()
        && context.request().clauses().stream().noneMatch(c -> c.request().eachError());
  }

  /** Whether there was a wider aggregate. */
  public boolean isUsed() {
    return used;
  }

  /**
   * What is aggregated.
   *
   * @param rel filtered rows
   * @param columns of the aggregate's input, over the rows
   */
  private record Rows(RelNode rel, List<RexNode> columns, List<String> names) {
    static Optional<Rows> of(RelNode input) {
      if (input instanceof Project project) {
        return project.containsOver() || !project.getVariablesSet().isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Rows(
                    project.getInput(),
                    project.getProjects(),
                    project.getRowType().getFieldNames()));
      }
      RexBuilder rex = input.getCluster().getRexBuilder();
      return Optional.of(
          new Rows(
              input,
              IntStream.range(0, input.getRowType().getFieldCount())
                  .<RexNode>mapToObj(i -> rex.makeInputRef(input, i))
                  .toList(),
              input.getRowType().getFieldNames()));
    }

    /** The conditions of the rows, and of those that they are joined of. */
    List<RexNode> conjuncts() {
      List<RexNode> conjuncts = new ArrayList<>();
      filtered(
          rel,
          0,
          conjunct -> {
            conjuncts.add(conjunct);
            return true;
          });
      return conjuncts;
    }

    /** The rows without some of their conditions. */
    RelNode without(List<RexNode> conjuncts) {
      return filtered(rel, 0, conjunct -> !conjuncts.contains(conjunct));
    }

    /**
     * The rows with the conditions that are kept.
     *
     * @param offset of their columns among those of the aggregated rows
     * @param keeps of conditions over these
     */
    private static RelNode filtered(RelNode rel, int offset, Predicate<RexNode> keeps) {
      if (rel instanceof Filter filter
          && !filter.containsOver()
          && filter.getVariablesSet().isEmpty()) {
        RelNode input = filtered(filter.getInput(), offset, keeps);
        RexBuilder rex = filter.getCluster().getRexBuilder();
        List<RexNode> kept =
            Conditions.operands(SqlKind.AND, filter.getCondition()).stream()
                .filter(conjunct -> keeps.test(plain(RexUtil.shift(conjunct, offset), rex)))
                .toList();
        return kept.isEmpty() ? input : LogicalFilter.create(input, Conditions.and(rex, kept));
      } else if (rel instanceof Join join
          && join.getJoinType() == JoinRelType.INNER
          && join.getVariablesSet().isEmpty()) {
        int right = offset + join.getLeft().getRowType().getFieldCount();
        return join.copy(
            join.getTraitSet(),
            List.of(
                filtered(join.getLeft(), offset, keeps), filtered(join.getRight(), right, keeps)));
      }
      return rel;
    }

    /** {@code NOT (x <> y)} is {@code x = y}, for NULL as well. */
    private static RexNode plain(RexNode conjunct, RexBuilder rex) {
      return conjunct.getKind() == SqlKind.NOT
              && ((RexCall) conjunct).getOperands().get(0) instanceof RexCall negated
              && negated.getKind() == SqlKind.NOT_EQUALS
          ? rex.makeCall(SqlStdOperatorTable.EQUALS, negated.getOperands())
          : conjunct;
    }
  }

  /** The wider aggregate; empty if there is none that costs nothing. */
  public Optional<Wider> of(Aggregate aggregate) {
    boolean fits =
        aggregate.getGroupType() == Aggregate.Group.SIMPLE
            && !aggregate.getAggCallList().isEmpty()
            && aggregate.getAggCallList().stream().allMatch(Widening::isOfGroup)
            && !GroupBounds.areIn(aggregate);
    try {
      return fits
          ? Rows.of(aggregate.getInput()).flatMap(rows -> wider(aggregate, rows))
          : Optional.empty();
    } catch (RefusedException e) {
      return Optional.empty();
    }
  }

  private static boolean isOfGroup(AggregateCall call) {
    return FUNCTIONS.contains(call.getAggregation().getKind())
        && !call.isDistinct()
        && !call.isApproximate()
        && !SubQueryAggregates.isAdded(call);
  }

  private Optional<Wider> wider(Aggregate aggregate, Rows rows) {
    Map<Integer, Integer> keys = new LinkedHashMap<>();
    List<RexNode> others = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      if (rows.columns().get(key) instanceof RexInputRef ref) {
        keys.putIfAbsent(ref.getIndex(), aggregate.getGroupSet().indexOf(key));
      } else {
        others.add(rows.columns().get(key));
      }
    }
    for (AggregateCall call : aggregate.getAggCallList()) {
      call.getArgList().forEach(argument -> others.add(rows.columns().get(argument)));
      if (call.hasFilter()) {
        others.add(rows.columns().get(call.filterArg));
      }
    }
    ImmutableBitSet read = RelOptUtil.InputFinder.bits(others, null);
    List<RexNode> candidates =
        rows.conjuncts().stream().filter(conjunct -> mayMove(conjunct, keys, read)).toList();
    if (candidates.isEmpty() || !(finder.apply(rows.without(candidates)) instanceof PerUnit all)) {
      return Optional.empty();
    }
    List<RexNode> moved =
        candidates.stream()
            .filter(
                conjunct ->
                    (keys.containsKey(column(conjunct)) || isAlone(conjunct, rows))
                        && isOfGroups(conjunct, all, keys.containsKey(column(conjunct))))
            .toList();
    Relation found = moved.equals(candidates) ? all : finder.apply(rows.without(moved));
    return !moved.isEmpty()
            && found instanceof PerUnit rest
            && rest.table().units() == 1
            && !rest.table().rowsAuto()
            && read.asList().stream().noneMatch(column -> rest.columns().get(column).autoBounded())
            && moved.stream().allMatch(conjunct -> rest.constant(column(conjunct)))
        ? wider(aggregate, rows, rest, keys, moved)
        : Optional.empty();
  }

  /** Whether no other condition reads its column: of two, no value might be left. */
  private static boolean isAlone(RexNode conjunct, Rows rows) {
    return rows.conjuncts().stream()
            .filter(other -> RelOptUtil.InputFinder.bits(other).get(column(conjunct)))
            .distinct()
            .count()
        == 1;
  }

  private static int column(RexNode conjunct) {
    return RelOptUtil.InputFinder.bits(conjunct).nth(0);
  }

  /** Whether a condition is one on a key, or may select a value of a column that only it reads. */
  private static boolean mayMove(
      RexNode conjunct, Map<Integer, Integer> keys, ImmutableBitSet read) {
    ImmutableBitSet columns = RelOptUtil.InputFinder.bits(conjunct);
    return columns.cardinality() == 1
        && !read.get(columns.nth(0))
        && RexUtil.isDeterministic(conjunct)
        && (keys.containsKey(columns.nth(0))
            || conjunct.isA(
                Set.of(
                    SqlKind.EQUALS,
                    SqlKind.INPUT_REF,
                    SqlKind.NOT,
                    SqlKind.IS_TRUE,
                    SqlKind.IS_FALSE)));
  }

  /** Whether what a condition lets through are groups of listed values, or one of them. */
  private boolean isOfGroups(RexNode conjunct, PerUnit rows, boolean key) {
    int column = column(conjunct);
    RelDataType type = rows.rel().getRowType().getFieldList().get(column).getType();
    Optional<Origin.Values> listed = listed(rows, column, type);
    if (listed.isEmpty() || isWithGivenValue(conjunct)) {
      // Whether it is a listed one is known with the value: no plan without it serves for all.
      return listed.isPresent();
    }
    List<KeyValue> values = listed.get().values();
    List<KeyValue> passing = Origins.passing(values, column, conjunct, type, context.rex());
    return Origins.decides(values, column, conjunct, type, context.rex())
        && (!SqlTypeUtil.inCharFamily(type) || comparesWith(values, conjunct))
        && (key
            ? !passing.isEmpty()
            : passing.size() == 1 && isOfListed(conjunct, listed.get(), passing));
  }

  /**
   * Whether a condition on a string asks for nothing but whether it is one of some listed values. A
   * database that takes other strings for the same has them in the group of that value, too.
   */
  private boolean comparesWith(List<KeyValue> values, RexNode conjunct) {
    boolean[] listed = {true};
    RexUtil.expandSearch(context.rex(), null, conjunct)
        .accept(
            new RexVisitorImpl<@Nullable Void>(/* deep= */ true) {
              @Override
              public @Nullable Void visitCall(RexCall call) {
                listed[0] &= COMPARISONS.contains(call.getKind());
                return super.visitCall(call);
              }

              @Override
              public @Nullable Void visitLiteral(RexLiteral literal) {
                listed[0] &= KeyLiterals.value(literal).filter(values::contains).isPresent();
                return null;
              }
            });
    return listed[0];
  }

  /** Whether a condition lets no other values through than listed ones. */
  private boolean isOfListed(RexNode conjunct, Origin.Values listed, List<KeyValue> passing) {
    return listed.rest() == Origin.Rest.NONE || Origins.areAll(passing, conjunct, context.rex());
  }

  private boolean isOfListed(RexNode conjunct, PerUnit rows) {
    int column = column(conjunct);
    RelDataType type = rows.rel().getRowType().getFieldList().get(column).getType();
    return listed(rows, column, type)
        .filter(
            values ->
                isOfListed(
                    conjunct,
                    values,
                    Origins.passing(values.values(), column, conjunct, type, context.rex())))
        .isPresent();
  }

  /** The values of a column, if they are listed or so few that they can be. */
  private Optional<Origin.Values> listed(PerUnit rows, int column, RelDataType type) {
    int max = context.catalog().policy().limits().maxListedKeys();
    return rows.columns().get(column).origin() instanceof Origin.Values values
        ? Optional.of(values)
        : RangeValues.of(context, rows, column, type, max)
            .map(values -> new Origin.Values(values, Origin.Rest.OUT_OF_BOUNDS));
  }

  private static boolean isWithGivenValue(RexNode conjunct) {
    if (conjunct.getKind() != SqlKind.EQUALS) {
      return false;
    }
    List<RexNode> sides = ((RexCall) conjunct).getOperands();
    return sides.stream().anyMatch(RexDynamicParam.class::isInstance)
        && sides.stream().anyMatch(side -> RexUtil.isReferenceOrAccess(side, true));
  }

  private Optional<Wider> wider(
      Aggregate aggregate,
      Rows rows,
      PerUnit rest,
      Map<Integer, Integer> keys,
      List<RexNode> moved) {
    List<RexNode> columns = new ArrayList<>(rows.columns());
    List<String> names = new ArrayList<>(rows.names());
    Map<Integer, Integer> places = new LinkedHashMap<>();
    for (RexNode conjunct : moved) {
      int column = column(conjunct);
      RexNode ref = context.rex().makeInputRef(rows.rel(), column);
      if (!columns.contains(ref)) {
        columns.add(ref);
        names.add(rows.rel().getRowType().getFieldNames().get(column));
      }
      places.put(
          column,
          keys.containsKey(column)
              ? aggregate.getGroupSet().nth(keys.get(column))
              : columns.indexOf(ref));
    }
    List<String> unique = SqlValidatorUtil.uniquify(names, true);
    RelNode input =
        LogicalProject.create(rows.without(moved), List.of(), columns, unique, Set.of());
    List<String> chosen =
        moved.stream()
            .filter(conjunct -> isOfListed(conjunct, rest))
            .map(conjunct -> unique.get(place(places, column(conjunct))))
            .distinct()
            .toList();
    List<String> added =
        places.values().stream()
            .filter(place -> !aggregate.getGroupSet().get(place))
            .map(unique::get)
            .toList();
    Aggregate wide = wide(aggregate, input, places.values(), ExplicitGroups.widened(added, chosen));
    if (!isListed(wide, new ProjectRule(context).apply(columns, unique, rest))) {
      return Optional.empty();
    }
    List<RexNode> shown = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      shown.add(key(wide, key));
    }
    for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
      shown.add(context.rex().makeInputRef(wide, wide.getGroupCount() + i));
    }
    List<RexNode> conditions =
        moved.stream()
            .map(
                conjunct ->
                    InputRefs.replaced(conjunct, ref -> key(wide, place(places, ref.getIndex()))))
            .toList();
    used = true;
    return Optional.of(new Wider(wide, Conditions.and(context.rex(), conditions), shown));
  }

  private static int place(Map<Integer, Integer> places, int column) {
    return Objects.requireNonNull(places.get(column));
  }

  private RexNode key(Aggregate wide, int column) {
    return context.rex().makeInputRef(wide, wide.getGroupSet().indexOf(column));
  }

  private static Aggregate wide(
      Aggregate aggregate, RelNode input, Collection<Integer> places, List<RelHint> widened) {
    ImmutableBitSet groups = aggregate.getGroupSet().union(ImmutableBitSet.of(places));
    List<RelHint> hints = new ArrayList<>(aggregate.getHints());
    hints.addAll(widened);
    List<AggregateCall> calls =
        aggregate.getAggCallList().stream()
            .map(
                call ->
                    AggregateCall.create(
                        call.getParserPosition(),
                        call.getAggregation(),
                        call.isDistinct(),
                        call.isApproximate(),
                        call.ignoreNulls(),
                        call.rexList,
                        call.getArgList(),
                        call.filterArg,
                        call.distinctKeys,
                        call.collation,
                        groups.cardinality(),
                        input,
                        null,
                        call.getName()))
            .toList();
    return LogicalAggregate.create(input, hints, groups, null, calls);
  }

  /** Whether all groups are listed, and no more than the policy has released. */
  private boolean isListed(Aggregate wide, PerUnit rows) {
    PerUnit known = ListedRanges.of(context, rows, wide);
    long groups = 1;
    for (int key : wide.getGroupSet()) {
      if (!(known.columns().get(key).origin() instanceof Origin.Values values)) {
        return false;
      }
      groups *= Math.max(1, values.values().size());
      if (groups > maxGroups) {
        return false;
      }
    }
    return true;
  }
}
