package org.dpjdbc.policy;

import java.io.StringReader;
import java.util.Optional;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * YAML text as a tree of nodes that know their lines. Nothing is constructed from it.
 *
 * <p>Unquoted scalars keep the tag {@link #PLAIN} and are read by {@link PlainScalar}: YAML 1.1,
 * the library's, takes the country code {@code NO} for {@code false} and {@code 12:30} for 750.
 */
final class YamlTree {
  /** The tag of an unquoted scalar. */
  static final Tag PLAIN = new Tag("tag:dpjdbc.org,2024:plain");

  /** A policy nests 8 deep; a hundred leaves room for a clear message of ours. */
  private static final int MAX_DEPTH = 100;

  /** Every reader descends a fixed number of levels, so aliases cannot multiply without end. */
  private static final int MAX_ALIASES = 50;

  private YamlTree() {}

  /** The root, or nothing after a problem was noted. */
  static Optional<Node> parse(String text, Problems problems) {
    try {
      Node root = yaml().compose(new StringReader(text));
      if (root == null) {
        problems.atLine(0, "the policy is empty; begin with 'version: 1'");
      }
      return Optional.ofNullable(root);
    } catch (MarkedYAMLException e) {
      problems.atLine(line(e), "malformed YAML: " + describe(e));
    } catch (ReaderException e) {
      long line = text.codePoints().limit(e.getPosition()).filter(c -> c == '\n').count() + 1;
      problems.atLine(
          (int) line,
          "malformed YAML: character U+%04X is not allowed".formatted(e.getCodePoint()));
    } catch (YAMLException e) {
      problems.atLine(0, "malformed YAML: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      // The library's scanner hands escapes such as \UFFFFFFFF to Java's own conversions.
      problems.atLine(0, "malformed YAML: it contains an invalid escape or number");
    }
    return Optional.empty();
  }

  private static Yaml yaml() {
    LoaderOptions limits = new LoaderOptions();
    limits.setNestingDepthLimit(MAX_DEPTH);
    limits.setMaxAliasesForCollections(MAX_ALIASES);
    limits.setCodePointLimit(PolicyText.MAX_BYTES);
    limits.setAllowRecursiveKeys(false);
    DumperOptions dumper = new DumperOptions();
    return new Yaml(
        new SafeConstructor(limits), new Representer(dumper), dumper, limits, new PlainResolver());
  }

  private static int line(MarkedYAMLException e) {
    if (e.getProblemMark() != null) {
      return e.getProblemMark().getLine() + 1;
    }
    return e.getContextMark() == null ? 0 : e.getContextMark().getLine() + 1;
  }

  private static String describe(MarkedYAMLException e) {
    String problem = e.getProblem() == null ? "it cannot be read" : e.getProblem();
    return e.getContext() == null ? problem : problem + " (" + e.getContext() + ")";
  }

  /** Leaves unquoted scalars unread. */
  private static final class PlainResolver extends Resolver {
    @Override
    protected void addImplicitResolvers() {
      // none: every unquoted scalar is PLAIN
    }

    @Override
    public Tag resolve(NodeId kind, String value, boolean implicit) {
      return kind == NodeId.scalar && implicit ? PLAIN : super.resolve(kind, value, implicit);
    }
  }
}
