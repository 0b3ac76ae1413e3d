package org.dpjdbc.policy;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** How the contribution of a unit with rows in several groups is bounded. */
public enum ContributionKind {
  /** What it adds to each group is clamped, and it keeps so many of its groups. */
  LIMIT_GROUPS,

  /** The norm of what it adds to all its groups together is clipped; it keeps them all. */
  CLIP;

  /** The kind that the policy, or an option of a query, spells so. */
  public static Optional<ContributionKind> of(String text) {
    return Arrays.stream(values()).filter(kind -> kind.form().equals(text)).findFirst();
  }

  /** All spellings, for messages. */
  public static String rewrites() {
    return Arrays.stream(values()).map(ContributionKind::form).collect(Collectors.joining(" or "));
  }

  private String form() {
    return name().toLowerCase(Locale.ROOT);
  }
}
