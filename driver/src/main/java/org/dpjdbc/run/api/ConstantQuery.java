package org.dpjdbc.run.api;

import java.math.BigDecimal;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.jspecify.annotations.Nullable;

/**
 * {@code SELECT 1} and similar queries, with which pools and tools test a connection: answered by
 * the parser alone, so that they cost nothing and wait for nothing.
 */
public final class ConstantQuery implements Query {
  private final List<AnswerColumn> columns;
  private final Rows rows;

  private ConstantQuery(List<AnswerColumn> columns, Rows rows) {
    this.columns = columns;
    this.rows = rows;
  }

  /** The constant that a query selects; empty if it is more than integers without FROM. */
  public static Optional<Query> of(ParsedQuery query) {
    if (query.explain().isPresent()
        || !(query.node() instanceof SqlSelect select)
        || !isBare(select)) {
      return Optional.empty();
    }
    List<AnswerColumn> columns = new ArrayList<>();
    List<@Nullable Object> values = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      boolean named = item.getKind() == SqlKind.AS;
      SqlNode value = named ? ((SqlCall) item).operand(0) : item;
      Optional<Integer> number = number(value);
      if (number.isEmpty()) {
        return Optional.empty();
      }
      String label =
          named
              ? ((SqlCall) item).operand(1).toString()
              : SqlUtil.deriveAliasFromOrdinal(columns.size());
      columns.add(new AnswerColumn(label, Types.INTEGER, "INTEGER", 10, 0, false));
      values.add(number.get());
    }
    return Optional.of(new ConstantQuery(columns, row(values)));
  }

  private static Rows row(List<@Nullable Object> values) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(values.toArray());
    return Rows.of(values.size(), rows);
  }

  private static boolean isBare(SqlSelect select) {
    return select.getFrom() == null
        && select.getWhere() == null
        && select.getGroup() == null
        && select.getHaving() == null
        && select.getFetch() == null
        && select.getOffset() == null
        && !select.isDistinct();
  }

  private static Optional<Integer> number(SqlNode node) {
    if (node instanceof SqlNumericLiteral literal && literal.isInteger()) {
      BigDecimal value = ((SqlLiteral) literal).bigDecimalValue();
      if (value != null && value.abs().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0) {
        return Optional.of(value.intValueExact());
      }
    }
    return Optional.empty();
  }

  @Override
  public List<AnswerColumn> columns() {
    return columns;
  }

  @Override
  public List<AnswerColumn> parameters() {
    return List.of();
  }

  @Override
  public Answer run(List<@Nullable Object> parameters, RunOptions options) {
    return new Answer(columns, options.limit(rows));
  }
}
