package org.dpjdbc.plan;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.dpjdbc.plan.canonical.CanonicalQuery;
import org.dpjdbc.plan.derive.PrivateAggregate;
import org.dpjdbc.plan.model.AskedGroups;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.FrontierDraft;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.randomized.RandomizedAnswers;
import org.dpjdbc.plan.relation.LookupLists;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.plan.rule.ExistenceQueries;
import org.dpjdbc.plan.rule.ListedValues;
import org.dpjdbc.plan.rule.RecursionRule;
import org.dpjdbc.plan.rule.TopRule;
import org.dpjdbc.plan.rule.Widening;
import org.dpjdbc.sql.parse.DpOptions;
import org.dpjdbc.sql.refusal.AnalysisSteps;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.dpjdbc.sql.refusal.RunMessages;
import org.dpjdbc.sql.validate.Catalog;

/**
 * From relational algebra to a private plan. The query's epsilon is divided among all releases and
 * selections of all its frontiers, its delta among those that need one ({@link PrivacySplit}):
 * together they are (epsilon, delta)-differentially private by sequential composition. The
 * composition is adaptive (Dwork, Rothblum, Vadhan 2010, section III): a later release may depend
 * on the values of earlier ones, as long as its epsilon and sensitivity do not. The vectors with
 * Gaussian noise are one for the sum of their shares: {@link
 * org.dpjdbc.plan.model.NoisyVector#part()}.
 */
public final class Planner {
  private final Catalog catalog;
  private final LookupLists lists;

  /**
   * Creates a planner.
   *
   * @param catalog that the algebra was translated over
   */
  public Planner(Catalog catalog) {
    this(catalog, LookupLists.NONE);
  }

  /**
   * Creates a planner.
   *
   * @param lists what is known of lists of keys that are looked up in public tables
   */
  public Planner(Catalog catalog, LookupLists lists) {
    this.catalog = catalog;
    this.lists = lists;
  }

  /**
   * Plans a query.
   *
   * @param rel the query, subqueries turned into joins
   * @param request its privacy
   * @throws org.dpjdbc.sql.refusal.RefusedException if it would reveal rows, or no rule covers it
   */
  public PrivatePlan plan(RelNode rel, PrivacyRequest request) {
    AnalysisSteps.pass(AnalysisSteps.Pass.PLAN);
    RecursionRule.check(rel);
    return wide(rel, request)
        .flatMap(wide -> tried(wide, request))
        .or(() -> tried(CanonicalQuery.of(rel), request))
        // What the query says is refused as it says it.
        .orElseGet(() -> planned(rel, request));
  }

  /** The query of more groups than it shows where these cost nothing; empty if it has none. */
  private Optional<RelNode> wide(RelNode rel, PrivacyRequest request) {
    PlanContext context = new PlanContext(catalog, request, rel.getCluster(), lists).scratch();
    if (!Widening.isOn(context) || RandomizedAnswers.holdsAny(rel) || TopRule.isIn(context, rel)) {
      return Optional.empty();
    }
    Widening widening = new Widening(context, new RelationClassifier(context)::find);
    RelNode wide = CanonicalQuery.of(rel, widening::of);
    return widening.isUsed() ? Optional.of(wide) : Optional.empty();
  }

  private Optional<PrivatePlan> tried(RelNode rel, PrivacyRequest request) {
    try {
      return Optional.of(planned(rel, request));
    } catch (RefusedException e) {
      return Optional.empty();
    }
  }

  private PrivatePlan planned(RelNode rel, PrivacyRequest request) {
    PlanContext context = new PlanContext(catalog, request, rel.getCluster(), lists);
    RandomizedAnswers.Query query = RandomizedAnswers.of(rel);
    query.leftOut().forEach(key -> context.note(RunMessages.unlistedLeftOut(key)));
    ListedValues.of(query.rel()).ifPresent(list -> context.listGroups(list, /* ofPolicy= */ true));
    Relation found = find(query.rel(), context);
    if (found instanceof PerUnit rows) {
      throw rawRows(rel, rows);
    } else if (query.raw()) {
      throw RelationMessages.randomizedNotAggregated();
    }
    RelNode finish = context.local(found).rel();
    List<FrontierDraft> drafts = context.drafts();
    CountedGroups.note(context, finish);
    ExistenceQueries.check(query.rel(), drafts, below -> isPerUnit(below, request));
    PrivacyDivision division =
        PrivacyDivision.of(
            request,
            drafts,
            ErrorWeights.of(drafts, finish, request),
            catalog.policy().defaults().delta());
    List<Frontier> frontiers = division.frontiers();
    return new PrivatePlan(
        frontiers,
        context.consistencies(),
        context.publicQueries(),
        context.products(),
        context.scalars(),
        context.sets(),
        finish,
        context.notes(),
        division.epsilon(),
        division.delta(),
        PlanFingerprint.of(
            catalog.policy().fingerprint(),
            frontiers,
            context.consistencies(),
            context.scalars(),
            context.sets()),
        asked(query, rel, frontiers));
  }

  /** What the one frontier is released for, as far as no rule has changed it. */
  private static Optional<AskedGroups> asked(
      RandomizedAnswers.Query query, RelNode rel, List<Frontier> frontiers) {
    return frontiers.size() == 1 && query.rel().equals(rel) && !query.raw()
        ? PrivateAggregate.of(rel)
            .filter(
                groups ->
                    groups.keys().size() == frontiers.get(0).keys().size()
                        && groups.measures().size() == frontiers.get(0).statistics().size())
        : Optional.empty();
  }

  /**
   * What is noisy in the answers to a query, whatever its parameters.
   *
   * @param rel the query, with parameters in it
   */
  public Outline outline(RelNode rel) {
    AnalysisSteps.pass(AnalysisSteps.Pass.OUTLINE);
    PrivacyRequest any =
        PrivacyRequest.of(
            catalog.policy(), Optional.empty(), Optional.empty(), DpOptions.NONE, List.of());
    return new OutlineFinder(new PlanContext(catalog, any, rel.getCluster())).outline(rel);
  }

  /** Rows grouped by person are refused as what they are. */
  private static RefusedException rawRows(RelNode rel, PerUnit rows) {
    RelNode at = rel;
    while (at instanceof Project || at instanceof Filter || at instanceof Sort) {
      at = at.getInput(0);
    }
    return at instanceof Aggregate
        ? RelationMessages.groupsByUnit(
            rows.unitNames().stream()
                .findFirst()
                .orElseGet(() -> rows.columns().get(rows.unit().orElseThrow()).facts().name()))
        : RelationMessages.rawRows(rows.table().name(), counts(rows));
  }

  /** Whether the policy alone says how many rows of a person count. */
  private static boolean counts(PerUnit rows) {
    return rows.rowsPerUnit().isPresent()
        || rows.table().maxRows().isPresent()
        || rows.table().rowsAuto();
  }

  /**
   * A LIMIT that stands above everything limits what would be shown: rows of people, if they are.
   */
  private Relation find(RelNode rel, PlanContext context) {
    try {
      return new RelationClassifier(context).find(rel);
    } catch (RefusedException e) {
      RelNode below = rel;
      while (below instanceof Project || below instanceof Sort) {
        boolean isSort = below instanceof Sort;
        below = below.getInput(0);
        if (isSort
            && e.code() == RefusalCode.UNIT
            && new RelationClassifier(
                        new PlanContext(catalog, context.request(), rel.getCluster(), lists))
                    .find(below)
                instanceof PerUnit rows) {
          throw rawRows(below, rows);
        }
      }
      throw e;
    }
  }

  /** Whether rows are people's, or may be. */
  private boolean isPerUnit(RelNode rel, PrivacyRequest request) {
    try {
      return new RelationClassifier(new PlanContext(catalog, request, rel.getCluster(), lists))
              .find(rel)
          instanceof PerUnit;
    } catch (RefusedException e) {
      return true;
    }
  }
}
