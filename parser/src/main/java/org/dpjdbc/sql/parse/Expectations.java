package org.dpjdbc.sql.parse;

import java.util.Optional;

/**
 * What a query takes for granted, as GoogleSQL lets it say: where it is not so, the query is
 * refused. Besides, it decides on keys that can be listed or selected alike.
 *
 * @param publicGroups that no group is chosen privately: {@code group_selection_strategy =
 *     PUBLIC_GROUPS}
 * @param privateGroups that groups are chosen privately where keys are looked up in a public table:
 *     {@code group_selection_strategy = LAPLACE_THRESHOLD}
 * @param unitColumn the name of the column that tells whose a row is: {@code privacy_unit_column}
 */
public record Expectations(
    boolean publicGroups, boolean privateGroups, Optional<String> unitColumn) {
  /** Nothing. */
  public static final Expectations NONE = new Expectations(false, false, Optional.empty());
}
