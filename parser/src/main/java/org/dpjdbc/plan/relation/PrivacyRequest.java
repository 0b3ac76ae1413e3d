package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.policy.Composition;
import org.dpjdbc.policy.ContributionKind;
import org.dpjdbc.policy.NoiseRule;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.sql.parse.ColumnWeight;
import org.dpjdbc.sql.parse.DpClause;
import org.dpjdbc.sql.parse.DpOptions;
import org.dpjdbc.sql.parse.Expectations;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * The privacy parameters of a query: the policy's defaults, overridden by the connection's
 * settings, overridden by the query's own options, all within the limits of the policy.
 *
 * @param epsilon of the whole query, positive
 * @param delta of the whole query, in [0, 1)
 * @param noise how the distribution of the noise is chosen
 * @param composition how the query's cost adds up with others, on which the best noise depends
 * @param maxRows rows of one unit that count in one group, instead of the table's
 * @param maxGroups groups that one unit counts in, instead of the table's
 * @param contribution how contributions over several groups are bounded, instead of the table's
 * @param otherGroup whether the rows of private keys that are not shown form one group
 * @param eachError whether the query says how great the error of each column may be, so that it is
 *     the largest that counts and not their sum
 * @param expectations what the query takes for granted
 * @param weights how much the relative errors of columns matter, by their places in the answer; 1
 *     for the others
 * @param clauses what single SELECTs ask for, where the query has several clauses: their epsilons
 *     add up to that of the query
 */
public record PrivacyRequest(
    BigDecimal epsilon,
    BigDecimal delta,
    NoiseRule noise,
    Composition composition,
    OptionalInt maxRows,
    OptionalInt maxGroups,
    Optional<ContributionKind> contribution,
    boolean otherGroup,
    boolean eachError,
    Expectations expectations,
    SortedMap<Integer, ColumnWeight> weights,
    List<Clause> clauses) {

  /**
   * One of several clauses.
   *
   * @param request its parameters; where it names no delta, that of the query
   * @param namesDelta whether it names one
   * @param at where it stands
   */
  public record Clause(PrivacyRequest request, boolean namesDelta, Position at) {}

  /**
   * Merges the parameters. Where the query says how accurate it shall be, epsilon is the most that
   * it may spend for that.
   *
   * @param policy gives defaults and limits: epsilon up to {@code max_epsilon_per_query}, delta up
   *     to the default delta
   * @param sessionEpsilon of the connection
   * @param sessionDelta of the connection
   * @param options of the query
   * @param names of each column of the query, by which its options name it
   * @throws org.dpjdbc.sql.refusal.RefusedException if one goes beyond the policy, or is finer than
   *     what is kept apart
   */
  public static PrivacyRequest of(
      Policy policy,
      Optional<BigDecimal> sessionEpsilon,
      Optional<BigDecimal> sessionDelta,
      DpOptions options,
      List<Set<String>> names) {
    BigDecimal usual =
        options.error().isPresent()
            ? policy.limits().maxEpsilonPerQuery()
            : policy.defaults().epsilon();
    BigDecimal epsilon = options.epsilon().or(() -> sessionEpsilon).orElse(usual);
    BigDecimal delta = options.delta().or(() -> sessionDelta).orElse(policy.defaults().delta());
    limit("epsilon", epsilon, policy.limits().maxEpsilonPerQuery());
    if (epsilon.compareTo(Policy.MIN_EPSILON) < 0) {
      throw ParseMessages.optionTooSmall(
          "epsilon", "at least " + Policy.MIN_EPSILON.toPlainString());
    }
    if (delta.signum() > 0 && delta.compareTo(Policy.MIN_DELTA) < 0) {
      throw ParseMessages.optionTooSmall(
          "delta", "0, or at least " + Policy.MIN_DELTA.toPlainString());
    }
    limit("delta", delta, policy.defaults().delta());
    return new PrivacyRequest(
        epsilon,
        delta,
        options.noise().orElse(policy.defaults().noise()),
        policy.budget().composition(),
        options.maxRowsContributed(),
        options.maxGroupsContributed(),
        options.contribution(),
        options.otherGroup(),
        options.error().isPresent(),
        options.expectations(),
        ColumnWeight.places(options.weights(), names),
        List.of());
  }

  /**
   * The parameters of a query.
   *
   * @param query its own options; where it has several clauses, the connection sets no epsilon
   * @see #of(Policy, Optional, Optional, DpOptions, List)
   */
  public static PrivacyRequest of(
      Policy policy,
      Optional<BigDecimal> sessionEpsilon,
      Optional<BigDecimal> sessionDelta,
      ParsedQuery query,
      List<Set<String>> names) {
    BigDecimal most = policy.limits().maxEpsilonPerQuery();
    Optional<BigDecimal> sum = query.options().epsilon();
    if (!query.clauses().isEmpty() && sum.orElseThrow().compareTo(most) > 0) {
      throw ParseMessages.clausesBeyondPolicy(sum.get().toPlainString(), most.toPlainString());
    }
    PrivacyRequest whole = of(policy, sessionEpsilon, sessionDelta, query.options(), names);
    if (query.clauses().isEmpty()) {
      return whole;
    }
    limit("delta", DpClause.deltas(query.clauses()), policy.defaults().delta());
    List<Clause> clauses = new ArrayList<>();
    for (DpClause clause : query.clauses()) {
      DpOptions options = clause.options();
      try {
        clauses.add(
            new Clause(
                of(policy, Optional.empty(), Optional.of(whole.delta()), options, List.of()),
                options.delta().isPresent(),
                clause.at()));
      } catch (RefusedException e) {
        throw e.at(clause.at());
      }
    }
    return new PrivacyRequest(
        whole.epsilon,
        whole.delta,
        whole.noise,
        whole.composition,
        whole.maxRows,
        whole.maxGroups,
        whole.contribution,
        whole.otherGroup,
        whole.eachError,
        whole.expectations,
        whole.weights,
        List.copyOf(clauses));
  }

  /** The same with another epsilon. */
  public PrivacyRequest withEpsilon(BigDecimal other) {
    return with(other, delta);
  }

  /** The same with other amounts, for all of the query. */
  public PrivacyRequest with(BigDecimal otherEpsilon, BigDecimal otherDelta) {
    return new PrivacyRequest(
        otherEpsilon,
        otherDelta,
        noise,
        composition,
        maxRows,
        maxGroups,
        contribution,
        otherGroup,
        eachError,
        expectations,
        weights,
        List.of());
  }

  /** The same with noise of another kind. */
  public PrivacyRequest withNoise(NoiseRule other) {
    return new PrivacyRequest(
        epsilon,
        delta,
        other,
        composition,
        maxRows,
        maxGroups,
        contribution,
        otherGroup,
        eachError,
        expectations,
        weights,
        clauses);
  }

  /** The same with another limit on the rows of one unit. */
  public PrivacyRequest withRows(int rows) {
    return new PrivacyRequest(
        epsilon,
        delta,
        noise,
        composition,
        OptionalInt.of(rows),
        maxGroups,
        contribution,
        otherGroup,
        eachError,
        expectations,
        weights,
        clauses);
  }

  private static void limit(String name, BigDecimal value, BigDecimal max) {
    if (value.compareTo(max) > 0) {
      throw ParseMessages.optionBeyondPolicy(name, max.toPlainString());
    }
  }

  /** The rows that count, out of the query's option and the table's declaration. */
  public OptionalInt rows(PerUnit.PrivateTable table) {
    return table.rowsAuto() ? maxRows : rows(table.maxRows());
  }

  /** The rows that count, out of the query's option and what is declared. */
  OptionalInt rows(OptionalInt declared) {
    return within("max_rows_contributed", maxRows, declared);
  }

  /**
   * How many rows one unit has, for the ranges of what is aggregated of them: as many as the
   * database enforces, or else as many as count by the table's declaration or the query's option,
   * or as many pairs as there are of these where a join repeats them. The declaration is only a
   * claim: no unit has more, or the clamps derived from it apply to those that do.
   *
   * @param same the columns that the rows agree in
   * @return empty if nothing says so
   */
  public OptionalInt rowsForRanges(PerUnit rows, ImmutableBitSet same) {
    if (rows.rowsPerUnit().isPresent()) {
      return rows.rowsPerUnit();
    }
    boolean repeated = rows.table().repeated();
    OptionalInt declared =
        repeated
            ? DeclaredRows.of(rows.rel(), same)
            : rows.table().rowsAuto() ? OptionalInt.empty() : rows.table().maxRows();
    boolean asked = maxRows.isPresent() && !(repeated && declared.isEmpty());
    return asked && declared.isPresent()
        ? OptionalInt.of(Math.min(maxRows.getAsInt(), declared.getAsInt()))
        : asked ? maxRows : declared;
  }

  /**
   * Whether the rows that count are left to be found: the policy says so, and the query nothing.
   */
  public boolean boundsRows(PerUnit.PrivateTable table) {
    return table.rowsAuto() && maxRows.isEmpty();
  }

  /** The groups that count, out of the query's option and the table's declaration. */
  public OptionalInt groups(PerUnit.PrivateTable table) {
    return within("max_groups_contributed", maxGroups, table.maxGroups());
  }

  /**
   * Whether the rows that count are those of all groups together, because nothing limits groups. Of
   * the rows of several people so many count in each group: what is scaled moves by more than a row
   * with one, see {@link org.dpjdbc.plan.contribution.SeveralUnits}.
   */
  public boolean rowsInAll(PerUnit.PrivateTable table) {
    return rows(table).isPresent()
        && groups(table).isEmpty()
        && table.units() == 1
        && contribution.filter(kind -> kind == ContributionKind.LIMIT_GROUPS).isEmpty();
  }

  /** Whether the norm of contributions is clipped instead of limiting groups. */
  public boolean clips(PerUnit.PrivateTable table) {
    return contribution.orElse(table.contribution()) == ContributionKind.CLIP;
  }

  private static OptionalInt within(String name, OptionalInt asked, OptionalInt declared) {
    if (asked.isPresent() && declared.isPresent() && asked.getAsInt() > declared.getAsInt()) {
      throw ParseMessages.optionBeyondPolicy(name, String.valueOf(declared.getAsInt()));
    }
    return asked.isPresent() ? asked : declared;
  }
}
