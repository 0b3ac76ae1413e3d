package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.contribution.NoiseChoice;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.plan.release.MeasuresQuery.Summand;
import org.dpjdbc.sql.simplify.LiteralCasts;
import org.jspecify.annotations.Nullable;

/**
 * The joint release of numbers of rows by several conditions, as of {@code COUNT(*)} with and
 * without filters. What is released are the numbers of rows by which of the conditions hold: a row
 * has one such combination or none, so that it moves all components together by 1, in L1 and in L2,
 * and for units with several rows it holds as {@link JointReleases} says. A number by a condition
 * is the sum of those of the combinations in which it holds.
 *
 * <p>Conditions that cannot hold together are in no combination. If they could after all, numbers
 * would be wrong, but none would move further.
 */
final class ConditionalCounts {
  /** Of conditions of which any may hold together with any others, six have so many. */
  private static final int MAX_COMBINATIONS = 64;

  private static final int MAX_CONDITIONS = 32;

  /** Of longer conditions nothing is known: to simplify a CASE takes the square of its length. */
  private static final int MAX_NODES = 1000;

  private final PlanContext context;
  private final RexBuilder rex;
  private final PerUnit input;
  private final RowMeasures rows;
  private final Contribution contribution;
  private final MeasuresQuery main;
  private final Optional<CommonScale> scale;
  private final RexSimplify simplify;

  ConditionalCounts(
      PlanContext context,
      PerUnit input,
      RowMeasures rows,
      Contribution contribution,
      MeasuresQuery main,
      Optional<CommonScale> scale) {
    this.scale = scale;
    this.context = context;
    this.rex = context.rex();
    this.input = input;
    this.rows = rows;
    this.contribution = contribution;
    this.main = main;
    this.simplify = new RexSimplify(rex, RelOptPredicateList.EMPTY, LiteralCasts.EXECUTOR);
  }

  /**
   * Which of the conditions hold: all others do not, or are unknown.
   *
   * @param holding their places
   * @param together that they hold, of the rows that these are computed from
   */
  private record Combination(List<Integer> holding, RexNode together) {}

  /**
   * The release, and the number of each measure as a sum of its integers.
   *
   * @param parts into how many parts a row is divided in them
   */
  record Made(NoisyVector.Draft draft, Map<Measures.Key, LinearCombination> numbers, int parts) {}

  /**
   * The joint release, if it has less noise than one for each.
   *
   * @param keys what is counted, at least two
   * @param others mechanisms that share the query's privacy besides
   * @param release its place among the releases
   */
  Optional<Made> make(List<Measures.Key> keys, int others, int release) {
    List<RexNode> conditions = keys.stream().map(rows::condition).toList();
    Optional<List<Combination>> found = combinations(conditions);
    if (found.isEmpty() || !isBetter(keys.size(), found.get(), others)) {
      return Optional.empty();
    }
    JointReleases joint = new JointReleases(rows, contribution, main);
    int parts = joint.fineness(BigInteger.ONE);
    BigInteger whole = BigInteger.valueOf(parts);
    RexNode any =
        scale
            .map(CommonScale::counted)
            .orElseGet(() -> CommonScale.here(rows, RexUtil.composeDisjunction(rex, conditions)));
    List<NoisyVector.Component> components = new ArrayList<>();
    Map<Measures.Key, List<Release.Ref>> refs = new LinkedHashMap<>();
    for (Combination combination : found.get()) {
      Release.Ref ref = new Release.Ref(release, components.size());
      combination
          .holding()
          .forEach(place -> refs.computeIfAbsent(keys.get(place), k -> new ArrayList<>()).add(ref));
      Summand here = Summand.rows(here(conditions, combination), whole);
      components.add(joint.component(List.of(here), any, whole, BigFraction.ONE));
    }
    Map<Measures.Key, LinearCombination> numbers = new LinkedHashMap<>();
    keys.forEach(key -> numbers.put(key, LinearCombination.sum(refs.getOrDefault(key, List.of()))));
    return Optional.of(
        new Made(
            joint.draft(
                "COUNT(*) by conditions",
                components,
                BigFraction.of(whole),
                whole,
                BigFraction.ONE,
                BigDecimal.ONE.divide(new BigDecimal(whole))),
            numbers,
            parts * contribution.parts()));
  }

  /**
   * The combinations that rows may have, but for that in which none holds; empty if there are too
   * many, or a condition is in none of them.
   */
  private Optional<List<Combination>> combinations(List<RexNode> conditions) {
    if (conditions.size() > MAX_CONDITIONS) {
      return Optional.empty();
    }
    List<Combination> found = List.of(new Combination(List.of(), rex.makeLiteral(true)));
    for (int place = 0; place < conditions.size(); place++) {
      RexNode expanded = expanded(conditions.get(place));
      List<Combination> longer = new ArrayList<>();
      for (Combination shorter : found) {
        RexNode together = RexUtil.composeConjunction(rex, List.of(shorter.together(), expanded));
        if (mayHold(together)) {
          List<Integer> holding = new ArrayList<>(shorter.holding());
          holding.add(place);
          longer.add(new Combination(List.copyOf(holding), together));
        }
        if (!conditions.get(place).isAlwaysTrue()) {
          longer.add(shorter);
        }
      }
      found = longer;
      if (found.size() > MAX_COMBINATIONS + 1) {
        return Optional.empty();
      }
    }
    List<Combination> some = found.stream().filter(of -> !of.holding().isEmpty()).toList();
    boolean every =
        IntStream.range(0, conditions.size())
            .allMatch(place -> some.stream().anyMatch(of -> of.holding().contains(place)));
    return Optional.of(some).filter(all -> every);
  }

  /**
   * Whether conditions may hold together. Strings that differ in trailing blanks are equal as
   * CHAR(n), but not to Calcite. (A SARG may hold strings; none is made before the simplification.)
   */
  private boolean mayHold(RexNode together) {
    return RexUtil.nodeCount(List.of(together)) > MAX_NODES
        || endsInBlank(together)
        || !simplify.simplifyUnknownAsFalse(together).isAlwaysFalse();
  }

  private static boolean endsInBlank(RexNode node) {
    boolean[] found = {false};
    node.accept(
        new RexVisitorImpl<@Nullable Void>(/* deep= */ true) {
          @Override
          public @Nullable Void visitLiteral(RexLiteral literal) {
            boolean text = literal.getTypeName() == SqlTypeName.CHAR;
            found[0] |= text && String.valueOf(literal.getValueAs(String.class)).endsWith(" ");
            found[0] |= literal.getTypeName() == SqlTypeName.SARG;
            return null;
          }
        });
    return found[0];
  }

  /** One in the rows where just these conditions hold, NULL elsewhere. */
  private RexNode here(List<RexNode> conditions, Combination combination) {
    List<RexNode> holding = new ArrayList<>();
    List<RexNode> others = new ArrayList<>();
    for (int place = 0; place < conditions.size(); place++) {
      (combination.holding().contains(place) ? holding : others).add(conditions.get(place));
    }
    return rows.chosen(others, List.of(RexUtil.composeConjunction(rex, holding)));
  }

  /** A condition on the rows that these are computed from. */
  private RexNode expanded(RexNode condition) {
    return input.rel() instanceof Project project
        ? RelOptUtil.pushPastProject(condition, project)
        : condition;
  }

  /** The noise of each number is that of its combinations, of a mechanism that has more epsilon. */
  private boolean isBetter(int numbers, List<Combination> combinations, int others) {
    int summed = combinations.stream().mapToInt(of -> of.holding().size()).sum();
    return summed * variance(others + 1) < numbers * variance(others + numbers);
  }

  private double variance(int shares) {
    PrivacyRequest request = context.request();
    BigInteger each = BigInteger.valueOf(contribution.rows());
    return NoiseChoice.minVariance(
        request.noise(),
        request.epsilon().doubleValue(),
        request.delta().doubleValue(),
        shares,
        contribution.l1(each).doubleValue(),
        contribution.l2Squared(each).doubleValue());
  }
}
