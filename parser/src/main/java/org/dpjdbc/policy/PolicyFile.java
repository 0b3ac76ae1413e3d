package org.dpjdbc.policy;

import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads policy files (YAML). Fail closed: an unknown key, a key given twice, a value of the wrong
 * kind, and everything that a later version may offer is a problem, and all problems are reported
 * at once, file and line each.
 *
 * <p>What a policy leaves out has these values:
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><th>key</th><th>value when absent</th></tr>
 *   <tr><td>{@code defaults.epsilon}</td><td>1</td></tr>
 *   <tr><td>{@code defaults.delta}</td><td>1e-8</td></tr>
 *   <tr><td>{@code defaults.noise}</td><td>{@code laplace}</td></tr>
 *   <tr><td>{@code budget.epsilon}</td><td>10</td></tr>
 *   <tr><td>{@code budget.delta}</td><td>1e-6</td></tr>
 *   <tr><td>{@code budget.renews}</td><td>{@code never}</td></tr>
 *   <tr><td>{@code budget.composition}</td><td>{@code basic}</td></tr>
 *   <tr><td>{@code budget.per_analyst}</td><td>none: each analyst may spend the whole</td></tr>
 *   <tr><td>{@code budget.per_analyst.epsilon}, {@code .delta}</td><td>the whole's</td></tr>
 *   <tr><td>{@code answers.reuse_for}</td><td>PT24H</td></tr>
 *   <tr><td>{@code answers.widen_to}</td><td>10000</td></tr>
 *   <tr><td>{@code answers.derive}</td><td>{@code as_good}</td></tr>
 *   <tr><td>{@code answers.shared}</td><td>true</td></tr>
 *   <tr><td>{@code answers.consistent}</td><td>false</td></tr>
 *   <tr><td>{@code limits.max_epsilon_per_query}</td><td>{@code defaults.epsilon}</td></tr>
 *   <tr><td>{@code limits.timeout}</td><td>PT60S</td></tr>
 *   <tr><td>{@code limits.max_output_rows}</td><td>100000</td></tr>
 *   <tr><td>{@code limits.max_listed_keys}</td><td>400</td></tr>
 *   <tr><td>{@code limits.max_lookup_keys}</td><td>400</td></tr>
 *   <tr><td>{@code limits.latency_step}</td><td>PT0S: off</td></tr>
 *   <tr><td>{@code preview}</td><td>{@code none}</td></tr>
 *   <tr><td>{@code unverified_connectors}</td><td>{@code refuse}</td></tr>
 * </table>
 */
public final class PolicyFile {
  private PolicyFile() {}

  /**
   * Reads a policy.
   *
   * @param source path of the file, or {@code classpath:} and the name of a resource
   * @return the policy, validated in itself; {@link PolicyCheck} fits it to a database
   * @throws PolicyException if it cannot be read or used, listing every problem
   */
  public static Policy load(String source) throws PolicyException {
    Problems problems = new Problems(source);
    Optional<String> text = PolicySource.read(source, problems);
    problems.throwIfAny();
    return parse(source, text.orElseThrow());
  }

  /**
   * Reads a policy from its text.
   *
   * @param source what to call the text in messages
   * @param text the YAML
   * @return the policy, validated in itself
   * @throws PolicyException if it cannot be used, listing every problem
   */
  public static Policy parse(String source, String text) throws PolicyException {
    Problems problems = new Problems(source);
    PolicySource.checkSize(text.length(), problems);
    problems.throwIfAny();
    Optional<Node> root =
        YamlTree.parse(text, "the policy is empty; begin with 'version: 1'", problems);
    problems.throwIfAny();
    Policy policy = read(source, root.orElseThrow(), problems);
    problems.throwIfAny();
    return policy;
  }

  private static Policy read(String source, Node node, Problems problems) throws PolicyException {
    if (!(node instanceof MappingNode)) {
      problems.at(node, "the policy must be a mapping; begin with 'version: 1'");
      problems.throwIfAny();
    }
    Section root = Section.ofKeys(node, "the policy", Keys.ROOT, problems);
    checkVersion(root, problems);
    Policy terms = new TermsReader(problems).read(source, root);
    List<TablePolicy> tables = new TablesReader(problems).read(root);
    checkReleases(terms, tables, problems);
    if (problems.none()) {
      tables = ReferenceCheck.resolve(tables, problems);
    }
    return Fingerprint.sign(terms, tables);
  }

  /** What is in the schema of releases is public: nothing private may be there. */
  private static void checkReleases(Policy terms, List<TablePolicy> tables, Problems problems) {
    terms
        .releases()
        .filter(to -> tables.stream().anyMatch(t -> t.schema().equalsIgnoreCase(to.schema())))
        .ifPresent(
            to ->
                problems.at(
                    to.location(),
                    "the schema of 'releases' must contain no table of the policy: its tables are"
                        + " visible to all analysts; name a separate schema"));
  }

  private static void checkVersion(Section root, Problems problems) {
    Optional<Node> version = root.value("version", problems);
    if (!root.entries().containsKey("version")) {
      problems.at(root.node(), "the policy names no version; begin with 'version: 1'");
    }
    version.ifPresent(
        node -> {
          if (!Scalars.shown(node).equals("1")) {
            problems.at(
                node, "this driver reads version 1 of the policy, not " + Scalars.shown(node));
          }
        });
  }
}
