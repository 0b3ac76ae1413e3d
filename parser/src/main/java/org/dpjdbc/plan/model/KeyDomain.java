package org.dpjdbc.plan.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How the values of some of a frontier's group keys become known. The domains of a frontier
 * partition its keys; groups are the product of the public domains with the selected private keys.
 */
public sealed interface KeyDomain {
  /** The keys, as indices into {@link Frontier#keys()}. */
  List<Integer> keys();

  /** Whether rows may have values that are not listed: these are in no group. */
  default boolean leavesOut() {
    return false;
  }

  /** How many combinations of values they have at most, if the plan tells. */
  default OptionalInt size() {
    return OptionalInt.empty();
  }

  /**
   * A key whose values are public: always all listed, zero-filled.
   *
   * @param key the key
   * @param values its values, in the order they are listed, in the runtime form of the key's type
   *     ({@link RuntimeValues}); a NULL group, if there is one, is the last and written as {@link
   *     KeyValue#NULL}
   * @param leavesOut {@link KeyDomain#leavesOut()}
   */
  record Declared(int key, List<KeyValue> values, boolean leavesOut) implements KeyDomain {
    @Override
    public List<Integer> keys() {
      return List.of(key);
    }

    @Override
    public OptionalInt size() {
      return OptionalInt.of(values.size());
    }
  }

  /**
   * Keys that are columns of public tables, or that are computed from the same columns: their
   * values are the distinct rows of a public query.
   *
   * @param keys the keys, in the order of the query's columns
   * @param query name of the {@link PublicQuery} that lists them
   * @param nullRow whether the keys may all be NULL as well, because a private row may go without a
   *     partner
   * @param size how many rows there are at most, if the plan tells
   * @param count counts the rows, where it is to be decided by that whether they are listed
   * @param leavesOut {@link KeyDomain#leavesOut()}
   */
  record FromPublic(
      List<Integer> keys,
      String query,
      boolean nullRow,
      OptionalInt size,
      Optional<PublicQuery> count,
      boolean leavesOut)
      implements KeyDomain {}

  /**
   * Keys that are columns of a set that is released before the frontier: their values are its
   * distinct rows.
   *
   * @param keys the keys, in the order of the set's columns
   * @param set name of the {@link ReleasedSet} that lists them
   * @param nullRow whether the keys may all be NULL as well, because a private row may go without a
   *     partner
   */
  record FromReleased(List<Integer> keys, String set, boolean nullRow) implements KeyDomain {}

  /**
   * Keys that may exist because of one person: released by partition selection.
   *
   * @param keys the keys
   * @param lookup whether some are looked up in a public table that has too many of them to list
   */
  record Private(List<Integer> keys, boolean lookup) implements KeyDomain {
    /** Keys that no public table lists. */
    public Private(List<Integer> keys) {
      this(keys, false);
    }
  }
}
