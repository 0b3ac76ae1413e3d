package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexDynamicParam;
import org.dpjdbc.plan.model.KeyValue;

/**
 * Where the values of a column of a per-unit relation come from, as far as group keys need to know.
 */
public sealed interface Origin {
  /** The same where a join may put NULL in the place of a value. */
  Origin orNull();

  /** The values that rows may have besides the listed ones, from none to any. */
  enum Rest {
    /** None: the type, the expression or a filter excludes them. */
    NONE,
    /** Those outside the bounds that the policy claims. */
    OUT_OF_BOUNDS,
    /**
     * None as long as a CHECK constraint holds. No sensitivity relies on it, but warnings do, and
     * whether groups are taken to add up to all rows.
     */
    UNCHECKED,
    /** Any value: the policy lists some, and others may be stored. */
    UNLISTED;

    /** Whether rows may be in no group. */
    public boolean leavesOut() {
      return this == OUT_OF_BOUNDS || this == UNLISTED;
    }

    /** What both leave open together. */
    public Rest and(Rest other) {
      return compareTo(other) >= 0 ? this : other;
    }
  }

  /**
   * The values are public: declared by the policy, the query's own literals, or those of a type.
   *
   * @param values all that are listed
   * @param rest which other values rows may have
   */
  record Values(List<KeyValue> values, Rest rest) implements Origin {
    /** The values without NULL. */
    public List<KeyValue> present() {
      return values.stream().filter(value -> !value.equals(KeyValue.NULL)).toList();
    }

    /** Whether no other values lie between the listed ones. */
    public boolean whole() {
      return rest.compareTo(Rest.UNCHECKED) < 0;
    }

    @Override
    public Values orNull() {
      List<KeyValue> withNull = new ArrayList<>(values);
      withNull.remove(KeyValue.NULL);
      withNull.add(KeyValue.NULL);
      return new Values(List.copyOf(withNull), rest);
    }
  }

  /**
   * The column is one of a public relation that was joined in.
   *
   * @param source the relation
   * @param column its column there
   */
  record OfPublic(PublicSource source, int column) implements Origin {
    @Override
    public Origin orNull() {
      return new OfPublic(source.with(source.rel(), true), column);
    }
  }

  /**
   * The column holds one released value in every row.
   *
   * @param scalar what stands for it
   */
  record Released(RexDynamicParam scalar) implements Origin {
    @Override
    public Origin orNull() {
      return new Private();
    }
  }

  /**
   * Numbers or dates that may exist because of one person; but what rows within their bounds can
   * have are steps from one end of the range to the other, which are listed where they are few:
   * {@link RangeValues}.
   *
   * @param steps which numbers or dates
   * @param nullable whether a row may have NULL instead
   */
  record Regular(KeySteps steps, boolean nullable) implements Origin {
    @Override
    public Origin orNull() {
      return new Regular(steps, true);
    }
  }

  /** The values may exist because of one person. */
  record Private() implements Origin {
    @Override
    public Origin orNull() {
      return this;
    }
  }
}
