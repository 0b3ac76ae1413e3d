package org.dpjdbc.cli.advice;

import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.policy.ColumnPolicy;
import org.dpjdbc.policy.ContributionKind;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.Table;
import org.dpjdbc.policy.NoiseRule;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.sql.dialect.common.BackendDialect;

/**
 * An index from which rows come grouped by a person and a key whose groups are private.
 *
 * <p>If a person counts in so many groups, the rows of each person in each group are added up: the
 * person comes first, and what is added up is included. Otherwise nothing is grouped by persons and
 * groups unless the people of each group are counted, to choose the groups that are shown, as with
 * Gaussian noise: the key comes first.
 *
 * @param key the column
 * @param columns in the order of the index
 * @param included of no meaning for its order
 */
record KeyIndex(String key, List<String> columns, List<String> included) {
  private static final Set<Integer> NUMBERS =
      Set.of(
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.NUMERIC,
          Types.DECIMAL);

  /** For each key of a table whose people may have several rows. */
  static Stream<KeyIndex> of(
      TablePolicy table, Table there, String unit, NoiseRule noise, BackendDialect dialect) {
    boolean inSoMany =
        table.maxGroupsContributed().isPresent()
            && table.contribution() == ContributionKind.LIMIT_GROUPS;
    if (there.uniqueKeys().contains(List.of(unit)) || (!inSoMany && noise != NoiseRule.GAUSSIAN)) {
      return Stream.empty();
    }
    List<String> summed = inSoMany ? summed(table, there, unit, dialect) : List.of();
    return table.columns().stream()
        .filter(column -> isKey(column) && !column.name().equals(unit))
        .map(ColumnPolicy::name)
        .map(key -> new KeyIndex(key, inSoMany ? List.of(unit, key) : List.of(key, unit), summed));
  }

  private static boolean isKey(ColumnPolicy column) {
    return column.readable() && column.values().isEmpty() && column.bounds().isEmpty();
  }

  private static List<String> summed(
      TablePolicy table, Table there, String unit, BackendDialect dialect) {
    return table.columns().stream()
        .filter(column -> column.readable() && column.bounds().isPresent())
        .map(ColumnPolicy::name)
        .filter(name -> !name.equals(unit))
        .flatMap(name -> there.column(name).stream())
        .filter(column -> NUMBERS.contains(column.jdbcType()))
        .map(Column::name)
        .limit(dialect.indexColumns() - 2L)
        .toList();
  }

  /** Whether the table has it already, or one that begins so and holds as much. */
  boolean isIn(Table there) {
    return there.indexes().stream()
        .anyMatch(
            index ->
                index.size() >= columns.size()
                    && index.subList(0, columns.size()).equals(columns)
                    && index.containsAll(included));
  }

  /** Its columns in SQL; empty if the database takes no rows of such columns from an index. */
  Optional<String> sql(Table there, UnaryOperator<String> quoted, BackendDialect dialect) {
    List<String> parts = new ArrayList<>();
    for (String name : columns) {
      there
          .column(name)
          .flatMap(column -> dialect.ordered(column, quoted.apply(name)))
          .ifPresent(parts::add);
    }
    return parts.size() == columns.size()
        ? Optional.of(listed(parts) + (included.isEmpty() ? "" : " INCLUDE " + named(quoted)))
        : Optional.empty();
  }

  private String named(UnaryOperator<String> quoted) {
    return listed(included.stream().map(quoted).toList());
  }

  private static String listed(List<String> parts) {
    return parts.stream().collect(Collectors.joining(", ", "(", ")"));
  }
}
