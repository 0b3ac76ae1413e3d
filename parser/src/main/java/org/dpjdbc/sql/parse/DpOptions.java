package org.dpjdbc.sql.parse;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalInt;
import org.dpjdbc.policy.ContributionKind;
import org.dpjdbc.policy.NoiseRule;

/**
 * What a query says of its own privacy, in {@code SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (…)} or
 * the hint {@code DP(…)}; never beyond the policy.
 *
 * @param epsilon the whole query's epsilon, positive
 * @param delta the whole query's delta, in [0, 1)
 * @param noise how its distribution is chosen
 * @param maxRowsContributed rows of one unit that count in one group
 * @param maxGroupsContributed groups that one unit counts in
 * @param contribution how contributions over several groups are bounded
 * @param otherGroup whether the rows of private keys that are not shown are gathered in a group
 * @param error how accurate the answer shall be: the least epsilon is spent that makes it so
 */
public record DpOptions(
    Optional<BigDecimal> epsilon,
    Optional<BigDecimal> delta,
    Optional<NoiseRule> noise,
    OptionalInt maxRowsContributed,
    OptionalInt maxGroupsContributed,
    Optional<ContributionKind> contribution,
    boolean otherGroup,
    Optional<ErrorTarget> error) {
  /** Nothing said. */
  public static final DpOptions NONE =
      new DpOptions(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          false,
          Optional.empty());
}
