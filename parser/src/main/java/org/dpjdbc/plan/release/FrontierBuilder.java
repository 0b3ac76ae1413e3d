package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.contribution.ContributionRule;
import org.dpjdbc.plan.contribution.SeveralUnits;
import org.dpjdbc.plan.contribution.UnitSize;
import org.dpjdbc.plan.key.KeyDomains;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.FrontierDraft;
import org.dpjdbc.plan.model.GroupKey;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.randomized.DebiasedAggregate;
import org.dpjdbc.plan.relation.JoinWork;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.plan.relation.TryRows;
import org.dpjdbc.plan.release.Measures.Need;
import org.dpjdbc.policy.NoiseRule;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.dpjdbc.sql.validate.ExplicitGroups;

/** Turns an aggregate over per-unit rows into what is asked, released and computed. */
public final class FrontierBuilder {
  private final PlanContext context;
  private final PerUnit input;
  private final Aggregate aggregate;
  private final List<Integer> keys;
  private final List<GroupKey> groupKeys;
  private final Measures measures;
  private final AutoBoundMeasures autoBounded;
  private final List<KeyDomain> domains;
  private final Contribution contribution;
  private final Map<Integer, Measure> ofColumns;
  private final MeasuresQuery main;
  private final List<AggregateQuery> others = new ArrayList<>();
  private final List<Release.Draft> releases = new ArrayList<>();
  private final MeasureReleases measureReleases;

  /**
   * Prepares a frontier.
   *
   * @param all the grouped columns of all levels
   * @param level whether it is one of several whose numbers of rows add up: each is an integer of
   *     its own then, since quotients are rounded
   */
  public FrontierBuilder(
      PlanContext context, PerUnit input, Aggregate aggregate, List<Integer> all, boolean level) {
    JoinWork.check(context, input.rel());
    this.context = context;
    this.keys = aggregate.getGroupSet().asList();
    this.groupKeys = groupKeys(keys, aggregate.getRowType());
    this.aggregate = aggregate;
    this.domains =
        asksForGroups(aggregate) && !context.listsGroups(aggregate)
            ? KeyDomains.selected(groupKeys)
            : new KeyDomains(context).of(input, groupKeys, all, level);
    this.measures =
        new Measures(
            aggregate,
            ColumnMeasures.same(input),
            countSelects(context.request(), input),
            column ->
                ColumnMeasures.areOnes(input, column)
                    && !context.request().boundsRows(input.table()));
    this.autoBounded = AutoBoundMeasures.of(context.request(), input, measures, keys);
    if (input.table().units() == 1 && !level) {
      measures.shareAllRows(key -> !autoBounded.has(key) && !isBoundedSum(input, key));
    }
    this.contribution =
        ContributionRule.choose(context.request(), input, keys, domains, countsRows(input));
    SeveralUnits.check(context.request(), input, contribution, domains, measures.areSums());
    checkExpected();
    ColumnMeasures columns = ofColumns(input);
    this.ofColumns = columns.of();
    this.input = listedKeysOnly(input, TryRows.of(context, columns.rows(), keys));
    this.main = new MeasuresQuery(context, this.input, groupKeys, contribution);
    this.measureReleases =
        new MeasureReleases(
            context,
            this.input,
            ofColumns,
            contribution,
            main,
            releases,
            this::distinct,
            measures::allRows,
            scalesCounts() ? measures.counted() : List.of());
  }

  /** Whether a unit may have more rows than count, and numbers of them can be scaled. */
  private boolean scalesCounts() {
    return input.table().units() == 1
        && !autoBounded.boundsRows()
        && !(contribution instanceof Contribution.OnePass)
        && !(contribution instanceof Contribution.PerGroup
            && ContributionRule.isGrouped(input, keys));
  }

  /** Whether the policy bounds what one unit has in all: its sum may be bounded better alone. */
  private static boolean isBoundedSum(PerUnit rows, Measures.Key key) {
    return rows.columns().get(key.argument()).unitSum().isPresent();
  }

  /**
   * Whether a number of rows selects the groups as well as one of units, {@link #selectingCount},
   * so that it is released on its own and not with a mean: there are as many mechanisms, for it
   * takes the place of the selection, and it has the noise of one integer instead of those that it
   * would be the sum of. Where rows in all are bounded, the selection is by their number as well,
   * with the same threshold. Beside numbers by conditions it stays with these there, since shares
   * are less far off by numbers that add up. Where several rows count in each of so many groups,
   * the number of units needs a lower threshold than that of rows, which stays with the mean.
   */
  private boolean countSelects(PrivacyRequest request, PerUnit rows) {
    return hidesAll(request)
        && (rows.rowsPerUnit().isPresent()
            ? rows.rowsPerUnit().getAsInt() == 1 || !keys.stream().allMatch(rows::constant)
            : ContributionRule.isGrouped(rows, keys) || rowsSelect(request, rows));
  }

  /** Whether a unit's rows in all groups are bounded together, by L1. */
  private boolean rowsSelect(PrivacyRequest request, PerUnit rows) {
    return request.noise() == NoiseRule.LAPLACE
        && request.rowsInAll(rows.table())
        && !ColumnMeasures.comparesCounts(rows, aggregate)
        && !request.boundsRows(rows.table())
        && !keys.stream().allMatch(rows::constant);
  }

  /** Whether all keys are private, and the groups that are not shown are left out. */
  private boolean hidesAll(PrivacyRequest request) {
    return privateKeys().filter(hidden -> hidden.keys().size() == keys.size()).isPresent()
        && !request.otherGroup();
  }

  private ColumnMeasures ofColumns(PerUnit rows) {
    Set<Integer> read = measures.read();
    read.addAll(keys);
    rows.unit().ifPresent(read::add);
    return ColumnMeasures.of(context, rows, measures.summed(), read);
  }

  private static List<GroupKey> groupKeys(List<Integer> keys, RelDataType row) {
    List<GroupKey> groupKeys = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      groupKeys.add(new GroupKey(keys.get(i), row.getFieldList().get(i).getType()));
    }
    return groupKeys;
  }

  /** Counting units needs no bound on their rows. */
  private boolean countsRows(PerUnit rows) {
    return !ranks().isEmpty()
        || !measures.modes().isEmpty()
        || measures.needs().entrySet().stream()
            .filter(measure -> autoBounded.needsRows(measure.getKey(), measure.getValue()))
            .map(Map.Entry::getKey)
            .anyMatch(
                key ->
                    !(key.once() == Measures.Once.AS_IT_IS
                        && rows.unit().isPresent()
                        && rows.unit().getAsInt() == key.argument()));
  }

  /**
   * Whether a query asks which groups there are, and for nothing of them: {@code SELECT DISTINCT}.
   * A list of all possible groups does not answer that, so they are selected. That there is one
   * group of all rows is refused elsewhere ({@code Existence}).
   */
  private static boolean asksForGroups(Aggregate aggregate) {
    boolean ofConstants =
        aggregate.getInput() instanceof Project project
            && aggregate.getGroupSet().asList().stream()
                .allMatch(key -> project.getProjects().get(key) instanceof RexLiteral);
    return aggregate.getAggCallList().isEmpty() && aggregate.getGroupCount() > 0 && !ofConstants;
  }

  /**
   * Where a unit keeps only some of its groups, those that will never be listed are dropped before
   * they take a place. Where public keys are selected, values that are not listed are not shown;
   * and where their number bounds the groups of a unit, no others are counted.
   *
   * @param given the rows that contributions were bounded for
   */
  private PerUnit listedKeysOnly(PerUnit given, PerUnit rows) {
    List<Integer> selected =
        privateKeys().stream().flatMap(hidden -> hidden.keys().stream()).map(keys::get).toList();
    boolean bounds = ContributionRule.values(given, selected).isPresent();
    boolean drops =
        contribution.unclipped() instanceof Contribution.PerGroup bound && bound.limited();
    List<Integer> notWhole =
        keys.stream()
            .filter(
                key ->
                    drops ? hasRest(rows, key) : selected.contains(key) && holdsOthers(rows, key))
            .toList();
    return KeyDomains.listed(
        context,
        bounds ? KeyDomains.exactlyListed(context, rows, selected) : rows,
        bounds ? notWhole.stream().filter(key -> !selected.contains(key)).toList() : notWhole);
  }

  /** Whether rows may have a value that is not listed, if only one beyond the bounds. */
  private static boolean hasRest(PerUnit rows, int key) {
    return rows.columns().get(key).origin() instanceof Origin.Values values
        && values.rest() != Origin.Rest.NONE;
  }

  /** Whether rows may have a value that is not listed. */
  private static boolean holdsOthers(PerUnit rows, int key) {
    return rows.columns().get(key).origin() instanceof Origin.Values values && !values.whole();
  }

  private List<AggregateQuery.Cell> distinct(RexNode value, List<UnaryOperator<RexNode>> sums) {
    others.add(
        new BoundedUnitQueries(context, input, groupKeys, contribution.ofValues())
            .distinct(value, sums));
    return IntStream.rangeClosed(0, sums.size())
        .mapToObj(cell -> new AggregateQuery.Cell(others.size(), cell))
        .toList();
  }

  /** Of exact numbers none is rounded, or different ones would count once. */
  private void checkDistinct(Measures.Key key) {
    if (key.once() != Measures.Once.CLAMPED) {
      return;
    }
    ColumnFacts facts = input.columns().get(key.argument()).facts();
    RelDataType type =
        aggregate.getInput().getRowType().getFieldList().get(key.argument()).getType();
    if (SqlTypeName.EXACT_TYPES.contains(type.getSqlTypeName())
        && facts.step().isEmpty()
        && measureReleases.step(key).compareTo(BigDecimal.ONE.movePointLeft(type.getScale())) > 0) {
      throw ExpressionMessages.rangeTooWideForDistinct(facts.name());
    }
  }

  public FrontierDraft build() {
    if (context.listsPolicyValues(aggregate)) {
      new KeyDomains(context).noteValues(input, keys);
    } else {
      new KeyDomains(context).noteLeftOut(input, without(ExplicitGroups.chosen(aggregate)));
    }
    Map<Measures.Key, MeasureReleases.Released> released = new HashMap<>(together());
    for (Map.Entry<Measures.Key, Set<Need>> measure : measures.needs().entrySet()) {
      if (released.containsKey(measure.getKey())) {
        continue;
      }
      checkDistinct(measure.getKey());
      if (!autoBounded.has(measure.getKey())) {
        released.put(
            measure.getKey(), measureReleases.release(measure.getKey(), measure.getValue()));
      } else if (autoBounded.needsRows(measure.getKey(), measure.getValue())) {
        released.put(measure.getKey(), measureReleases.values(measure.getKey()));
      }
    }
    QuantileReleases ranked =
        new QuantileReleases(context, input, groupKeys, contribution, others, releases);
    ranked.build(measures.quantiles(), ranks());
    AutoBoundReleases autoBounds =
        new AutoBoundReleases(context, input, groupKeys, ofColumns, contribution, others, releases);
    autoBounded
        .needs()
        .forEach(
            (key, needs) ->
                released.compute(
                    key,
                    (k, counted) -> autoBounds.release(k, needs, Optional.ofNullable(counted))));
    ModeReleases common =
        new ModeReleases(context, input, groupKeys, contribution, others, releases);
    common.build(measures.modes());
    List<Statistic> statistics = new ArrayList<>();
    for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
      Optional<Quantiles.Asked> asked = measures.quantiles().of(i);
      if (asked.isPresent()) {
        statistics.add(
            autoBounded.hasEnds(asked.get().measure())
                ? autoBounds.end(asked.get().measure(), asked.get().fraction().signum() == 0)
                : ranked.statistic(asked.get()));
        continue;
      }
      Optional<Measures.Key> mode = measures.modes().of(i);
      if (mode.isPresent()) {
        statistics.add(common.statistic(mode.get()));
        continue;
      }
      AggregateCall call = aggregate.getAggCallList().get(i);
      MeasureReleases.Released of = Objects.requireNonNull(released.get(measures.of(i)), "measure");
      statistics.add(clamped(of.statistic(call), call));
    }
    Optional<MeasureReleases.GroupCount> selecting = selectingCount();
    selecting.ifPresent(count -> releases.set(count.release(), count.draft()));
    Optional<FrontierDraft.SelectionDraft> selection =
        selecting.isPresent() ? Optional.empty() : selection();
    if (selection.isPresent() && selection.get().others()) {
      OtherGroup.check(measures, contribution, domains, aggregate.getRowType());
      if (!autoBounded.isEmpty()) {
        throw ExpressionMessages.otherGroupChoices();
      }
      releases.replaceAll(release -> OtherGroup.gathered(release, contribution));
    }
    int unitSize = UnitSize.of(input.rel());
    releases.replaceAll(release -> release.together(unitSize));
    boolean mute = main.isEmpty();
    if (mute) {
      releases.replaceAll(Release.Draft::withoutFirstQuery);
    }
    FrontierNames names = new FrontierNames(input, aggregate);
    return new FrontierDraft(
        context.clause(),
        input.table().units(),
        unitSize,
        aggregate.getRowType(),
        names.keys(),
        ExplicitGroups.order(aggregate),
        domains,
        mute ? selection.map(FrontierDraft.SelectionDraft::withoutFirstQuery) : selection,
        mute ? others : Stream.concat(Stream.of(main.build()), others.stream()).toList(),
        List.copyOf(releases),
        statistics,
        names.aggregates(),
        names.summands(),
        added(names.keys()),
        ContributionRule.cut(
            context.request(),
            input,
            keys,
            contribution,
            countsRows(input),
            sums(),
            measures.clamped()));
  }

  private List<Integer> without(List<String> names) {
    List<String> all = aggregate.getInput().getRowType().getFieldNames();
    return keys.stream().filter(key -> !names.contains(all.get(key))).toList();
  }

  /** The labels of the keys that the query does not group by. */
  private List<String> added(List<String> labels) {
    List<Integer> own = without(ExplicitGroups.added(aggregate));
    return IntStream.range(0, keys.size())
        .filter(place -> !own.contains(keys.get(place)))
        .mapToObj(labels::get)
        .toList();
  }

  /** The numbers of rows that are released together, of one person each. */
  private Map<Measures.Key, MeasureReleases.Released> together() {
    if (input.table().units() > 1) {
      return Map.of();
    }
    List<Measures.Key> counts =
        measures.counts().stream().filter(key -> !autoBounded.has(key)).toList();
    int others = measures.needs().size() - counts.size() + ranks().size();
    return measureReleases.together(counts, others + measures.modes().measures().size());
  }

  /** The columns whose sum for one unit the policy bounds. */
  private List<String> sums() {
    return measures.summed().stream()
        .filter(column -> column != Measures.ROWS)
        .map(input.columns()::get)
        .filter(column -> column.unitSum().isPresent())
        .map(column -> column.facts().name())
        .toList();
  }

  /** The measures that values are chosen of by their rank. */
  private List<Measures.Key> ranks() {
    return measures.quantiles().measures().stream()
        .filter(key -> !autoBounded.hasEnds(key))
        .toList();
  }

  private Statistic clamped(Statistic statistic, AggregateCall call) {
    SqlKind kind = call.getAggregation().getKind();
    boolean counts =
        kind == SqlKind.COUNT
            || kind == SqlKind.REGR_COUNT
            || (call.getAggregation() instanceof DebiasedAggregate debiased
                && debiased.aim() == Statistic.Debiased.Aim.COUNT);
    return counts && context.catalog().policy().defaults().clamp()
        ? new Statistic.NotNegative(statistic)
        : statistic;
  }

  private FrontierDraft.SelectionDraft drafted(AggregateQuery.Cell units, int groups) {
    return new FrontierDraft.SelectionDraft(units, 1, groups, 1, context.request().otherGroup());
  }

  /** The count that selects the groups, if one does. */
  private Optional<MeasureReleases.GroupCount> selectingCount() {
    return hidesAll(context.request())
        ? new SelectingCounts(
                context.request(),
                releases,
                groupsOfUnit(privateKeys().orElseThrow()),
                contribution.parts())
            .of(measureReleases.groupCounts())
        : Optional.empty();
  }

  private Optional<KeyDomain> privateKeys() {
    return domains.stream().filter(KeyDomain.Private.class::isInstance).findFirst();
  }

  /** Whether all groups are public, where the query takes that for granted. */
  private void checkExpected() {
    if (context.request().expectations().publicGroups()) {
      privateKeys().stream()
          .flatMap(hidden -> hidden.keys().stream())
          .findFirst()
          .ifPresent(
              key -> {
                throw RelationMessages.groupsNotPublic(
                    aggregate.getRowType().getFieldNames().get(key));
              });
    }
  }

  /** Combinations of private keys that one unit can be counted in. */
  private int groupsOfUnit(KeyDomain hidden) {
    return isConstant(hidden) ? 1 : contribution.groups();
  }

  private boolean isConstant(KeyDomain hidden) {
    return hidden.keys().stream().allMatch(key -> input.constant(keys.get(key)));
  }

  /**
   * The units of each combination of private keys, each in no more combinations than are claimed:
   * with clipped norms as well a unit is counted in so many of its groups alone, so that the
   * selection is (epsilon, delta)-differentially private by composition over the groups that one
   * unit reaches (Desfontaines, Voss, Gipson, Mandayam 2022); norms say nothing of how many those
   * are. Where rows in all are bounded, their clipped number is what one unit moves by no more than
   * that, and needs no limit on groups.
   */
  private Optional<FrontierDraft.SelectionDraft> selection() {
    Optional<KeyDomain> hidden = privateKeys();
    if (hidden.isEmpty()) {
      return Optional.empty();
    }
    boolean oneKey = isConstant(hidden.get());
    int groups = groupsOfUnit(hidden.get());
    boolean onePass = contribution instanceof Contribution.OnePass;
    if (onePass && contribution.rows() == 1) {
      return Optional.of(drafted(new AggregateQuery.Cell(0, main.countRows()), groups));
    }
    boolean allHidden = hidden.get().keys().size() == keys.size();
    if (allHidden && contribution instanceof Contribution.PerGroup) {
      return Optional.of(drafted(new AggregateQuery.Cell(0, main.units()), groups));
    }
    if (contribution instanceof Contribution.PerGroup && !main.isEmpty()) {
      AggregateQuery.Cell once = new AggregateQuery.Cell(0, main.unitsOnce(hidden.get().keys()));
      return Optional.of(drafted(once, groups));
    }
    BigInteger move = contribution.l1(BigInteger.valueOf(contribution.rows()));
    BigInteger together = move.multiply(BigInteger.valueOf(UnitSize.of(input.rel())));
    if (!oneKey && contribution.selectsByRows() && together.bitLength() < Integer.SIZE) {
      AggregateQuery.Cell rows = new AggregateQuery.Cell(0, main.countRows());
      return Optional.of(drafted(rows, 1).ofRows(move.intValueExact(), contribution.parts()));
    }
    Contribution.PerGroup bound =
        oneKey || onePass
            ? new Contribution.PerGroup(contribution.rows(), groups, false, oneKey)
            : (Contribution.PerGroup) contribution.unclipped();
    boolean rowsInAll = contribution instanceof Contribution.Clip clip && clip.inAll();
    others.add(
        new BoundedUnitQueries(context, input, groupKeys, bound)
            .units(hidden.get().keys(), rowsInAll));
    return Optional.of(drafted(new AggregateQuery.Cell(others.size(), 0), groups));
  }
}
