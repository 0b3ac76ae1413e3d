package org.dpjdbc.sql.parse;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;

/**
 * Labels of a query's columns. A column without a name is labelled with its expression, as
 * databases do; only the analyst who wrote it sees it.
 */
public final class Labels {
  private static final int MAX_LENGTH = 120;

  private Labels() {}

  /**
   * The labels.
   *
   * @param query as parsed
   * @param names of the validated columns
   */
  public static List<String> of(SqlNode query, List<String> names, SqlDialect dialect) {
    SqlNodeList items = items(query);
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      boolean unnamed =
          items.size() == names.size()
              && items.get(i).getKind() != SqlKind.AS
              && items.get(i).getKind() != SqlKind.IDENTIFIER;
      labels.add(unnamed ? text(items.get(i), dialect) : names.get(i));
    }
    return List.copyOf(labels);
  }

  private static SqlNodeList items(SqlNode query) {
    if (query instanceof SqlOrderBy order) {
      return items(order.query);
    } else if (query instanceof SqlWith with) {
      return items(with.body);
    }
    return query instanceof SqlSelect select ? select.getSelectList() : SqlNodeList.EMPTY;
  }

  private static String text(SqlNode item, SqlDialect dialect) {
    String text =
        item.toSqlString(
                config ->
                    config
                        .withDialect(dialect)
                        .withAlwaysUseParentheses(false)
                        .withQuoteAllIdentifiers(false)
                        .withSelectListItemsOnSeparateLines(false)
                        .withIndentation(0))
            .getSql()
            .replaceAll("\\s+", " ")
            .replace("\"", "");
    return text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) : text;
  }
}
