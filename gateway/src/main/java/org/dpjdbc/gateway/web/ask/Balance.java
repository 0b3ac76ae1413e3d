package org.dpjdbc.gateway.web.ask;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What is spent and left of a budget.
 *
 * @param analyst whose; {@link #ALL} for all together
 * @param renewsAt in UTC
 */
public record Balance(
    String analyst,
    BigDecimal spent,
    BigDecimal left,
    double spentDelta,
    double leftDelta,
    Optional<String> renewsAt) {

  /** Stands in the place of an analyst's name. */
  public static final String ALL = "*";
}
