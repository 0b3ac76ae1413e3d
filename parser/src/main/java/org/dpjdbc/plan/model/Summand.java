package org.dpjdbc.plan.model;

import java.math.BigDecimal;

/**
 * What a sum adds up, and the range that its noise has to hide.
 *
 * @param expression as messages name it
 * @param lower the smallest value of a row
 * @param upper the largest value of a row
 */
public record Summand(String expression, BigDecimal lower, BigDecimal upper) {}
