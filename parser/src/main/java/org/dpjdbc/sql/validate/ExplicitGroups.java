package org.dpjdbc.sql.validate;

import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.hint.HintPredicates;
import org.apache.calcite.rel.hint.HintStrategyTable;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/**
 * Marks the groups without functions that a query has, those of {@code SELECT DISTINCT} and {@code
 * GROUP BY}. The translation of subqueries adds others: the values of {@code IN (SELECT x ...)},
 * and those of the outer rows that a correlated subquery is asked for. Over people's rows these
 * would be releases that the query does not name.
 */
public final class ExplicitGroups {
  private static final String ORDER = "order";

  private static final String ADDED = "added";

  private static final String CHOSEN = "chosen";

  private static final RelHint WRITTEN = RelHint.builder("written").build();

  /** To be known to the algebra's cluster, or Calcite fails where it copies them. */
  static final HintStrategyTable HINTS =
      HintStrategyTable.builder()
          .hintStrategy(WRITTEN.hintName, HintPredicates.AGGREGATE)
          .hintStrategy(Clauses.HINT, HintPredicates.AGGREGATE)
          .hintStrategy(ORDER, HintPredicates.AGGREGATE)
          .hintStrategy(ADDED, HintPredicates.AGGREGATE)
          .hintStrategy(CHOSEN, HintPredicates.AGGREGATE)
          .build();

  private ExplicitGroups() {}

  /** Whether groups without functions are none of the query's. */
  public static boolean areAdded(Aggregate aggregate) {
    return aggregate.getAggCallList().isEmpty() && !aggregate.getHints().contains(WRITTEN);
  }

  /**
   * A hint for an aggregate whose keys are not in the query's order, in which groups are listed.
   *
   * @param places of the query's keys among those of the aggregate
   */
  public static RelHint order(List<Integer> places) {
    return RelHint.builder(ORDER)
        .hintOptions(places.stream().map(String::valueOf).toList())
        .build();
  }

  /** The places of the query's keys among those of an aggregate; empty if they are in its order. */
  public static List<Integer> order(Aggregate aggregate) {
    return options(aggregate, ORDER).stream().map(Integer::valueOf).toList();
  }

  /**
   * Hints for an aggregate of more groups than the query asks for. Keys are named as in its input.
   *
   * @param added the keys that the query does not group by
   * @param chosen the keys of which the query asks for some of the listed values and no others
   */
  public static List<RelHint> widened(List<String> added, List<String> chosen) {
    return List.of(
        RelHint.builder(ADDED).hintOptions(added).build(),
        RelHint.builder(CHOSEN).hintOptions(chosen).build());
  }

  /** The keys that the query does not group by. */
  public static List<String> added(Aggregate aggregate) {
    return options(aggregate, ADDED);
  }

  /** The keys of which the query asks for some of the listed values and no others. */
  public static List<String> chosen(Aggregate aggregate) {
    return options(aggregate, CHOSEN);
  }

  private static List<String> options(Aggregate aggregate, String name) {
    return aggregate.getHints().stream()
        .filter(hint -> hint.hintName.equals(name))
        .flatMap(hint -> hint.listOptions.stream())
        .toList();
  }

  /** The query as it is written, its groups marked. */
  static RelNode marked(RelNode rel) {
    return rel.accept(new Marking());
  }

  private static final class Marking extends RelHomogeneousShuttle {
    private final RexShuttle inExpressions =
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery query) {
            RexSubQuery visited = (RexSubQuery) super.visitSubQuery(query);
            return visited.clone(marked(visited.rel));
          }
        };

    @Override
    public RelNode visit(RelNode other) {
      RelNode visited = super.visit(other).accept(inExpressions);
      return visited instanceof LogicalAggregate aggregate && aggregate.getAggCallList().isEmpty()
          ? aggregate.withHints(
              Stream.concat(aggregate.getHints().stream(), Stream.of(WRITTEN)).toList())
          : visited;
    }
  }
}
