package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.run.statistic.HalfWidths;
import org.dpjdbc.run.statistic.StatisticErrors;
import org.jspecify.annotations.Nullable;

/** The columns that are computed from integers that noise is added to, and their errors. */
public final class VectorColumns {
  private final AdditiveRelease prepared;
  private final Frontier frontier;
  private final List<Integer> columns = new ArrayList<>();

  /**
   * Finds the columns that are computed from a release.
   *
   * @param index its place among the frontier's releases
   */
  public VectorColumns(Frontier frontier, AdditiveRelease vector, int index) {
    this.prepared = vector;
    this.frontier = frontier;
    for (int i = 0; i < frontier.statistics().size(); i++) {
      if (frontier.statistics().get(i).refs().stream().anyMatch(ref -> ref.release() == index)) {
        columns.add(i);
      }
    }
  }

  /** The columns that are computed from it, by their places among the statistics. */
  public List<Integer> columns() {
    return columns;
  }

  /**
   * Whether it counts groups of randomized answers: these are one aggregate together, and the error
   * of each depends on all of them.
   */
  public boolean ofAnswers() {
    return columns.stream()
        .map(frontier.statistics()::get)
        .anyMatch(Statistic.Debiased.class::isInstance);
  }

  /** All the aggregates that it serves, or the groups of randomized answers that it counts. */
  String what() {
    return columns.isEmpty() || ofAnswers()
        ? prepared.release().what()
        : String.join(
            ", ", new LinkedHashSet<>(columns.stream().map(frontier.aggregates()::get).toList()));
  }

  /**
   * The 95 % error of a column; {@code null} where it depends on what is released.
   *
   * @param errors of the frontier's integers
   */
  public @Nullable Double error(int column, HalfWidths errors) {
    Statistic statistic = frontier.statistics().get(column);
    if (!StatisticErrors.isLinear(statistic)) {
      return null;
    }
    Double error = StatisticErrors.halfWidth(statistic, ref -> BigInteger.ZERO, errors);
    return error == null ? null : (Double) SignificantDigits.rounded(error).doubleValue();
  }
}
