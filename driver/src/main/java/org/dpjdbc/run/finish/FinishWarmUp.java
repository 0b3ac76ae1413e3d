package org.dpjdbc.run.finish;

import com.google.common.collect.ImmutableList;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;

/** A small plan that warms up every stage that loads and compiles classes. */
final class FinishWarmUp {
  private FinishWarmUp() {}

  /** {@code SELECT INITCAP(k), n + 1 FROM (VALUES ('a', 1)) AS t (k, n)}, compiled both ways. */
  static void run(Finisher finisher, EnumerableCompiler enumerable) {
    RexBuilder rexBuilder =
        new RexBuilder(OwnCluster.types(RelDataTypeSystem.DEFAULT, StandardCharsets.UTF_8));
    RexNode one = rexBuilder.makeExactLiteral(BigDecimal.ONE);
    RexNode text = rexBuilder.makeLiteral("a");
    RelDataType rowType =
        rexBuilder
            .getTypeFactory()
            .builder()
            .add("K", text.getType())
            .add("N", SqlTypeName.INTEGER)
            .build();
    RelNode values =
        LogicalValues.create(
            OwnCluster.fresh(rexBuilder),
            rowType,
            ImmutableList.of(ImmutableList.of((RexLiteral) text, (RexLiteral) one)));
    RexNode word =
        rexBuilder.makeCall(SqlStdOperatorTable.INITCAP, rexBuilder.makeInputRef(values, 0));
    RexNode next =
        rexBuilder.makeCall(SqlStdOperatorTable.PLUS, rexBuilder.makeInputRef(values, 1), one);
    RelNode project =
        LogicalProject.create(values, List.of(), List.of(word, next), List.of("K", "N"), Set.of());
    finisher.run(finisher.compile(project), Map.of(), new Cancellation());
    enumerable
        .compileWhole(project, leaf -> run -> Rows.none(leaf.getRowType().getFieldCount()))
        .run(new Run(Map.of(), new Cancellation(), Memory.ofProcess()));
  }
}
