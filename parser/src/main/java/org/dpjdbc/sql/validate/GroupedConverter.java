package org.dpjdbc.sql.validate;

import com.google.common.collect.ImmutableList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.sql.refusal.ParseMessages;

/**
 * Calcite's translation to algebra, which refuses to read a column of the rows above their
 * aggregate. An expression that Calcite does not recognise as a key of the group is translated
 * there from its columns, and these are looked up by their positions in the rows: it would read
 * another key or an aggregate in their place.
 */
final class GroupedConverter extends SqlToRelConverter {
  /** What was aggregated: from then on, its expressions have keys and aggregates alone. */
  private final Set<Blackboard> aggregated = Collections.newSetFromMap(new IdentityHashMap<>());

  GroupedConverter(
      RelOptTable.ViewExpander views,
      SqlValidator validator,
      Prepare.CatalogReader reader,
      RelOptCluster cluster,
      SqlRexConvertletTable convertlets,
      Config config) {
    super(views, validator, reader, cluster, convertlets, config);
  }

  @Override
  protected RelNode createAggregate(
      Blackboard rows,
      ImmutableBitSet keys,
      ImmutableList<ImmutableBitSet> sets,
      List<AggregateCall> calls) {
    aggregated.add(rows);
    return super.createAggregate(rows, keys, sets, calls);
  }

  @Override
  protected RexNode adjustInputRef(Blackboard rows, RexInputRef column) {
    if (aggregated.contains(rows)) {
      throw ParseMessages.keyNotRecognised();
    }
    return super.adjustInputRef(rows, column);
  }
}
