package org.dpjdbc.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.dpjdbc.plan.contribution.NoiseChoice;
import org.dpjdbc.plan.model.FrontierDraft;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.policy.NoiseKind;
import org.dpjdbc.policy.NoiseRule;

/** The distributions of the noise of all releases of a query. */
final class NoiseKinds {
  private NoiseKinds() {}

  /**
   * Chooses for each release of each frontier. Levels of one family of totals have the same
   * sensitivities, hence the same kinds.
   *
   * @param shares mechanisms that share the query's epsilon
   */
  static List<List<NoiseKind>> choose(
      PrivacyRequest request, List<FrontierDraft> drafts, int shares) {
    return drafts.stream().map(d -> choose(request, d, drafts, shares)).toList();
  }

  private static List<NoiseKind> choose(
      PrivacyRequest request, FrontierDraft draft, List<FrontierDraft> drafts, int shares) {
    if (request.noise() != NoiseRule.BEST || draft.units() > 1) {
      NoiseKind kind =
          request.noise() == NoiseRule.GAUSSIAN ? NoiseKind.GAUSSIAN : NoiseKind.LAPLACE;
      return Collections.nCopies(draft.vectors().size(), kind);
    }
    // As if all were Gaussian: where they are not, those that are get more.
    int deltaShares = drafts.stream().mapToInt(FrontierDraft::maxDeltaShares).sum();
    double epsilon = request.epsilon().doubleValue() / shares;
    double delta = request.delta().doubleValue() / deltaShares;
    List<NoiseKind> kinds = new ArrayList<>();
    for (NoisyVector.Draft release : draft.vectors()) {
      kinds.add(
          NoiseChoice.best(
              request.composition(),
              epsilon,
              delta,
              release.l1().doubleValue(),
              release.l2Squared().doubleValue()));
    }
    return kinds;
  }
}
