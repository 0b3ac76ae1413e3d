package org.dpjdbc.run.finish.error;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * A source of noise in the rows of a relation: one independent draw per row. Draws are
 * distinguished by identity; their origins show what two of them may have in common.
 */
final class Draw {
  private final Set<String> origins;
  private final boolean oncePerRow;

  /**
   * Creates a source.
   *
   * @param origins the releases it comes from; draws without a common origin are independent
   * @param oncePerRow whether no draw shows up in two rows, so that rows are independent
   */
  Draw(Set<String> origins, boolean oncePerRow) {
    this.origins = Set.copyOf(origins);
    this.oncePerRow = oncePerRow;
  }

  Set<String> origins() {
    return origins;
  }

  boolean oncePerRow() {
    return oncePerRow;
  }

  boolean dependsOn(Draw other) {
    return !Collections.disjoint(origins, other.origins);
  }

  /** What a function of some draws comes from. */
  static Set<String> originsOf(Iterable<Draw> draws) {
    Set<String> origins = new HashSet<>();
    for (Draw draw : draws) {
      origins.addAll(draw.origins);
    }
    return origins;
  }
}
