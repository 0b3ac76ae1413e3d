package org.dpjdbc.run.statistic;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.RuntimeValues;
import org.dpjdbc.plan.model.Statistic;
import org.jspecify.annotations.Nullable;

/** Computes output columns of released integers: post-processing, exact until the last rounding. */
public final class StatisticValues {
  private static final MathContext DIGITS = MathContext.DECIMAL128;

  private StatisticValues() {}

  /** Gives the released integer of a component. */
  public interface Released {
    BigInteger get(Release.Ref ref);

    /** What released integers add up to, in rows that are divided into so many parts. */
    default BigDecimal value(LinearCombination combination, int parts) {
      BigFraction exact = combination.value(this::get).divide(parts);
      BigDecimal numerator = new BigDecimal(exact.getNumerator());
      return exact.getDenominator().equals(BigInteger.ONE)
          ? numerator
          : numerator.divide(new BigDecimal(exact.getDenominator()), DIGITS);
    }
  }

  /** The value of a column in one group; {@code null} where too few rows are left to tell. */
  public static @Nullable Object value(Statistic statistic, Released released, RelDataType type) {
    if (statistic instanceof Statistic.Listed listed) {
      KeyValue chosen = listed.values().get(released.get(listed.place()).intValueExact());
      return ((KeyValue.Of) chosen).value();
    }
    return statistic
        .accept(new Numbers(released))
        .map(value -> StatisticErrors.isLinear(statistic) ? even(value, type) : value)
        .map(value -> ofType(value, type))
        .orElse(null);
  }

  /**
   * Means of several draws often end in a half: rounded up, they would be larger than what they
   * estimate.
   */
  private static BigDecimal even(BigDecimal value, RelDataType type) {
    return SqlTypeName.INT_TYPES.contains(type.getSqlTypeName())
        ? value.setScale(0, RoundingMode.HALF_EVEN)
        : value;
  }

  private static Object ofType(BigDecimal value, RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case DATE -> LocalDate.ofEpochDay(value.longValueExact());
      case TIMESTAMP -> LocalDateTime.ofEpochSecond(value.longValueExact(), 0, ZoneOffset.UTC);
      default -> RuntimeValues.number(value, type);
    };
  }

  /** The numbers; empty if too few rows are left to tell. */
  private record Numbers(Released released) implements Statistic.Visitor<Optional<BigDecimal>> {
    @Override
    public Optional<BigDecimal> count(Statistic.Count count) {
      return Optional.of(released.value(count.count(), count.parts()));
    }

    @Override
    public Optional<BigDecimal> notNegative(Statistic.NotNegative clamped) {
      return clamped.count().accept(this).map(count -> count.max(BigDecimal.ZERO));
    }

    @Override
    public Optional<BigDecimal> sum(Statistic.Sum sum) {
      return Optional.of(released.value(sum.sum(), 1).multiply(sum.step()));
    }

    @Override
    public Optional<BigDecimal> pairCount(Statistic.PairCount count) {
      return Optional.of(new Pair(count.pair(), released).count());
    }

    @Override
    public Optional<BigDecimal> pairSum(Statistic.PairSum sum) {
      return Optional.of(new Pair(sum.pair(), released).sum());
    }

    @Override
    public Optional<BigDecimal> mean(Statistic.Mean mean) {
      return Optional.ofNullable(new Pair(mean.pair(), released).mean());
    }

    @Override
    public Optional<BigDecimal> variance(Statistic.Variance variance) {
      return Optional.ofNullable(StatisticValues.variance(variance, released));
    }

    @Override
    public Optional<BigDecimal> quantile(Statistic.Quantile quantile) {
      BigDecimal point = new BigDecimal(released.get(quantile.point()));
      return Optional.of(quantile.origin().add(point.multiply(quantile.step())));
    }

    @Override
    public Optional<BigDecimal> debiased(Statistic.Debiased debiased) {
      return Optional.ofNullable(new DebiasedValues(debiased, released).value());
    }

    @Override
    public Optional<BigDecimal> autoBound(Statistic.AutoBound sum) {
      return Optional.of(new BigDecimal(released.get(sum.sum())).multiply(sum.step()));
    }

    @Override
    public Optional<BigDecimal> autoBoundMean(Statistic.AutoBoundMean mean) {
      Optional<BigDecimal> count =
          mean.count().accept(this).filter(n -> n.compareTo(BigDecimal.valueOf(0.5)) >= 0);
      return mean.sum().accept(this).flatMap(sum -> count.map(n -> sum.divide(n, DIGITS)));
    }

    @Override
    public Optional<BigDecimal> listed(Statistic.Listed listed) {
      throw new IllegalStateException("one of some values is no number");
    }

    @Override
    public Optional<BigDecimal> comoment(Statistic.Comoment comoment) {
      return Optional.ofNullable(JointValues.value(comoment, released));
    }
  }

  private static @Nullable BigDecimal variance(Statistic.Variance variance, Released released) {
    Pair pair = new Pair(variance.pair(), released);
    BigDecimal n = pair.count();
    BigDecimal min = variance.sample() ? BigDecimal.valueOf(1.5) : BigDecimal.valueOf(0.5);
    if (n.compareTo(min) < 0) {
      return null;
    }
    BigDecimal share = pair.share();
    BigDecimal max = pair.width.multiply(pair.width).divide(BigDecimal.valueOf(4), DIGITS);
    BigDecimal between =
        pair.width.multiply(pair.width).multiply(share).multiply(BigDecimal.ONE.subtract(share));
    BigDecimal within =
        released.value(variance.spread(), variance.pair().parts()).divide(n, DIGITS);
    BigDecimal spread = between.subtract(within).max(BigDecimal.ZERO).min(max);
    if (variance.sample()) {
      spread = spread.multiply(n).divide(n.subtract(BigDecimal.ONE), DIGITS);
    }
    BigDecimal step = variance.pair().step();
    BigDecimal scaled = spread.multiply(step).multiply(step);
    return variance.root() ? scaled.sqrt(DIGITS) : scaled;
  }

  /** A released pair: above + below = width · count. */
  private static final class Pair {
    private final Statistic.Pair pair;
    private final BigDecimal below;
    private final BigDecimal total;
    private final BigDecimal width;

    Pair(Statistic.Pair pair, Released released) {
      this.pair = pair;
      this.below = released.value(pair.below(), pair.parts());
      this.total = below.add(released.value(pair.above(), pair.parts()));
      this.width = new BigDecimal(pair.width());
    }

    BigDecimal count() {
      return total.divide(width, DIGITS);
    }

    BigDecimal sum() {
      BigDecimal ofLower = total.multiply(new BigDecimal(pair.lower())).divide(width, DIGITS);
      return ofLower.add(below).multiply(pair.step());
    }

    /** Where in the range the mean lies, from 0 to 1. */
    BigDecimal share() {
      return below.divide(total, DIGITS).max(BigDecimal.ZERO).min(BigDecimal.ONE);
    }

    @Nullable BigDecimal mean() {
      if (count().compareTo(BigDecimal.valueOf(0.5)) < 0) {
        return null;
      }
      return new BigDecimal(pair.lower()).add(share().multiply(width)).multiply(pair.step());
    }
  }
}
