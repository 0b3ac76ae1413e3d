package org.dpjdbc.plan.randomized;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.sql.fun.SqlAbstractGroupFunction;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mappings;
import org.dpjdbc.plan.model.AnswerPattern;
import org.dpjdbc.plan.model.AnswerPattern.Answer;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.dpjdbc.sql.simplify.LiteralCasts;

/**
 * An aggregate that reads randomized answers, expressed by the rows with each reported combination
 * of them. A sum over rows of a function of the true answers is estimated without bias by the sums
 * over the rows of each reported combination, each multiplied by an element of the inverse of the
 * flip matrix. The input is the released sums, so this is post-processing. If A of n rows report
 * yes, the estimated number of yes is (A − pn)/(1 − 2p).
 *
 * <p>For this the function is split into one of the answers and one of everything else: {@link
 * DebiasedCall}. Keys that are answers are left out of the grouping, since every group of the other
 * keys has rows of all answers, and their groups are united above.
 */
final class TrueAnswers {
  private final Aggregate aggregate;
  private final RandomizedRelation rows;
  private final RexBuilder rex;
  private final RexSimplify simplify;
  private final List<RexNode> columns = new ArrayList<>();
  private final List<String> names = new ArrayList<>();

  TrueAnswers(Aggregate aggregate, RandomizedRelation rows) {
    this.aggregate = aggregate;
    this.rows = rows;
    this.rex = aggregate.getCluster().getRexBuilder();
    this.simplify = new RexSimplify(rex, RelOptPredicateList.EMPTY, LiteralCasts.EXECUTOR);
  }

  /** Groups that have the same true answers: their keys, and the combinations that they are. */
  private record Group(List<RexLiteral> keys, Set<AnswerPattern> patterns) {}

  /** Whether anything that is aggregated depends on randomized answers. */
  boolean isNeeded() {
    return !rows.conditions().isEmpty() || used().anyMatch(rows::reads);
  }

  private Stream<RexNode> used() {
    Set<Integer> used = new TreeSet<>(aggregate.getGroupSet().asList());
    aggregate.getAggCallList().forEach(call -> used.addAll(inputs(call)));
    return used.stream().map(rows.columns()::get);
  }

  /** The keys that are answers as they are, if rows may have none of the answers. */
  List<String> leftOut() {
    return aggregate.getGroupSet().asList().stream()
        .map(key -> rows.columns().get(key))
        .filter(key -> key instanceof RexInputRef && rows.reads(key))
        .filter(
            key ->
                key.getType().isNullable() || key.getType().getSqlTypeName() != SqlTypeName.BOOLEAN)
        .map(rows::name)
        .toList();
  }

  private static List<Integer> inputs(AggregateCall call) {
    List<Integer> inputs = new ArrayList<>(call.getArgList());
    if (call.hasFilter()) {
      inputs.add(call.filterArg);
    }
    call.collation.getFieldCollations().stream()
        .map(RelFieldCollation::getFieldIndex)
        .forEach(inputs::add);
    return inputs;
  }

  /**
   * The same rows, in the same order of columns.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it reads answers in another way than the
   *     rules have
   */
  RelNode rewritten() {
    used().forEach(column -> RandomizedAnswers.checkWhole(rows, column));
    List<Integer> asked = new ArrayList<>();
    Map<Integer, Integer> places = new HashMap<>();
    for (int key : aggregate.getGroupSet()) {
      if (rows.reads(rows.columns().get(key))) {
        asked.add(key);
      } else {
        places.put(key, place(rows.columns().get(key), name(key)));
      }
    }
    if (!asked.isEmpty() && aggregate.getGroupType() != Aggregate.Group.SIMPLE) {
      throw RelationMessages.randomizedLevels(rows.name(rows.columns().get(asked.get(0))));
    }
    List<Group> groups = groups(asked);
    List<AggregateCall> calls = new ArrayList<>();
    for (Group group : groups) {
      for (AggregateCall call : aggregate.getAggCallList()) {
        calls.add(made(call, asked, group, places));
      }
    }
    int keys = aggregate.getGroupCount() - asked.size();
    RelNode released =
        keys == 0 && calls.isEmpty()
            ? LogicalValues.createOneRow(aggregate.getCluster())
            : LogicalAggregate.create(
                RandomizedRelation.projected(rows.base(), columns, names),
                aggregate.getHints(),
                ImmutableBitSet.range(keys),
                aggregate.getGroupSets().stream().map(set -> kept(set, places)).toList(),
                calls);
    List<RelNode> united = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      united.add(shown(released, groups.get(i), asked, i));
    }
    RelNode all = united.size() == 1 ? united.get(0) : LogicalUnion.create(united, true);
    return RelOptUtil.createCastRel(all, aggregate.getRowType(), true);
  }

  private String name(int column) {
    return aggregate.getInput().getRowType().getFieldNames().get(column);
  }

  private static ImmutableBitSet kept(ImmutableBitSet set, Map<Integer, Integer> places) {
    return ImmutableBitSet.of(
        set.asList().stream().filter(places::containsKey).map(places::get).toList());
  }

  /** The place of an expression among the columns that are aggregated. */
  private int place(RexNode expression, String name) {
    int known = columns.indexOf(expression);
    if (known >= 0) {
      return known;
    }
    columns.add(expression);
    names.add(name);
    return columns.size() - 1;
  }

  /**
   * The groups by answers: one where no key reads any. Rows whose key is no answer count nowhere,
   * as those that have none of the listed values of any key; a key that is computed from answers
   * may say something of them.
   */
  private List<Group> groups(List<Integer> asked) {
    Map<List<Object>, Group> groups = new LinkedHashMap<>();
    List<RexNode> keys = asked.stream().map(key -> rows.columns().get(key)).toList();
    for (AnswerPattern pattern : AnswerPattern.all(read(keys), rows.base().getRowType())) {
      boolean listed =
          keys.stream()
              .noneMatch(
                  key ->
                      key instanceof RexInputRef ref
                          && pattern.answers().get(ref.getIndex()) == Answer.NONE);
      if (listed) {
        List<RexLiteral> literals = keys.stream().map(key -> literal(key, pattern)).toList();
        groups
            .computeIfAbsent(
                literals.stream()
                    .<Object>map(literal -> String.valueOf(literal.getValue()))
                    .toList(),
                none -> new Group(literals, new HashSet<>()))
            .patterns()
            .add(pattern);
      }
    }
    return List.copyOf(groups.values());
  }

  private RexLiteral literal(RexNode key, AnswerPattern pattern) {
    if (pattern.put(key, rex, simplify::simplify) instanceof RexLiteral literal) {
      return literal;
    }
    throw RelationMessages.randomizedNotTakenApart(rows.name(key));
  }

  private Set<Integer> read(List<RexNode> expressions) {
    Set<Integer> read = new TreeSet<>();
    expressions.forEach(expression -> read.addAll(rows.read(expression)));
    return read;
  }

  private AggregateCall made(
      AggregateCall call, List<Integer> asked, Group group, Map<Integer, Integer> places) {
    List<RexNode> keys = asked.stream().map(key -> rows.columns().get(key)).toList();
    List<RexNode> conditions = new ArrayList<>(rows.conditions());
    if (call.hasFilter()) {
      conditions.add(rows.columns().get(call.filterArg));
    }
    List<RexNode> all = new ArrayList<>(keys);
    all.addAll(conditions);
    inputs(call).forEach(input -> all.add(rows.columns().get(input)));
    Set<Integer> read = read(all);
    if (read.isEmpty() || call.getAggregation() instanceof SqlAbstractGroupFunction) {
      return moved(call, places);
    }
    DebiasedCall made = new DebiasedCall(rows, simplify, call, read, conditions);
    Set<Integer> ofKeys = read(keys);
    made.take(pattern -> keys.isEmpty() || group.patterns().contains(pattern.to(ofKeys)));
    List<Integer> arguments = new ArrayList<>();
    arguments.add(place(made.reported(), "reported"));
    made.argument().ifPresent(argument -> arguments.add(place(argument, made.label())));
    int filter = made.condition().map(condition -> place(condition, "condition")).orElse(-1);
    return AggregateCall.create(
        call.getParserPosition(),
        made.function(),
        false,
        false,
        false,
        List.of(),
        arguments,
        filter,
        null,
        RelCollations.EMPTY,
        call.getType(),
        call.getName());
  }

  /** A call that reads no answers, over the new columns. */
  private AggregateCall moved(AggregateCall call, Map<Integer, Integer> places) {
    Map<Integer, Integer> moved = new HashMap<>(places);
    for (int input : inputs(call)) {
      moved.put(input, place(rows.columns().get(input), name(input)));
    }
    int width = aggregate.getInput().getRowType().getFieldCount();
    return call.transform(Mappings.target(moved, width, columns.size()));
  }

  /** The rows of one group by answers. */
  private RelNode shown(RelNode released, Group group, List<Integer> asked, int number) {
    List<RexNode> shown = new ArrayList<>();
    int next = 0;
    for (int key : aggregate.getGroupSet()) {
      int at = asked.indexOf(key);
      shown.add(at < 0 ? rex.makeInputRef(released, next++) : group.keys().get(at));
    }
    int calls = aggregate.getAggCallList().size();
    for (int call = 0; call < calls; call++) {
      shown.add(rex.makeInputRef(released, next + number * calls + call));
    }
    return RandomizedRelation.projected(released, shown, aggregate.getRowType().getFieldNames());
  }
}
