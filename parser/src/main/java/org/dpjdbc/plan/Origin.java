package org.dpjdbc.plan;

import java.util.List;

/** Where the values of a column of a per-unit relation come from, as far as a group key cares. */
sealed interface Origin {
  /** The values are public: declared by the policy, or the query's own literals. */
  record Values(List<KeyValue> values) implements Origin {}

  /**
   * The column is one of a public relation that was joined in.
   *
   * @param source the relation
   * @param column its column there
   */
  record OfPublic(PublicSource source, int column) implements Origin {}

  /** The values may exist because of one person. */
  record Private() implements Origin {}
}
