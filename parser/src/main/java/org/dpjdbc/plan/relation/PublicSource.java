package org.dpjdbc.plan.relation;

import org.apache.calcite.rel.RelNode;

/**
 * A public relation that was joined to private rows.
 *
 * @param id distinguishes two joins of the same table
 * @param rel the relation, with those filters above the join that read only its columns
 * @param optional whether a private row may be unmatched (the columns are then NULL)
 */
public record PublicSource(int id, RelNode rel, boolean optional) {
  public PublicSource with(RelNode filtered, boolean stillOptional) {
    return new PublicSource(id, filtered, stillOptional);
  }
}
