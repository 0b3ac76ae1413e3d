package org.dpjdbc.run.query;

import java.util.Arrays;
import java.util.List;
import org.dpjdbc.budget.accountant.Accounting;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.api.Query;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.dataset.Dataset;
import org.dpjdbc.run.ledger.PolicyBudget;
import org.dpjdbc.run.release.PlannedQuery;
import org.jspecify.annotations.Nullable;

/** {@code EXPLAIN PRIVACY FOR query}: plans the query, runs nothing, charges nothing. */
final class ExplainQuery implements Query {
  private static final List<AnswerColumn> COLUMNS =
      Arrays.stream(ExplainColumn.values()).map(ExplainColumn::column).toList();

  private final PrivateQuery query;
  private final Accounting accounting;

  ExplainQuery(DpSession session, String sql, Dataset.Statement statement) {
    this.query = new PrivateQuery(session, sql, statement);
    this.accounting = PolicyBudget.accounting(session.policy());
  }

  @Override
  public List<AnswerColumn> columns() {
    return COLUMNS;
  }

  @Override
  public List<AnswerColumn> parameters() {
    return query.parameters();
  }

  @Override
  public Answer run(List<@Nullable Object> parameters, RunOptions options) {
    PlannedQuery planned = query.plan(parameters);
    return new Answer(
        COLUMNS,
        options.limit(
            PrivacyExplanation.of(
                planned, accounting, query.isInSteps(planned), query.advice(planned, parameters))));
  }
}
