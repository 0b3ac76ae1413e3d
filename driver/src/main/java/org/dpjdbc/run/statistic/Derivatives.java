package org.dpjdbc.run.statistic;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;

/**
 * The derivative of a statistic by each released integer, at the released ones; empty if it has no
 * error.
 */
record Derivatives(StatisticValues.Released released)
    implements Statistic.Visitor<Map<Release.Ref, Double>> {
  @Override
  public Map<Release.Ref, Double> count(Statistic.Count count) {
    return weights(count.count(), 1.0 / count.parts());
  }

  @Override
  public Map<Release.Ref, Double> notNegative(Statistic.NotNegative clamped) {
    return clamped.count().accept(this);
  }

  @Override
  public Map<Release.Ref, Double> sum(Statistic.Sum sum) {
    return weights(sum.sum(), sum.step().doubleValue());
  }

  @Override
  public Map<Release.Ref, Double> pairCount(Statistic.PairCount count) {
    double each = 1 / width(count.pair());
    return pair(count.pair(), each, each);
  }

  @Override
  public Map<Release.Ref, Double> pairSum(Statistic.PairSum sum) {
    double step = sum.pair().step().doubleValue();
    double ofLower = sum.pair().lower().doubleValue() / width(sum.pair());
    return pair(sum.pair(), step * ofLower, step * (ofLower + 1));
  }

  @Override
  public Map<Release.Ref, Double> mean(Statistic.Mean mean) {
    return meanOf(mean.pair());
  }

  @Override
  public Map<Release.Ref, Double> variance(Statistic.Variance variance) {
    return varianceOf(variance);
  }

  @Override
  public Map<Release.Ref, Double> quantile(Statistic.Quantile quantile) {
    return Map.of();
  }

  @Override
  public Map<Release.Ref, Double> debiased(Statistic.Debiased debiased) {
    return new DebiasedValues(debiased, released).weights();
  }

  @Override
  public Map<Release.Ref, Double> autoBound(Statistic.AutoBound sum) {
    return Map.of();
  }

  @Override
  public Map<Release.Ref, Double> autoBoundMean(Statistic.AutoBoundMean mean) {
    return Map.of();
  }

  @Override
  public Map<Release.Ref, Double> listed(Statistic.Listed listed) {
    return Map.of();
  }

  @Override
  public Map<Release.Ref, Double> comoment(Statistic.Comoment comoment) {
    return JointErrors.weights(comoment, released);
  }

  private Map<Release.Ref, Double> meanOf(Statistic.Pair pair) {
    double above = released.value(pair.above(), pair.parts()).doubleValue();
    double below = released.value(pair.below(), pair.parts()).doubleValue();
    double total = above + below;
    double width = width(pair);
    if (total < width / 2) {
      return Map.of();
    }
    double factor = pair.step().doubleValue() * width / (total * total);
    return pair(pair, -factor * below, factor * above);
  }

  private Map<Release.Ref, Double> varianceOf(Statistic.Variance variance) {
    Statistic.Pair pair = variance.pair();
    double above = released.value(pair.above(), pair.parts()).doubleValue();
    double below = released.value(pair.below(), pair.parts()).doubleValue();
    double spread = released.value(variance.spread(), pair.parts()).doubleValue();
    double total = above + below;
    double width = width(pair);
    if (total < width * (variance.sample() ? 1.5 : 0.5)) {
      return Map.of();
    }
    double step = pair.step().doubleValue();
    double n = total / width;
    double factor = step * step * (variance.sample() ? n / (n - 1) : 1);
    double cube = total * total * total;
    double ofSpread = spread * width / (total * total);
    double byAbove = width * width * below * (below - above) / cube + ofSpread;
    double byBelow = width * width * above * (above - below) / cube + ofSpread;
    if (variance.root()) {
      double value = width * width * above * below / (total * total) - spread / n;
      double min = 1 / n;
      factor /= 2 * Math.sqrt(Math.max(value, min) * factor);
    }
    Map<Release.Ref, Double> weights =
        new LinkedHashMap<>(pair(pair, factor * byAbove, factor * byBelow));
    variance.spread().addTo(weights, -factor / n / pair.parts());
    return weights;
  }

  private static Map<Release.Ref, Double> weights(LinearCombination combination, double weight) {
    Map<Release.Ref, Double> weights = new LinkedHashMap<>();
    combination.addTo(weights, weight);
    return weights;
  }

  private static Map<Release.Ref, Double> pair(Statistic.Pair pair, double above, double below) {
    Map<Release.Ref, Double> weights = new LinkedHashMap<>();
    pair.above().addTo(weights, above / pair.parts());
    pair.below().addTo(weights, below / pair.parts());
    return weights;
  }

  private static double width(Statistic.Pair pair) {
    return new BigDecimal(pair.width()).doubleValue();
  }
}
