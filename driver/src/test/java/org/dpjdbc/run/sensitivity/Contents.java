package org.dpjdbc.run.sensitivity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of private tables, and whose they are.
 *
 * @param rows of all tables
 * @param units by a name for each, the indexes of its rows; a row may be nobody's
 */
public record Contents(List<Row> rows, Map<String, List<Integer>> units) {

  /**
   * A row.
   *
   * @param table its table
   * @param values of the columns after RID
   */
  public record Row(String table, List<@Nullable Object> values) {
    @Override
    public String toString() {
      return table + " " + Arrays.toString(values.toArray());
    }
  }

  /** The same rows, of which only those of the unit that has most can be taken out. */
  Contents withLargestUnit() {
    return new Contents(
        rows,
        units.entrySet().stream()
            .max(Comparator.comparing(unit -> unit.getValue().size()))
            .map(unit -> Map.of(unit.getKey(), unit.getValue()))
            .orElse(Map.of()));
  }

  /** Collects rows. */
  public static final class Builder {
    private final List<Row> rows = new ArrayList<>();
    private final Map<String, List<Integer>> units = new LinkedHashMap<>();

    /**
     * Adds a row.
     *
     * @param owners the units it belongs to
     */
    public void add(String table, List<@Nullable Object> values, List<String> owners) {
      for (String owner : owners) {
        units.computeIfAbsent(owner, u -> new ArrayList<>()).add(rows.size());
      }
      rows.add(new Row(table, values));
    }

    /** All of them. */
    public Contents build() {
      return new Contents(rows, units);
    }
  }

  /** One row a line, then the units. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      text.append(i).append(": ").append(rows.get(i)).append('\n');
    }
    return text.append(units).toString();
  }
}
