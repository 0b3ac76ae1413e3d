package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.RelOptTableImpl;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.algebra.ColumnScan;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.policy.ColumnPolicy;
import org.dpjdbc.policy.ContributionKind;
import org.dpjdbc.policy.EnumLabels;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.PolicyValue;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.PrivacyUnit.Reference;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.policy.TypeFamily;
import org.dpjdbc.policy.ValueOrder;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.dpjdbc.sql.refusal.RunMessages;
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
        OptionalInt.of(1),
        false);
  }

  /** A scan of exactly these columns of a table, by the names of the live schema. */
  public RelNode scan(CatalogTable.Backend table, RelDataType rowType) {
    List<String> names = new ArrayList<>(context.catalog().dialect().path(table.live().schema()));
    names.add(table.live().name());
    RelOptTable target =
        RelOptTableImpl.create(null, rowType, List.copyOf(names), table, (Expression) null);
    return read(ColumnScan.of(context.cluster(), target), table);
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

  /**
   * A column of a scan in the form that the dialect asks for, and with one value for all that the
   * policy does not list, if it says so: mostly the column itself.
   */
  static RexNode read(
      PlanContext context, RelNode scan, CatalogTable.Backend table, RelDataTypeField field) {
    RexNode column = context.rex().makeInputRef(scan, field.getIndex());
    RexNode read =
        table
            .live()
            .column(field.getName())
            .map(
                live ->
                    context.catalog().dialect().read(context.rex(), column, live, field.getType()))
            .orElse(column);
    return table
        .policy()
        .column(field.getName())
        .filter(policy -> policy.unlisted().isPresent())
        .map(policy -> withLabel(context.rex(), read, policy, field.getType()))
        .orElse(read);
  }

  /** A listed value, NULL, or else the label of all others. */
  private static RexNode withLabel(
      RexBuilder rex, RexNode read, ColumnPolicy policy, RelDataType type) {
    RexNode listed =
        RexUtil.composeDisjunction(
            rex,
            PolicyValues.keys(policy.values().orElseThrow(), type).stream()
                .map(
                    value ->
                        rex.makeCall(
                            SqlStdOperatorTable.EQUALS,
                            read,
                            KeyLiterals.literal(value, type, rex)))
                .toList());
    RexNode label =
        KeyLiterals.literal(new KeyValue.Of(policy.unlisted().orElseThrow()), type, rex);
    List<RexNode> branches = new ArrayList<>(List.of(listed, read));
    if (type.isNullable()) {
      branches.add(rex.makeCall(SqlStdOperatorTable.IS_NULL, read));
      branches.add(rex.makeNullLiteral(type));
    }
    branches.add(label);
    return rex.makeCall(type, SqlStdOperatorTable.CASE, branches);
  }

  /** Whether an expression over a scan is a column as the dialect has it read. */
  static boolean isRead(PlanContext context, TableScan scan, RexNode expression) {
    CatalogTable.Backend table = scan.getTable().unwrapOrThrow(CatalogTable.Backend.class);
    return scan.getRowType().getFieldList().stream()
        .anyMatch(field -> expression.equals(read(context, scan, table, field)));
  }

  /** The rows of a private table, each belonging to the unit that its columns tell. */
  public PerUnit byColumn(
      CatalogTable.Backend table, RelDataType visible, PrivacyUnit.Columns unit) {
    Owners.Held held = context.owners().held(own(table, unit.columns()), unit);
    Reference root = context.owners().root(own(table, unit.columns()), unit);
    return held.columns().size() == 1
        ? byKey(table, visible, unit, held, root)
        : byReference(table, visible, unit, held, root);
  }

  /** One column holds a key that identifies the unit. */
  private PerUnit byKey(
      CatalogTable.Backend table,
      RelDataType visible,
      PrivacyUnit.Columns unit,
      Owners.Held held,
      Reference root) {
    String unitColumn = held.columns().get(0);
    boolean atHand = held.key().equals(root);
    boolean oneRow = atHand && table.live().uniqueKeys().contains(List.of(unitColumn));
    Optional<RowNumber> first = atHand && !oneRow ? firstRows(table) : Optional.empty();
    // the key comes first of what is hidden: the others are read only for their being there
    RelDataType all = with(table, with(table, visible, held.columns()), unit.columns());
    all = with(table, all, first.stream().map(RowNumber::column).toList());
    int at = all.getFieldNames().indexOf(unitColumn);
    RelNode rel = notNull(table, scan(table, all), unit.columns());
    OptionalInt rows = oneRow ? OptionalInt.of(1) : OptionalInt.empty();
    if (first.isPresent()) {
      rows = context.request().rows(table.policy().maxRowsContributed());
      rel = first.get().within(rel, rows.orElseThrow());
      context.noteOfRows(
          RunMessages.laterRows(table.policy().name(), first.get().column(), rows.getAsInt()));
    } else if (!atHand) {
      RelNode scan = rel;
      rel = Numbering.of(table, all, unitColumn).map(number -> number.kept(scan)).orElse(scan);
    }
    return perUnit(
        table,
        visible,
        firstColumns(rel, Math.max(visible.getFieldCount(), at + 1)),
        OptionalInt.of(at),
        Optional.of(unit),
        Optional.of(root),
        rows,
        first.isPresent());
  }

  /** What numbers the rows of each unit, if only the first ones count. */
  private Optional<RowNumber> firstRows(CatalogTable.Backend table) {
    return table.policy().contribution() == ContributionKind.FIRST_ROWS
        ? RowNumber.of(context, table)
        : Optional.empty();
  }

  /** Several columns hold the key of the row's owner, which is joined at once. */
  private PerUnit byReference(
      CatalogTable.Backend table,
      RelDataType visible,
      PrivacyUnit.Columns unit,
      Owners.Held held,
      Reference root) {
    RelDataType all = with(table, visible, unit.columns());
    RelNode rows = notNull(table, scan(table, all), unit.columns());
    List<Integer> places = held.columns().stream().map(all.getFieldNames()::indexOf).toList();
    Owners.Owned owned = context.owners().owned(rows, visible.getFieldCount(), places, held);
    List<PerUnit.Column> columns = columns(table, visible, Optional.of(unit), false);
    Optional<PerUnit.Bare> bare =
        KeyPart.complete(columns.stream().flatMap(column -> column.parts().stream()).toList())
            .stream()
            .filter(whole -> whole.key().table().equals(held.key().table()))
            .filter(whole -> whole.key().schema().equals(held.key().schema()))
            .map(whole -> new PerUnit.Bare(rows, whole))
            .filter(b -> all.getFieldCount() == visible.getFieldCount())
            .findFirst();
    columns.add(owned.unit());
    return perUnit(
            table,
            visible,
            owned.rel(),
            columns,
            OptionalInt.of(visible.getFieldCount()),
            Optional.of(root),
            OptionalInt.empty(),
            false)
        .withBare(bare);
  }

  /** The columns, and behind them those of these names that are not among them. */
  private RelDataType with(CatalogTable.Backend table, RelDataType row, List<String> names) {
    RelDataTypeFactory.Builder all = context.catalog().types().builder();
    all.addAll(row.getFieldList());
    names.stream()
        .filter(name -> !row.getFieldNames().contains(name))
        .forEach(
            name -> all.add(name, context.catalog().columnType(table.live(), name).orElseThrow()));
    return all.build();
  }

  /** The rows in which none of the columns is NULL. */
  private RelNode notNull(CatalogTable.Backend table, RelNode scan, List<String> names) {
    List<RexNode> there = new ArrayList<>();
    for (String name : names) {
      if (mayBeNull(table, name)) {
        int at = scan.getRowType().getFieldNames().indexOf(name);
        there.add(
            context
                .rex()
                .makeCall(SqlStdOperatorTable.IS_NOT_NULL, context.rex().makeInputRef(scan, at)));
      }
      if (table.live().column(name).filter(LiveSchema.Column::nullable).isPresent()) {
        context.noteOfRows(RunMessages.withoutPerson(table.policy().name(), name));
      }
    }
    return there.isEmpty() ? scan : LogicalFilter.create(scan, Owners.all(context, there));
  }

  private RelNode firstColumns(RelNode rel, int count) {
    return count == rel.getRowType().getFieldCount()
        ? rel
        : LogicalProject.create(
            rel,
            List.of(),
            context.rex().identityProjects(rel.getRowType()).subList(0, count),
            rel.getRowType().getFieldNames().subList(0, count),
            Set.of());
  }

  /** By the type that is read, which may have fewer values than the column. */
  private boolean mayBeNull(CatalogTable.Backend table, String column) {
    return context
        .catalog()
        .columnType(table.live(), column)
        .map(RelDataType::isNullable)
        .orElse(true);
  }

  /** The rows of a table that others reference: the referenced key first, then whose they are. */
  PerUnit owner(Reference key, PrivacyUnit.Columns unit) {
    CatalogTable.Backend table = context.catalog().backend(key.schema(), key.table());
    RelDataType none = context.catalog().types().builder().build();
    return byColumn(table, with(table, none, key.columns()), unit);
  }

  private static Reference own(CatalogTable.Backend table, List<String> columns) {
    return new Reference(table.live().schema(), table.live().name(), columns);
  }

  /** The key whose value a column holds, if that identifies the unit. */
  private Optional<Reference> identifies(
      CatalogTable.Backend table, String column, PrivacyUnit.Columns unit) {
    Owners.Held held = context.owners().held(own(table, unit.columns()), unit);
    if (held.columns().equals(List.of(column))) {
      return Optional.of(held.key());
    }
    boolean key = table.live().uniqueKeys().contains(List.of(column)) && !mayBeNull(table, column);
    return key ? Optional.of(own(table, List.of(column))) : Optional.empty();
  }

  /**
   * What each column holds of keys of several columns: of those that the database keeps unique in
   * this table, where none of their columns is NULL, and of that which the unit's columns hold.
   */
  private Map<String, List<KeyPart>> parts(CatalogTable.Backend table, PrivacyUnit.Columns unit) {
    Map<String, List<KeyPart>> parts = new HashMap<>();
    for (List<String> key : table.live().uniqueKeys()) {
      if (key.size() > 1 && key.stream().allMatch(column -> distinguishes(table, column))) {
        KeyPart.of(key, own(table, key)).forEach((column, part) -> add(parts, column, part));
      }
    }
    Owners.Held held = context.owners().held(own(table, unit.columns()), unit);
    if (held.columns().size() > 1) {
      KeyPart.of(held.columns(), held.key()).forEach((column, part) -> add(parts, column, part));
    }
    return parts;
  }

  private static void add(Map<String, List<KeyPart>> parts, String column, KeyPart part) {
    parts.computeIfAbsent(column, c -> new ArrayList<>()).add(part);
  }

  /** Whether a column is never NULL, and different values of it are not equal. */
  private boolean distinguishes(CatalogTable.Backend table, String column) {
    return !mayBeNull(table, column)
        && table
            .live()
            .column(column)
            .flatMap(TypeFamily::of)
            .filter(TypeFamily::identifies)
            .isPresent();
  }

  private PerUnit perUnit(
      CatalogTable.Backend table,
      RelDataType visible,
      RelNode scan,
      OptionalInt unit,
      Optional<PrivacyUnit.Columns> bounded,
      Optional<Reference> kind,
      OptionalInt rows,
      boolean firstRows) {
    return perUnit(
        table,
        visible,
        scan,
        columns(table, scan.getRowType(), bounded, rows.equals(OptionalInt.of(1))),
        unit,
        kind,
        rows,
        firstRows);
  }

  private List<PerUnit.Column> columns(
      CatalogTable.Backend table,
      RelDataType row,
      Optional<PrivacyUnit.Columns> bounded,
      boolean oneRow) {
    Map<String, List<KeyPart>> parts = bounded.map(own -> parts(table, own)).orElseGet(Map::of);
    List<PerUnit.Column> columns = new ArrayList<>();
    for (RelDataTypeField field : row.getFieldList()) {
      columns.add(
          table
              .policy()
              .column(field.getName())
              .map(column -> withRest(table, column, column(column, field.getType())))
              .orElse(new PerUnit.Column(noFacts(field.getName()), new Origin.Private()))
              .of(
                  bounded.flatMap(own -> identifies(table, field.getName(), own)),
                  parts.getOrDefault(field.getName(), List.of()),
                  oneRow));
    }
    return columns;
  }

  private PerUnit perUnit(
      CatalogTable.Backend table,
      RelDataType visible,
      RelNode scan,
      List<PerUnit.Column> columns,
      OptionalInt unit,
      Optional<Reference> kind,
      OptionalInt rows,
      boolean firstRows) {
    TablePolicy policy = table.policy();
    context.request().expectations().unitColumn().ifPresent(written -> check(policy, written));
    return new PerUnit(
        scan,
        visible.getFieldCount(),
        columns,
        unit,
        kind,
        rows,
        firstRows
            ? privateTable(policy, rows, ContributionKind.FIRST_ROWS)
            : privateTable(
                policy,
                policy.maxRowsContributed(),
                policy.contribution() == ContributionKind.FIRST_ROWS
                    ? ContributionKind.LIMIT_GROUPS
                    : policy.contribution()));
  }

  private static PerUnit.PrivateTable privateTable(
      TablePolicy policy, OptionalInt rows, ContributionKind contribution) {
    return new PerUnit.PrivateTable(
        policy.name(),
        rows,
        policy.rowsAuto(),
        policy.maxGroupsContributed(),
        contribution,
        1 + policy.furtherUnits().size(),
        false);
  }

  /** Whether the column that tells whose a row is has the name that the query gives. */
  private static void check(TablePolicy policy, String written) {
    List<String> columns =
        policy.unit().orElseThrow() instanceof PrivacyUnit.Columns unit
            ? unit.columns()
            : List.<String>of();
    if (columns.size() != 1 || !columns.get(0).equalsIgnoreCase(written)) {
      throw RelationMessages.otherUnitColumn(written, policy.name(), columns);
    }
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
                        PolicyValues.ordinal(bounds.lower()), PolicyValues.ordinal(bounds.upper())))
            .or(() -> column.values().flatMap(PolicyValues::range));
    Optional<BigDecimal> step = column.step();
    Origin origin =
        column
            .values()
            .<Origin>map(values -> listed(values, column.unlisted(), type))
            .orElseGet(() -> Origins.ofColumn(type));
    return new PerUnit.Column(new ColumnFacts(column.name(), range, step), origin)
        .autoBounded(column.bounds().filter(ColumnPolicy.Bounds::auto).isPresent())
        .withUnitSum(
            column
                .sumPerUnit()
                .map(
                    sum ->
                        new Interval(
                            PolicyValues.ordinal(sum.lower()), PolicyValues.ordinal(sum.upper()))));
  }

  /** The values that the policy lists or names, and NULL if the catalog lets it in. */
  private static Origin.Values listed(
      List<PolicyValue> values, Optional<String> unlisted, RelDataType type) {
    boolean bool =
        type.getSqlTypeName() == SqlTypeName.BOOLEAN && values.size() == Origins.BOOLEAN_VALUES;
    List<KeyValue> keys = new ArrayList<>(PolicyValues.keys(values, type));
    unlisted.map(KeyValue.Of::new).ifPresent(keys::add);
    Origin.Values listed =
        new Origin.Values(
            List.copyOf(keys),
            bool || unlisted.isPresent() ? Origin.Rest.NONE : Origin.Rest.UNLISTED);
    return type.isNullable() ? listed.orNull() : listed;
  }

  /**
   * The column without a rest where the policy lists all values of its enumerated type, or all that
   * a constraint admits.
   */
  private static PerUnit.Column withRest(
      CatalogTable.Backend table, ColumnPolicy policy, PerUnit.Column column) {
    Optional<LiveSchema.Column> live = table.live().column(policy.name());
    if (!(column.origin() instanceof Origin.Values listed)
        || listed.rest() != Origin.Rest.UNLISTED) {
      return column;
    }
    boolean labels =
        live.flatMap(of -> EnumLabels.of(of.typeName()))
            .filter(all -> all.stream().map(KeyValue.Of::new).allMatch(listed.values()::contains))
            .isPresent();
    boolean checked =
        live.flatMap(LiveSchema.Column::checked)
            .filter(all -> strings(policy.values().orElseThrow()).containsAll(strings(all)))
            .isPresent();
    Origin.Rest rest =
        labels ? Origin.Rest.NONE : checked ? Origin.Rest.UNCHECKED : Origin.Rest.UNLISTED;
    return column.with(column.facts(), new Origin.Values(listed.values(), rest));
  }

  private static List<String> strings(List<PolicyValue> values) {
    return values.stream().map(ValueOrder::text).toList();
  }
}
