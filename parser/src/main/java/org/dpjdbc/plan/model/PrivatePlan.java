package org.dpjdbc.plan.model;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.dpjdbc.policy.CanonicalDigest;
import org.dpjdbc.sql.parse.GivenValue;

/**
 * What a query becomes: what to ask the database, what to release, how to finish. A function of the
 * query, the policy, the live schema and the requested privacy alone, never of private data.
 *
 * @param frontiers the private aggregates, each released once, in this order
 * @param consistencies which frontiers are made to add up
 * @param publicQueries questions over public tables alone, answered exactly
 * @param products public tables that must not have too many combinations of rows
 * @param scalars values of earlier frontiers that parameters of later ones' asks stand for
 * @param sets rows of earlier frontiers that later ones' asks join, and keys that they list
 * @param finish what is evaluated above; its leaves are {@link FinishInput}s and values
 * @param notes what whoever reads the answer must know of it; a function of the query, the policy
 *     and the live schema like the rest of the plan
 * @param epsilon what the query costs; 0 where no private row is touched
 * @param delta what the query costs
 * @param fingerprint SHA-256, hexadecimal, of everything that shapes the releases but the queries
 * @param asked what its one frontier is released for; empty if there are several, or if a rule made
 *     something else of the query
 */
public record PrivatePlan(
    List<Frontier> frontiers,
    List<Consistency> consistencies,
    List<PublicQuery> publicQueries,
    List<PublicProduct> products,
    List<ReleasedScalar> scalars,
    List<ReleasedSet> sets,
    RelNode finish,
    List<String> notes,
    BigDecimal epsilon,
    BigDecimal delta,
    String fingerprint,
    Optional<AskedGroups> asked) {

  /**
   * SHA-256, hexadecimal, of what the plan asks and releases. Equal plans ask the same of the same
   * data, and may share one answer.
   *
   * @param given the values that the plan does not depend on
   */
  public String question(List<GivenValue> given) {
    CanonicalDigest digest = new CanonicalDigest("question 1").text(fingerprint);
    for (Frontier frontier : frontiers) {
      digest.list(frontier.queries(), query -> digest.text(query.form().with(given)));
    }
    return digest.list(publicQueries, query -> digest.text(query.form().with(given))).hex();
  }

  /** The same query where its one frontier is computed from released groups, at no cost. */
  public PrivatePlan derived(Frontier frontier, List<String> derivedNotes) {
    return new PrivatePlan(
        List.of(frontier),
        consistencies,
        publicQueries,
        products,
        scalars,
        sets,
        finish,
        List.copyOf(derivedNotes),
        BigDecimal.ZERO,
        BigDecimal.ZERO,
        fingerprint,
        Optional.empty());
  }

  /**
   * Whether the database alone needs the values that are given when the plan is run, and nothing
   * that the driver evaluates.
   */
  public boolean takesGivenValues() {
    return !GivenValues.standIn(finish)
        && scalars.stream().noneMatch(scalar -> GivenValues.standIn(scalar.rel()))
        && sets.stream().noneMatch(set -> GivenValues.standIn(set.rel()));
  }

  /** Whether a value that statements are asked with is computed from public rows alone. */
  public boolean isGiven(String scalar) {
    return scalars.stream()
        .filter(value -> value.name().equals(scalar))
        .allMatch(value -> FinishInput.names(value.rel(), FinishInput.Kind.RELEASED).isEmpty());
  }

  /** Whether no private table is asked, so that the answer is exact and free. */
  public boolean isFree() {
    return frontiers.stream().allMatch(frontier -> frontier.queries().isEmpty());
  }
}
