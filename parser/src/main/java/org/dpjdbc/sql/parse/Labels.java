package org.dpjdbc.sql.parse;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.dpjdbc.sql.dialect.common.Dialects;

/**
 * Labels of a query's columns. A column without a name is labelled as the database does it, or with
 * its expression; only the analyst who wrote it sees it.
 */
public final class Labels {
  private static final int MAX_LENGTH = 120;

  private Labels() {}

  /**
   * The label of each column, and then its expression where it has no name.
   *
   * @param query as parsed
   * @param names of the validated columns
   * @param dialects which is read, and the database's
   */
  public static List<Set<String>> names(SqlNode query, List<String> names, Dialects dialects) {
    SqlNodeList items = ReferencedNames.select(query);
    Set<String> written = dialects.isForeign() ? ReferencedNames.of(query) : Set.copyOf(names);
    List<Set<String>> labels = new ArrayList<>();
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
              : Set.of(written.contains(name) ? name : name.toLowerCase(Locale.ROOT)));
    }
    return List.copyOf(labels);
  }

  private static Set<String> unnamed(SqlNode item, Dialects dialects) {
    String text = text(item, dialects.read().labels());
    Set<String> names = new LinkedHashSet<>();
    names.add(dialects.read().called(item).orElse(text));
    names.add(text);
    return names;
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
