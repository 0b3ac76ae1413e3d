package org.dpjdbc.plan.relation;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.dpjdbc.policy.PrivacyUnit.Reference;

/**
 * One column of a key that only several columns together make up. It identifies no unit by itself:
 * an order has many lines, and many orders have a line 1. All columns of the key, of one row,
 * identify the row that they are the key of, and so the unit that it belongs to.
 *
 * @param key the key, its columns in the order of their names
 * @param column the one whose value this column holds
 * @param rows of which rows it is: parts of different rows do not add up to a key
 */
public record KeyPart(Reference key, String column, Object rows) {

  /** Rows that meet others. */
  private record Pair(Object one, Object other) {}

  /**
   * The parts of a key that some columns hold, by the column that holds each.
   *
   * @param holders as many as the key has columns
   */
  static Map<String, KeyPart> of(List<String> holders, Reference key) {
    Reference sorted =
        new Reference(key.schema(), key.table(), key.columns().stream().sorted().toList());
    Object rows = new Object();
    Map<String, KeyPart> parts = new TreeMap<>();
    for (int i = 0; i < holders.size(); i++) {
      parts.put(holders.get(i), new KeyPart(sorted, key.columns().get(i), rows));
    }
    return parts;
  }

  /** The keys that some parts make up, each without a column. */
  public static Set<KeyPart> complete(Collection<KeyPart> parts) {
    Map<KeyPart, Set<String>> columns = new HashMap<>();
    for (KeyPart part : parts) {
      columns.computeIfAbsent(part.whole(), whole -> new HashSet<>()).add(part.column);
    }
    columns
        .entrySet()
        .removeIf(held -> held.getValue().size() < held.getKey().key.columns().size());
    return columns.keySet();
  }

  /** What all parts of one key have in common. */
  KeyPart whole() {
    return new KeyPart(key, "", rows);
  }

  /**
   * This part where it is equated with that of other rows; empty unless both are the same column of
   * the same key.
   */
  public Optional<KeyPart> equated(KeyPart other) {
    return key.equals(other.key) && column.equals(other.column)
        ? Optional.of(new KeyPart(key, column, new Pair(rows, other.rows)))
        : Optional.empty();
  }

  /**
   * Whether this is a key {@link #equated} with that of other rows, and the first rows' is that.
   */
  public boolean isOfFirst(KeyPart whole) {
    return rows instanceof Pair pair && key.equals(whole.key) && pair.one.equals(whole.rows);
  }

  /** Whether this is a key {@link #equated} with that of other rows, and theirs is that. */
  public boolean isOfSecond(KeyPart whole) {
    return rows instanceof Pair pair && key.equals(whole.key) && pair.other.equals(whole.rows);
  }

  /** This part where its rows are joined with others that may be the same ones. */
  KeyPart beside(Object joined) {
    return new KeyPart(key, column, new Pair(joined, rows));
  }
}
