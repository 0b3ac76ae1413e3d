package org.dpjdbc.plan.pushdown;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.dpjdbc.plan.model.SqlParameter;

/**
 * Where in a statement the rows of sets stand. Each set has a row there, in a subselect of its own
 * that ends with it; further rows are put before the parenthesis that closes the innermost
 * subselect around its question marks.
 */
final class SetPlaces {
  private static final String QUOTES = "\"'`";

  private SetPlaces() {}

  /**
   * The parameters with the places of their sets, one for the values of each first row.
   *
   * @param parameters one for each question mark, in their order
   */
  static List<SqlParameter> in(String sql, List<SqlParameter> parameters) {
    List<SqlParameter> placed = new ArrayList<>();
    List<Integer> marks = marks(sql);
    if (marks.size() != parameters.size()) {
      throw new IllegalStateException("a question mark is no parameter");
    }
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i) instanceof SqlParameter.RowsOf first) {
        i += first.columns() - 1;
        placed.add(placed(sql, first, marks.get(i)));
      } else {
        placed.add(parameters.get(i));
      }
    }
    return List.copyOf(placed);
  }

  /** Rows that cannot be written as values are each written as the first one is. */
  private static SqlParameter placed(String sql, SqlParameter.RowsOf first, int mark) {
    Deque<Integer> open = new ArrayDeque<>();
    for (int at = 0; at < sql.length(); at = next(sql, at)) {
      if (sql.charAt(at) == '(') {
        open.push(at);
      } else if (sql.charAt(at) == ')') {
        int opened = open.pop();
        if (opened < mark && at > mark && sql.startsWith("SELECT ", opened + 1)) {
          String select = " UNION ALL " + sql.substring(opened + 1, at);
          boolean values = !first.next().isEmpty();
          return new SqlParameter.RowsOf(
              first.set(),
              first.columns(),
              at,
              values ? first.second() : select,
              values ? first.next() : select);
        }
      }
    }
    throw new IllegalStateException("a set stands in no sub-select");
  }

  /** The question marks outside quotes. */
  private static List<Integer> marks(String sql) {
    List<Integer> marks = new ArrayList<>();
    for (int at = 0; at < sql.length(); at = next(sql, at)) {
      if (sql.charAt(at) == '?') {
        marks.add(at);
      }
    }
    return marks;
  }

  /** The next character that is not quoted; a doubled quote ends one literal and begins another. */
  private static int next(String sql, int at) {
    char quote = sql.charAt(at);
    if (QUOTES.indexOf(quote) < 0) {
      return at + 1;
    }
    int end = sql.indexOf(quote, at + 1);
    return end < 0 ? sql.length() : end + 1;
  }
}
