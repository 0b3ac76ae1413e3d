package org.dpjdbc.run.query;

import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.api.Query;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.backend.ReleaseWriter;
import org.dpjdbc.run.dataset.Dataset;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.parse.ReleaseTarget;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.RunMessages;
import org.jspecify.annotations.Nullable;

/**
 * {@code CREATE TABLE name AS query}: the answer, charged like any other, is kept as a table of the
 * schema of releases. From then on it is public: showing a released value again, or computing on
 * it, costs nothing (Dwork and Roth 2014, proposition 2.1). Everything that can be refused is
 * refused before the query is charged.
 */
final class ReleaseQuery implements Query {
  private static final List<AnswerColumn> WRITTEN =
      List.of(new AnswerColumn("ROWS", Types.BIGINT, "BIGINT", 19, 0, false));

  private final DpSession session;
  private final ReleaseTarget target;
  private final PrivateQuery query;

  ReleaseQuery(DpSession session, String sql, Dataset.Described described, ReleaseTarget target) {
    this.session = session;
    this.target = target;
    this.query = new PrivateQuery(session, sql, described);
  }

  @Override
  public boolean writes() {
    return true;
  }

  @Override
  public List<AnswerColumn> columns() {
    return List.of();
  }

  @Override
  public List<AnswerColumn> parameters() {
    return query.parameters();
  }

  @Override
  public Answer run(List<@Nullable Object> parameters, RunOptions options) {
    session.catalogs().refresh();
    PrivateQuery.BoundQuery boundQuery = query.boundQuery(parameters);
    PlannedQuery planned = query.plan(boundQuery);
    ReleaseWriter.Table table = table(planned);
    RunOptions whole = new RunOptions(options.timeout(), 0, options.cancellation());
    Rows rows = query.run(boundQuery, whole).rows();
    new ReleaseWriter(session.settings(), session.dataset().dialect(), session.policy())
        .write(table, rows);
    session.catalogs().refresh();
    List<@Nullable Object[]> written = new ArrayList<>();
    written.add(new @Nullable Object[] {(long) rows.size()});
    return new Answer(WRITTEN, Rows.of(1, written));
  }

  private ReleaseWriter.Table table(PlannedQuery planned) {
    String schema = session.catalogs().releases().orElseThrow();
    String name = target.table(schema);
    if (planned.frontiers().isEmpty() || !planned.virtualTables().isEmpty()) {
      throw RunMessages.releaseOfNothing();
    }
    boolean taken =
        session.dataset().live().tables().stream()
            .anyMatch(t -> t.schema().equals(schema) && t.name().equalsIgnoreCase(name));
    if (taken) {
      throw RunMessages.releaseExists(name).at(target.at());
    }
    return new ReleaseWriter.Table(schema, name, columns(planned));
  }

  private List<ReleaseWriter.Column> columns(PlannedQuery planned) {
    BackendDialect dialect = session.dataset().dialect();
    List<RelDataTypeField> fields = planned.finish().rowType().getFieldList();
    Set<String> names = new HashSet<>();
    List<ReleaseWriter.Column> columns = new ArrayList<>();
    for (int i = 0; i < planned.columns().size(); i++) {
      AnswerColumn column = planned.columns().get(i);
      if (!ReleaseTarget.isName(column.label())) {
        throw ParseMessages.releaseName(column.label());
      } else if (!names.add(column.label().toUpperCase(Locale.ROOT))) {
        throw RunMessages.releaseNameTwice(column.label());
      }
      String type =
          dialect
              .declared(fields.get(i).getType())
              .orElseThrow(() -> RunMessages.releaseType(column.label(), column.typeName()));
      columns.add(new ReleaseWriter.Column(column.label(), type, column.jdbcType()));
    }
    return columns;
  }
}
