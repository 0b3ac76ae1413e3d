package org.dpjdbc.plan.release;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.contribution.ContributionRule;
import org.dpjdbc.plan.model.QuantileRelease;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.plan.release.Measures.Need;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * The measures of a frontier whose contributions are left to be found, because the policy says
 * {@code auto} of a column's bounds or of the rows that count. Sums and counts are found a clamp
 * for, and means are quotients of both; MIN and MAX are such clamps themselves. What else there is
 * needs bounds, and is refused.
 */
final class AutoBoundMeasures {
  private static final Set<Need> OFFERED = EnumSet.of(Need.COUNT, Need.SUM, Need.MEAN);

  private final Map<Measures.Key, Set<Need>> measures = new LinkedHashMap<>();
  private final Set<Measures.Key> ends = new HashSet<>();
  private final boolean boundsRows;

  private AutoBoundMeasures(boolean boundsRows) {
    this.boundsRows = boundsRows;
  }

  /**
   * Finds them.
   *
   * @param keys the grouped columns
   * @throws org.dpjdbc.sql.refusal.RefusedException if more is asked of one than can be found
   */
  static AutoBoundMeasures of(
      PrivacyRequest request, PerUnit rows, Measures measures, List<Integer> keys) {
    boolean boundsRows =
        request.boundsRows(rows.table())
            && rows.rowsPerUnit().isEmpty()
            && !ContributionRule.isGrouped(rows, keys);
    AutoBoundMeasures autoBounded = new AutoBoundMeasures(boundsRows);
    measures
        .needs()
        .forEach(
            (key, needs) -> {
              if (autoBounded.isAutoBound(rows, key, needs)) {
                autoBounded.add(rows, key, needs);
              }
            });
    for (Measures.Key key : measures.quantiles().measures()) {
      if (rows.columns().get(key.argument()).autoBounded()) {
        autoBounded.addEnds(rows, key, measures.quantiles());
      } else if (boundsRows) {
        throw refused(rows, key, boundsRows);
      }
    }
    if (!autoBounded.isEmpty() && rows.table().units() > 1) {
      throw RelationMessages.severalUnitsRelease(rows.table().name());
    }
    return autoBounded;
  }

  private boolean isAutoBound(PerUnit rows, Measures.Key key, Set<Need> needs) {
    if (key.once() == Measures.Once.AS_IT_IS) {
      boolean units = rows.unit().isPresent() && rows.unit().getAsInt() == key.argument();
      return boundsRows && !units;
    }
    boolean ofValues = !needs.equals(EnumSet.of(Need.COUNT));
    return boundsRows
        || (ofValues && rows.columns().get(key.argument()).autoBounded())
        || (ofValues && key.isPair() && rows.columns().get(key.second()).autoBounded());
  }

  private void add(PerUnit rows, Measures.Key key, Set<Need> needs) {
    if (key.isPair()
        || key.distinct()
        || key.answers().isPresent()
        || !OFFERED.containsAll(needs)) {
      throw refused(rows, key, boundsRows);
    }
    measures.put(key, needs);
  }

  /** A bound from above, and one from below of what may be below 0. */
  private void addEnds(PerUnit rows, Measures.Key key, Quantiles quantiles) {
    boolean signed =
        rows.columns()
            .get(key.argument())
            .facts()
            .range()
            .filter(range -> range.lower().signum() < 0)
            .isPresent();
    for (List<BigFraction> together : quantiles.together(key)) {
      BigFraction fraction = together.get(0);
      boolean maximum = fraction.equals(BigFraction.ONE);
      if (!QuantileRelease.isEnd(fraction) || !(maximum || signed)) {
        throw refused(rows, key, boundsRows);
      }
    }
    ends.add(key);
  }

  private static RefusedException refused(PerUnit rows, Measures.Key key, boolean boundsRows) {
    return Stream.of(key.argument(), key.second())
        .filter(column -> column >= 0 && rows.columns().get(column).autoBounded())
        .findFirst()
        .map(column -> rows.columns().get(column).facts())
        .map(
            facts ->
                facts.isNamed()
                    ? ExpressionMessages.autoBounds(facts.name(), boundsRows)
                    : ExpressionMessages.autoBoundsOfExpression())
        .orElseGet(() -> ExpressionMessages.autoRows(rows.table().name()));
  }

  boolean isEmpty() {
    return measures.isEmpty() && ends.isEmpty();
  }

  /** Whether the smallest and the largest value of a measure are bounds that are found. */
  boolean hasEnds(Measures.Key key) {
    return ends.contains(key);
  }

  /** Whether it is found how many rows of a unit count in a group. */
  boolean boundsRows() {
    return boundsRows;
  }

  boolean has(Measures.Key key) {
    return measures.containsKey(key);
  }

  /** What is needed of each. */
  Map<Measures.Key, Set<Need>> needs() {
    return measures;
  }

  /** Whether an ordinary bound on a unit's rows matters for a measure. */
  boolean needsRows(Measures.Key key, Set<Need> needs) {
    return !has(key) || (!boundsRows && !needs.equals(EnumSet.of(Need.SUM)));
  }
}
