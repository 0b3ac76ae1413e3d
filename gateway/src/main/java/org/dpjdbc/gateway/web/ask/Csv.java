package org.dpjdbc.gateway.web.ask;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An answer as comma-separated values (RFC 4180), errors and all. */
public final class Csv {
  private static final String END = "\r\n";

  /** Of full width, too: some take them for the same. */
  private static final String FORMULA = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

  /** A semicolon separates where commas are in numbers. */
  private static final String QUOTED = ",;\t\"\n\r";

  private Csv() {}

  /** Writes one. */
  public static String of(Grid grid) {
    StringBuilder out = new StringBuilder();
    out.append(line(grid.headings().stream().map(Grid.Heading::label).toList(), List.of()));
    grid.rows().forEach(row -> out.append(line(row, grid.headings())));
    return out.toString();
  }

  private static String line(List<? extends @Nullable String> values, List<Grid.Heading> kinds) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      String value = values.get(i);
      boolean isNumber = i < kinds.size() && kinds.get(i).kind() == Grid.Kind.NUMBER;
      line.append(i == 0 ? "" : ",").append(value == null ? "" : field(value, isNumber));
    }
    return line.append(END).toString();
  }

  /**
   * A string that a spreadsheet would take for a formula gets an apostrophe (OWASP, CSV injection),
   * the names of columns included; a number does not.
   */
  private static String field(String value, boolean isNumber) {
    String safe =
        !isNumber && !value.isEmpty() && FORMULA.indexOf(value.charAt(0)) >= 0
            ? "'" + value
            : value;
    boolean isQuoted = safe.isEmpty() || safe.chars().anyMatch(c -> QUOTED.indexOf(c) >= 0);
    return isQuoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}
