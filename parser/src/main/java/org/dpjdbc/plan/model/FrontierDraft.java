package org.dpjdbc.plan.model;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.policy.NoiseKind;

/**
 * A frontier before the query's privacy is divided among its releases.
 *
 * @param clause whose privacy it spends, where the query has several clauses
 * @param units people whom a private row belongs to: the query's epsilon is divided among them as
 *     well, so that whoever is all of them at once loses no more
 * @param unitSize units that are protected together
 * @param rowType type of its rows
 * @param keys labels of the keys
 * @param listed {@link Frontier#listed()}
 * @param domains how the keys become known
 * @param selection the unit count and the groups per unit that partition selection needs, where no
 *     released count selects the groups
 * @param queries the backend's share
 * @param releases what each mechanism releases
 * @param statistics the columns after the keys
 * @param aggregates what each of them is, as EXPLAIN PRIVACY names it
 * @param summands of those that are sums of a range that a query could narrow
 * @param widened {@link Frontier#widened()}
 * @param cut present where the answer may leave out some of what a unit has
 */
public record FrontierDraft(
    OptionalInt clause,
    int units,
    int unitSize,
    RelDataType rowType,
    List<String> keys,
    List<Integer> listed,
    List<KeyDomain> domains,
    Optional<SelectionDraft> selection,
    List<AggregateQuery> queries,
    List<Release.Draft> releases,
    List<Statistic> statistics,
    List<String> aggregates,
    List<Optional<Summand>> summands,
    List<String> widened,
    Optional<ContributionLimit> cut) {

  /** A selection without its share. */
  public record SelectionDraft(
      AggregateQuery.Cell units, int maxMove, int maxGroups, int parts, boolean others) {
    /** The same where the first query, of which nothing is needed, is not sent. */
    public SelectionDraft withoutFirstQuery() {
      return new SelectionDraft(units.withoutFirstQuery(), maxMove, maxGroups, parts, others);
    }

    /** The same by rows, of which one unit has no more than so many parts in all groups. */
    public SelectionDraft ofRows(int inAll, int ofRow) {
      return new SelectionDraft(units, inAll, 1, ofRow, others);
    }
  }

  /** What a frontier asks and releases; names of columns do not matter. */
  public record Identity(
      OptionalInt clause,
      int unitSize,
      List<KeyDomain> domains,
      Optional<SelectionDraft> selection,
      List<AggregateQuery> queries,
      List<Release.Draft> releases,
      List<Statistic> statistics,
      List<RelDataType> types) {}

  /** Equal for frontiers that ask and release the same. */
  public Identity identity() {
    return new Identity(
        clause,
        unitSize,
        domains,
        selection,
        queries,
        releases,
        statistics,
        rowType.getFieldList().stream().map(RelDataTypeField::getType).toList());
  }

  /** The noisy vectors among the releases, in their order. */
  public List<NoisyVector.Draft> vectors() {
    return releases.stream()
        .filter(NoisyVector.Draft.class::isInstance)
        .map(NoisyVector.Draft.class::cast)
        .toList();
  }

  /** Mechanisms that share the query's epsilon, each once for every unit of a row. */
  public int shares() {
    int all = releases.stream().mapToInt(Release.Draft::shares).sum();
    return units * (all + (selection.isPresent() ? 1 : 0));
  }

  /** Mechanisms that share the query's delta, where the vectors have noise of these kinds. */
  public int deltaShares(List<NoiseKind> noise) {
    long gaussian = noise.stream().filter(NoiseKind.GAUSSIAN::equals).count();
    int others = releases.stream().mapToInt(Release.Draft::deltaShares).sum();
    return (int) gaussian + others + (selection.isPresent() ? 1 : 0);
  }

  /** Parts of the joint Gaussian vector, where the vectors have noise of these kinds. */
  public int gaussians(List<NoiseKind> noise) {
    long vectors = noise.stream().filter(NoiseKind.GAUSSIAN::equals).count();
    return (int) (vectors + releases.stream().filter(Release.Draft::isGaussian).count());
  }

  /**
   * What is released with Gaussian noise, by its place.
   *
   * @param noise of each of the {@link #vectors}
   */
  public List<Boolean> areGaussian(List<NoiseKind> noise) {
    Iterator<NoiseKind> kinds = noise.iterator();
    return releases.stream()
        .map(
            release ->
                release instanceof NoisyVector.Draft
                    ? kinds.next() == NoiseKind.GAUSSIAN
                    : release.isGaussian())
        .toList();
  }

  /**
   * What a frontier gets of the query's privacy.
   *
   * @param epsilon of its selection, where it has one
   * @param delta likewise
   * @param releases of each of its releases
   */
  public record Shares(BigFraction epsilon, BigFraction delta, List<Release.Share> releases) {}

  /**
   * The frontier.
   *
   * @param name {@link Frontier#name()}
   * @param shares what it gets
   */
  public Frontier complete(String name, Shares shares) {
    List<Release> completed = new ArrayList<>();
    for (int i = 0; i < releases.size(); i++) {
      completed.add(releases.get(i).complete(shares.releases().get(i)));
    }
    return new Frontier(
        name,
        clause,
        unitSize,
        rowType,
        keys,
        listed,
        domains,
        selection.map(
            s ->
                new Selection(
                    s.units(),
                    s.maxMove(),
                    s.maxGroups(),
                    s.parts(),
                    unitSize,
                    s.others(),
                    shares.epsilon(),
                    shares.delta())),
        queries,
        completed,
        statistics,
        aggregates,
        summands,
        widened,
        cut);
  }
}
