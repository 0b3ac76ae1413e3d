package org.dpjdbc.plan.relation;

import org.apache.calcite.rel.RelNode;

/**
 * A public relation that was joined to private rows.
 *
 * @param id tells two joins of the same table apart
 * @param rel the relation, with the filters above the join that are about it alone
 * @param optional whether a private row may go without a partner in it (its columns are then NULL)
 */
public record PublicSource(int id, RelNode rel, boolean optional) {
  public PublicSource with(RelNode filtered, boolean stillOptional) {
    return new PublicSource(id, filtered, stillOptional);
  }
}
