package org.dpjdbc.run.outcome;

import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.run.hostile.ValueKind;

/** Where an expression stands in a query. */
final class Position {
  private static final List<String> OF_NUMBERS =
      List.of(
          "SUM(#)",
          "AVG(#)",
          "VAR_POP(#)",
          "STDDEV_SAMP(#)",
          "SUM(DISTINCT #)",
          "VAR_POP(DISTINCT #)",
          "MIN(#)",
          "MAX(#)",
          "MEDIAN(#)",
          "PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY #)",
          "PERCENTILE_DISC(0.1) WITHIN GROUP (ORDER BY #)",
          "CORR(#, A_SM)",
          "COVAR_POP(#, #)",
          "REGR_SLOPE(A_SM, #)");

  private static final List<String> OF_TIMESTAMPS = List.of("MIN(#)", "MAX(#)", "MEDIAN(#)");

  private Position() {}

  /** The aggregates of an expression. */
  static List<String> aggregates(ValueKind kind, String expression) {
    List<String> forms =
        switch (kind) {
          case NUMBER -> OF_NUMBERS;
          case DATE, TIMESTAMP -> OF_TIMESTAMPS;
          case TEXT, BOOLEAN -> List.of();
        };
    List<String> all = new ArrayList<>();
    forms.forEach(form -> all.add(form.replace("#", expression)));
    all.add("COUNT(" + expression + ")");
    all.add("COUNT(DISTINCT " + expression + ")");
    if (kind != ValueKind.TEXT) { // of texts it chooses among those that the policy lists
      all.add("MODE(" + expression + ")");
    }
    all.add("SUM(CASE WHEN " + condition(kind, expression) + " THEN 1 ELSE 0 END)");
    return all;
  }

  /** A condition that is true of many values. */
  static String mild(ValueKind kind, String column) {
    return switch (kind) {
      case NUMBER -> column + " > -100";
      case TEXT -> column + " <> 'b'";
      case DATE, TIMESTAMP -> column + " > DATE '1000-01-01'";
      case BOOLEAN -> column + " IS NOT NULL";
    };
  }

  /** A condition on it. */
  static String condition(ValueKind kind, String expression) {
    return switch (kind) {
      case NUMBER -> "(" + expression + ") > 1.5e0";
      case TEXT -> "(" + expression + ") = 'a'";
      case DATE -> "(" + expression + ") > DATE '2000-01-01'";
      case TIMESTAMP -> "(" + expression + ") > TIMESTAMP '2000-01-01 00:00:00'";
      case BOOLEAN -> "(" + expression + ")";
    };
  }
}
