package org.dpjdbc.policy;

import java.util.Collection;
import java.util.List;

/** Finds the database's name for a name of the policy: an exact match, otherwise ignoring case. */
final class NameMatch {
  private NameMatch() {}

  /** The exact name alone if it is there, else every name that differs in case only. */
  static List<String> candidates(String name, Collection<String> names) {
    return names.contains(name)
        ? List.of(name)
        : names.stream().filter(n -> n.equalsIgnoreCase(name)).distinct().toList();
  }

  /** What to say of a name with no candidate or several. */
  static String problem(
      String kind, String name, List<String> candidates, Collection<String> names) {
    if (!candidates.isEmpty()) {
      return kind
          + " '"
          + name
          + "' may be "
          + String.join(" or ", candidates)
          + "; spell it exactly";
    }
    String text = "the database has no " + kind + " '" + name + "'";
    String last = name.substring(name.lastIndexOf('.') + 1);
    return NearestName.to(last, names)
        .map(near -> text + "; did you mean '" + near + "'?")
        .orElse(text);
  }
}
