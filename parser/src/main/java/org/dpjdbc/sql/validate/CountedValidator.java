package org.dpjdbc.sql.validate;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.type.SqlTypeCoercionRule;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.DelegatingScope;
import org.apache.calcite.sql.validate.ListScope;
import org.apache.calcite.sql.validate.SelectNamespace;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlMonotonicity;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.dpjdbc.sql.dialect.common.ReadDialect;
import org.dpjdbc.sql.refusal.AnalysisSteps;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;

/**
 * Calcite's validator, each type that it derives and each call that it validates a {@linkplain
 * AnalysisSteps step} of the analysis. It treats no column of a subquery as sorted. Sortedness is
 * only useful for streams, and Calcite determines it by walking every path down the query, whose
 * number doubles with each level of {@code SELECT n + n AS n FROM (...)}.
 */
final class CountedValidator extends SqlValidatorImpl {
  /** Columns of a SELECT once its stars are expanded: as many as a list may have in the SQL. */
  private static final int MAX_COLUMNS = 2_000;

  /** Columns of the tables in which a name is looked up that take as long as one step. */
  private static final int COLUMNS_PER_STEP = 64;

  /** The longest type whose values are filled up to its length. */
  private static final int MAX_PADDED = 10_000;

  /** The place of a window's EXCLUDE among its operands. */
  private static final int EXCLUDE = 8;

  /**
   * Booleans are cast to integers as well, as databases do that have both types; all cast them to
   * INTEGER. It is read as a choice between 1 and 0.
   */
  private static final SqlTypeMappingRule CASTS = casts();

  private final ReadDialect dialect;

  /** The query whose list is expanded. */
  private Optional<Expanded> expanded = Optional.empty();

  private record Expanded(SqlSelect select, boolean isAggregate) {}

  CountedValidator(
      SqlOperatorTable operators,
      SqlValidatorCatalogReader catalog,
      RelDataTypeFactory types,
      Config config,
      ReadDialect dialect) {
    super(operators, catalog, types, config);
    this.dialect = dialect;
  }

  private static SqlTypeMappingRule casts() {
    Map<SqlTypeName, ImmutableSet<SqlTypeName>> all =
        new HashMap<>(SqlTypeCoercionRule.instance().getTypeMapping());
    for (SqlTypeName whole :
        List.of(SqlTypeName.SMALLINT, SqlTypeName.INTEGER, SqlTypeName.BIGINT)) {
      all.computeIfPresent(
          whole,
          (type, from) ->
              ImmutableSet.<SqlTypeName>builder().addAll(from).add(SqlTypeName.BOOLEAN).build());
    }
    return SqlTypeCoercionRule.instance(all);
  }

  @Override
  public SqlTypeMappingRule getTypeMappingRule() {
    return CASTS;
  }

  @Override
  public RelDataType deriveType(SqlValidatorScope scope, SqlNode operand) {
    AnalysisSteps.step();
    if (DaysAdded.mayBe(operand) && getValidatedNodeTypeIfKnown(operand) == null) {
      SqlCall sum = (SqlCall) operand;
      RelDataType first = deriveType(scope, sum.operand(0));
      RelDataType second = deriveType(scope, sum.operand(1));
      DaysAdded.put(sum, typeFactory, first, second);
      if (DateSubtraction.mayBe(sum)) {
        DateSubtraction.put(sum, typeFactory, first, second);
      }
    }
    if (MixedTemporalOperands.mayBeIn(operand) && getValidatedNodeTypeIfKnown(operand) == null) {
      SqlCall choice = (SqlCall) operand;
      MixedTemporalOperands.cast(
          choice, choice.getOperandList().stream().map(each -> deriveType(scope, each)).toList());
    }
    boolean isName =
        operand instanceof SqlIdentifier && getValidatedNodeTypeIfKnown(operand) == null;
    RelDataType type = super.deriveType(scope, operand);
    if (isName) {
      AnalysisSteps.steps(columns(scope) / COLUMNS_PER_STEP);
    }
    if (!BareDecimals.isOne(operand)) {
      return type;
    }
    SqlCall cast = (SqlCall) operand;
    SqlNode from = cast.operand(0);
    RelDataType decimal =
        typeFactory.createTypeWithNullability(
            BareDecimals.type(typeFactory, from, super.deriveType(scope, from)), type.isNullable());
    BareDecimals.put(cast, decimal);
    setValidatedNodeType(operand, decimal);
    return decimal;
  }

  /** How many columns the tables have in which a name is looked up: Calcite reads all of them. */
  private static int columns(SqlValidatorScope scope) {
    SqlValidatorScope from = scope;
    while (from instanceof DelegatingScope inner && !(from instanceof ListScope)) {
      from = inner.getParent();
    }
    return from instanceof ListScope tables
        ? tables.getChildren().stream().mapToInt(table -> table.getRowType().getFieldCount()).sum()
        : 0;
  }

  /** A star stands for any number of columns, and many of them for many more. */
  @Override
  protected void addToSelectList(
      List<SqlNode> list,
      Set<String> aliases,
      List<Map.Entry<String, RelDataType>> fieldList,
      SqlNode exp,
      SelectScope scope,
      boolean includeSystemVars) {
    if (list.size() == MAX_COLUMNS) {
      throw ParseMessages.tooManyColumns(MAX_COLUMNS).at(Position.of(exp.getParserPosition()));
    }
    super.addToSelectList(list, aliases, fieldList, exp, scope, includeSystemVars);
  }

  @Override
  protected RelDataType validateSelectList(
      SqlNodeList selectItems, SqlSelect select, RelDataType targetRowType) {
    return expanding(select, () -> super.validateSelectList(selectItems, select, targetRowType));
  }

  @Override
  public SqlNodeList expandStar(
      SqlNodeList selectList, SqlSelect select, boolean includeSystemVars) {
    return expanding(select, () -> super.expandStar(selectList, select, includeSystemVars));
  }

  /** For each item, Calcite would search the whole list for aggregates. */
  private <T> T expanding(SqlSelect select, Supplier<T> expansion) {
    Optional<Expanded> outer = expanded;
    expanded = Optional.of(new Expanded(select, isAggregate(select)));
    try {
      return expansion.get();
    } finally {
      expanded = outer;
    }
  }

  @SuppressWarnings("ReferenceEquality")
  @Override
  public boolean isAggregate(SqlSelect select) {
    return expanded
        .filter(each -> each.select() == select)
        .map(Expanded::isAggregate)
        .orElseGet(() -> super.isAggregate(select));
  }

  @Override
  public void validateCall(SqlCall call, SqlValidatorScope scope) {
    AnalysisSteps.step();
    super.validateCall(call, scope);
  }

  /**
   * A window that refines others, {@code (w ROWS 1 PRECEDING)}, has their partition, the one order
   * that any of them has, and its own frame. Calcite takes the frame of the next one, which has
   * none, and goes no further than that.
   */
  @Override
  public SqlWindow resolveWindow(SqlNode windowOrName, SqlValidatorScope scope) {
    SqlWindow resolved = super.resolveWindow(windowOrName, scope);
    List<SqlWindow> chain = new ArrayList<>();
    SqlWindow next =
        windowOrName instanceof SqlIdentifier name
            ? getWindowByName(name, scope)
            : (SqlWindow) windowOrName;
    while (next != null && chain.stream().noneMatch(isSame(next))) {
      chain.add(next);
      SqlIdentifier refined = next.getRefName();
      next = refined == null ? null : getWindowByName(refined, scope);
    }
    SqlWindow written = chain.get(0);
    if (chain.size() > 1) {
      chain.forEach(
          window -> {
            if (!window.getPartitionList().isEmpty()) {
              resolved.setPartitionList(window.getPartitionList());
            }
            if (!window.getOrderList().isEmpty()) {
              resolved.setOrderList(window.getOrderList());
            }
          });
      if (written.getLowerBound() != null) {
        resolved.setLowerBound(written.getLowerBound());
        resolved.setUpperBound(written.getUpperBound());
        resolved.setOperand(EXCLUDE, written.getExclude());
        resolved.populateBounds();
      }
    }
    return resolved;
  }

  @SuppressWarnings("ReferenceEquality")
  private static Predicate<SqlWindow> isSame(SqlWindow window) {
    return other -> other == window;
  }

  @Override
  public SqlNode expandOrderExpr(SqlSelect select, SqlNode orderExpr) {
    return super.expandOrderExpr(
        select, hiddenColumns(select).inOrder(orderExpr, dialect.namesItemsFirst()));
  }

  @Override
  protected void validateGroupClause(SqlSelect select) {
    SqlNodeList keys = select.getGroup();
    if (keys != null && dialect.namesItemsFirst()) {
      select.setGroupBy(hiddenColumns(select).withAliasesNumbered(keys));
    }
    super.validateGroupClause(select);
  }

  @Override
  protected void validateHavingClause(SqlSelect select) {
    SqlNode having = select.getHaving();
    if (having != null) {
      select.setHaving(hiddenColumns(select).inHaving(having, dialect.havingNames()));
    }
    super.validateHavingClause(select);
  }

  @Override
  protected void validateQualifyClause(SqlSelect select) {
    SqlNode qualify = select.getQualify();
    if (qualify != null) {
      select.setQualify(hiddenColumns(select).qualified(qualify));
    }
    super.validateQualifyClause(select);
  }

  private HiddenColumns hiddenColumns(SqlSelect select) {
    return new HiddenColumns(
        select,
        Objects.requireNonNull(getRawSelectScope(select), "a scope"),
        getCatalogReader().nameMatcher());
  }

  @Override
  public void validateDataType(SqlDataTypeSpec dataType) {
    AnalysisSteps.step();
    super.validateDataType(dataType);
    if (dataType.getTypeNameSpec() instanceof SqlBasicTypeNameSpec type
        && isPadded(type.getTypeName().getSimple())
        && type.getPrecision() > MAX_PADDED) {
      throw ParseMessages.tooLongType(MAX_PADDED).at(Position.of(dataType.getParserPosition()));
    }
  }

  private static boolean isPadded(String type) {
    return type.equals("CHAR") || type.equals("BINARY");
  }

  @Override
  protected SelectNamespace createSelectNamespace(SqlSelect select, SqlNode enclosingNode) {
    return new Unsorted(this, select, enclosingNode);
  }

  private static final class Unsorted extends SelectNamespace {
    Unsorted(SqlValidatorImpl validator, SqlSelect select, SqlNode enclosingNode) {
      super(validator, select, enclosingNode);
    }

    @Override
    public SqlMonotonicity getMonotonicity(String columnName) {
      return SqlMonotonicity.NOT_MONOTONIC;
    }
  }
}
