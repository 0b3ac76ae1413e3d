package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.run.statistic.HalfWidths;
import org.dpjdbc.run.statistic.StatisticErrors;
import org.jspecify.annotations.Nullable;

/**
 * The figures of integers that noise is added to, in the units of the answer. Its integers count
 * steps of a grid, or fractions of a row; the columns that are computed from it determine the value
 * of a step.
 */
public final class VectorFigures {
  private static final Units UNITS = new Units();

  private final AdditiveRelease prepared;
  private final Frontier frontier;
  private final List<Integer> columns = new ArrayList<>();

  /**
   * Finds the columns that are computed from a release.
   *
   * @param index its place among the frontier's releases
   */
  public VectorFigures(Frontier frontier, AdditiveRelease vector, int index) {
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

  String sensitivity() {
    return prepared.sensitivity(unit());
  }

  String scale() {
    return prepared.scale(unit());
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
    return error == null ? null : (Double) Figures.rounded(error).doubleValue();
  }

  /** The value of one step of the vector's integers. */
  private BigFraction unit() {
    return columns.stream()
        .map(frontier.statistics()::get)
        .flatMap(statistic -> statistic.accept(UNITS).stream())
        .findFirst()
        .orElse(BigFraction.ONE);
  }

  private static BigFraction unit(Statistic.Pair pair) {
    return Figures.fraction(pair.step()).divide(pair.parts());
  }

  /** What 1 of the integers of a statistic stands for; empty where they are places. */
  private static final class Units implements Statistic.Visitor<Optional<BigFraction>> {
    @Override
    public Optional<BigFraction> count(Statistic.Count count) {
      return Optional.of(BigFraction.of(1, count.parts()));
    }

    @Override
    public Optional<BigFraction> notNegative(Statistic.NotNegative clamped) {
      return clamped.count().accept(this);
    }

    @Override
    public Optional<BigFraction> sum(Statistic.Sum sum) {
      return Optional.of(Figures.fraction(sum.step()));
    }

    @Override
    public Optional<BigFraction> pairCount(Statistic.PairCount count) {
      return Optional.of(unit(count.pair()));
    }

    @Override
    public Optional<BigFraction> pairSum(Statistic.PairSum sum) {
      return Optional.of(unit(sum.pair()));
    }

    @Override
    public Optional<BigFraction> mean(Statistic.Mean mean) {
      return Optional.of(unit(mean.pair()));
    }

    @Override
    public Optional<BigFraction> variance(Statistic.Variance variance) {
      return Optional.of(unit(variance.pair()));
    }

    @Override
    public Optional<BigFraction> quantile(Statistic.Quantile quantile) {
      return Optional.empty();
    }

    @Override
    public Optional<BigFraction> debiased(Statistic.Debiased debiased) {
      Statistic.Debiased.Moments moments = debiased.reported().get(0).moments();
      return Optional.of(
          moments instanceof Statistic.Debiased.OfPair of
              ? unit(of.pair())
              : BigFraction.of(1, moments.parts()));
    }

    @Override
    public Optional<BigFraction> autoBound(Statistic.AutoBound sum) {
      return Optional.empty();
    }

    @Override
    public Optional<BigFraction> autoBoundMean(Statistic.AutoBoundMean mean) {
      return mean.count().accept(this);
    }

    @Override
    public Optional<BigFraction> listed(Statistic.Listed listed) {
      return Optional.empty();
    }

    @Override
    public Optional<BigFraction> comoment(Statistic.Comoment comoment) {
      Statistic.Joint joint = comoment.joint();
      return Optional.of(
          Figures.fraction(joint.x().step().multiply(joint.y().step())).divide(joint.parts()));
    }
  }
}
