package org.dpjdbc.run;

import java.sql.Types;
import java.util.List;
import org.dpjdbc.budget.accountant.Accounting;
import org.jspecify.annotations.Nullable;

/** {@code EXPLAIN PRIVACY FOR query}: plans the query, runs nothing, charges nothing. */
final class ExplainQuery implements Query {
  private static final List<AnswerColumn> COLUMNS =
      List.of(
          text("RELEASE"),
          text("MECHANISM"),
          text("SENSITIVITY"),
          text("NOISE_SCALE"),
          new AnswerColumn("ERROR95", Types.DOUBLE, "DOUBLE PRECISION", 53, 0, true),
          new AnswerColumn("EPSILON", Types.NUMERIC, "NUMERIC", 38, 9, false),
          new AnswerColumn("DELTA", Types.DOUBLE, "DOUBLE PRECISION", 53, 0, false),
          text("KEYS"),
          text("BOUNDING"),
          text("PUSHED_SQL"));

  private final PrivateQuery query;
  private final Accounting accounting;

  ExplainQuery(DpSession session, String sql, Dataset.Statement statement) {
    this.query = new PrivateQuery(session, sql, statement);
    this.accounting = PolicyBudget.accounting(session.policy());
  }

  private static AnswerColumn text(String label) {
    return new AnswerColumn(label, Types.VARCHAR, "CHARACTER VARYING", 0, 0, true);
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
        options.limit(PrivacyExplanation.of(planned, accounting, query.isInSteps(planned))));
  }
}
