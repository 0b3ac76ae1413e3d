package org.dpjdbc.policy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A part of a YAML file that is not a policy, read by the policy's rules: an unknown key, a key
 * given twice and a value of the wrong kind are problems, and all are reported at once with their
 * lines. No problem repeats a value, because it may be a password. Not thread-safe.
 */
public final class StrictYaml {
  private static final String MALFORMED =
      "malformed YAML; check the indentation, and quote values that begin with a special character";

  private final Node node;
  private final Problems problems;

  private StrictYaml(Node node, Problems problems) {
    this.node = node;
    this.problems = problems;
  }

  /**
   * Reads a file's text.
   *
   * @param file what to call the file in messages
   * @param text the YAML
   * @param empty what to say if there is nothing in it
   * @throws PolicyException if it is not YAML
   */
  public static StrictYaml parse(String file, String text, String empty) throws PolicyException {
    Problems found = new Problems(file);
    Optional<Node> root = YamlTree.parse(text, empty, found);
    try {
      found.throwIfAny();
    } catch (PolicyException e) {
      throw new PolicyException(e.problems().stream().map(StrictYaml::withoutValues).toList());
    }
    return new StrictYaml(root.orElseThrow(), new Problems(file));
  }

  /** The library quotes what it does not understand, such as the name of an alias. */
  private static PolicyProblem withoutValues(PolicyProblem problem) {
    return problem.text().startsWith(YamlTree.MALFORMED)
        ? new PolicyProblem(problem.location(), MALFORMED)
        : problem;
  }

  /** Where it stands. */
  public Location location() {
    return problems.location(node);
  }

  /** Whether it is a mapping of keys to values. */
  public boolean isMapping() {
    return node instanceof MappingNode;
  }

  /**
   * The values of a mapping by key; a key that is not known is a problem.
   *
   * @param what what the mapping is called in messages
   * @param keys those that there are
   */
  public Map<String, StrictYaml> mapping(String what, List<String> keys) {
    return values(Section.ofKeys(node, what, keys, problems));
  }

  /**
   * The values of a mapping whose keys are chosen by the user.
   *
   * @param what what the mapping is called in messages
   */
  public Map<String, StrictYaml> names(String what) {
    return values(Section.ofNames(node, what, problems));
  }

  private Map<String, StrictYaml> values(Section section) {
    Map<String, StrictYaml> values = new LinkedHashMap<>();
    for (String key : section.entries().keySet()) {
      section
          .value(key, problems)
          .ifPresent(value -> values.put(key, new StrictYaml(value, problems)));
    }
    return values;
  }

  /**
   * A string or a number, as it is written; anything else is a problem.
   *
   * @param what what it is called in messages
   */
  public Optional<String> text(String what) {
    if (node instanceof ScalarNode scalar
        && (scalar.getTag().equals(YamlTree.PLAIN) || scalar.getTag().equals(Tag.STR))
        && !scalar.getValue().isBlank()) {
      return Optional.of(scalar.getValue());
    }
    problem("'" + what + "' must be a single string");
    return Optional.empty();
  }

  /**
   * A string, or a list of strings.
   *
   * @param what what it is called in messages
   */
  public List<String> strings(String what) {
    if (!(node instanceof SequenceNode list)) {
      return text(what).stream().toList();
    }
    return list.getValue().stream()
        .flatMap(value -> new StrictYaml(value, problems).text(what).stream())
        .toList();
  }

  /** Notes what is wrong with it. */
  public void problem(String text) {
    problems.at(node, text);
  }

  /**
   * Ends the reading if anything was wrong in the file.
   *
   * @throws PolicyException listing all of it
   */
  public void throwIfAny() throws PolicyException {
    problems.throwIfAny();
  }
}
