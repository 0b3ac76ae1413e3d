package org.dpjdbc.run.statistic;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;

/**
 * By how much a function of pairs moves with each of the released moments that it is computed from,
 * to first order at the released values.
 */
final class JointErrors {
  private final Statistic.Joint joint;
  private final List<Release.Ref> refs;
  private final Slopes both;
  private final Slopes justX;
  private final Slopes justY;
  private final Slopes total;
  private final Slopes rows;
  private final Slopes neither;
  private final StatisticValues.Released released;

  private JointErrors(Statistic.Joint joint, StatisticValues.Released released) {
    this.joint = joint;
    this.released = released;
    this.refs = joint.refs();
    this.both = of(joint.belowBelow());
    this.justX = of(joint.belowAbove());
    this.justY = of(joint.aboveBelow());
    this.neither = of(joint.aboveAbove());
    this.total = both.plus(justX).plus(justY).plus(neither);
    this.rows = total.times(1 / (width(joint.x()) * width(joint.y())));
  }

  /** The derivatives; empty if the function has no value. */
  static Map<Release.Ref, Double> weights(
      Statistic.Comoment statistic, StatisticValues.Released released) {
    Map<Release.Ref, Double> weights = new LinkedHashMap<>();
    if (JointValues.value(statistic, released) == null) {
      return weights;
    }
    JointErrors errors = new JointErrors(statistic.joint(), released);
    double[] slopes = errors.value(statistic).slopes();
    for (int i = 0; i < slopes.length; i++) {
      if (slopes[i] != 0) {
        weights.put(errors.refs.get(i), slopes[i] / statistic.joint().parts());
      }
    }
    return weights;
  }

  private Slopes value(Statistic.Comoment statistic) {
    Slopes meanX = both.plus(justX).over(total);
    Slopes meanY = both.plus(justY).over(total);
    Slopes covariance =
        both.times(neither).plus(justX.times(justY).times(-1)).over(total.times(total));
    double scaleX = width(joint.x()) * joint.x().step().doubleValue();
    double scaleY = width(joint.y()) * joint.y().step().doubleValue();
    Slopes product = covariance.times(scaleX * scaleY);
    return switch (statistic.function()) {
      case COUNT -> rows;
      case AVG_X -> meanX.times(scaleX);
      case AVG_Y -> meanY.times(scaleY);
      case COVAR_POP -> product;
      case COVAR_SAMP -> product.times(rows).over(rows.plus(-1));
      case SXY -> product.times(rows);
      case SXX -> varianceX(meanX).times(rows).times(scaleX * scaleX);
      case SYY -> varianceY(meanY).times(rows).times(scaleY * scaleY);
      case CORR -> covariance.over(varianceX(meanX).times(varianceY(meanY)).sqrt());
      case R2 -> {
        Slopes variances = varianceX(meanX).times(varianceY(meanY));
        yield covariance.times(covariance).over(variances);
      }
      case SLOPE -> covariance.over(varianceX(meanX)).times(scaleY / scaleX);
      case INTERCEPT -> {
        Slopes slope = covariance.over(varianceX(meanX)).times(scaleY / scaleX);
        yield meanY.times(scaleY).plus(slope.times(mean(meanX, joint.x())).times(-1));
      }
    };
  }

  private static Slopes mean(Slopes part, Statistic.Bounds bounds) {
    double step = bounds.step().doubleValue();
    return part.times(width(bounds)).plus(bounds.lower().doubleValue()).times(step);
  }

  private Slopes varianceX(Slopes mean) {
    return variance(mean, joint.x(), joint.spreadX().orElseThrow());
  }

  private Slopes varianceY(Slopes mean) {
    return variance(mean, joint.y(), joint.spreadY().orElseThrow());
  }

  /** Of values that do not vary, that of values one step apart. */
  private Slopes variance(Slopes mean, Statistic.Bounds bounds, LinearCombination spread) {
    double width = width(bounds);
    Slopes within = of(spread).over(rows).times(1 / (width * width));
    Slopes found = mean.plus(mean.times(mean).times(-1)).plus(within.times(-1));
    return found.atLeast(1 / (width * width * Math.max(1, rows.value())));
  }

  private Slopes of(LinearCombination combination) {
    double[] slopes = new double[refs.size()];
    for (LinearCombination.Term term : combination.terms()) {
      slopes[refs.indexOf(term.ref())] = term.factor().doubleValue();
    }
    return new Slopes(released.value(combination, joint.parts()).doubleValue(), slopes);
  }

  private static double width(Statistic.Bounds bounds) {
    return new BigDecimal(bounds.width()).doubleValue();
  }
}
