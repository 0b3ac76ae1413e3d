package org.dpjdbc.run.finish;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.dpjdbc.run.finish.expression.Numbers;
import org.dpjdbc.run.finish.expression.NumericType;
import org.jspecify.annotations.Nullable;

/**
 * Functions of pairs of numbers, y first, in one pass (Pébay 2008, the pairwise updates of means
 * and co-moments).
 */
final class Comoments implements Accumulator {
  private final NumericType type;
  private final Result result;
  private long count;
  private double meanX;
  private double meanY;
  private double squaresX;
  private double squaresY;
  private double products;

  /** Computed from the moments. */
  private interface Result {
    @Nullable Object of(Comoments moments);
  }

  private Comoments(NumericType type, Result result) {
    this.type = type;
    this.result = result;
  }

  /** Makes accumulators, if the function is one of these. */
  static Optional<Supplier<Accumulator>> named(String name, NumericType type) {
    Optional<Result> result =
        switch (name) {
          case "COVAR_POP" -> Optional.of(m -> m.orNull(0, m.products / m.count));
          case "COVAR_SAMP" -> Optional.of(m -> m.orNull(1, m.products / (m.count - 1)));
          case "CORR" -> Optional.of(Comoments::correlation);
          case "REGR_COUNT" -> Optional.of(m -> m.count);
          case "REGR_SXX" -> Optional.of(m -> m.orNull(0, m.squaresX));
          case "REGR_SYY" -> Optional.of(m -> m.orNull(0, m.squaresY));
          case "REGR_SXY" -> Optional.of(m -> m.orNull(0, m.products));
          case "REGR_AVGX" -> Optional.of(m -> m.orNull(0, m.meanX));
          case "REGR_AVGY" -> Optional.of(m -> m.orNull(0, m.meanY));
          case "REGR_SLOPE" -> Optional.of(m -> m.unlessConstant(m.products / m.squaresX));
          case "REGR_INTERCEPT" ->
              Optional.of(m -> m.unlessConstant(m.meanY - m.products / m.squaresX * m.meanX));
          case "REGR_R2" -> Optional.of(Comoments::determination);
          default -> Optional.empty();
        };
    return result.map(known -> () -> new Comoments(type, known));
  }

  @Override
  public void add(List<Object> arguments) {
    double y = Numbers.toDouble(arguments.get(0));
    double x = Numbers.toDouble(arguments.get(1));
    count++;
    double fromX = x - meanX;
    double fromY = y - meanY;
    meanX += fromX / count;
    meanY += fromY / count;
    squaresX += fromX * (x - meanX);
    squaresY += fromY * (y - meanY);
    products += fromX * (y - meanY);
  }

  private @Nullable Object orNull(int lessDegrees, double value) {
    return count <= lessDegrees ? null : (Object) value;
  }

  /** NULL if x does not vary. */
  private @Nullable Object unlessConstant(double value) {
    return squaresX == 0 ? null : (Object) value;
  }

  private @Nullable Object determination() {
    return unlessConstant(squaresY == 0 ? 1.0 : products * products / (squaresX * squaresY));
  }

  /** NULL if a side does not vary. */
  private @Nullable Object correlation() {
    return squaresX == 0 || squaresY == 0
        ? null
        : (Object) (products / Math.sqrt(squaresX * squaresY));
  }

  @Override
  public @Nullable Object result() {
    Object value = result.of(this);
    return value == null ? null : type.fit(value);
  }
}
