package org.dpjdbc.gateway.web.ask;

import java.util.List;
import java.util.Optional;

/**
 * A table as the policy shows it.
 *
 * @param limits what of one person counts
 * @param keys columns of the primary key
 * @param references what its foreign keys lead to, each as {@code column → table.column}
 */
public record PolicyTable(
    String schema,
    String name,
    List<PolicyColumn> columns,
    Limits limits,
    List<String> keys,
    List<String> references) {

  /**
   * What of one person counts in a query.
   *
   * @param rows {@code max_rows_contributed}, which may be {@code auto}
   * @param groups {@code max_groups_contributed}
   */
  public record Limits(Optional<String> rows, Optional<String> groups) {}

  /**
   * A column.
   *
   * @param privacy public, private, or that it says whom a row belongs to
   * @param lower least value that counts
   * @param upper greatest value that counts
   * @param step the fineness of its values
   * @param values all that it can have
   * @param flipped how often an answer was replaced when it was collected
   */
  public record PolicyColumn(
      String name,
      String type,
      String privacy,
      Optional<String> lower,
      Optional<String> upper,
      Optional<String> step,
      Optional<String> values,
      Optional<String> flipped) {}

  /** Whether anything in it is one person's. */
  public boolean isPrivate() {
    return columns.stream().anyMatch(column -> !column.privacy().equals("public"));
  }
}
