package org.dpjdbc.sql.validate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.rewrite.SqlUnparser;
import org.jspecify.annotations.Nullable;

/**
 * Quantiles as databases spell them, {@code MEDIAN(x)}, {@code APPROX_PERCENTILE(x, 0.9)} or {@code
 * APPROX_QUANTILES(x, 10)[OFFSET(9)]}, rewritten as the inverse distribution functions of standard
 * SQL before any further processing: {@code PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY x)}. Modes
 * likewise, as {@code MODE(x)}.
 *
 * <p>Calcite 1.42 fails on a FILTER behind WITHIN GROUP. Since a quantile leaves NULL out, the
 * filter is written into what is ordered.
 */
final class QuantileForms extends SqlShuttle {
  private static final SqlAggFunction CONTINUOUS = BackendOperators.PERCENTILE_CONT;
  private static final SqlAggFunction DISCRETE = SqlStdOperatorTable.PERCENTILE_DISC;
  private static final String MEDIAN = "MEDIAN";
  private static final String QUANTILES = "APPROX_QUANTILES";

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

  /** Of what is ordered, with the fraction alone. */
  private static final Map<String, SqlAggFunction> ORDERED =
      Map.of(
          "APPROX_PERCENTILE",
          DISCRETE,
          "APPROX_PERCENTILE_DISC",
          DISCRETE,
          "APPROX_PERCENTILE_CONT",
          CONTINUOUS);

  private QuantileForms() {}

  /** The query with its quantiles written anew; the given tree is left as it is. */
  static SqlNode standard(SqlNode query) {
    return Objects.requireNonNull(query.accept(new QuantileForms()), "a query");
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.getKind() == SqlKind.WITHIN_GROUP
        && call.operand(0) instanceof SqlCall several
        && several.operandCount() == 1
        && several.operand(0) instanceof SqlCall array
        && array.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR) {
      throw severalFractions(call, several, array);
    }
    SqlNode visited = super.visit(call.getKind() == SqlKind.ITEM ? quantile(call) : call);
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
    } else if (inner.getKind() == SqlKind.WITHIN_GROUP
        && inner.operand(0) instanceof SqlCall function
        && function.getOperator() instanceof SqlUnresolvedFunction) {
      return ordered(inner, function, inner.operand(1));
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

  private static RefusedException severalFractions(SqlCall within, SqlCall several, SqlCall array) {
    SqlNodeList order = within.operand(1);
    List<String> each =
        array.getOperandList().stream()
            .<SqlNode>map(
                fraction ->
                    SqlStdOperatorTable.WITHIN_GROUP.createCall(
                        within.getParserPosition(),
                        several.getOperator().createCall(several.getParserPosition(), fraction),
                        order))
            .flatMap(quantile -> SqlUnparser.text(quantile).stream())
            .toList();
    return ParseMessages.severalFractions(each.size() == array.operandCount() ? each : List.of())
        .at(Position.of(within.getParserPosition()));
  }

  private static String name(SqlCall call) {
    return call.getOperator().getName().toUpperCase(Locale.ROOT);
  }

  private static SqlNode form(SqlCall call, List<SqlNode> operands) {
    String name = name(call);
    SqlParserPos pos = call.getParserPosition();
    if (name.equals("STATS_MODE")) {
      return SqlStdOperatorTable.MODE.createCall(call.getFunctionQuantifier(), pos, operands);
    } else if (name.equals(QUANTILES)) {
      throw ParseMessages.quantilesAtOnce(QUANTILES, half(operands));
    }
    SqlAggFunction standard = FORMS.get(name);
    boolean median = name.equals(MEDIAN);
    if (standard == null || operands.size() != (median ? 1 : 2)) {
      return call;
    }
    SqlNode fraction = median ? SqlLiteral.createExactNumeric("0.5", pos) : operands.get(1);
    return SqlStdOperatorTable.WITHIN_GROUP.createCall(
        pos,
        standard.createCall(call.getFunctionQuantifier(), pos, fraction),
        SqlNodeList.of(operands.get(0)));
  }

  /** The place of the median among so many quantiles. */
  private static Optional<String> half(List<SqlNode> operands) {
    return operands.size() == 2
            && operands.get(1) instanceof SqlNumericLiteral number
            && number.isInteger()
            && number.bigDecimalValue().signum() > 0
        ? Optional.of(number.bigDecimalValue().toBigInteger().shiftRight(1).toString())
        : Optional.empty();
  }

  /** {@code MODE() WITHIN GROUP (ORDER BY x)}, and quantiles with names of their own. */
  private static SqlNode ordered(SqlCall within, SqlCall function, SqlNodeList order) {
    int operands = function.operandCount();
    SqlParserPos pos = within.getParserPosition();
    if (name(function).equals("MODE") && operands == 0 && order.size() == 1) {
      SqlNode item = order.get(0);
      while (item instanceof SqlCall suffix && isSuffix(suffix)) {
        item = suffix.operand(0);
      }
      return SqlStdOperatorTable.MODE.createCall(function.getFunctionQuantifier(), pos, item);
    }
    SqlAggFunction standard = ORDERED.get(name(function));
    if (standard == null || operands != 1) {
      return within;
    }
    SqlNode fraction = function.operand(0);
    return SqlStdOperatorTable.WITHIN_GROUP.createCall(
        pos,
        standard.createCall(
            function.getFunctionQuantifier(), function.getParserPosition(), fraction),
        order);
  }

  /**
   * {@code APPROX_QUANTILES(x, n)[OFFSET(k)]}: the k-th of n + 1 that have as many between them.
   */
  private static SqlCall quantile(SqlCall item) {
    if (!(item.operand(0) instanceof SqlCall quantiles)
        || !(quantiles.getOperator() instanceof SqlUnresolvedFunction)
        || !name(quantiles).equals(QUANTILES)
        || quantiles.operandCount() != 2) {
      return item;
    }
    BigDecimal number = whole(quantiles.operand(1));
    BigDecimal place = whole(item.operand(1));
    boolean fromOne = item.getOperator().getName().endsWith("ORDINAL");
    if (fromOne) {
      place = place.subtract(BigDecimal.ONE);
    }
    boolean counted = fromOne || item.getOperator().getName().endsWith("OFFSET");
    if (!counted || number.signum() <= 0 || place.signum() < 0 || place.compareTo(number) > 0) {
      throw ParseMessages.quantilesAtOnce(QUANTILES, Optional.empty());
    }
    SqlParserPos pos = item.getParserPosition();
    String fraction = place.divide(number, MathContext.DECIMAL64).toPlainString();
    return SqlStdOperatorTable.WITHIN_GROUP.createCall(
        pos,
        DISCRETE.createCall(
            quantiles.getFunctionQuantifier(), pos, SqlLiteral.createExactNumeric(fraction, pos)),
        SqlNodeList.of(quantiles.operand(0)));
  }

  private static BigDecimal whole(SqlNode node) {
    if (node instanceof SqlNumericLiteral number && number.isInteger()) {
      return number.bigDecimalValue();
    }
    throw ParseMessages.quantilesAtOnce(QUANTILES, Optional.empty());
  }

  private static boolean isSuffix(SqlCall call) {
    return call.getKind() == SqlKind.DESCENDING
        || call.getKind() == SqlKind.NULLS_FIRST
        || call.getKind() == SqlKind.NULLS_LAST;
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
    if (item instanceof SqlCall suffix && isSuffix(suffix)) {
      return suffix
          .getOperator()
          .createCall(suffix.getParserPosition(), filteredItem(suffix.operand(0), condition));
    }
    SqlParserPos pos = item.getParserPosition();
    return new SqlCase(
        pos, null, SqlNodeList.of(condition), SqlNodeList.of(item), SqlLiteral.createNull(pos));
  }
}
