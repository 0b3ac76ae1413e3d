package org.dpjdbc.run.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.SqlParameter;
import org.dpjdbc.run.backend.BackendReader;
import org.dpjdbc.run.mechanism.AggregateRows;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.mechanism.PreparedScalar;
import org.dpjdbc.run.release.NoisyRelease;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.release.ReleasedRows;
import org.dpjdbc.run.rows.Rows;

/**
 * Queries and releases the frontiers of a charged query in their order: a later one may use values
 * that are computed from earlier ones. These are noisy by then, so a statement depends only on
 * released and public values. Single use.
 */
final class StagedRelease {
  private final PlannedQuery planned;
  private final BackendReader asker;
  private final TimedFinisher finisher;
  private final Map<String, Rows> inputs;
  private final ScalarValues values;
  private final ReleasedRows released;

  /**
   * Prepares the release.
   *
   * @param values that the query gives
   * @param inputs the rows of public inputs, by their names
   */
  StagedRelease(
      PlannedQuery planned,
      ScalarValues values,
      BackendReader asker,
      TimedFinisher finisher,
      Map<String, Rows> inputs) {
    this.planned = planned;
    this.values = values;
    this.asker = asker;
    this.finisher = finisher;
    this.inputs = new HashMap<>(inputs);
    this.released = new ReleasedRows(planned);
  }

  /** Has the database check every statement, before anything is charged. */
  void prepare() {
    List<BackendReader.Planned> statements = new ArrayList<>();
    for (PreparedFrontier frontier : planned.frontiers()) {
      for (AggregateQuery query : frontier.frontier().queries()) {
        computeGiven(query);
        statements.add(new BackendReader.Planned(query.sql(), values.known(query.parameters())));
      }
    }
    asker.prepare(statements);
  }

  /** The rows of each frontier. */
  List<Rows> run(List<NoisyRelease> releasers) {
    for (int i = 0; i < releasers.size(); i++) {
      Frontier frontier = planned.frontiers().get(i).frontier();
      List<AggregateRows> answers = new ArrayList<>();
      for (AggregateQuery query : frontier.queries()) {
        computeNeeded(query);
        answers.add(AggregateRows.of(asker, frontier, query, values.bound(query.parameters())));
      }
      released.add(releasers.get(i).release(answers));
    }
    return released.all();
  }

  /** What is computed from public rows alone is known, or refused, before anything is charged. */
  private void computeGiven(AggregateQuery query) {
    for (SqlParameter parameter : query.parameters()) {
      if (parameter instanceof SqlParameter.Released needed && !values.has(needed.scalar())) {
        PreparedScalar scalar = planned.scalar(needed.scalar());
        if (planned.plan().isGiven(scalar.name())) {
          compute(scalar);
        }
      }
    }
  }

  private void computeNeeded(AggregateQuery query) {
    for (SqlParameter parameter : query.parameters()) {
      if (parameter instanceof SqlParameter.Released needed && !values.has(needed.scalar())) {
        compute(planned.scalar(needed.scalar()));
      }
    }
  }

  private void compute(PreparedScalar scalar) {
    for (int i = 0; i < released.size(); i++) {
      Frontier frontier = planned.frontiers().get(i).frontier();
      if (!inputs.containsKey(frontier.name())) {
        inputs.put(frontier.name(), released.rows(i).narrow(frontier.rowType().getFieldCount()));
      }
    }
    Rows rows = finisher.run(scalar.value(), inputs);
    values.put(scalar.name(), rows.size() == 0 ? null : rows.get(0, 0));
  }
}
