package org.dpjdbc.sql.parse;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.dpjdbc.policy.ContributionKind;
import org.dpjdbc.policy.NoiseRule;
import org.dpjdbc.policy.Policy.DeriveRule;

/**
 * The privacy parameters that a query sets itself, in {@code SELECT WITH DIFFERENTIAL_PRIVACY
 * OPTIONS (…)} or the hint {@code DP(…)}, within the limits of the policy.
 *
 * @param epsilon the whole query's epsilon, positive
 * @param delta the whole query's delta, in [0, 1)
 * @param noise how the distribution of the noise is chosen
 * @param maxRowsContributed rows of one unit that count in one group
 * @param maxGroupsContributed groups that one unit counts in
 * @param contribution how contributions over several groups are bounded
 * @param otherGroup whether the rows of private keys that are not shown form one group
 * @param error the required accuracy: the query spends the smallest epsilon that achieves it
 * @param expectations what it takes for granted
 * @param weights how much the relative errors of columns matter; 1 for those that are not named
 * @param derive when the answer is derived from a kept one
 */
public record DpOptions(
    Optional<BigDecimal> epsilon,
    Optional<BigDecimal> delta,
    Optional<NoiseRule> noise,
    OptionalInt maxRowsContributed,
    OptionalInt maxGroupsContributed,
    Optional<ContributionKind> contribution,
    boolean otherGroup,
    Optional<ErrorTarget> error,
    Expectations expectations,
    List<ColumnWeight> weights,
    Optional<DeriveRule> derive) {
  /** Nothing said. */
  public static final DpOptions NONE = of(Optional.empty(), Optional.empty());

  /** Nothing said but these amounts. */
  static DpOptions of(Optional<BigDecimal> epsilon, Optional<BigDecimal> delta) {
    return new DpOptions(
        epsilon,
        delta,
        Optional.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        Expectations.NONE,
        List.of(),
        Optional.empty());
  }
}
