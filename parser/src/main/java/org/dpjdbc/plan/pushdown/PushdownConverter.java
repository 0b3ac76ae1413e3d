package org.dpjdbc.plan.pushdown;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.rel2sql.RelToSqlConverter;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.dpjdbc.plan.algebra.SubSelect;

/**
 * Calcite's printer with {@link SubSelect}, {@link ColumnList} and {@link FlatJoins}. Public only
 * because Calcite calls it by reflection.
 */
public final class PushdownConverter extends RelToSqlConverter {
  /** Where the kind of a join stands among the operands of {@link SqlJoin}. */
  private static final int JOIN_TYPE = 2;

  PushdownConverter(SqlDialect dialect) {
    super(dialect);
  }

  /** Prints a whole query; if no rule of {@link #visitRoot} applies, without searching for one. */
  SqlNode statement(RelNode rel) {
    Result result = mayBeRewritten(rel) ? visitRoot(rel) : visitInput(new Root(rel), 0);
    return result.asStatement();
  }

  /**
   * Whether the rules may replace something for which the database has no form. They also make one
   * of two inputs that are alike but for the names of their columns.
   */
  private boolean mayBeRewritten(RelNode rel) {
    boolean sortsByLiteral =
        rel instanceof Sort sort
            && !dialect.supportsOrderByLiteral()
            && !sort.getCollation().getFieldCollations().isEmpty();
    boolean groupsByLiteral =
        rel instanceof Aggregate aggregate
            && !dialect.supportsGroupByLiteral()
            && aggregate.getInput() instanceof Project keys
            && aggregate.getGroupSet().asList().stream()
                .anyMatch(key -> keys.getProjects().get(key) instanceof RexLiteral);
    return sortsByLiteral
        || groupsByLiteral
        || rel.getInputs().size() > 1
        || rel.getInputs().stream().anyMatch(this::mayBeRewritten);
  }

  /** Stands above the root, which is printed as an input like any other. */
  private static final class Root extends SingleRel {
    Root(RelNode rel) {
      super(rel.getCluster(), rel.getTraitSet(), rel);
    }
  }

  /** Prints a subselect: what is projected above names its columns. */
  public Result visit(SubSelect rel) {
    SqlSelect select = visitInput(rel, 0).subSelect();
    return result(select, List.of(Clause.FROM), rel, null);
  }

  /**
   * Prints EXISTS, each side under a name of its own, like the sides of any other join. Calcite
   * merges the kept side's own conditions; where that is a query, it then stands under two names,
   * and the condition may name its columns without one, for the other side to capture.
   */
  @Override
  protected Result visitAntiOrSemiJoin(Join rel) {
    Result kept = visitInput(rel, 0).resetAlias();
    Result other = visitInput(rel, 1).resetAlias();
    SqlNode condition =
        convertConditionToSqlNode(
            rel.getCondition(), kept.qualifiedContext(), other.qualifiedContext());
    SqlNodeList one = SqlNodeList.of(SqlLiteral.createExactNumeric("1", SqlParserPos.ZERO));
    SqlNode exists =
        SqlStdOperatorTable.EXISTS.createCall(
            SqlParserPos.ZERO, select(one, other.asFrom(), condition));
    SqlNode test =
        rel.getJoinType() == JoinRelType.ANTI
            ? SqlStdOperatorTable.NOT.createCall(SqlParserPos.ZERO, exists)
            : exists;
    return result(
        select(SqlNodeList.SINGLETON_STAR, kept.asFrom(), test),
        List.of(Clause.FROM, Clause.WHERE),
        rel,
        null);
  }

  private static SqlSelect select(SqlNodeList columns, SqlNode from, SqlNode where) {
    return new SqlSelect(
        SqlParserPos.ZERO,
        null,
        columns,
        from,
        where,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** Prints a list of columns. */
  public Result visit(ColumnList rel) {
    Builder builder = visitInput(rel, 0, Clause.SELECT).builder(rel);
    List<SqlNode> columns = new ArrayList<>();
    for (int i = 0; i < rel.getRowType().getFieldCount(); i++) {
      addSelect(columns, builder.context.field(i), rel.getRowType());
    }
    builder.setSelect(new SqlNodeList(columns, SqlParserPos.ZERO));
    return builder.result();
  }

  @Override
  public Result visit(Join join) {
    Result result = super.visit(join);
    if (FlatJoins.isWithOwners(join) && result.asFrom() instanceof SqlJoin printed) {
      printed.setOperand(JOIN_TYPE, JoinType.LEFT.symbol(SqlParserPos.ZERO));
    }
    return result;
  }
}
