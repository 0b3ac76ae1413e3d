package org.dpjdbc.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.snakeyaml.engine.v2.nodes.Node;

/** Collects the problems of a policy, so that all are reported at once. Not thread-safe. */
final class Problems {
  private final String file;
  private final List<PolicyProblem> found = new ArrayList<>();

  Problems(String file) {
    this.file = file;
  }

  void at(Node node, String text) {
    at(location(node), text);
  }

  void at(Location location, String text) {
    PolicyProblem problem = new PolicyProblem(location, text);
    // An aliased node is read once for each place it stands in; its problem is one.
    if (!found.contains(problem)) {
      found.add(problem);
    }
  }

  /** A problem of the file as a whole, or of a line counted from 1. */
  void atLine(int line, String text) {
    at(new Location(file, line), text);
  }

  Location location(Node node) {
    return new Location(file, node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0));
  }

  boolean none() {
    return found.isEmpty();
  }

  /**
   * Ends the reading if anything was found.
   *
   * @throws PolicyException listing all of it in the order of the file
   */
  void throwIfAny() throws PolicyException {
    if (!found.isEmpty()) {
      throw new PolicyException(
          found.stream().sorted(Comparator.comparingInt(p -> p.location().line())).toList());
    }
  }
}
