package org.dpjdbc.it;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns as wide as they need to be: the first to the left, numbers right. */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();
  private final int strings;

  /**
   * A table of one row.
   *
   * @param strings how many columns stand to the left
   */
  public TextTable(int strings, String... header) {
    this.strings = strings;
    rows.add(List.of(header));
  }

  /** Adds a row, as wide as the header. */
  public void add(List<String> row) {
    if (row.size() != rows.get(0).size()) {
      throw new IllegalArgumentException("a row of " + row.size() + " cells");
    }
    rows.add(List.copyOf(row));
  }

  /** The lines of the table, each with its end. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < row.size(); c++) {
        int column = c;
        int width = rows.stream().mapToInt(r -> r.get(column).length()).max().orElse(0);
        String blanks = " ".repeat(width - row.get(c).length());
        line.append(c < strings ? row.get(c) + blanks : blanks + row.get(c)).append("   ");
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
