package org.dpjdbc.plan.randomized;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.algebra.EmptyRelations;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.policy.ColumnPolicy;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * Finds the aggregates of a query that read randomized answers, and rewrites each in terms of the
 * reported answers, see {@link TrueAnswers}. Filters on such answers move up into the aggregate,
 * through projections and joins; anything else that reads one is refused, so that no query treats
 * the reported answers as the true ones.
 */
public final class RandomizedAnswers {
  private final Set<String> leftOut = new TreeSet<>();
  private boolean used;

  private RandomizedAnswers() {}

  /**
   * The query without randomized answers read as they are.
   *
   * @param rel the query
   * @param raw whether its own rows still hold such answers, or depend on them: rows of people
   * @param leftOut the keys whose rows without an answer are in no group
   */
  public record Query(RelNode rel, boolean raw, Set<String> leftOut) {}

  /**
   * Rewrites a query.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it reads randomized answers where no rule
   *     takes them apart
   */
  public static Query of(RelNode rel) {
    if (!holdsAny(rel)) {
      return new Query(rel, false, Set.of());
    }
    RandomizedAnswers answers = new RandomizedAnswers();
    RandomizedRelation randomized = answers.lift(rel);
    return randomized.isPlain()
        ? new Query(answers.used ? randomized.base() : rel, false, answers.leftOut)
        : new Query(rel, true, Set.of());
  }

  /** Whether a relation reads a table with such answers. */
  public static boolean holdsAny(RelNode rel) {
    return rel instanceof TableScan scan
        ? !columns(scan).isEmpty()
        : rel.getInputs().stream().anyMatch(RandomizedAnswers::holdsAny);
  }

  private RandomizedRelation lift(RelNode rel) {
    if (EmptyRelations.isEmpty(rel)) {
      return RandomizedRelation.plain(rel);
    } else if (rel instanceof TableScan scan) {
      return RandomizedRelation.of(scan, columns(scan), /* repeated= */ false);
    }
    List<RandomizedRelation> inputs = rel.getInputs().stream().map(this::lift).toList();
    if (inputs.stream().allMatch(RandomizedRelation::isPlain)) {
      return RandomizedRelation.plain(
          over(rel, inputs.stream().map(RandomizedRelation::base).toList()));
    } else if (rel instanceof Project project && !project.containsOver()) {
      return project(project, inputs.get(0));
    } else if (rel instanceof Filter filter && !filter.containsOver()) {
      return filter(filter, inputs.get(0));
    } else if (rel instanceof Join join) {
      return join(join, inputs.get(0), inputs.get(1));
    } else if (rel instanceof Aggregate aggregate) {
      return aggregate(aggregate, inputs.get(0));
    } else if (rel instanceof Sort sort && sort.fetch == null && sort.offset == null) {
      return inputs.get(0); // the order of aggregated rows does not matter
    }
    return opaque(rel, inputs);
  }

  private static RelNode over(RelNode rel, List<RelNode> inputs) {
    return rel.getInputs().equals(inputs) ? rel : rel.copy(rel.getTraitSet(), inputs);
  }

  private static Map<Integer, RandomizedColumn> columns(TableScan scan) {
    Map<Integer, RandomizedColumn> found = new TreeMap<>();
    if (scan.getTable().unwrap(CatalogTable.class) instanceof CatalogTable.Backend table
        && table.policy().unit().isPresent()) {
      for (RelDataTypeField field : scan.getRowType().getFieldList()) {
        table
            .policy()
            .column(field.getName())
            .flatMap(ColumnPolicy::randomizedResponse)
            .ifPresent(
                flip ->
                    found.put(
                        field.getIndex(),
                        new RandomizedColumn(
                            table.live().schema() + "." + table.live().name(),
                            field.getName(),
                            BigFraction.of(flip.unscaledValue())
                                .multiply(BigFraction.of(10).pow(-flip.scale())),
                            /* whole= */ true)));
      }
    }
    return found;
  }

  /** What reads no answer is computed below; what does is kept. */
  private static RandomizedRelation project(Project project, RandomizedRelation input) {
    List<RexNode> below = new ArrayList<>(RandomizedRelation.plain(input.base()).columns());
    List<String> names = new ArrayList<>(input.base().getRowType().getFieldNames());
    Map<Integer, Integer> computed = new HashMap<>();
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < project.getProjects().size(); i++) {
      RexNode column = input.randomized(project.getProjects().get(i));
      boolean asIs =
          column instanceof RexInputRef || column instanceof RexLiteral || input.reads(column);
      if (!(column instanceof RexInputRef)) {
        checkWhole(input, column);
      }
      if (!asIs) {
        computed.put(i, below.size());
        below.add(column);
        names.add(project.getRowType().getFieldNames().get(i));
      }
      columns.add(column);
    }
    if (computed.isEmpty()) {
      return new RandomizedRelation(
          input.base(), columns, input.conditions(), input.answers(), input.repeated());
    }
    RelNode base = RandomizedRelation.projected(input.base(), below, names);
    computed.forEach(
        (column, place) ->
            columns.set(column, base.getCluster().getRexBuilder().makeInputRef(base, place)));
    return new RandomizedRelation(
        base, columns, input.conditions(), input.answers(), input.repeated());
  }

  private static RandomizedRelation filter(Filter filter, RandomizedRelation input) {
    RexNode condition = input.randomized(filter.getCondition());
    if (!input.reads(condition)) {
      return input.withBase(LogicalFilter.create(input.base(), condition));
    }
    checkWhole(input, condition);
    List<RexNode> below = new ArrayList<>();
    List<RexNode> kept = new ArrayList<>(input.conditions());
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      (input.reads(conjunct) ? kept : below).add(conjunct);
    }
    RelNode base =
        below.isEmpty()
            ? input.base()
            : LogicalFilter.create(
                input.base(),
                RexUtil.composeConjunction(input.base().getCluster().getRexBuilder(), below));
    return new RandomizedRelation(base, input.columns(), kept, input.answers(), input.repeated());
  }

  /** A side that may have no row keeps none of its answers back. */
  private static RandomizedRelation join(
      Join join, RandomizedRelation left, RandomizedRelation right) {
    JoinRelType type = join.getJoinType();
    boolean projectsRight = type.projectsRight();
    RandomizedRelation first = type.generatesNullsOnLeft() ? settled(left) : left;
    RandomizedRelation second =
        type.generatesNullsOnRight() || !projectsRight ? settled(right) : right;
    int width = first.base().getRowType().getFieldCount();
    List<RexNode> all = new ArrayList<>(first.columns());
    second.columns().forEach(column -> all.add(RexUtil.shift(column, width)));
    Map<Integer, RandomizedColumn> answers = new TreeMap<>(first.answers());
    second.answers().forEach((place, answer) -> answers.put(place + width, answer));
    RandomizedRelation both =
        new RandomizedRelation(join, all, List.of(), answers, /* repeated= */ true);
    RexNode condition = both.randomized(join.getCondition());
    if (both.reads(condition)) {
      throw RelationMessages.randomizedNotTakenApart(both.name(condition));
    }
    RelNode base =
        LogicalJoin.create(
            first.base(), second.base(), join.getHints(), condition, join.getVariablesSet(), type);
    List<RexNode> conditions = new ArrayList<>(first.conditions());
    second.conditions().forEach(kept -> conditions.add(RexUtil.shift(kept, width)));
    return new RandomizedRelation(
        base,
        (projectsRight ? all : first.columns())
            .stream()
                .map(column -> InputRefs.typed(base.getCluster().getRexBuilder(), base, column))
                .toList(),
        conditions,
        projectsRight ? answers : first.answers(),
        /* repeated= */ true);
  }

  /** The rows with columns of answers or without a unit, each unchanged. */
  private static RandomizedRelation settled(RandomizedRelation rows) {
    boolean plain =
        rows.conditions().isEmpty()
            && rows.columns().stream()
                .allMatch(column -> column instanceof RexInputRef || !rows.reads(column));
    return plain ? rows : RandomizedRelation.of(rows.closed(), rows.mixed(), rows.repeated());
  }

  private RandomizedRelation aggregate(Aggregate aggregate, RandomizedRelation input) {
    TrueAnswers answers = new TrueAnswers(aggregate, input);
    if (!answers.isNeeded()) {
      return RandomizedRelation.plain(over(aggregate, List.of(input.closed())));
    }
    used = true;
    leftOut.addAll(answers.leftOut());
    return RandomizedRelation.plain(answers.rewritten());
  }

  /** Operators that pass columns on; what they compute must not be computed from answers. */
  private static RandomizedRelation opaque(RelNode rel, List<RandomizedRelation> inputs) {
    List<RelNode> closed = inputs.stream().map(RandomizedRelation::closed).toList();
    List<Map<Integer, RandomizedColumn>> mixed =
        inputs.stream().map(RandomizedRelation::mixed).toList();
    RelNode over = over(rel, closed);
    RandomizedRelation read = RandomizedRelation.of(over, mixed.get(0), /* repeated= */ true);
    Map<Integer, RandomizedColumn> answers = new TreeMap<>();
    if (rel instanceof Union union && union.all) {
      mixed.forEach(answers::putAll);
    } else if (rel instanceof Sort sort) {
      sort.getCollation().getFieldCollations().stream()
          .map(RelFieldCollation::getFieldIndex)
          .forEach(field -> checkWhole(read, read.columns().get(field)));
      answers.putAll(mixed.get(0));
    } else if (rel instanceof Filter filter) {
      checkUnread(read, filter.getCondition());
      answers.putAll(mixed.get(0));
    } else if (rel instanceof Project project) {
      IntStream.range(0, project.getProjects().size())
          .forEach(
              i -> {
                RexNode column = project.getProjects().get(i);
                RandomizedColumn answer =
                    column instanceof RexInputRef ref ? mixed.get(0).get(ref.getIndex()) : null;
                if (answer == null) {
                  checkUnread(read, column);
                } else {
                  answers.put(i, answer);
                }
              });
    } else {
      mixed.stream()
          .flatMap(columns -> columns.values().stream())
          .findFirst()
          .ifPresent(
              answer -> {
                throw RelationMessages.randomizedNotTakenApart(answer.name());
              });
    }
    return answers.isEmpty()
        ? RandomizedRelation.plain(over)
        : RandomizedRelation.of(over, answers, /* repeated= */ true);
  }

  private static void checkUnread(RandomizedRelation rows, RexNode expression) {
    if (rows.reads(expression)) {
      throw RelationMessages.randomizedNotTakenApart(rows.name(expression));
    }
  }

  /** Refuses expressions over what may be no answer any more. */
  static void checkWhole(RandomizedRelation rows, RexNode expression) {
    for (int place : rows.read(expression)) {
      if (!rows.answer(place).whole()) {
        throw RelationMessages.randomizedNotTakenApart(rows.answer(place).name());
      }
    }
  }
}
