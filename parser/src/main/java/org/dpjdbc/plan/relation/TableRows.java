package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.RelOptTableImpl;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.policy.ColumnPolicy;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.PrivacyUnit.Reference;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * The rows of the policy's tables, as relations. Every identifier that is printed comes from the
 * live schema. Rows of a private table count nowhere if their key is NULL or their {@link
 * Numbering} is out of bounds.
 */
public final class TableRows {
  private final PlanContext context;

  public TableRows(PlanContext context) {
    this.context = context;
  }

  /** The rows of a table that each are a privacy unit. */
  public PerUnit ofUnits(CatalogTable.Backend table, RelDataType visible) {
    return perUnit(
        table,
        visible,
        scan(table, visible),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        true);
  }

  /** A scan of exactly these columns of a table, by the names of the live schema. */
  public RelNode scan(CatalogTable.Backend table, RelDataType rowType) {
    List<String> names = new ArrayList<>(context.catalog().dialect().path(table.live().schema()));
    names.add(table.live().name());
    RelOptTable target =
        RelOptTableImpl.create(null, rowType, List.copyOf(names), table, (Expression) null);
    return read(LogicalTableScan.create(context.cluster(), target, List.of()), table);
  }

  /** Reads each column in the form that the dialect asks for. */
  private RelNode read(RelNode scan, CatalogTable.Backend table) {
    List<RexNode> columns = new ArrayList<>();
    boolean asIs = true;
    for (RelDataTypeField field : scan.getRowType().getFieldList()) {
      RexNode read = read(context, scan, table, field);
      asIs &= read instanceof RexInputRef;
      columns.add(read);
    }
    return asIs
        ? scan
        : LogicalProject.create(
            scan, List.of(), columns, scan.getRowType().getFieldNames(), Set.of());
  }

  /** A column of a scan in the form that the dialect asks for: mostly the column itself. */
  static RexNode read(
      PlanContext context, RelNode scan, CatalogTable.Backend table, RelDataTypeField field) {
    RexNode column = context.rex().makeInputRef(scan, field.getIndex());
    return table
        .live()
        .column(field.getName())
        .map(live -> context.catalog().dialect().read(context.rex(), column, live, field.getType()))
        .orElse(column);
  }

  /** The rows of a private table, each belonging to the unit in a column. */
  public PerUnit byColumn(
      CatalogTable.Backend table, RelDataType visible, PrivacyUnit.Column unit) {
    String unitColumn = unit.column();
    int at = visible.getFieldNames().indexOf(unitColumn);
    RelDataType all = visible;
    if (at < 0) {
      RelDataTypeFactory.Builder row = context.catalog().types().builder();
      row.addAll(visible.getFieldList());
      row.add(unitColumn, context.catalog().columnType(table.live(), unitColumn).orElseThrow());
      all = row.build();
      at = all.getFieldCount() - 1;
    }
    RelNode rel = scan(table, all);
    RexNode key = context.rex().makeInputRef(rel, at);
    if (mayBeNull(table, unitColumn)) {
      rel = LogicalFilter.create(rel, context.rex().makeCall(SqlStdOperatorTable.IS_NOT_NULL, key));
    }
    Reference root = context.owners().root(own(table, unitColumn), unit);
    boolean atHand = context.owners().held(own(table, unitColumn), unit).equals(root);
    if (!atHand) {
      RelNode scan = rel;
      rel = Numbering.of(table, all, unitColumn).map(number -> number.kept(scan)).orElse(scan);
    }
    boolean unique = atHand && table.live().uniqueKeys().contains(List.of(unitColumn));
    return perUnit(
        table, visible, rel, OptionalInt.of(at), Optional.of(unit), Optional.of(root), unique);
  }

  /** By the type that is read, which may have fewer values than the column. */
  private boolean mayBeNull(CatalogTable.Backend table, String column) {
    return context
        .catalog()
        .columnType(table.live(), column)
        .map(RelDataType::isNullable)
        .orElse(true);
  }

  /**
   * The rows of a table that others reference: the referenced key first, then the unit's column.
   */
  PerUnit owner(Reference key, PrivacyUnit.Column unit) {
    CatalogTable.Backend table = context.catalog().backend(key.schema(), key.table());
    RelDataType row =
        context
            .catalog()
            .types()
            .builder()
            .add(
                key.column(),
                context.catalog().columnType(table.live(), key.column()).orElseThrow())
            .build();
    return byColumn(table, row, unit);
  }

  private static Reference own(CatalogTable.Backend table, String column) {
    return new Reference(table.live().schema(), table.live().name(), column);
  }

  /** The key whose value a column holds, if that identifies the unit. */
  private Optional<Reference> identifies(
      CatalogTable.Backend table, String column, PrivacyUnit.Column unit) {
    if (unit.column().equals(column)) {
      return Optional.of(context.owners().held(own(table, column), unit));
    }
    boolean key = table.live().uniqueKeys().contains(List.of(column)) && !mayBeNull(table, column);
    return key ? Optional.of(own(table, column)) : Optional.empty();
  }

  private PerUnit perUnit(
      CatalogTable.Backend table,
      RelDataType visible,
      RelNode scan,
      OptionalInt unit,
      Optional<PrivacyUnit.Column> bounded,
      Optional<Reference> kind,
      boolean oneRow) {
    TablePolicy policy = table.policy();
    List<PerUnit.Column> columns = new ArrayList<>();
    for (RelDataTypeField field : scan.getRowType().getFieldList()) {
      columns.add(
          policy
              .column(field.getName())
              .map(column -> column(column, field.getType()))
              .orElse(new PerUnit.Column(noFacts(field.getName()), new Origin.Private()))
              .of(bounded.flatMap(own -> identifies(table, field.getName(), own)), oneRow));
    }
    return new PerUnit(
        scan,
        visible.getFieldCount(),
        columns,
        unit,
        kind,
        oneRow ? OptionalInt.of(1) : OptionalInt.empty(),
        new PerUnit.PrivateTable(
            policy.name(),
            policy.maxRowsContributed(),
            policy.rowsAuto(),
            policy.maxGroupsContributed(),
            policy.contribution(),
            1 + policy.furtherUnits().size(),
            false));
  }

  private static ColumnFacts noFacts(String name) {
    return new ColumnFacts(name, Optional.empty(), Optional.empty());
  }

  public static PerUnit.Column column(ColumnPolicy column, RelDataType type) {
    Optional<Interval> range =
        column
            .bounds()
            .map(
                bounds ->
                    new Interval(
                        PolicyValues.ordinal(bounds.lower()),
                        PolicyValues.ordinal(bounds.upper())));
    Optional<BigDecimal> step = column.step();
    Origin origin =
        column
            .values()
            .<Origin>map(values -> new Origin.Values(PolicyValues.keys(values, type), false))
            .orElseGet(() -> Origins.ofColumn(type));
    return new PerUnit.Column(new ColumnFacts(column.name(), range, step), origin)
        .loose(column.bounds().filter(ColumnPolicy.Bounds::auto).isPresent())
        .withUnitSum(
            column
                .sumPerUnit()
                .map(
                    sum ->
                        new Interval(
                            PolicyValues.ordinal(sum.lower()), PolicyValues.ordinal(sum.upper()))));
  }
}
