package org.dpjdbc.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.dpjdbc.plan.contribution.NoiseChoice;
import org.dpjdbc.plan.contribution.NoiseChoice.Sensitivity;
import org.dpjdbc.plan.model.FrontierDraft;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.policy.Composition;
import org.dpjdbc.policy.NoiseKind;
import org.dpjdbc.policy.NoiseRule;

/** The distributions of the noise of all releases of a query. */
final class NoiseKinds {
  private final PrivacyRequest request;
  private final List<FrontierDraft> drafts;

  /** Epsilon of one share. */
  private final double epsilon;

  private NoiseKinds(PrivacyRequest request, List<FrontierDraft> drafts, int shares) {
    this.request = request;
    this.drafts = drafts;
    this.epsilon = request.epsilon().doubleValue() / shares;
  }

  /**
   * Chooses for each release of each frontier. Levels of one family of totals have the same
   * sensitivities, hence the same kinds. Rows of several units have Laplace noise.
   *
   * @param shares mechanisms that share the query's epsilon
   */
  static List<List<NoiseKind>> choose(
      PrivacyRequest request, List<FrontierDraft> drafts, int shares) {
    NoiseKinds kinds = new NoiseKinds(request, drafts, shares);
    if (request.noise() != NoiseRule.BEST) {
      boolean gaussian = request.noise() == NoiseRule.GAUSSIAN;
      return drafts.stream()
          .map(draft -> all(draft, gaussian ? NoiseKind.GAUSSIAN : NoiseKind.LAPLACE))
          .toList();
    }
    List<FrontierDraft> free = drafts.stream().filter(draft -> draft.units() == 1).toList();
    List<Sensitivity> vectors =
        free.stream().flatMap(draft -> draft.vectors().stream()).map(NoiseKinds::of).toList();
    Iterator<NoiseKind> chosen =
        (request.composition() == Composition.BASIC ? kinds.jointly(vectors) : kinds.each(vectors))
            .iterator();
    List<List<NoiseKind>> found = new ArrayList<>();
    for (FrontierDraft draft : drafts) {
      found.add(
          draft.units() == 1
              ? draft.vectors().stream().map(vector -> chosen.next()).toList()
              : all(draft, NoiseKind.LAPLACE));
    }
    return found;
  }

  private static List<NoiseKind> all(FrontierDraft draft, NoiseKind kind) {
    return Collections.nCopies(draft.vectors().size(), kind);
  }

  private static Sensitivity of(NoisyVector.Draft vector) {
    return new Sensitivity(vector.l1().doubleValue(), vector.l2Squared().doubleValue());
  }

  private List<NoiseKind> jointly(List<Sensitivity> vectors) {
    int fixed = drafts.stream().mapToInt(draft -> draft.gaussians(List.of())).sum();
    int others = drafts.stream().mapToInt(draft -> draft.deltaShares(List.of())).sum() - fixed;
    return NoiseChoice.joint(epsilon, request.delta().doubleValue(), others, fixed, vectors);
  }

  /** At equal cost, each by itself. */
  private List<NoiseKind> each(List<Sensitivity> vectors) {
    double delta = request.delta().doubleValue();
    return vectors.stream()
        .map(
            vector ->
                NoiseChoice.best(
                    request.composition(), epsilon, delta, vector.l1(), vector.l2Squared()))
        .toList();
  }
}
