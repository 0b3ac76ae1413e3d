package org.dpjdbc.run.query;

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
import org.dpjdbc.policy.Preview;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.api.AnswerColumns;
import org.dpjdbc.run.api.Query;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.consistency.CachedConsistency;
import org.dpjdbc.run.dataset.Dataset;
import org.dpjdbc.run.dataset.Shape;
import org.dpjdbc.run.finish.ErrorColumns;
import org.dpjdbc.run.finish.FinishPlan;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.mechanism.PreparedScalar;
import org.dpjdbc.run.mechanism.PreparedSet;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.parse.GivenValue;
import org.dpjdbc.sql.parse.QueryTemplate;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.validate.Algebra;
import org.jspecify.annotations.Nullable;

/** A query over the catalog: planned when its parameters are known, then run. */
public final class PrivateQuery implements Query {
  private final DpSession session;
  private final String sql;
  private final Dataset.Statement statement;

  PrivateQuery(DpSession session, String sql, Dataset.Statement statement) {
    this.session = session;
    this.sql = sql;
    this.statement = statement;
  }

  @Override
  public List<AnswerColumn> columns() {
    return statement.shape().columns(session.dataset().dialect(), session.settings(), previews());
  }

  private boolean previews() {
    return session.policy().preview() != Preview.NONE;
  }

  @Override
  public List<AnswerColumn> parameters() {
    RelDataType types = statement.types().parameters();
    return AnswerColumns.of(
        types, Collections.nCopies(types.getFieldCount(), ""), session.dataset().dialect());
  }

  @Override
  public Answer run(List<@Nullable Object> parameters, RunOptions options) {
    Planned planned;
    try {
      planned = planned(parameters, options.cancellation());
    } catch (RefusedException refusal) {
      return SampleAnswer.instead(refusal, session, statement, columns(), parameters, options);
    }
    if (isInSteps(planned.query())) {
      return inSteps(parameters, options);
    }
    return new PrivateRun(session, sql, planned.query(), planned.given(), options).run();
  }

  /** Whether its required accuracy can be checked only with its answer. */
  boolean isInSteps(PlannedQuery planned) {
    return statement
        .query()
        .options()
        .error()
        .filter(target -> !ErrorPromise.isKnownBefore(target, planned.plan()))
        .isPresent();
  }

  private Answer inSteps(List<@Nullable Object> parameters, RunOptions options) {
    RelNode rel = located(() -> translated(parameters, Optional.empty()));
    return new ErrorSteps(
            statement.query().options().error().orElseThrow(),
            request(),
            step -> prepared(located(() -> session.dataset().planner().plan(rel, step))),
            planned -> new PrivateRun(session, sql, planned, List.of(), options))
        .run(this::placed);
  }

  /** A refusal that says where in the text it is. */
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
   * @param given those that it does not know
   */
  private record Planned(PlannedQuery query, List<GivenValue> given) {}

  /** The plan, made now or before. */
  public PlannedQuery plan(List<@Nullable Object> parameters) {
    return planned(parameters, new Cancellation()).query();
  }

  /** The plan; what it needs to know of public tables is asked first where nobody says it. */
  private Planned planned(List<@Nullable Object> parameters, Cancellation cancellation) {
    try {
      return planned(parameters);
    } catch (RefusedException e) {
      if (e.code() == RefusalCode.NO_BOUNDS
          && new PublicBoundsReader(session, cancellation)
              .read(located(() -> translated(parameters, Optional.empty())))) {
        return planned(parameters);
      }
      throw e;
    }
  }

  /**
   * The plan for all values where there is one, else the plan for these. What only these values
   * make right, or wrong, is found by the second.
   */
  private Planned planned(List<@Nullable Object> parameters) {
    Dataset dataset = session.dataset();
    if (!statement.template().isEmpty()) {
      QueryTemplate.Instance instance = statement.template().with(parameters);
      Optional<PlannedQuery> shared =
          dataset.plan(
              Dataset.PlanKey.of(instance, session.settings(), statement.types()),
              () -> sharedPlan(parameters, instance));
      if (shared.isPresent()) {
        return new Planned(shared.get(), instance.given());
      }
    }
    PlannedQuery own =
        dataset
            .plan(
                Dataset.PlanKey.of(sql, parameters, session.settings(), statement.types()),
                () -> Optional.of(prepared(newPlan(parameters, Optional.empty()))))
            .orElseThrow();
    return new Planned(own, List.of());
  }

  private Optional<PlannedQuery> sharedPlan(
      List<@Nullable Object> parameters, QueryTemplate.Instance instance) {
    try {
      PrivatePlan plan = newPlan(parameters, Optional.of(instance));
      return plan.takesGivenValues() ? Optional.of(prepared(plan)) : Optional.empty();
    } catch (RefusedException e) {
      if (e.code() == RefusalCode.STOPPED) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private PrivatePlan newPlan(
      List<@Nullable Object> parameters, Optional<QueryTemplate.Instance> given) {
    Dataset dataset = session.dataset();
    return located(
        () -> {
          PrivacyRequest request = request();
          RelNode rel = translated(parameters, given);
          return statement
              .query()
              .options()
              .error()
              .map(
                  target -> ErrorPromise.plan(target, request, r -> dataset.planner().plan(rel, r)))
              .orElseGet(() -> dataset.planner().plan(rel, request));
        });
  }

  private PrivacyRequest request() {
    Settings settings = session.settings();
    return PrivacyRequest.of(
        session.dataset().policy(),
        settings.epsilon(),
        settings.delta(),
        statement.query().options(),
        statement.types().labels());
  }

  private RelNode translated(
      List<@Nullable Object> parameters, Optional<QueryTemplate.Instance> given) {
    return session
        .dataset()
        .algebra()
        .translate(statement.query(), parameters, session.settings().analyst(), given);
  }

  private <T> T located(Supplier<T> step) {
    return Algebra.located(statement.query(), step);
  }

  private PlannedQuery prepared(PrivatePlan plan) {
    return located(
        () -> {
          List<PreparedFrontier> frontiers = PreparedFrontier.all(plan.frontiers());
          Shape shape = statement.shape();
          RelNode own = shape.fitted(plan.finish());
          boolean errorColumns = session.settings().errorColumns();
          RelNode finish =
              errorColumns
                  ? ErrorColumns.add(
                      own,
                      NoisyColumns.of(frontiers, plan.consistencies()),
                      shape.noisy(),
                      new SummedErrors(frontiers, plan.consistencies()))
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
                  own.getRowType(), session.dataset().dialect(), session.settings(), previews()),
              errorColumns,
              new CachedConsistency());
        });
  }

  private PreparedScalar prepared(ReleasedScalar scalar) {
    return new PreparedScalar(scalar.name(), session.finisher().compile(scalar.rel()));
  }
}
