package org.dpjdbc.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.FrontierDraft;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.policy.NoiseKind;
import org.dpjdbc.policy.NoiseRule;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * A query's privacy among its frontiers. Where the query has several clauses, the frontiers of each
 * get the epsilon of that clause, and the delta that it names; those of the clauses that name none
 * share what is left of the query's. By sequential composition the query is as private as the sums
 * say.
 *
 * @param frontiers with their shares, in the order of the drafts
 * @param epsilon what the query spends: zero if nothing is released
 * @param delta likewise: zero if nothing needs one
 */
record PrivacyDivision(List<Frontier> frontiers, BigDecimal epsilon, BigDecimal delta) {

  /**
   * The frontiers that share one epsilon.
   *
   * @param request what they share
   * @param namesDelta whether the delta is theirs alone
   * @param at where their clause stands, if the query has several
   * @param places of the frontiers
   * @param drafts in their order
   * @param noise of the vectors of each
   */
  private record Part(
      PrivacyRequest request,
      boolean namesDelta,
      Optional<Position> at,
      List<Integer> places,
      List<FrontierDraft> drafts,
      List<List<NoiseKind>> noise) {
    static Part of(
        PrivacyRequest request,
        boolean namesDelta,
        Optional<Position> at,
        List<Integer> places,
        List<FrontierDraft> all) {
      List<FrontierDraft> drafts = places.stream().map(all::get).toList();
      int shares = drafts.stream().mapToInt(FrontierDraft::shares).sum();
      return new Part(
          request, namesDelta, at, places, drafts, NoiseKinds.choose(request, drafts, shares));
    }

    /** Mechanisms that need a delta. */
    int deltaShares() {
      return IntStream.range(0, drafts.size())
          .map(i -> drafts.get(i).deltaShares(noise.get(i)))
          .sum();
    }

    boolean isCharged() {
      return drafts.stream().anyMatch(draft -> draft.shares() > 0);
    }
  }

  /**
   * Divides it.
   *
   * @param request of the query
   * @param drafts its frontiers
   * @param weights of the releases of each: {@link ErrorWeights}
   * @param usualDelta that the policy proposes where one is needed and there is none
   * @throws org.dpjdbc.sql.refusal.RefusedException if a mechanism needs a delta that is not there
   */
  static PrivacyDivision of(
      PrivacyRequest request,
      List<FrontierDraft> drafts,
      List<List<BigFraction>> weights,
      BigDecimal usualDelta) {
    List<Part> parts = parts(request, drafts);
    BigDecimal epsilon =
        parts.stream()
            .filter(Part::isCharged)
            .map(part -> part.request().epsilon())
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    BigDecimal named =
        parts.stream()
            .filter(part -> part.namesDelta() && part.deltaShares() > 0)
            .map(part -> part.request().delta())
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    int sharing =
        parts.stream().filter(part -> !part.namesDelta()).mapToInt(Part::deltaShares).sum();
    BigDecimal rest = request.delta().subtract(named);
    boolean shared = sharing > 0 && rest.compareTo(Policy.MIN_DELTA) >= 0;
    BigDecimal left = shared ? rest : BigDecimal.ZERO;
    Frontier[] frontiers = new Frontier[drafts.size()];
    for (Part part : parts) {
      int needing = part.deltaShares();
      BigFraction delta =
          part.namesDelta() || needing == 0
              ? exact(part.request().delta())
              : exact(left).multiply(BigFraction.of(needing, sharing));
      if (needing > 0 && delta.signum() <= 0) {
        RefusedException refusal =
            RelationMessages.needsDelta(part.request().noise() == NoiseRule.GAUSSIAN, usualDelta);
        throw part.at().map(refusal::at).orElse(refusal);
      }
      divide(part, delta, weights, frontiers);
    }
    return new PrivacyDivision(List.of(frontiers), epsilon, named.add(left));
  }

  private static void divide(
      Part part, BigFraction delta, List<List<BigFraction>> weights, Frontier[] frontiers) {
    BigFraction epsilon = exact(part.request().epsilon());
    List<FrontierDraft.Shares> shares =
        PrivacySplit.of(
            epsilon,
            delta,
            part.drafts(),
            part.noise(),
            part.places().stream().map(weights::get).toList());
    List<Frontier> completed = new ArrayList<>();
    for (int i = 0; i < shares.size(); i++) {
      int place = part.places().get(i);
      completed.add(part.drafts().get(i).complete(PlanContext.name(place), shares.get(i)));
      frontiers[place] = completed.get(i);
    }
    PrivacySplit.check(epsilon, delta, part.drafts(), completed);
  }

  /** One, unless the query has several clauses. */
  private static List<Part> parts(PrivacyRequest request, List<FrontierDraft> drafts) {
    Map<Integer, List<Integer>> places = new TreeMap<>();
    for (int i = 0; i < drafts.size(); i++) {
      OptionalInt clause = drafts.get(i).clause();
      places.computeIfAbsent(clause.orElse(-1), key -> new ArrayList<>()).add(i);
    }
    List<Part> parts = new ArrayList<>();
    places.forEach(
        (clause, those) -> {
          if (clause < 0) {
            parts.add(Part.of(request, /* namesDelta= */ false, Optional.empty(), those, drafts));
          } else {
            PrivacyRequest.Clause own = request.clauses().get(clause);
            parts.add(
                Part.of(own.request(), own.namesDelta(), Optional.of(own.at()), those, drafts));
          }
        });
    return parts;
  }

  private static BigFraction exact(BigDecimal amount) {
    return BigFraction.of(amount.unscaledValue()).multiply(BigFraction.of(10).pow(-amount.scale()));
  }
}
