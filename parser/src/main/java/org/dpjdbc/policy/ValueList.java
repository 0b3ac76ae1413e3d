package org.dpjdbc.policy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.Node;

/** The values of a column while they are read: of one kind, none of them twice. */
final class ValueList {
  private final Problems problems;
  private final List<PolicyValue> values = new ArrayList<>();
  private final Set<String> seen = new LinkedHashSet<>();

  ValueList(Problems problems) {
    this.problems = problems;
  }

  void add(Node node, PolicyValue value) {
    if (!values.isEmpty() && values.get(0).getClass() != value.getClass()) {
      problems.at(
          node,
          "'values' must be of one kind, all quoted or all unquoted: '%s' is not like '%s'"
              .formatted(ValueOrder.text(value), ValueOrder.text(values.get(0))));
    } else if (!seen.add(ValueOrder.text(value))) {
      problems.at(node, "'" + ValueOrder.text(value) + "' is listed twice");
    } else {
      values.add(value);
    }
  }

  List<PolicyValue> values() {
    return List.copyOf(values);
  }
}
