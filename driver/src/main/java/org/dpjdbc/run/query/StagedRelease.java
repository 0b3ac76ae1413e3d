package org.dpjdbc.run.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.ReleasedSet;
import org.dpjdbc.plan.model.SqlParameter;
import org.dpjdbc.run.backend.BackendReader;
import org.dpjdbc.run.finish.FinishPlan;
import org.dpjdbc.run.mechanism.AggregateRows;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.release.NoisyRelease;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.release.ReleasedRows;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * Queries and releases the frontiers of a charged query in their order: a later one may use values
 * and rows that are computed from earlier ones. These are noisy by then, so a statement depends
 * only on released and public values. Single use.
 */
final class StagedRelease {
  private final PlannedQuery planned;
  private final BackendReader backend;
  private final TimedFinisher finisher;
  private final Map<String, Rows> inputs;
  private final StageValues values;
  private final ReleasedRows released;

  /**
   * Prepares the release.
   *
   * @param values that the query gives
   * @param inputs the rows of public inputs, by their names
   */
  StagedRelease(
      PlannedQuery planned,
      StageValues values,
      BackendReader backend,
      TimedFinisher finisher,
      Map<String, Rows> inputs) {
    this.planned = planned;
    this.values = values;
    this.backend = backend;
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
        statements.add(values.known(query.sql(), query.parameters()));
      }
    }
    backend.prepare(statements);
  }

  /** What is released of each frontier. */
  ReleasedRows run(List<NoisyRelease> releasers) {
    for (int i = 0; i < releasers.size(); i++) {
      Frontier frontier = planned.frontiers().get(i).frontier();
      List<AggregateRows> answers = new ArrayList<>();
      for (AggregateQuery query : frontier.queries()) {
        computeNeeded(query);
        BackendReader.Planned statement = values.bound(query.sql(), query.parameters());
        if (statement.parameters().size() > ReleasedSet.MAX_VALUES) {
          throw RunMessages.setsTooLarge(ReleasedSet.MAX_VALUES, "values");
        }
        answers.add(AggregateRows.of(backend, frontier, query, statement));
      }
      released.add(releasers.get(i).release(answers, listed(frontier)));
    }
    return released;
  }

  /** What is computed from public rows alone is known, or refused, before anything is charged. */
  private void computeGiven(AggregateQuery query) {
    for (SqlParameter parameter : query.parameters()) {
      if (parameter instanceof SqlParameter.Released needed
          && planned.plan().isGiven(needed.scalar())) {
        compute(needed.scalar());
      }
    }
  }

  private void computeNeeded(AggregateQuery query) {
    for (SqlParameter parameter : query.parameters()) {
      if (parameter instanceof SqlParameter.Released needed) {
        compute(needed.scalar());
      } else if (parameter instanceof SqlParameter.RowsOf needed) {
        computeSet(needed.set());
      }
    }
  }

  /** The keys of a frontier that are listed by sets, by the names of these. */
  private Map<String, List<List<KeyValue>>> listed(Frontier frontier) {
    Map<String, List<List<KeyValue>>> listed = new HashMap<>();
    for (KeyDomain domain : frontier.domains()) {
      if (domain instanceof KeyDomain.FromReleased from) {
        computeSet(from.set());
        listed.put(from.set(), PrivateRun.keys(values.set(from.set())));
      }
    }
    return listed;
  }

  private void compute(String scalar) {
    if (!values.has(scalar)) {
      Rows rows = computed(planned.scalar(scalar).value());
      values.put(scalar, rows.size() == 0 ? null : rows.get(0, 0));
    }
  }

  private void computeSet(String set) {
    if (!values.hasSet(set)) {
      Rows rows = computed(planned.set(set).rows());
      if (rows.size() > ReleasedSet.MAX_ROWS) {
        throw RunMessages.setsTooLarge(ReleasedSet.MAX_ROWS, "rows");
      }
      values.putSet(set, rows);
    }
  }

  private Rows computed(FinishPlan value) {
    for (int i = 0; i < released.size(); i++) {
      // Levels that add up have other rows once the last of them is there.
      inputs.put(planned.frontiers().get(i).frontier().name(), released.rows(i));
    }
    return finisher.run(value, inputs);
  }
}
