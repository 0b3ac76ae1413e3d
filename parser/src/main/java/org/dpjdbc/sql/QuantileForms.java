package org.dpjdbc.sql;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Quantiles as databases spell them, {@code MEDIAN(x)} or {@code APPROX_PERCENTILE(x, 0.9)},
 * written anew as the inverse distribution functions of standard SQL, before anything else looks at
 * them: {@code PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY x)}.
 *
 * <p>Calcite 1.42 fails on a FILTER behind WITHIN GROUP. Since a quantile leaves NULL out, the
 * filter is written into what is ordered.
 */
final class QuantileForms extends SqlShuttle {
  private static final SqlAggFunction CONTINUOUS = BackendOperators.PERCENTILE_CONT;
  private static final SqlAggFunction DISCRETE = SqlStdOperatorTable.PERCENTILE_DISC;
  private static final String MEDIAN = "MEDIAN";

  /** A value between two others, or one of the values. */
  private static final Map<String, SqlAggFunction> FORMS =
      Map.of(
          MEDIAN,
          CONTINUOUS,
          "QUANTILE_CONT",
          CONTINUOUS,
          "QUANTILE",
          DISCRETE,
          "QUANTILE_DISC",
          DISCRETE,
          "APPROX_QUANTILE",
          DISCRETE,
          "APPROX_PERCENTILE",
          DISCRETE,
          "PERCENTILE_APPROX",
          DISCRETE);

  private QuantileForms() {}

  /** The query with its quantiles written anew; the given tree is left as it is. */
  static SqlNode standard(SqlNode query) {
    return Objects.requireNonNull(query.accept(new QuantileForms()), "a query");
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode visited = super.visit(call);
    if (!(visited instanceof SqlCall inner)) {
      return visited;
    }
    List<SqlNode> operands = inner.getOperandList();
    if (inner.getOperator() instanceof SqlUnresolvedFunction) {
      return form(inner, operands);
    } else if (inner.getOperator().equals(SqlStdOperatorTable.PERCENTILE_CONT)) {
      // Calcite's own has the type of what is ordered, here it has that of databases.
      return CONTINUOUS.createCall(
          inner.getFunctionQuantifier(), inner.getParserPosition(), operands);
    } else if (inner.getKind() == SqlKind.FILTER
        && operands.get(0) instanceof SqlCall within
        && within.getKind() == SqlKind.WITHIN_GROUP
        && within.operand(0) instanceof SqlCall percentile
        && (percentile.getKind() == SqlKind.PERCENTILE_CONT
            || percentile.getKind() == SqlKind.PERCENTILE_DISC)) {
      return filtered(within, operands.get(1));
    }
    return inner;
  }

  private static SqlNode form(SqlCall call, List<SqlNode> operands) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    SqlAggFunction standard = FORMS.get(name);
    boolean median = name.equals(MEDIAN);
    if (standard == null || operands.size() != (median ? 1 : 2)) {
      return call;
    }
    SqlParserPos pos = call.getParserPosition();
    SqlNode fraction = median ? SqlLiteral.createExactNumeric("0.5", pos) : operands.get(1);
    return SqlStdOperatorTable.WITHIN_GROUP.createCall(
        pos,
        standard.createCall(call.getFunctionQuantifier(), pos, fraction),
        SqlNodeList.of(operands.get(0)));
  }

  private static SqlNode filtered(SqlCall within, SqlNode condition) {
    SqlNodeList order = within.operand(1);
    SqlNodeList filtered = new SqlNodeList(order.getParserPosition());
    for (SqlNode item : order) {
      filtered.add(filteredItem(item, condition));
    }
    return SqlStdOperatorTable.WITHIN_GROUP.createCall(
        within.getParserPosition(), within.operand(0), filtered);
  }

  private static SqlNode filteredItem(SqlNode item, SqlNode condition) {
    if (item instanceof SqlCall suffix
        && (suffix.getKind() == SqlKind.DESCENDING
            || suffix.getKind() == SqlKind.NULLS_FIRST
            || suffix.getKind() == SqlKind.NULLS_LAST)) {
      return suffix
          .getOperator()
          .createCall(suffix.getParserPosition(), filteredItem(suffix.operand(0), condition));
    }
    SqlParserPos pos = item.getParserPosition();
    return new SqlCase(
        pos, null, SqlNodeList.of(condition), SqlNodeList.of(item), SqlLiteral.createNull(pos));
  }
}
