package org.dpjdbc.plan.relation;

import java.util.List;
import java.util.Optional;
import org.dpjdbc.plan.model.SqlParameter;

/**
 * What is known of lists of keys that are looked up in public tables. A plan lists those that
 * nothing is known of, and says how to count them.
 */
@FunctionalInterface
public interface LookupLists {
  /** Nothing. */
  LookupLists NONE = (sql, parameters) -> Optional.empty();

  /**
   * Whether a list is too long to be shown.
   *
   * @param sql the statement that counts its rows
   * @param parameters of the statement
   * @return empty if that is not known
   */
  Optional<Boolean> isLong(String sql, List<SqlParameter> parameters);
}
