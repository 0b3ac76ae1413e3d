package org.dpjdbc.policy;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** How the contribution of a unit is bounded. */
public enum ContributionKind {
  /** What it adds to each group is clamped, and it keeps so many of its groups. */
  LIMIT_GROUPS,

  /** The norm of what it adds to all its groups together is clipped; it keeps them all. */
  CLIP,

  /**
   * As {@link #LIMIT_GROUPS}, each unit by itself: cheaper than to correct the sums of all rows for
   * the units over the limit, if most are.
   */
  BOUND_ALL,

  /** Only the rows of a unit with the first numbers count. */
  FIRST_ROWS;

  /** The kinds that a query may choose: the others are the owner's. */
  private static final Set<ContributionKind> OF_QUERIES = EnumSet.of(LIMIT_GROUPS, CLIP);

  /** The kind that an option of a query spells so. */
  public static Optional<ContributionKind> ofQuery(String text) {
    return OF_QUERIES.stream().filter(kind -> kind.form().equals(text)).findFirst();
  }

  /** The spellings of those that a query may choose, for messages. */
  public static String rewrites() {
    return OF_QUERIES.stream().map(ContributionKind::form).collect(Collectors.joining(" or "));
  }

  private String form() {
    return name().toLowerCase(Locale.ROOT);
  }
}
