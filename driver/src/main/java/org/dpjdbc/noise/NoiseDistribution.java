package org.dpjdbc.noise;

/**
 * A distribution over the integers from which noise is drawn exactly. Immutable; two are equal when
 * they are the same distribution with the same parameters.
 */
public sealed interface NoiseDistribution permits AdditiveNoise, TruncatedLaplace {}
