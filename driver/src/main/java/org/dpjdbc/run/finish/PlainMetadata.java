package org.dpjdbc.run.finish;

import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;

/**
 * Metadata without generated handlers: Calcite's default compiles two dozen classes when it is
 * first used, which takes a second, to plan for tables a thousand times larger than those here.
 */
final class PlainMetadata extends RelMetadataQuery {
  PlainMetadata() {
    super(new ProxyingMetadataHandlerProvider(DefaultRelMetadataProvider.INSTANCE));
  }

  /** None: they only simplify expressions. */
  @Override
  public RelOptPredicateList getPulledUpPredicates(RelNode rel) {
    return RelOptPredicateList.EMPTY;
  }
}
