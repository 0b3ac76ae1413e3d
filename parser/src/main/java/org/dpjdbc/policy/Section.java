package org.dpjdbc.policy;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * A mapping of the policy file: keys that are strings, none of them twice.
 *
 * @param node the mapping
 * @param entries values by key, in the order of the file
 */
record Section(Node node, Map<String, Entry> entries) {

  /** A key and its value. */
  record Entry(ScalarNode key, Node value) {}

  /** A mapping of the language's own keys; every other key is a problem. */
  static Section ofKeys(Node node, String what, List<String> keys, Problems problems) {
    Section section = ofNames(node, what, problems);
    section.entries.forEach(
        (key, entry) -> {
          if (Keys.NOT_OFFERED.contains(key)) {
            problems.at(entry.key(), Keys.notOffered(key) + "; remove it");
          } else if (!keys.contains(key)) {
            problems.at(entry.key(), unknown(key, keys));
          }
        });
    return section;
  }

  /** A mapping whose keys are names of the database's objects. */
  static Section ofNames(Node node, String what, Problems problems) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
          problems.at(tuple.getKeyNode(), "a key of " + what + " must be a name");
        } else if (entries.containsKey(key.getValue())) {
          problems.at(key, "'" + key.getValue() + "' is given twice; keep one");
        } else {
          entries.put(key.getValue(), new Entry(key, tuple.getValueNode()));
        }
      }
    } else if (!Scalars.isAbsent(node)) {
      problems.at(node, what + " must be a mapping of keys to values");
    }
    return new Section(node, entries);
  }

  /** The value of a key, if it is given; a key without value is a problem. */
  Optional<Node> value(String key, Problems problems) {
    Entry entry = entries.get(key);
    if (entry == null) {
      return Optional.empty();
    }
    if (Scalars.isAbsent(entry.value())) {
      problems.at(entry.key(), "'" + key + "' has no value; give one or remove it");
      return Optional.empty();
    }
    return Optional.of(entry.value());
  }

  /** The entry of a key that is known to be given. */
  Entry entry(String key) {
    return Objects.requireNonNull(entries.get(key), key);
  }

  private static String unknown(String key, Collection<String> keys) {
    String text = "unknown key '" + key + "'; ";
    return NearestName.to(key, keys)
        .map(near -> text + "did you mean '" + near + "'?")
        .orElseGet(() -> text + "the keys here are " + String.join(", ", keys));
  }
}
