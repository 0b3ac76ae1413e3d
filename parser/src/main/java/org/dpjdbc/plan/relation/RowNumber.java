package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.prepare.RelOptTableImpl;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.algebra.ColumnScan;
import org.dpjdbc.plan.algebra.StoredColumn;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * The column that numbers the rows of each unit in a table, as the policy says and the database
 * enforces: no two rows of a unit have one number. So at most n rows of a unit have a number from 1
 * to n, whatever the data, and a unit with more than n rows has one with another number, or none.
 * Both hold for the rows that any filter leaves.
 *
 * @param table the table
 * @param column its name there
 */
public record RowNumber(CatalogTable.Backend table, String column) {

  /**
   * The number of the rows of a table whose unit is in each row.
   *
   * @return empty if the policy names none, or the database does not enforce it
   */
  static Optional<RowNumber> of(PlanContext context, CatalogTable.Backend table) {
    return table
        .policy()
        .numbers(table.live())
        .map(LiveSchema.Column::name)
        .filter(
            name ->
                context
                    .catalog()
                    .columnType(table.live(), name)
                    .filter(type -> SqlTypeName.INT_TYPES.contains(type.getSqlTypeName()))
                    .isPresent())
        .map(name -> new RowNumber(table, name));
  }

  /** The number of the rows of each unit, where a column holds the unit. */
  public static Optional<RowNumber> of(PlanContext context, StoredColumn unit) {
    return of(context, unit.table())
        .filter(
            number ->
                unit.table().policy().unit().orElseThrow() instanceof PrivacyUnit.Columns columns
                    && columns.columns().equals(List.of(unit.name())));
  }

  /**
   * The rows with the first numbers.
   *
   * @param rows which have the column
   */
  RelNode within(RelNode rows, int max) {
    RexBuilder rex = rows.getCluster().getRexBuilder();
    RexNode number = rex.makeInputRef(rows, rows.getRowType().getFieldNames().indexOf(column));
    return LogicalFilter.create(
        rows,
        rex.makeCall(
            SqlStdOperatorTable.AND,
            compared(rex, number, SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, BigInteger.ONE),
            compared(
                rex, number, SqlStdOperatorTable.LESS_THAN_OR_EQUAL, BigInteger.valueOf(max))));
  }

  /**
   * The rows with other numbers, or none.
   *
   * @param rows of the table, filtered and projected
   */
  public RelNode beyond(PlanContext context, RelNode rows, BigInteger max) {
    if (!(rows instanceof TableScan scan)) {
      return rows.copy(rows.getTraitSet(), List.of(beyond(context, rows.getInput(0), max)));
    }
    RelDataTypeFactory.Builder all = context.catalog().types().builder();
    all.addAll(scan.getRowType().getFieldList());
    int place = scan.getRowType().getFieldNames().indexOf(column);
    if (place < 0) {
      all.add(column, context.catalog().columnType(table.live(), column).orElseThrow());
    }
    RelDataType type = all.build();
    RelNode numbered =
        ColumnScan.of(
            scan.getCluster(),
            RelOptTableImpl.create(
                null, type, scan.getTable().getQualifiedName(), table, (Expression) null));
    RelDataTypeField field = type.getFieldList().get(place < 0 ? type.getFieldCount() - 1 : place);
    RexBuilder rex = context.rex();
    RexNode number = TableRows.read(context, numbered, table, field);
    List<RexNode> outside = new ArrayList<>();
    outside.add(compared(rex, number, SqlStdOperatorTable.LESS_THAN, BigInteger.ONE));
    outside.add(compared(rex, number, SqlStdOperatorTable.GREATER_THAN, max));
    outside.add(rex.makeCall(SqlStdOperatorTable.IS_NULL, number));
    return LogicalProject.create(
        LogicalFilter.create(numbered, rex.makeCall(SqlStdOperatorTable.OR, outside)),
        List.of(),
        rex.identityProjects(type).subList(0, scan.getRowType().getFieldCount()),
        scan.getRowType().getFieldNames(),
        Set.of());
  }

  private static RexNode compared(
      RexBuilder rex, RexNode number, SqlOperator operator, BigInteger with) {
    return rex.makeCall(operator, number, rex.makeExactLiteral(new BigDecimal(with)));
  }
}
