package org.dpjdbc.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.plan.FinishInput;
import org.dpjdbc.plan.PrivacyRequest;
import org.dpjdbc.plan.PrivatePlan;
import org.dpjdbc.plan.ReleasedScalar;
import org.dpjdbc.run.finish.ErrorColumns;
import org.dpjdbc.run.finish.FinishPlan;
import org.dpjdbc.sql.Algebra;
import org.dpjdbc.sql.ParsedQuery;
import org.dpjdbc.sql.RefusedException;
import org.dpjdbc.sql.ValidQuery;
import org.jspecify.annotations.Nullable;

/** A query over the catalog: planned when its parameters are known, then run. */
final class PrivateQuery implements Query {
  private final DpSession session;
  private final String sql;
  private final Dataset.Statement statement;

  PrivateQuery(DpSession session, String sql, Dataset.Statement statement) {
    this.session = session;
    this.sql = sql;
    this.statement = statement;
  }

  /** With error columns, a plan tells which there are, where there is one without parameters. */
  @Override
  public List<AnswerColumn> columns() {
    ValidQuery types = statement.types();
    if (session.settings().errorColumns() && types.parameters().getFieldCount() == 0) {
      try {
        return plan(List.of()).columns();
      } catch (RefusedException e) {
        // Described all the same, and refused when it is run.
        return AnswerColumns.of(types.rowType(), types.labels(), session.dataset().dialect());
      }
    }
    return AnswerColumns.of(types.rowType(), types.labels(), session.dataset().dialect());
  }

  @Override
  public List<AnswerColumn> parameters() {
    RelDataType types = statement.types().parameters();
    return AnswerColumns.of(
        types, Collections.nCopies(types.getFieldCount(), ""), session.dataset().dialect());
  }

  @Override
  public Answer run(List<@Nullable Object> parameters, RunOptions options) {
    PlannedQuery planned = plan(parameters);
    return new PrivateRun(session, sql, planned, options).run();
  }

  /** The plan, made now or before. */
  PlannedQuery plan(List<@Nullable Object> parameters) {
    return session
        .dataset()
        .plan(
            Dataset.PlanKey.of(sql, parameters, session.settings(), statement.types()),
            () -> newPlan(parameters));
  }

  private PlannedQuery newPlan(List<@Nullable Object> parameters) {
    ParsedQuery query = statement.query();
    Dataset dataset = session.dataset();
    Settings settings = session.settings();
    return Algebra.located(
        query,
        () -> {
          PrivacyRequest request =
              PrivacyRequest.of(
                  dataset.policy(), settings.epsilon(), settings.delta(), query.options());
          RelNode rel = dataset.algebra().translate(query, parameters, settings.analyst());
          PrivatePlan plan = dataset.planner().plan(rel, request);
          List<PreparedFrontier> frontiers = new ArrayList<>();
          plan.frontiers().forEach(frontier -> frontiers.add(PreparedFrontier.of(frontier)));
          ErrorColumns.Plan finish =
              new ErrorColumns.Plan(plan.finish(), statement.types().labels());
          if (settings.errorColumns()) {
            finish =
                ErrorColumns.add(
                    finish.finish(),
                    finish.labels(),
                    NoisyColumns.of(frontiers, plan.consistencies()));
          }
          FinishPlan compiled = session.finisher().compile(finish.finish());
          return new PlannedQuery(
              plan,
              frontiers,
              plan.scalars().stream().map(this::prepared).toList(),
              compiled,
              FinishInput.names(plan.finish(), FinishInput.Kind.VIRTUAL),
              AnswerColumns.of(compiled.rowType(), finish.labels(), dataset.dialect()),
              settings.errorColumns(),
              new KnownTotals());
        });
  }

  private PreparedScalar prepared(ReleasedScalar scalar) {
    return new PreparedScalar(scalar.name(), session.finisher().compile(scalar.rel()));
  }
}
