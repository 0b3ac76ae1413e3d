package org.dpjdbc.run.query;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelNode;
import org.dpjdbc.plan.TablePeek;
import org.dpjdbc.policy.Preview;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.finish.FinishPlan;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * What a tool gets when it opens a private table and the policy has {@code preview: sample}: sample
 * rows generated from the policy and the columns' types. The database is not queried and nothing is
 * charged; every row is marked as a sample, and a warning says so, too.
 */
final class SampleAnswer {
  private SampleAnswer() {}

  /**
   * The answer instead of a refusal.
   *
   * @param algebra what the query means
   * @param query that is refused
   * @throws RefusedException the refusal, where the policy has no previews, or the query is no peek
   *     of so many rows
   */
  static Answer instead(
      RefusedException refusal,
      DpSession session,
      Supplier<RelNode> algebra,
      PrivateQuery query,
      RunOptions options) {
    if (refusal.code() != RefusalCode.RAW_ROWS || session.policy().preview() == Preview.NONE) {
      throw refusal;
    }
    return query.located(
        () -> {
          TablePeek peek =
              TablePeek.of(algebra.get())
                  .filter(found -> found.limited() || options.maxRows() > 0)
                  .orElseThrow(() -> refusal);
          return answer(peek, session, query.columns(), options);
        });
  }

  private static Answer answer(
      TablePeek peek, DpSession session, List<AnswerColumn> columns, RunOptions options) {
    FinishPlan plan = session.finisher().compile(peek.finish());
    Rows rows =
        session
            .finisher()
            .run(
                plan,
                Map.of(TablePeek.ROWS, SampleRows.of(peek.table(), peek.rowType())),
                options.cancellation());
    return new Answer(columns, options.limit(rows), List.of(RelationMessages.madeUpAnswer()));
  }
}
