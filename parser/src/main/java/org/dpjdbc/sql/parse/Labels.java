package org.dpjdbc.sql.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.dpjdbc.sql.dialect.common.Dialects;

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
   * @param dialects which is read, and the database's
   */
  public static List<String> of(SqlNode query, List<String> names, Dialects dialects) {
    SqlNodeList items = WrittenNames.select(query);
    Set<String> written = dialects.isForeign() ? WrittenNames.of(query) : Set.copyOf(names);
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      boolean unnamed =
          items.size() == names.size()
              && items.get(i).getKind() != SqlKind.AS
              && items.get(i).getKind() != SqlKind.IDENTIFIER;
      String name = names.get(i);
      // What an asterisk stands for is called as it would be if the product had stored it.
      labels.add(
          unnamed
              ? unnamed(items.get(i), dialects)
              : written.contains(name) ? name : name.toLowerCase(Locale.ROOT));
    }
    return List.copyOf(labels);
  }

  private static String unnamed(SqlNode item, Dialects dialects) {
    return dialects
        .named()
        .flatMap(read -> read.called(item))
        .orElseGet(() -> text(item, dialects.read().labels()));
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
