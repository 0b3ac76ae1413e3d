package org.dpjdbc.plan.model;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.policy.NoiseKind;

/**
 * A frontier before the query's privacy is divided among its releases.
 *
 * @param units people whom a private row belongs to: the query's epsilon is divided among them as
 *     well, so that whoever is all of them at once loses no more
 * @param unitSize units that are protected together
 * @param rowType type of its rows
 * @param keys labels of the keys
 * @param domains how the keys become known
 * @param selection the unit count and the groups per unit that partition selection needs
 * @param asks the backend's share
 * @param releases the noisy vectors
 * @param quantiles what is chosen by rank
 * @param clamps sums whose clamps are found
 * @param modes what is chosen by how common it is
 * @param top present where the groups of the best scores are all that is released
 * @param statistics the columns after the keys
 * @param aggregates what each of them is, as EXPLAIN PRIVACY names it
 * @param cut present where the answer may leave out some of what a unit has
 */
public record FrontierDraft(
    int units,
    int unitSize,
    RelDataType rowType,
    List<String> keys,
    List<KeyDomain> domains,
    Optional<SelectionDraft> selection,
    List<AggregateQuery> asks,
    List<ReleaseDraft> releases,
    List<QuantileDraft> quantiles,
    List<ClampDraft> clamps,
    List<ModeDraft> modes,
    Optional<TopRelease> top,
    List<Statistic> statistics,
    List<String> aggregates,
    Optional<Cut> cut) {

  /** A selection without its share. */
  public record SelectionDraft(AggregateQuery.Cell units, int maxGroups, boolean others) {
    /** The same where the first ask, of which nothing is needed, is not made. */
    public SelectionDraft withoutFirstAsk() {
      return new SelectionDraft(FrontierDraft.withoutFirstAsk(units), maxGroups, others);
    }
  }

  /** A release without its share. */
  public record ReleaseDraft(
      String what,
      List<Release.Component> components,
      BigInteger l1,
      BigInteger l2Squared,
      boolean additive) {
    Release complete(NoiseKind noise, BigFraction epsilon, BigFraction delta) {
      return new Release(
          what,
          components,
          BigFraction.of(l1),
          BigFraction.of(l2Squared),
          noise,
          epsilon,
          noise == NoiseKind.GAUSSIAN ? delta : BigFraction.ZERO,
          additive);
    }

    /**
     * The same for k units that go at once. Each moves it no further than this says: together they
     * move it by k times as much in L1 and in L2 (the triangle inequality).
     */
    public ReleaseDraft together(int units) {
      BigInteger k = BigInteger.valueOf(units);
      return new ReleaseDraft(
          what, components, l1.multiply(k), l2Squared.multiply(k.pow(2)), additive);
    }

    /** The same with another sensitivity in L2. */
    public ReleaseDraft withL2Squared(BigInteger other) {
      return new ReleaseDraft(what, components, l1, other, additive);
    }

    /** The same where the first ask, of which nothing is needed, is not made. */
    public ReleaseDraft withoutFirstAsk() {
      return new ReleaseDraft(
          what,
          components.stream().map(FrontierDraft::withoutFirstAsk).toList(),
          l1,
          l2Squared,
          additive);
    }
  }

  /** Quantiles without their share. */
  public record QuantileDraft(
      String what, int ask, List<BigFraction> fractions, BigInteger l1, int parts) {
    /** The same for so many units that go at once. */
    public QuantileDraft together(int units) {
      return new QuantileDraft(what, ask, fractions, l1.multiply(BigInteger.valueOf(units)), parts);
    }

    /** The same where the first ask, of which nothing is needed, is not made. */
    public QuantileDraft withoutFirstAsk() {
      return new QuantileDraft(what, ask - 1, fractions, l1, parts);
    }

    /** Each level costs as much as another release. */
    int shares() {
      return QuantileRelease.levels(fractions.size());
    }
  }

  /** A sum whose clamp is found without its share. */
  public record ClampDraft(
      String what,
      AutoBoundRelease.Kind kind,
      int ask,
      int exponent,
      boolean signed,
      BigInteger moves) {
    /** The same for so many units that go at once. */
    public ClampDraft together(int units) {
      return new ClampDraft(
          what, kind, ask, exponent, signed, moves.multiply(BigInteger.valueOf(units)));
    }

    /** The same where the first ask, of which nothing is needed, is not made. */
    public ClampDraft withoutFirstAsk() {
      return new ClampDraft(what, kind, ask - 1, exponent, signed, moves);
    }

    AutoBoundRelease complete(BigFraction epsilon) {
      return new AutoBoundRelease(what, kind, ask, exponent, signed, moves, epsilon);
    }
  }

  /** A mode without its share. */
  public record ModeDraft(String what, int ask, BigInteger l1, int parts) {
    /** The same for so many units that go at once. */
    public ModeDraft together(int units) {
      return new ModeDraft(what, ask, l1.multiply(BigInteger.valueOf(units)), parts);
    }

    /** The same where the first ask, of which nothing is needed, is not made. */
    public ModeDraft withoutFirstAsk() {
      return new ModeDraft(what, ask - 1, l1, parts);
    }
  }

  private static Release.Component withoutFirstAsk(Release.Component component) {
    return new Release.Component(
        component.terms().stream()
            .map(term -> new Release.Term(withoutFirstAsk(term.cell()), term.factor()))
            .toList(),
        component.weight());
  }

  private static AggregateQuery.Cell withoutFirstAsk(AggregateQuery.Cell cell) {
    return new AggregateQuery.Cell(cell.ask() - 1, cell.integer());
  }

  /** Equal for frontiers that ask and release the same; names of columns do not matter. */
  public String digest() {
    return unitSize
        + "|"
        + domains
        + "|"
        + selection
        + "|"
        + asks
        + "|"
        + releases
        + "|"
        + quantiles
        + "|"
        + clamps
        + "|"
        + modes
        + "|"
        + top
        + "|"
        + statistics
        + "|"
        + rowType.getFieldList().stream().map(f -> f.getType().getFullTypeString()).toList();
  }

  /** Mechanisms that share the query's epsilon, each once for every unit of a row. */
  public int shares() {
    int levels = quantiles.stream().mapToInt(QuantileDraft::shares).sum();
    int choices =
        clamps.size() + modes.size() + (top.isPresent() ? 1 : 0) + (selection.isPresent() ? 1 : 0);
    return units * (releases.size() + levels + choices);
  }

  /** Mechanisms that share the query's delta, if all releases have Gaussian noise. */
  public int mostDeltaShares() {
    return releases.size() + (selection.isPresent() ? 1 : 0);
  }

  /** Mechanisms that share the query's delta, where the releases have noise of these kinds. */
  public int deltaShares(List<NoiseKind> noise) {
    long gaussian = noise.stream().filter(NoiseKind.GAUSSIAN::equals).count();
    return (int) gaussian + (selection.isPresent() ? 1 : 0);
  }

  public Frontier complete(
      String name, List<NoiseKind> noise, BigFraction epsilon, BigFraction delta) {
    return new Frontier(
        name,
        unitSize,
        rowType,
        keys,
        domains,
        selection.map(
            s -> new Selection(s.units(), s.maxGroups(), unitSize, s.others(), epsilon, delta)),
        asks,
        IntStream.range(0, releases.size())
            .mapToObj(i -> releases.get(i).complete(noise.get(i), epsilon, delta))
            .toList(),
        quantiles.stream()
            .map(
                q ->
                    new QuantileRelease(
                        q.what(),
                        q.ask(),
                        q.fractions(),
                        q.l1(),
                        q.parts(),
                        epsilon.multiply(q.shares())))
            .toList(),
        clamps.stream().map(clamp -> clamp.complete(epsilon)).toList(),
        modes.stream()
            .map(m -> new ModeRelease(m.what(), m.ask(), m.l1(), m.parts(), epsilon))
            .toList(),
        top.map(choice -> choice.with(epsilon)),
        statistics,
        aggregates,
        cut);
  }
}
