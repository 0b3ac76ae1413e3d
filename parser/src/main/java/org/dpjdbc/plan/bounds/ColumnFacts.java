package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What is known of one input column of an expression, from the policy and from filters below.
 *
 * @param name the column as messages name it
 * @param range its range, where one is declared or derived; a claim of the policy, so it serves
 *     accuracy and is enforced by a clamp before it serves privacy
 * @param step the grid that its sums are taken on, where declared
 */
public record ColumnFacts(String name, Optional<Interval> range, Optional<BigDecimal> step) {}
