package org.dpjdbc.run.query;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.dpjdbc.plan.TablePeek;
import org.dpjdbc.policy.Preview;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.dataset.Dataset;
import org.dpjdbc.run.finish.FinishPlan;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.dpjdbc.sql.validate.Algebra;

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
   * @throws RefusedException the refusal, where the policy has no previews, or the query is no peek
   *     of so many rows
   */
  static Answer instead(
      RefusedException refusal,
      DpSession session,
      Dataset.Statement statement,
      List<AnswerColumn> columns,
      PrivateQuery.Question question,
      RunOptions options) {
    if (refusal.code() != RefusalCode.RAW_ROWS || session.policy().preview() == Preview.NONE) {
      throw refusal;
    }
    RelNode rel =
        session
            .dataset()
            .algebra()
            .translate(statement.query(), question.parameters(), question.occasion());
    Optional<TablePeek> peek =
        TablePeek.of(rel).filter(found -> found.limited() || options.maxRows() > 0);
    return Algebra.located(
        statement.query(),
        () -> answer(peek.orElseThrow(() -> refusal), session, columns, options));
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
