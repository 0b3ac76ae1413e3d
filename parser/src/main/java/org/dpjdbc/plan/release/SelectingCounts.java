package org.dpjdbc.plan.release;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.plan.contribution.ThresholdChoice;
import org.dpjdbc.plan.contribution.ThresholdChoice.Way;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.ThresholdedCount;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.policy.NoiseKind;
import org.dpjdbc.policy.NoiseRule;

/**
 * Chooses the count that selects the groups, if one is asked for that does it as well as a
 * selection of its own would: then there is one mechanism less to share the query's epsilon.
 */
final class SelectingCounts {
  private final PrivacyRequest request;
  private final List<Release.Draft> releases;
  private final int groups;
  private final int parts;
  private final int shares;
  private final ThresholdChoice choice;

  /**
   * Prepares the choice.
   *
   * @param releases of the frontier
   * @param groups that one unit can be in
   * @param parts into how many parts a row is divided in counts
   */
  SelectingCounts(PrivacyRequest request, List<Release.Draft> releases, int groups, int parts) {
    this.request = request;
    this.releases = releases;
    this.groups = groups;
    this.parts = parts;
    this.shares = releases.stream().mapToInt(Release.Draft::shares).sum();
    this.choice =
        new ThresholdChoice(
            request.epsilon().doubleValue(),
            request.delta().doubleValue(),
            shares,
            (int) releases.stream().filter(NoisyVector.Draft.class::isInstance).count());
  }

  /**
   * The count, with the noise that it selects by.
   *
   * @param counts those that may select
   */
  Optional<MeasureReleases.GroupCount> of(List<MeasureReleases.GroupCount> counts) {
    Optional<MeasureReleases.GroupCount> laplace =
        request.noise() == NoiseRule.GAUSSIAN
            ? Optional.empty()
            : counts.stream().filter(this::selects).min(Comparator.comparing(this::rows));
    return request.noise() == NoiseRule.LAPLACE || request.delta().signum() == 0
        ? laplace
        : counts.stream()
            .map(count -> count.withNoise(NoiseKind.GAUSSIAN))
            .filter(count -> isBetter(count, laplace))
            .min(Comparator.comparing(this::rows))
            .or(() -> laplace);
  }

  /** How many rows of one unit a count moves by, over all groups. */
  private double rows(MeasureReleases.GroupCount count) {
    return (double) count.draft().maxMove() * count.draft().maxGroups() / parts;
  }

  /**
   * Whether a count with Laplace noise selects: no group that has enough units for a selection of
   * its own has too few rows for this, and the count has no more noise.
   */
  private boolean selects(MeasureReleases.GroupCount count) {
    boolean shows = rows(count) * shares <= (long) groups * (shares + 1);
    return shows
        && (request.noise() == NoiseRule.LAPLACE
            || request.delta().signum() == 0
            || laplace(count).variance() <= ofItsOwn(count).variance());
  }

  /** Whether a count with Gaussian noise is better than what there is otherwise. */
  private boolean isBetter(
      MeasureReleases.GroupCount count, Optional<MeasureReleases.GroupCount> laplace) {
    Way otherwise = laplace.map(this::laplace).orElseGet(() -> ofItsOwn(count));
    List<Way> ways = new ArrayList<>(List.of(gaussian(count, choice.vectors())));
    if (request.noise() == NoiseRule.GAUSSIAN) {
      return ways.get(0).isNoWorse(otherwise);
    }
    ways.add(gaussian(count, 1));
    return ways.stream().anyMatch(way -> way.isBetter(otherwise));
  }

  private Way laplace(MeasureReleases.GroupCount count) {
    ThresholdedCount.Draft draft = count.draft();
    return ofRows(choice.laplace(draft.maxMove(), draft.maxGroups()));
  }

  private Way gaussian(MeasureReleases.GroupCount count, int vectors) {
    ThresholdedCount.Draft draft = count.draft();
    return ofRows(choice.gaussian(draft.maxMove(), draft.maxGroups(), vectors));
  }

  private Way ofRows(Way way) {
    return new Way(way.needed() / parts, way.variance());
  }

  private Way ofItsOwn(MeasureReleases.GroupCount count) {
    NoisyVector.Draft vector = (NoisyVector.Draft) releases.get(count.release());
    return choice.ofItsOwn(
        groups,
        vector.l1().doubleValue(),
        vector.l2Squared().doubleValue(),
        request.noise() != NoiseRule.GAUSSIAN,
        request.noise() != NoiseRule.LAPLACE);
  }
}
