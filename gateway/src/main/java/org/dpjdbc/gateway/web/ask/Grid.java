package org.dpjdbc.gateway.web.ask;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows as a page shows them.
 *
 * @param headings of the columns
 * @param rows their values as strings
 * @param isCut whether there are more rows
 */
public record Grid(List<Heading> headings, List<List<@Nullable String>> rows, boolean isCut) {
  /** Stands for a value for which there is no room. */
  public static final String TOO_LONG = "(too long to be shown)";

  private static final String ERROR = "_error95";

  /** What can be done with a column's values. */
  public enum Kind {
    NUMBER,
    TEMPORAL,
    OTHER
  }

  /** A column's name and the kind of its values. */
  public record Heading(String label, Kind kind) {}

  /** Whether a column is that of the errors of the one before. */
  public boolean isError(int column) {
    return column > 0
        && headings.get(column).kind() == Kind.NUMBER
        && headings
            .get(column)
            .label()
            .toLowerCase(Locale.ROOT)
            .equals(headings.get(column - 1).label().toLowerCase(Locale.ROOT) + ERROR);
  }

  /** Where the errors of a column stand. */
  public OptionalInt errors(int column) {
    return column + 1 < headings.size() && isError(column + 1)
        ? OptionalInt.of(column + 1)
        : OptionalInt.empty();
  }

  /** Numbers that carry noise. */
  public List<Integer> noisy() {
    return IntStream.range(0, headings.size())
        .filter(i -> headings.get(i).kind() == Kind.NUMBER && errors(i).isPresent())
        .boxed()
        .toList();
  }

  /** The only column beside the noisy ones, if there is one. */
  public Optional<Integer> key() {
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < headings.size(); i++) {
      if (!isError(i) && errors(i).isEmpty()) {
        others.add(i);
      }
    }
    return others.size() == 1 ? Optional.of(others.get(0)) : Optional.empty();
  }

  /** A value. */
  public @Nullable String at(int row, int column) {
    return rows.get(row).get(column);
  }

  /** The column of a label, whatever its case. */
  public int column(String label) {
    return IntStream.range(0, headings.size())
        .filter(i -> headings.get(i).label().equalsIgnoreCase(label))
        .findFirst()
        .orElseThrow();
  }
}
