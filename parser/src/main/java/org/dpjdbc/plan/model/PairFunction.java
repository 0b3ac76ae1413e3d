package org.dpjdbc.plan.model;

import java.util.Optional;
import org.apache.calcite.rel.core.AggregateCall;

/**
 * The aggregates of pairs (y, x), over the rows where neither is NULL (ISO/IEC 9075-2, 10.9). With
 * n for their number, means, and sums of squares and products about the means:
 */
public enum PairFunction {
  /** n. */
  COUNT,
  /** The mean of x. */
  AVG_X,
  /** The mean of y. */
  AVG_Y,
  /** Sxy / n. */
  COVAR_POP,
  /** Sxy / (n − 1). */
  COVAR_SAMP,
  /** Sxy / √(Sxx · Syy); NULL if a side does not vary. */
  CORR,
  /** Sxy / Sxx; NULL if x does not vary. */
  SLOPE,
  /** The mean of y less the slope times that of x. */
  INTERCEPT,
  /** Sxy² / (Sxx · Syy); NULL if x does not vary, 1 where y alone does not. */
  R2,
  /** Sxx. */
  SXX,
  /** Syy. */
  SYY,
  /** Sxy. */
  SXY;

  /**
   * The function that a call names, if it is one of these. Of the arguments of REGR_COUNT Calcite
   * leaves those that may be NULL; of fewer than two it is a COUNT.
   */
  public static Optional<PairFunction> of(AggregateCall call) {
    if (call.getArgList().size() != 2) {
      return Optional.empty();
    }
    return switch (call.getAggregation().getName()) {
      case "REGR_COUNT" -> Optional.of(COUNT);
      case "REGR_AVGX" -> Optional.of(AVG_X);
      case "REGR_AVGY" -> Optional.of(AVG_Y);
      case "COVAR_POP" -> Optional.of(COVAR_POP);
      case "COVAR_SAMP" -> Optional.of(COVAR_SAMP);
      case "CORR" -> Optional.of(CORR);
      case "REGR_SLOPE" -> Optional.of(SLOPE);
      case "REGR_INTERCEPT" -> Optional.of(INTERCEPT);
      case "REGR_R2" -> Optional.of(R2);
      case "REGR_SXX" -> Optional.of(SXX);
      case "REGR_SYY" -> Optional.of(SYY);
      case "REGR_SXY" -> Optional.of(SXY);
      default -> Optional.empty();
    };
  }

  /** Whether it takes at least two rows. */
  public boolean ofVariation() {
    return this == COVAR_SAMP || this == CORR || this == SLOPE || this == INTERCEPT || this == R2;
  }
}
