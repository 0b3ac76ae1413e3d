package org.dpjdbc.plan.randomized;

import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.util.Optionality;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.Statistic.Debiased.Aim;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate over rows by their true answers, expressed by their reported answers. Its first
 * argument is the number of a row's reported combination of answers, from 1 on, or NULL; its
 * second, if there is one, is the value that is added up.
 */
public final class DebiasedAggregate extends SqlAggFunction {
  private final Aim aim;
  private final Weights weights;
  private final String what;
  private final RelDataType type;

  /**
   * How the rows of each reported combination of answers count.
   *
   * @param summed the factor of their sum, or, without a second argument, of their number
   * @param counted the factor of their number, of which a mean divides by the total
   * @param chances the probability that a row of a combination, the first index, is reported with
   *     another; each adds up to 1
   * @param repeated whether a join may have repeated answers, so that rows were flipped together
   */
  public record Weights(
      List<BigFraction> summed,
      List<BigFraction> counted,
      List<List<BigFraction>> chances,
      boolean repeated) {
    public Weights {
      summed = List.copyOf(summed);
      counted = List.copyOf(counted);
      chances = chances.stream().map(List::copyOf).toList();
    }

    /** The number of combinations of answers that are distinguished. */
    public int combinations() {
      return summed.size();
    }
  }

  DebiasedAggregate(Aim aim, Weights weights, String what, RelDataType type) {
    super(
        "DEBIASED_" + aim,
        null,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.explicit(type),
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.NUMERIC,
        false,
        false,
        Optionality.FORBIDDEN);
    this.aim = aim;
    this.weights = weights;
    this.what = what;
    this.type = type;
  }

  public Aim aim() {
    return aim;
  }

  public Weights weights() {
    return weights;
  }

  /** The answers, as EXPLAIN PRIVACY names them. */
  public String what() {
    return what;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DebiasedAggregate same
        && aim == same.aim
        && weights.equals(same.weights)
        && what.equals(same.what)
        && type.equals(same.type);
  }

  @Override
  public int hashCode() {
    return Objects.hash(aim, weights, what, type);
  }
}
