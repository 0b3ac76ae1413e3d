package org.dpjdbc.plan.pushdown;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.rel2sql.SqlImplementor;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlString;
import org.dpjdbc.plan.algebra.Conditions;
import org.dpjdbc.plan.algebra.LiteralRows;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.model.CanonicalForm;
import org.dpjdbc.plan.model.ReleasedScalar;
import org.dpjdbc.plan.model.SqlParameter;
import org.dpjdbc.sql.dialect.common.BackendDialect;

/**
 * Prints a plan as SQL for the backend. Every string literal becomes a bind parameter, and so does
 * every value that is not known yet; numbers, dates and booleans are printed from their parsed
 * value. Confined to one thread and one query.
 */
public final class PushdownPrinter {
  private final BackendDialect dialect;
  private final RelOptCluster cluster;

  public PushdownPrinter(BackendDialect dialect, RelOptCluster cluster) {
    this.dialect = dialect;
    this.cluster = cluster;
  }

  /**
   * Prints a relation.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if the database would plan it for long
   */
  public Pushdown print(RelNode written) {
    RelNode tried = dialect.tries() ? TryExpressions.ifReadOnce(written) : written;
    RelNode flat = FlatJoins.of(StringValues.selected(tried), dialect::joinsInWhere);
    PushdownSize.check(flat);
    RelNode added =
        dialect.addsDecimals() ? StoredClamps.of(DecimalSums.of(flat, dialect), dialect) : flat;
    RelNode rel = dialect.computesEachUse() ? SharedValues.of(added) : added;
    GeneratedNames names = new GeneratedNames();
    Parameters parameters = new Parameters();
    BackendForms forms = new BackendForms(dialect, cluster.getRexBuilder());
    RelNode bound =
        rel.accept(
            new RelHomogeneousShuttle() {
              @Override
              protected RelNode visitChild(RelNode parent, int place, RelNode child) {
                RelNode visited = child.accept(this);
                return visited == child ? parent : RetypedRelation.over(parent, place, visited);
              }

              @Override
              public RelNode visit(RelNode other) {
                if (other instanceof LiteralRows rows) {
                  return parameters.row(rows);
                }
                RelNode ranges = TemporalRanges.of(super.visit(other));
                RelNode printed = names.of(forms.of(ranges.accept(parameters)));
                if (printed instanceof Values values) {
                  return NoRows.typed(values);
                }
                if (printed instanceof Project project) {
                  return GroupNames.apart(project);
                }
                if (printed instanceof Filter filter) {
                  return conditions(merged(filter));
                }
                return ColumnList.below(
                    printed instanceof Join join ? JoinNames.distinct(join) : printed);
              }
            });
    SqlString printed =
        new PushdownConverter(dialect.printer())
            .statement(withResultExpressions(bound))
            .toSqlString(
                config ->
                    config
                        .withDialect(dialect.printer())
                        .withAlwaysUseParentheses(false)
                        .withQuoteAllIdentifiers(true)
                        .withSelectListItemsOnSeparateLines(false)
                        .withUpdateSetListNewline(false)
                        .withIndentation(0));
    List<SqlParameter> inOrder = new ArrayList<>();
    if (printed.getDynamicParameters() != null) {
      printed.getDynamicParameters().forEach(index -> inOrder.add(parameters.values.get(index)));
    }
    String statement = printed.getSql().replaceAll("\\s*\\R\\s*", " ");
    return new Pushdown(statement, SetPlaces.in(statement, inOrder), form(written, inOrder));
  }

  /** The form of a statement, in which no value that is given can be missing. */
  private static CanonicalForm form(RelNode written, List<SqlParameter> parameters) {
    CanonicalForm form = CanonicalForms.of(written);
    List<CanonicalForm> all = new ArrayList<>(List.of(form));
    Set<Integer> open = form.open().collect(Collectors.toSet());
    for (SqlParameter parameter : parameters) {
      if (parameter instanceof SqlParameter.Given given && open.add(given.index())) {
        all.add(new CanonicalForm.Given(given.index(), 0));
      }
    }
    return all.size() == 1 ? form : new CanonicalForm.Ordered("given", all);
  }

  /** The root with its columns as the database's driver can hand them out. */
  private RelNode withResultExpressions(RelNode root) {
    RexBuilder rex = cluster.getRexBuilder();
    List<RexNode> columns = new ArrayList<>();
    boolean same = true;
    for (int i = 0; i < root.getRowType().getFieldCount(); i++) {
      RexNode column = rex.makeInputRef(root, i);
      RexNode result = dialect.resultExpression(rex, column);
      same &= result.equals(column);
      columns.add(result);
    }
    return same
        ? root
        : LogicalProject.create(
            root, List.of(), columns, root.getRowType().getFieldNames(), ImmutableSet.of());
  }

  /**
   * A filter and one below it as one: both conditions are total, so that their order is free.
   * Neither is simplified: what the types promise, the database need not keep.
   */
  private Filter merged(Filter filter) {
    if (!(filter.getInput() instanceof Filter below)) {
      return filter;
    }
    RexBuilder rex = cluster.getRexBuilder();
    RexNode both =
        rex.makeCall(SqlStdOperatorTable.AND, below.getCondition(), filter.getCondition());
    return LogicalFilter.create(below.getInput(), RexUtil.flatten(rex, both));
  }

  /** A filter of rows with its conditions in the database's forms; HAVING stays as it is. */
  private RelNode conditions(Filter filter) {
    RexBuilder rex = cluster.getRexBuilder();
    List<RexNode> conjuncts = Conditions.operands(SqlKind.AND, filter.getCondition());
    List<RexNode> forms =
        conjuncts.stream().map(condition -> dialect.condition(rex, condition)).toList();
    return filter.getInput() instanceof Aggregate || forms.equals(conjuncts)
        ? filter
        : LogicalFilter.create(filter.getInput(), Conditions.and(rex, forms));
  }

  /** Puts a parameter in the place of every string literal and released value. */
  private final class Parameters extends RexShuttle {
    private final List<SqlParameter> values = new ArrayList<>();

    @Override
    public RexNode visitLiteral(RexLiteral literal) {
      return isString(literal) ? cast(parameter(literal), literal.getType()) : literal;
    }

    /**
     * A comparison with something other than a literal needs no cast to determine the parameter's
     * type.
     */
    @Override
    public RexNode visitCall(RexCall call) {
      if (call.getKind() == SqlKind.SEARCH) {
        return RexUtil.expandSearch(cluster.getRexBuilder(), null, call).accept(this);
      }
      if (call.getOperator().equals(SqlStdOperatorTable.CONCAT)) {
        return super.visitCall(call.clone(call.getType(), strings(call.getOperands())));
      }
      boolean typed =
          (call.isA(SqlKind.COMPARISON) || call.getKind() == SqlKind.LIKE)
              && !(call.getOperands().get(0) instanceof RexLiteral);
      if (!typed) {
        return RexUtil.flatten(cluster.getRexBuilder(), super.visitCall(call));
      }
      List<RexNode> operands = new ArrayList<>();
      for (RexNode operand : call.getOperands()) {
        operands.add(
            operand instanceof RexLiteral literal && isString(literal)
                ? parameter(literal)
                : operand instanceof RexDynamicParam value && isString(value)
                    ? mark(value)
                    : operand.accept(this));
      }
      return call.clone(call.getType(), operands);
    }

    /** Not every database takes a bare NULL next to another one for a string. */
    private List<RexNode> strings(List<RexNode> operands) {
      return operands.stream()
          .map(
              operand ->
                  operand instanceof RexLiteral literal && literal.isNull()
                      ? cast(literal, cluster.getTypeFactory().createSqlType(SqlTypeName.VARCHAR))
                      : operand)
          .toList();
    }

    private boolean isString(RexLiteral literal) {
      return SqlTypeUtil.inCharFamily(literal.getType()) && !literal.isNull();
    }

    private boolean isString(RexDynamicParam value) {
      return SqlTypeUtil.inCharFamily(value.getType()) && ReleasedScalar.isGiven(value);
    }

    /**
     * A value that is not known yet, a released one or one of the query's own: bound in its type.
     */
    @Override
    public RexNode visitDynamicParam(RexDynamicParam value) {
      return cluster.getRexBuilder().makeAbstractCast(value.getType(), mark(value), false);
    }

    private RexNode mark(RexDynamicParam value) {
      values.add(
          ReleasedScalar.isGiven(value)
              ? new SqlParameter.Given(value.getIndex())
              : new SqlParameter.Released(ReleasedScalar.name(value.getIndex())));
      return cluster.getRexBuilder().makeDynamicParam(value.getType(), values.size() - 1);
    }

    /** The first row of a set: a subselect, into which further ones can be put. */
    private RelNode row(LiteralRows rows) {
      List<RexNode> columns = new ArrayList<>();
      List<String> further = new ArrayList<>();
      List<RelDataTypeField> fields = rows.getRowType().getFieldList();
      for (RelDataTypeField field : fields) {
        RexNode value =
            cluster
                .getRexBuilder()
                .makeDynamicParam(field.getType(), values.size() + columns.size());
        columns.add(cluster.getRexBuilder().makeAbstractCast(field.getType(), value, false));
        further.add(text(columns.get(columns.size() - 1)));
      }
      String value = "(" + String.join(", ", further) + ")";
      SqlParameter first =
          dialect.takesRowsOfValues()
              ? new SqlParameter.RowsOf(
                  rows.set(), fields.size(), 0, " UNION ALL VALUES " + value, ", " + value)
              : new SqlParameter.RowsOf(rows.set(), fields.size(), 0, "", "");
      values.addAll(Collections.nCopies(fields.size(), first));
      return SubSelect.of(
          LogicalProject.create(
              LogicalValues.createOneRow(cluster),
              List.of(),
              columns,
              rows.getRowType().getFieldNames(),
              Set.of()));
    }

    private String text(RexNode cell) {
      return new SqlImplementor.SimpleContext(
              dialect.printer(),
              column -> {
                throw new IllegalArgumentException("a value has no columns");
              })
          .toSql(null, cell)
          .toSqlString(dialect.printer())
          .getSql();
    }

    private RexNode parameter(RexLiteral literal) {
      values.add(new SqlParameter.Text(String.valueOf(RexLiteral.stringValue(literal))));
      return cluster.getRexBuilder().makeDynamicParam(literal.getType(), values.size() - 1);
    }

    /** A VARCHAR keeps its length, so that what reads it finds the type that it had. */
    private RexNode cast(RexNode parameter, RelDataType literal) {
      RelDataType text =
          literal.getSqlTypeName() == SqlTypeName.VARCHAR
              ? literal
              : cluster.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
      return cluster.getRexBuilder().makeAbstractCast(text, parameter, false);
    }
  }
}
