package org.dpjdbc.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.dpjdbc.plan.FinishInput;
import org.dpjdbc.plan.PrivacyRequest;
import org.dpjdbc.plan.PrivatePlan;
import org.dpjdbc.run.finish.FinishPlan;
import org.dpjdbc.sql.Algebra;
import org.dpjdbc.sql.ParsedQuery;
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

  @Override
  public List<AnswerColumn> columns() {
    return AnswerColumns.of(statement.types().rowType(), session.dataset().dialect());
  }

  @Override
  public List<AnswerColumn> parameters() {
    return AnswerColumns.of(statement.types().parameters(), session.dataset().dialect());
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
        .plan(Dataset.PlanKey.of(sql, parameters, session.settings()), () -> newPlan(parameters));
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
          RelNode rel = dataset.algebra().translate(query, parameters);
          PrivatePlan plan = dataset.planner().plan(rel, request);
          FinishPlan finish = session.finisher().compile(plan.finish());
          List<PreparedFrontier> frontiers = new ArrayList<>();
          plan.frontiers().forEach(frontier -> frontiers.add(PreparedFrontier.of(frontier)));
          return new PlannedQuery(plan, frontiers, finish, virtualTables(plan.finish()), columns());
        });
  }

  private static Set<String> virtualTables(RelNode finish) {
    Set<String> names = new HashSet<>();
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        if (node instanceof FinishInput input && input.kind() == FinishInput.Kind.VIRTUAL) {
          names.add(input.name());
        }
        super.visit(node, ordinal, parent);
      }
    }.go(finish);
    return names;
  }
}
