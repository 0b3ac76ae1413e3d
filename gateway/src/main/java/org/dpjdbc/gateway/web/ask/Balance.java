package org.dpjdbc.gateway.web.ask;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What is spent and left of a budget.
 *
 * @param analyst whose; {@code *} for all together
 * @param renewsAt in UTC
 */
public record Balance(
    String analyst,
    BigDecimal spent,
    BigDecimal left,
    double spentDelta,
    double leftDelta,
    Optional<String> renewsAt) {}
