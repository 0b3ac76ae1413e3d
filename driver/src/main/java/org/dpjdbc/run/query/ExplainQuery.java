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
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.grammar.SqlExplainPrivacy;
import org.jspecify.annotations.Nullable;

/** {@code EXPLAIN}: plans the query, runs nothing, charges nothing. */
final class ExplainQuery implements Query {
  private static final List<AnswerColumn> COLUMNS =
      Arrays.stream(ExplainColumn.values()).map(ExplainColumn::column).toList();

  private final PrivateQuery query;
  private final Accounting accounting;
  private final SqlExplainPrivacy.Form form;

  ExplainQuery(
      DpSession session, String sql, Dataset.Described described, SqlExplainPrivacy.Form form) {
    this.form = form;
    this.query = new PrivateQuery(session, sql, described);
    this.accounting = PolicyBudget.accounting(session.policy());
  }

  @Override
  public List<AnswerColumn> columns() {
    return form == SqlExplainPrivacy.Form.TABLE ? COLUMNS : ExplainedPlan.COLUMNS;
  }

  @Override
  public List<AnswerColumn> parameters() {
    return query.parameters();
  }

  @Override
  public Answer run(List<@Nullable Object> parameters, RunOptions options) {
    PrivateQuery.Explained explained = query.explained(parameters);
    PlannedQuery planned = explained.planned();
    Rows table = PrivacyExplanation.of(planned, accounting, query.isInSteps(planned), explained);
    Rows shown =
        switch (form) {
          case TEXT -> ExplainedPlan.lines(table);
          case JSON -> ExplainedPlan.json(table);
          default -> table;
        };
    return new Answer(columns(), options.limit(shown));
  }
}
