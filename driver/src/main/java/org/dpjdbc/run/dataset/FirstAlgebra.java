package org.dpjdbc.run.dataset;

import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.dpjdbc.sql.parse.AnalystName;
import org.dpjdbc.sql.parse.QueryTemplate;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.validate.Algebra;

/**
 * The algebra of a query that has no bind parameters and does not read the clock. The query was
 * translated to describe its answers, and its first plan is made of the same algebra.
 */
public final class FirstAlgebra {
  private final Dataset owner;
  private final Optional<QueryTemplate.Instance> given;
  private final Optional<RelNode> rel;
  private final Optional<RefusedException> refusal;

  private FirstAlgebra(
      Dataset owner,
      Optional<QueryTemplate.Instance> given,
      Optional<RelNode> rel,
      Optional<RefusedException> refusal) {
    this.owner = owner;
    this.given = given;
    this.rel = rel;
    this.refusal = refusal;
  }

  /**
   * Translates a query.
   *
   * @param given the literals that a parameter of the algebra stands for
   * @throws RefusedException if the query is refused, perhaps because of these parameters
   */
  static FirstAlgebra of(
      Dataset owner, Algebra.Validated query, Optional<QueryTemplate.Instance> given) {
    try {
      return new FirstAlgebra(owner, given, Optional.of(query.translate()), Optional.empty());
    } catch (RefusedException e) {
      if (e.code() == RefusalCode.STOPPED
          || (given.isPresent() && QueryTemplate.mayBeAnsweredWithValues(e))) {
        throw e;
      }
      return new FirstAlgebra(owner, given, Optional.empty(), Optional.of(e));
    }
  }

  /** The algebra, without the analyst's name; empty if the query is refused. */
  Optional<RelNode> rel() {
    return rel;
  }

  /** Whether it is over the catalog of a dataset. */
  @SuppressWarnings("ReferenceEquality")
  public boolean isOf(Dataset dataset) {
    return owner == dataset;
  }

  /** Whether it is over the catalog of a dataset, with parameters for these values. */
  public boolean serves(Dataset dataset, Optional<QueryTemplate.Instance> values) {
    return isOf(dataset) && given.equals(values);
  }

  /**
   * The algebra.
   *
   * @throws RefusedException if the query is refused
   */
  public RelNode of(String analyst) {
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    return AnalystName.put(analyst, rel.orElseThrow());
  }
}
