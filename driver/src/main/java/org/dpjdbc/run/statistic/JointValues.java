package org.dpjdbc.run.statistic;

import java.math.BigDecimal;
import java.math.MathContext;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.PairFunction;
import org.dpjdbc.plan.model.Statistic;
import org.jspecify.annotations.Nullable;

/**
 * Functions of pairs, of their released moments: post-processing, exact until the last rounding.
 * Each moment that it is computed from is first brought into its possible range, given the others:
 * means into the bounds, a variance below what values with that mean can have within them, a
 * covariance between the bounds of Fréchet. With x and y as parts a and b of their ranges and the
 * four sums as weights of (1, 1), (1, 0), (0, 1), (0, 0), that of a and b is the covariance.
 */
final class JointValues {
  private static final MathContext DIGITS = MathContext.DECIMAL128;
  private static final BigDecimal ONE = BigDecimal.ONE;

  private final Statistic.Joint joint;
  private final StatisticValues.Released released;
  private final BigDecimal rows;
  private final BigDecimal total;
  private final BigDecimal both;
  private final BigDecimal justX;
  private final BigDecimal justY;
  private final BigDecimal neither;

  private JointValues(Statistic.Joint joint, StatisticValues.Released released) {
    this.joint = joint;
    this.released = released;
    this.both = of(joint.belowBelow());
    this.justX = of(joint.belowAbove());
    this.justY = of(joint.aboveBelow());
    this.neither = of(joint.aboveAbove());
    this.total = both.add(justX).add(justY).add(neither);
    this.rows = total.divide(width(joint.x()).multiply(width(joint.y())), DIGITS);
  }

  /** The value; {@code null} where too few rows are left to tell, or a side does not vary. */
  static @Nullable BigDecimal value(
      Statistic.Comoment statistic, StatisticValues.Released released) {
    JointValues values = new JointValues(statistic.joint(), released);
    PairFunction function = statistic.function();
    if (function == PairFunction.COUNT) {
      return values.rows;
    }
    double min = function.ofVariation() ? 1.5 : 0.5;
    return values.rows.compareTo(BigDecimal.valueOf(min)) < 0 ? null : values.of(function);
  }

  private @Nullable BigDecimal of(PairFunction function) {
    BigDecimal meanX = unit(both.add(justX).divide(total, DIGITS));
    BigDecimal meanY = unit(both.add(justY).divide(total, DIGITS));
    BigDecimal scaleX = width(joint.x()).multiply(joint.x().step());
    BigDecimal scaleY = width(joint.y()).multiply(joint.y().step());
    BigDecimal covariance = covariance(meanX, meanY);
    BigDecimal product = covariance.multiply(scaleX).multiply(scaleY);
    return switch (function) {
      case COUNT -> rows;
      case AVG_X -> mean(joint.x(), meanX);
      case AVG_Y -> mean(joint.y(), meanY);
      case COVAR_POP -> product;
      case COVAR_SAMP -> product.multiply(rows).divide(rows.subtract(ONE), DIGITS);
      case SXY -> product.multiply(rows);
      case SXX -> varianceX(meanX).multiply(scaleX.pow(2)).multiply(rows);
      case SYY -> varianceY(meanY).multiply(scaleY.pow(2)).multiply(rows);
      case CORR -> correlation(covariance, varianceX(meanX), varianceY(meanY));
      case R2 -> determination(covariance, varianceX(meanX), varianceY(meanY));
      case SLOPE, INTERCEPT -> {
        BigDecimal part = slope(covariance, varianceX(meanX), varianceY(meanY));
        if (part == null) {
          yield null;
        }
        BigDecimal slope = part.multiply(scaleY).divide(scaleX, DIGITS);
        yield function == PairFunction.SLOPE
            ? slope
            : mean(joint.y(), meanY).subtract(slope.multiply(mean(joint.x(), meanX)));
      }
    };
  }

  private BigDecimal covariance(BigDecimal meanX, BigDecimal meanY) {
    BigDecimal found =
        both.multiply(neither).subtract(justX.multiply(justY)).divide(total.pow(2), DIGITS);
    BigDecimal restX = ONE.subtract(meanX);
    BigDecimal restY = ONE.subtract(meanY);
    BigDecimal min = meanX.multiply(meanY).min(restX.multiply(restY)).negate();
    BigDecimal max = meanX.multiply(restY).min(restX.multiply(meanY));
    return found.max(min).min(max);
  }

  private BigDecimal varianceX(BigDecimal mean) {
    return variance(mean, joint.x(), joint.spreadX().orElse(null));
  }

  private BigDecimal varianceY(BigDecimal mean) {
    return variance(mean, joint.y(), joint.spreadY().orElse(null));
  }

  /** Where it was not released, the largest that is possible. */
  private BigDecimal variance(
      BigDecimal mean, Statistic.Bounds bounds, @Nullable LinearCombination spread) {
    BigDecimal max = mean.multiply(ONE.subtract(mean));
    if (spread == null) {
      return max;
    }
    BigDecimal within = of(spread).divide(rows.multiply(width(bounds).pow(2)), DIGITS);
    return max.subtract(within).max(BigDecimal.ZERO).min(max);
  }

  private static @Nullable BigDecimal correlation(
      BigDecimal covariance, BigDecimal varianceX, BigDecimal varianceY) {
    return varianceX.signum() == 0 || varianceY.signum() == 0
        ? null
        : covariance
            .divide(varianceX.multiply(varianceY).sqrt(DIGITS), DIGITS)
            .max(ONE.negate())
            .min(ONE);
  }

  private static @Nullable BigDecimal determination(
      BigDecimal covariance, BigDecimal varianceX, BigDecimal varianceY) {
    if (varianceX.signum() == 0) {
      return null;
    }
    return varianceY.signum() == 0
        ? ONE
        : covariance.pow(2).divide(varianceX.multiply(varianceY), DIGITS).min(ONE);
  }

  /** Cauchy and Schwarz bound it by the root of the variances' ratio. */
  private static @Nullable BigDecimal slope(
      BigDecimal covariance, BigDecimal varianceX, BigDecimal varianceY) {
    if (varianceX.signum() == 0) {
      return null;
    }
    BigDecimal max = varianceY.divide(varianceX, DIGITS).sqrt(DIGITS);
    return covariance.divide(varianceX, DIGITS).max(max.negate()).min(max);
  }

  private static BigDecimal mean(Statistic.Bounds bounds, BigDecimal part) {
    return new BigDecimal(bounds.lower()).add(part.multiply(width(bounds))).multiply(bounds.step());
  }

  private static BigDecimal unit(BigDecimal part) {
    return part.max(BigDecimal.ZERO).min(ONE);
  }

  private BigDecimal of(LinearCombination combination) {
    return released.value(combination, joint.parts());
  }

  private static BigDecimal width(Statistic.Bounds bounds) {
    return new BigDecimal(bounds.width());
  }
}
