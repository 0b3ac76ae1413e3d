package org.dpjdbc.run.query;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.plan.TablePeek;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.ReleasedScalar;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.policy.Policy.DeriveRule;
import org.dpjdbc.policy.Preview;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.api.AnswerColumns;
import org.dpjdbc.run.api.Query;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.consistency.CachedConsistency;
import org.dpjdbc.run.dataset.Dataset;
import org.dpjdbc.run.dataset.FirstAlgebra;
import org.dpjdbc.run.dataset.Shape;
import org.dpjdbc.run.finish.FinishPlan;
import org.dpjdbc.run.finish.error.ErrorColumns;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.mechanism.PreparedScalar;
import org.dpjdbc.run.mechanism.PreparedSet;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.parse.ErrorTarget;
import org.dpjdbc.sql.parse.ExecutionContext;
import org.dpjdbc.sql.parse.GivenValue;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.parse.QueryTemplate;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RunMessages;
import org.dpjdbc.sql.rewrite.ClockUse;
import org.dpjdbc.sql.validate.Algebra;
import org.jspecify.annotations.Nullable;

/**
 * A query over the catalog: planned when its parameters and the current time are known, then run.
 */
public final class PrivateQuery implements Query {
  private final DpSession session;
  private final String sql;
  private final Dataset.Statement statement;
  private final Settings settings;
  private Optional<FirstAlgebra> first;

  PrivateQuery(DpSession session, String sql, Dataset.Described described) {
    this(session, sql, described, session.settings());
  }

  /** A query that is asked with other settings than those of the session. */
  private PrivateQuery(
      DpSession session, String sql, Dataset.Described described, Settings settings) {
    this.session = session;
    this.sql = sql;
    this.settings = settings;
    this.statement = described.statement();
    this.first = described.algebra();
  }

  /**
   * What one run of the query asks. The clock is read once for it, so that all that is planned and
   * run agrees.
   *
   * @param parameters one value per bind parameter; {@code null} is SQL NULL
   * @param context who asks, and when
   */
  record BoundQuery(List<@Nullable Object> parameters, ExecutionContext context) {}

  /** The question that is asked now. */
  BoundQuery boundQuery(List<@Nullable Object> parameters) {
    return new BoundQuery(
        parameters.stream().<@Nullable Object>map(this::local).toList(),
        session.context(statement.types()));
  }

  /** An instant is what the clock of the query shows then: timestamps have no zone. */
  private @Nullable Object local(@Nullable Object parameter) {
    return parameter instanceof OffsetDateTime instant
        ? instant.atZoneSameInstant(session.zone(statement.types())).toLocalDateTime()
        : parameter;
  }

  @Override
  public List<AnswerColumn> columns() {
    return statement
        .shape()
        .columns(session.dataset().dialects().read(), session.settings(), previews());
  }

  private boolean previews() {
    return session.policy().preview() != Preview.NONE;
  }

  @Override
  public List<AnswerColumn> parameters() {
    RelDataType types = statement.types().parameters();
    return AnswerColumns.of(
        types, Collections.nCopies(types.getFieldCount(), ""), session.dataset().dialects().read());
  }

  @Override
  public Answer run(List<@Nullable Object> parameters, RunOptions options) {
    return run(boundQuery(parameters), options);
  }

  Answer run(BoundQuery boundQuery, RunOptions options) {
    Planned planned;
    try {
      planned = planned(boundQuery, options.cancellation());
    } catch (RefusedException refusal) {
      return SampleAnswer.instead(
          refusal, session, () -> translated(boundQuery, Optional.empty()), this, options);
    } finally {
      first = Optional.empty();
    }
    if (isInSteps(planned.query())) {
      return inSteps(boundQuery, options);
    }
    return new PrivateRun(
            session,
            sql,
            planned.query(),
            planned.given(),
            options,
            Optional.of(new PrivateRun.Source(this, boundQuery)))
        .run();
  }

  /**
   * What a dry session decided.
   *
   * @param planned the plan; if the query runs in steps, that of the most that they may spend
   * @param given the values that the plan does not depend on
   * @param kept where its answer is from, if that is kept
   */
  record Decided(PlannedQuery planned, List<GivenValue> given, Optional<KeptSource> kept) {}

  /** In a dry session: does what a run does before its answer. */
  Decided decide() {
    BoundQuery boundQuery = boundQuery(List.of());
    Planned planned = planned(boundQuery, new Cancellation());
    PrivateRun.Decision decision = trial(boundQuery, planned).decide();
    return new Decided(decision.planned(), planned.given(), decision.kept());
  }

  private PrivateRun trial(BoundQuery boundQuery, Planned planned) {
    return new PrivateRun(
        session,
        sql,
        planned.query(),
        planned.given(),
        new RunOptions(Duration.ZERO, 0, new Cancellation()),
        isInSteps(planned.query())
            ? Optional.empty()
            : Optional.of(new PrivateRun.Source(this, boundQuery)));
  }

  /** Whether it says itself how much it may spend. */
  boolean namesCost() {
    ParsedQuery query = statement.query();
    return query.options().epsilon().isPresent()
        || query.options().error().isPresent()
        || !query.clauses().isEmpty();
  }

  /**
   * When its answer is derived from a kept one. A query that says what it may cost wants the
   * accuracy of that, unless it says itself that it does not.
   */
  DeriveRule deriveRule() {
    DeriveRule rule = session.deriveRule();
    return statement
        .query()
        .options()
        .derive()
        .orElse(rule == DeriveRule.ALWAYS && namesCost() ? DeriveRule.AS_GOOD : rule);
  }

  /**
   * The smallest epsilon, to three digits, with which its errors are within a target.
   *
   * @param target in the unit of each value
   * @return empty if its errors are known only with its answer
   * @throws RefusedException if the policy allows no such epsilon
   */
  Optional<BigDecimal> leastEpsilon(ErrorTarget target) {
    Cancellation cancellation = new Cancellation();
    PrivacyRequest most = request().withEpsilon(session.policy().limits().maxEpsilonPerQuery());
    RelNode rel = located(() -> translated(boundQuery(List.of()), Optional.empty()));
    return located(
        () -> {
          PrivatePlan plan = AccuracySearch.plan(target, most, r -> planned(rel, r, cancellation));
          return AccuracySearch.isKnownBefore(target, plan)
              ? Optional.of(plan.epsilon())
              : Optional.empty();
        });
  }

  /** Whether its required accuracy can be checked only with its answer. */
  boolean isInSteps(PlannedQuery planned) {
    return statement
        .query()
        .options()
        .error()
        .filter(target -> !AccuracySearch.isKnownBefore(target, planned.plan()))
        .isPresent();
  }

  /**
   * A plan, and what would make its errors smaller.
   *
   * @param advice empty if the query says the error
   * @param source where its answer would be from
   */
  record Explained(PlannedQuery planned, Optional<ErrorAdvice> advice, Source source) {}

  /**
   * Where an answer is from.
   *
   * @param kept the kept answer, if it is free for that
   * @param text for people
   */
  record Source(Optional<KeptSource> kept, String text) {}

  /** Plans the query as it would be run now. */
  Explained explained(List<@Nullable Object> parameters) {
    BoundQuery boundQuery = boundQuery(parameters);
    Planned planned = planned(boundQuery, new Cancellation());
    boolean inSteps = isInSteps(planned.query());
    PrivateRun.Decision decision =
        inSteps
            ? new PrivateRun.Decision(planned.query(), Optional.empty())
            : trial(boundQuery, planned).find();
    boolean derived = decision.kept().filter(KeptSource::derived).isPresent();
    return new Explained(
        decision.planned(),
        derived ? Optional.empty() : advice(boundQuery, planned),
        new Source(decision.kept(), source(decision)));
  }

  private String source(PrivateRun.Decision decision) {
    if (decision.kept().isPresent()) {
      String since = shown(decision.kept().get().since());
      return decision.kept().get().derived()
          ? RunMessages.derivedFrom(since)
          : RunMessages.keptSince(since);
    } else if (decision.planned().plan().isFree()) {
      return "public";
    }
    List<String> widened =
        decision.planned().frontiers().stream()
            .flatMap(each -> each.frontier().widened().stream())
            .distinct()
            .toList();
    return widened.isEmpty() ? "released" : "released, widened over " + String.join(", ", widened);
  }

  private Optional<ErrorAdvice> advice(BoundQuery boundQuery, Planned planned) {
    if (statement.query().options().error().isPresent()) {
      return Optional.empty();
    }
    RelNode rel = located(() -> translated(boundQuery, planned.unknown()));
    return Optional.of(
        ErrorAdvice.of(
            planned.query(),
            request(),
            session.policy().limits().maxEpsilonPerQuery(),
            other -> prepared(session.dataset().planner().plan(rel, other))));
  }

  private Answer inSteps(BoundQuery boundQuery, RunOptions options) {
    RelNode rel = located(() -> translated(boundQuery, Optional.empty()));
    return new ErrorSteps(
            statement.query().options().error().orElseThrow(),
            request(),
            step -> prepared(located(() -> planned(rel, step, options.cancellation()))),
            planned -> new PrivateRun(session, sql, planned, List.of(), options, Optional.empty()))
        .run(this::placed);
  }

  /** A refusal with its position in the query. */
  private RefusedException placed(RefusedException refusal) {
    try {
      return located(
          () -> {
            throw refusal;
          });
    } catch (RefusedException e) {
      return e;
    }
  }

  /**
   * A plan and the values that it is run with.
   *
   * @param query the plan
   * @param unknown those that it does not know, if there are any
   */
  private record Planned(PlannedQuery query, Optional<QueryTemplate.Instance> unknown) {
    List<GivenValue> given() {
      return unknown.map(QueryTemplate.Instance::given).orElse(List.of());
    }
  }

  /** The plan of what is asked now, made now or before. */
  public PlannedQuery plan(List<@Nullable Object> parameters) {
    return plan(boundQuery(parameters));
  }

  PlannedQuery plan(BoundQuery boundQuery) {
    return planned(boundQuery, new Cancellation()).query();
  }

  /**
   * The plan; facts about public tables that it needs, and that are not declared, are queried
   * first.
   */
  private Planned planned(BoundQuery boundQuery, Cancellation cancellation) {
    try {
      return made(boundQuery, cancellation);
    } catch (RefusedException e) {
      if (e.code() == RefusalCode.NO_BOUNDS
          && new PublicBoundsReader(session, cancellation).read(located(() -> scans(boundQuery)))) {
        return made(boundQuery, cancellation);
      }
      throw e;
    }
  }

  /**
   * The plan for all values if there is one, else the plan for these. What only these values make
   * right, or wrong, is found by the second.
   */
  private Planned made(BoundQuery boundQuery, Cancellation cancellation) {
    Optional<QueryTemplate.Instance> given = given(boundQuery);
    if (given.isPresent()) {
      Optional<PlannedQuery> shared =
          cache(
              Dataset.PlanKey.of(given.get(), settings, statement.types(), boundQuery.context()),
              () -> sharedPlan(boundQuery, given.get(), cancellation));
      if (shared.isPresent()) {
        return new Planned(shared.get(), given);
      }
    }
    PlannedQuery own =
        cache(
                Dataset.PlanKey.of(
                    sql,
                    boundQuery.parameters(),
                    settings,
                    statement.types(),
                    boundQuery.context()),
                () -> Optional.of(prepared(newPlan(boundQuery, Optional.empty(), cancellation))))
            .orElseThrow();
    return new Planned(own, Optional.empty());
  }

  private Optional<QueryTemplate.Instance> given(BoundQuery boundQuery) {
    return statement.template().values(boundQuery.parameters());
  }

  /** A plan that depends on the exact time is not cached. */
  private Optional<PlannedQuery> cache(Dataset.PlanKey key, Supplier<Optional<PlannedQuery>> make) {
    return statement.types().clock() == ClockUse.TIMESTAMP
        ? make.get()
        : session.dataset().plan(key, make);
  }

  /**
   * The plan for all values; empty if only these may have one.
   *
   * @throws RefusedException if there is none for any values
   */
  private Optional<PlannedQuery> sharedPlan(
      BoundQuery boundQuery, QueryTemplate.Instance instance, Cancellation cancellation) {
    if (first.filter(known -> known.serves(session.dataset(), Optional.empty())).isPresent()) {
      return Optional.empty();
    }
    try {
      PrivatePlan plan = newPlan(boundQuery, Optional.of(instance), cancellation);
      return plan.takesGivenValues() && !LookupCounts.isOpen(plan)
          ? Optional.of(prepared(plan))
          : Optional.empty();
    } catch (RefusedException e) {
      if (!QueryTemplate.mayBeAnsweredWithValues(e)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private PrivatePlan planned(RelNode rel, PrivacyRequest request, Cancellation cancellation) {
    return new LookupCounts(session, cancellation)
        .decided(() -> session.dataset().planner().plan(rel, request));
  }

  private PrivatePlan newPlan(
      BoundQuery boundQuery, Optional<QueryTemplate.Instance> given, Cancellation cancellation) {
    return located(
        () -> {
          RelNode rel = translated(boundQuery, given);
          PrivacyRequest request = request();
          return statement
              .query()
              .options()
              .error()
              .map(
                  target ->
                      AccuracySearch.plan(target, request, r -> planned(rel, r, cancellation)))
              .orElseGet(() -> planned(rel, request, cancellation));
        });
  }

  private PrivacyRequest request() {
    return PrivacyRequest.of(
        session.dataset().policy(),
        settings.epsilon(),
        settings.delta(),
        statement.query(),
        statement.types().names());
  }

  private RelNode translated(BoundQuery boundQuery, Optional<QueryTemplate.Instance> given) {
    Dataset dataset = session.dataset();
    if (first.filter(known -> known.serves(dataset, given)).isPresent()) {
      return first.get().of(boundQuery.context().analyst());
    }
    return dataset
        .algebra()
        .translate(statement.query(), boundQuery.parameters(), boundQuery.context(), given);
  }

  /** The query as algebra, for the tables that it reads, which are the same for all values. */
  private RelNode scans(BoundQuery boundQuery) {
    return first
        .filter(known -> known.isOf(session.dataset()))
        .map(known -> known.of(boundQuery.context().analyst()))
        .orElseGet(() -> translated(boundQuery, Optional.empty()));
  }

  <T> T located(Supplier<T> step) {
    return Algebra.located(statement.query(), step);
  }

  private PlannedQuery prepared(PrivatePlan plan) {
    return located(
        () -> {
          List<PreparedFrontier> frontiers = PreparedFrontier.all(plan.frontiers());
          return prepared(plan, frontiers, frontiers);
        });
  }

  /**
   * A query that was planned before, planned again.
   *
   * @param request its privacy
   */
  record Replanned(PlannedQuery query, List<GivenValue> given, PrivacyRequest request) {}

  /**
   * Plans the query of a kept answer again.
   *
   * @throws RefusedException if it is not offered any more
   */
  Replanned replanned(KeptRecipe recipe, Cancellation cancellation) {
    Dataset dataset = session.dataset();
    boolean errorColumns = session.settings().errorColumns();
    Dataset.Described described =
        dataset
            .known(recipe.sql(), errorColumns)
            .map(known -> new Dataset.Described(known, Optional.empty()))
            .orElseGet(
                () ->
                    dataset.statement(
                        recipe.sql(), dataset.reader().read(recipe.sql()), errorColumns));
    PrivateQuery kept =
        new PrivateQuery(
            session,
            recipe.sql(),
            described,
            session.settings().with(recipe.epsilon(), recipe.delta()));
    Planned planned =
        kept.planned(
            new BoundQuery(
                recipe.parameters(), new ExecutionContext(recipe.analyst(), recipe.timestamp())),
            cancellation);
    return new Replanned(
        planned.query(),
        planned.given(),
        kept.request().withEpsilon(planned.query().plan().epsilon()));
  }

  /**
   * Whether another query was asked with as much epsilon and the same options. What says how great
   * its errors may be, or how they matter, gets its own.
   *
   * @param epsilon of this query
   */
  boolean asksNoMoreThan(PrivacyRequest other, BigDecimal epsilon) {
    PrivacyRequest own = request().withEpsilon(other.epsilon());
    return !own.eachError() && own.equals(other) && other.epsilon().compareTo(epsilon) >= 0;
  }

  /** How the query is asked, for an answer that is kept under a key. */
  KeptRecipe recipe(BoundQuery boundQuery, String key, Instant storedAt) {
    return new KeptRecipe(
        key,
        sql,
        boundQuery.parameters(),
        settings.epsilon(),
        settings.delta(),
        boundQuery.context().analyst(),
        boundQuery.context().timestamp(),
        storedAt);
  }

  /**
   * The query where its answer is computed from what is released, and costs nothing more.
   *
   * @param frontier with these releases
   * @param note what they are
   * @param leftOut keys that have rows in no group
   */
  PlannedQuery derived(
      PlannedQuery planned, PreparedFrontier frontier, String note, List<String> leftOut) {
    PrivatePlan plan = planned.plan();
    List<String> notes = new ArrayList<>(plan.notes());
    notes.add(note);
    leftOut.forEach(key -> notes.add(RunMessages.unlistedLeftOut(key)));
    // The errors of groups differ: none is that of the whole frontier.
    return located(
        () -> prepared(plan.derived(frontier.frontier(), notes), List.of(frontier), List.of()));
  }

  /** A time of today without its day. */
  String shown(Instant instant) {
    LocalDateTime at = LocalDateTime.ofInstant(instant, session.clock().getZone());
    LocalDate today = LocalDate.ofInstant(session.clock().instant(), session.clock().getZone());
    LocalTime time = at.toLocalTime().truncatedTo(ChronoUnit.MINUTES);
    return at.toLocalDate().equals(today) ? time.toString() : at.toLocalDate() + " " + time;
  }

  /**
   * A plan with what it needs to run.
   *
   * @param alike those of the frontiers whose groups have the same errors
   */
  private PlannedQuery prepared(
      PrivatePlan plan, List<PreparedFrontier> frontiers, List<PreparedFrontier> alike) {
    Shape shape = statement.shape();
    RelNode own = shape.fitted(plan.finish());
    boolean errorColumns = settings.errorColumns();
    RelNode finish =
        errorColumns
            ? ErrorColumns.add(
                own,
                NoisyColumns.of(frontiers, plan.consistencies()),
                shape.noisy(),
                new SummedErrors(alike, plan.consistencies()))
            : own;
    if (previews() && shape.saysMadeUp().isPresent()) {
      finish = TablePeek.said(finish);
    }
    FinishPlan compiled = session.finisher().compile(finish);
    return new PlannedQuery(
        plan,
        frontiers,
        plan.scalars().stream().map(this::prepared).toList(),
        plan.sets().stream()
            .map(set -> new PreparedSet(set.name(), session.finisher().compile(set.rel())))
            .toList(),
        compiled,
        FinishInput.names(plan.finish(), FinishInput.Kind.VIRTUAL),
        shape.columns(
            own.getRowType(), session.dataset().dialects().read(), session.settings(), previews()),
        errorColumns,
        new CachedConsistency());
  }

  private PreparedScalar prepared(ReleasedScalar scalar) {
    return new PreparedScalar(scalar.name(), session.finisher().compile(scalar.rel()));
  }
}
