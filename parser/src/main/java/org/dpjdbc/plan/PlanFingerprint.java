package org.dpjdbc.plan;

import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.AutoBoundRelease;
import org.dpjdbc.plan.model.Cells;
import org.dpjdbc.plan.model.Consistency;
import org.dpjdbc.plan.model.EqualCells;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.ListedCells;
import org.dpjdbc.plan.model.LogLinearCells;
import org.dpjdbc.plan.model.ModeRelease;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.QuantileRelease;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.ReleasedScalar;
import org.dpjdbc.plan.model.ReleasedSet;
import org.dpjdbc.plan.model.Selection;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.model.ThresholdedCount;
import org.dpjdbc.plan.model.TopRelease;
import org.dpjdbc.policy.CanonicalDigest;
import org.dpjdbc.policy.NoiseKind;

/**
 * A digest of what a plan releases: with what it asks, plans whose released rows are alike in
 * everything but noise are equal in it. Names of frontiers' columns are no part of it.
 */
final class PlanFingerprint
    implements Release.Visitor<CanonicalDigest>, Statistic.Visitor<CanonicalDigest> {
  private final CanonicalDigest digest = new CanonicalDigest("plan 4");

  private PlanFingerprint() {}

  static String of(
      String policy,
      List<Frontier> frontiers,
      List<Consistency> consistencies,
      List<ReleasedScalar> scalars,
      List<ReleasedSet> sets) {
    PlanFingerprint fingerprint = new PlanFingerprint();
    fingerprint
        .digest
        .text(policy)
        .list(frontiers, fingerprint::frontier)
        .list(consistencies, fingerprint::consistency)
        .list(scalars, scalar -> fingerprint.digest.text(RelOptUtil.toString(scalar.rel())));
    if (!sets.isEmpty()) {
      fingerprint.digest.list(sets, set -> fingerprint.digest.text(RelOptUtil.toString(set.rel())));
    }
    return fingerprint.digest.hex();
  }

  private void frontier(Frontier frontier) {
    // A plan without clauses has the fingerprint that it always had.
    frontier.clause().ifPresent(clause -> digest.text("clause").number(clause));
    digest
        .list(frontier.domains(), this::domain)
        .optional(frontier.selection(), this::selection)
        .list(frontier.queries(), this::query)
        .list(frontier.releases(), release -> release.accept(this))
        .list(frontier.statistics(), statistic -> statistic.accept(this))
        .list(frontier.rowType().getFieldList(), this::type);
  }

  private void type(RelDataTypeField field) {
    digest.text(field.getType().getFullTypeString());
  }

  private void domain(KeyDomain domain) {
    if (domain instanceof KeyDomain.Declared declared) {
      digest.text("declared").number(declared.key()).list(declared.values(), this::value);
    } else if (domain instanceof KeyDomain.FromPublic fromPublic) {
      digest
          .text("public")
          .list(fromPublic.keys(), digest::number)
          .text(fromPublic.query())
          .flag(fromPublic.nullRow());
    } else if (domain instanceof KeyDomain.FromReleased fromReleased) {
      digest
          .text("released")
          .list(fromReleased.keys(), digest::number)
          .text(fromReleased.set())
          .flag(fromReleased.nullRow());
    } else {
      digest.text("private").list(domain.keys(), digest::number);
    }
  }

  private void value(KeyValue value) {
    value.addTo(digest);
  }

  private void selection(Selection selection) {
    cell(selection.units());
    digest
        .number(selection.maxMove())
        .number(selection.maxGroups())
        .number(selection.unitSize())
        .flag(selection.others())
        .number(selection.epsilon())
        .number(selection.delta());
  }

  private void cell(AggregateQuery.Cell cell) {
    digest.number(cell.query()).number(cell.integer());
  }

  private void query(AggregateQuery query) {
    digest
        .list(query.keys(), digest::number)
        .number(query.integers())
        .text(query.strategy())
        .optional(query.cells(), this::cells);
  }

  private void cells(Cells cells) {
    digest.text(cells.type().getFullTypeString());
    if (cells instanceof EqualCells grid) {
      digest.text("grid").number(grid.lower()).number(grid.points()).number(grid.size());
    } else if (cells instanceof LogLinearCells grid) {
      digest.text("log-linear").number(grid.lower()).number(grid.upper());
      digest.number(grid.octave()).number(grid.widest());
    } else {
      digest.text("listed").list(((ListedCells) cells).values(), this::value);
    }
  }

  private void consistency(Consistency family) {
    digest.list(
        family.levels(), level -> digest.text(level.frontier()).list(level.keys(), digest::number));
  }

  private CanonicalDigest release(String kind, Release release) {
    return digest
        .text(kind)
        .text(release.what())
        .number(release.epsilon())
        .number(release.delta())
        .list(release.queries(), digest::number);
  }

  @Override
  public CanonicalDigest vector(NoisyVector vector) {
    return release("vector", vector)
        .text(vector.noise().name())
        .number(vector.l1())
        .number(vector.l2Squared())
        .number(vector.part())
        .flag(vector.additive())
        .number(vector.unit())
        .list(vector.components(), this::component);
  }

  @Override
  public CanonicalDigest thresholdedCount(ThresholdedCount count) {
    release("thresholded count", count);
    cell(count.cell());
    digest.text(count.noise().name());
    if (count.noise() == NoiseKind.GAUSSIAN) {
      digest.number(count.failure());
    }
    return digest
        .number(count.part())
        .number(count.maxMove())
        .number(count.pieces())
        .number(count.maxGroups())
        .number(count.parts());
  }

  private void component(NoisyVector.Component component) {
    digest.number(component.weight()).list(component.terms(), this::term);
  }

  private void term(NoisyVector.Term term) {
    cell(term.cell());
    digest.number(term.factor());
  }

  @Override
  public CanonicalDigest quantiles(QuantileRelease quantiles) {
    return release("quantiles", quantiles)
        .list(quantiles.fractions(), digest::number)
        .number(quantiles.l1())
        .number(quantiles.parts());
  }

  @Override
  public CanonicalDigest autoBound(AutoBoundRelease autoBound) {
    return release("auto bound", autoBound)
        .text(autoBound.kind().name())
        .number(autoBound.exponent())
        .flag(autoBound.signed())
        .number(autoBound.moves());
  }

  @Override
  public CanonicalDigest mode(ModeRelease mode) {
    return release("mode", mode).number(mode.l1()).number(mode.parts());
  }

  @Override
  public CanonicalDigest top(TopRelease top) {
    release("top", top);
    cell(top.cell());
    return digest
        .list(top.factor().stream().boxed().toList(), digest::number)
        .flag(top.descending())
        .number(top.count())
        .number(top.moves())
        .number(top.step())
        .flag(top.monotone());
  }

  private void ref(Release.Ref ref) {
    digest.number(ref.release()).number(ref.component());
  }

  private void combination(LinearCombination combination) {
    digest.list(
        combination.terms(),
        term -> {
          ref(term.ref());
          digest.number(term.factor());
        });
  }

  /** What each statistic has: its kind, and the released integers. */
  private CanonicalDigest statistic(String kind, Statistic statistic) {
    return digest.text(kind).list(statistic.refs(), this::ref);
  }

  private CanonicalDigest pair(Statistic.Pair pair) {
    combination(pair.above());
    combination(pair.below());
    return digest
        .number(pair.lower())
        .number(pair.upper())
        .number(pair.step())
        .number(pair.parts());
  }

  private void bounds(Statistic.Bounds bounds) {
    digest.number(bounds.lower()).number(bounds.upper()).number(bounds.step());
  }

  @Override
  public CanonicalDigest count(Statistic.Count count) {
    statistic("count", count).number(count.parts());
    combination(count.count());
    return digest;
  }

  @Override
  public CanonicalDigest notNegative(Statistic.NotNegative clamped) {
    statistic("not negative", clamped);
    return clamped.count().accept(this);
  }

  @Override
  public CanonicalDigest sum(Statistic.Sum sum) {
    statistic("sum", sum).number(sum.step());
    combination(sum.sum());
    return digest;
  }

  @Override
  public CanonicalDigest pairCount(Statistic.PairCount count) {
    statistic("pair count", count);
    return pair(count.pair());
  }

  @Override
  public CanonicalDigest pairSum(Statistic.PairSum sum) {
    statistic("pair sum", sum);
    return pair(sum.pair());
  }

  @Override
  public CanonicalDigest mean(Statistic.Mean mean) {
    statistic("mean", mean);
    return pair(mean.pair());
  }

  @Override
  public CanonicalDigest variance(Statistic.Variance variance) {
    statistic("variance", variance).flag(variance.sample()).flag(variance.root());
    combination(variance.spread());
    return pair(variance.pair());
  }

  @Override
  public CanonicalDigest quantile(Statistic.Quantile quantile) {
    return statistic("quantile", quantile).number(quantile.origin()).number(quantile.step());
  }

  @Override
  public CanonicalDigest debiased(Statistic.Debiased debiased) {
    return statistic("debiased", debiased)
        .text(debiased.aim().name())
        .number(debiased.together())
        .list(debiased.reported(), this::reported)
        .list(debiased.chances(), chances -> digest.list(chances, digest::number));
  }

  private void reported(Statistic.Debiased.Reported reported) {
    digest.number(reported.summed()).number(reported.counted());
    if (reported.moments() instanceof Statistic.Debiased.OfPair of) {
      digest.text("pair");
      pair(of.pair());
    } else {
      digest.text("number").number(reported.moments().parts());
    }
  }

  @Override
  public CanonicalDigest autoBound(Statistic.AutoBound sum) {
    return statistic("auto bound", sum).number(sum.step());
  }

  @Override
  public CanonicalDigest autoBoundMean(Statistic.AutoBoundMean mean) {
    statistic("auto bound mean", mean);
    mean.sum().accept(this);
    return mean.count().accept(this);
  }

  @Override
  public CanonicalDigest listed(Statistic.Listed listed) {
    return statistic("listed", listed).list(listed.values(), this::value);
  }

  @Override
  public CanonicalDigest comoment(Statistic.Comoment comoment) {
    Statistic.Joint joint = comoment.joint();
    statistic("comoment", comoment)
        .text(comoment.function().name())
        .number(joint.parts())
        .optional(joint.spreadX(), this::combination)
        .optional(joint.spreadY(), this::combination)
        .list(
            List.of(joint.belowBelow(), joint.belowAbove(), joint.aboveBelow(), joint.aboveAbove()),
            this::combination);
    bounds(joint.x());
    bounds(joint.y());
    return digest;
  }
}
