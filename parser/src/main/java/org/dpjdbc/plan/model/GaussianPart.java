package org.dpjdbc.plan.model;

import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * What a release with Gaussian noise is of the query's joint vector: {@link NoisyVector}.
 *
 * @param l2Squared square of its weighted L2 sensitivity, positive
 * @param weights of its integers
 * @param epsilon part · E, for the epsilon E of the joint vector
 * @param delta part · D, for the delta D of the joint vector
 * @param part of the square of the joint vector's sensitivity, in (0, 1]
 */
public record GaussianPart(
    BigFraction l2Squared,
    List<BigFraction> weights,
    BigFraction epsilon,
    BigFraction delta,
    BigFraction part) {}
