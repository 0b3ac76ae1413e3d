package org.dpjdbc.plan.rule;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.dpjdbc.plan.relation.Relation;

/**
 * What one kind of relation may do with private rows.
 *
 * @param <R> the kind of relation
 */
public interface RelationRule<R extends RelNode> {
  /**
   * What is known of a relation.
   *
   * @param rel the relation, at least one of whose inputs is {@link
   *     org.dpjdbc.plan.relation.PerUnit}, or a table
   * @param inputs what is known of its inputs, in their order
   * @throws org.dpjdbc.sql.refusal.RefusedException if it would mix or reveal private rows
   */
  Relation apply(R rel, List<Relation> inputs);
}
