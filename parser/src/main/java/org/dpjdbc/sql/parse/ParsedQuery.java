package org.dpjdbc.sql.parse;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.grammar.SqlExplainPrivacy;
import org.dpjdbc.sql.refusal.Culprit;
import org.dpjdbc.sql.refusal.Culprits;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * A parsed query, without its hints.
 *
 * @param node the parse tree; treated as immutable: validation works on copies
 * @param explain how {@code EXPLAIN}, where it stands before it, wants the answer
 * @param options the privacy parameters that it sets itself
 * @param clauses the options of single SELECTs, in the order of their marks in the tree; empty
 *     where the query has one set of options or none
 * @param optionsAt the position of these options
 * @param into the table that keeps its answer, where {@code CREATE TABLE name AS} stands before it
 */
public record ParsedQuery(
    SqlNode node,
    Optional<SqlExplainPrivacy.Form> explain,
    DpOptions options,
    List<DpClause> clauses,
    Optional<Position> optionsAt,
    Optional<ReleaseTarget> into) {

  /** Where a part of the query is. */
  public Position locate(Culprit culprit) {
    boolean ofOptions =
        culprit instanceof Culprit.Clause clause && clause.kind() == Culprit.Kind.OPTIONS;
    return ofOptions && optionsAt.isPresent() ? optionsAt.get() : culprits().locate(culprit);
  }

  /** The refusal at its place in the query, in the query's words. */
  public RefusedException place(RefusedException refusal) {
    Culprit culprit = refusal.culprit().orElse(new Culprit.Clause(Culprit.Kind.QUERY));
    boolean joins = culprit instanceof Culprit.Column && culprits().isInJoin(culprit);
    boolean filtered = culprit instanceof Culprit.Call && culprits().isFiltered(culprit);
    boolean several =
        culprit.equals(new Culprit.Clause(Culprit.Kind.OUTER_JOIN))
            && culprits().hasSeveralOuterJoins();
    RefusedException fitting = joins || filtered || several ? refusal.withoutRewrites() : refusal;
    return culprits()
        .operatorName(culprit)
        .map(fitting::naming)
        .orElse(fitting)
        .at(locate(culprit));
  }

  /** The name at that place, with what qualifies it. */
  public Optional<String> nameAt(Position at) {
    return culprits().nameAt(at);
  }

  /** The word at that place that is read as the operator; empty for the operator itself. */
  public Optional<String> operatorAt(Position at, String operator) {
    return culprits().operatorAt(at, operator);
  }

  private Culprits culprits() {
    return new Culprits(node, BackendDialects::namesOf);
  }
}
