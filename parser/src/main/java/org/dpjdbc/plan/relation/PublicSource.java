package org.dpjdbc.plan.relation;

import org.apache.calcite.rel.RelNode;

/**
 * A public relation that was joined to private rows.
 *
 * @param id distinguishes two joins of the same table
 * @param rel the relation, with those filters above the join that read only its columns
 * @param lookup whether a private row has one partner at most, because it holds a unique key of it,
 *     and the query does not preserve the other rows of the relation
 * @param optional whether a private row may be unmatched (the columns are then NULL)
 */
public record PublicSource(int id, RelNode rel, boolean lookup, boolean optional) {
  public PublicSource with(RelNode filtered, boolean stillOptional) {
    return new PublicSource(id, filtered, lookup, stillOptional);
  }
}
