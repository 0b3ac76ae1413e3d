package org.dpjdbc.sql.validate;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.jspecify.annotations.Nullable;

/**
 * Names of one product over the tables of another, which folds unquoted names otherwise: a name
 * finds the column that is called exactly so, and else the only one that is called so in small
 * letters. A column that the query itself named keeps its name.
 */
final class FoldedNames implements SqlNameMatcher {
  private static final SqlNameMatcher EXACT = SqlNameMatchers.withCaseSensitive(true);

  /** Names that the query gives columns of its subqueries. */
  private final Set<String> written;

  FoldedNames(Set<String> written) {
    this.written = Set.copyOf(written);
  }

  static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The names of a schema's things by which each is found besides its own: those of one alone. */
  static Map<String, String> besides(Set<String> names) {
    return names.stream().collect(Collectors.groupingBy(FoldedNames::folded)).entrySet().stream()
        .filter(entry -> entry.getValue().size() == 1 && !names.contains(entry.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().get(0)));
  }

  private boolean isFound(String column, String name) {
    return folded(column).equals(name) && !written.contains(column);
  }

  @Override
  public @Nullable RelDataTypeField field(RelDataType row, String name) {
    RelDataTypeField exact = EXACT.field(row, name);
    if (exact != null) {
      return exact;
    }
    List<RelDataTypeField> found =
        row.getFieldList().stream().filter(field -> isFound(field.getName(), name)).toList();
    return found.size() == 1 ? found.get(0) : null;
  }

  @Override
  public int frequency(Iterable<String> names, String name) {
    int exact = EXACT.frequency(names, name);
    return exact > 0
        ? exact
        : (int)
            StreamSupport.stream(names.spliterator(), false)
                .filter(column -> isFound(column, name))
                .count();
  }

  @Override
  public boolean isCaseSensitive() {
    return true;
  }

  @Override
  public boolean matches(String one, String other) {
    return EXACT.matches(one, other);
  }

  @Override
  public <K extends List<String>, V> @Nullable V get(
      Map<K, V> map, List<String> prefix, List<String> names) {
    return EXACT.get(map, prefix, names);
  }

  @Override
  public String bestString() {
    return EXACT.bestString();
  }

  @Override
  public Set<String> createSet() {
    return new HashSet<>();
  }
}
