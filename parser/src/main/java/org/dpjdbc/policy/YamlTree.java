package org.dpjdbc.policy;

import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.Schema;

/**
 * YAML 1.2 text as a tree of nodes that know their lines. Nothing is constructed from it.
 *
 * <p>Unquoted scalars keep the tag {@link #PLAIN} and are read by {@link PlainScalar}: the
 * library's schemas have no dates, and numbers only in binary floating point.
 */
final class YamlTree {
  /** The tag of an unquoted scalar. */
  static final Tag PLAIN = new Tag("tag:dpjdbc.org,2024:plain");

  /** How the problems of a file that is not YAML begin. The library's words may quote it. */
  static final String MALFORMED = "malformed YAML: ";

  /** Every reader descends a fixed number of levels, so aliases cannot multiply without end. */
  private static final int MAX_ALIASES = 50;

  private YamlTree() {}

  /**
   * The root, or nothing after a problem was noted.
   *
   * @param empty what to say of a text with nothing in it
   */
  static Optional<Node> parse(String text, String empty, Problems problems) {
    if (!checkLineBreaks(text, problems)) {
      return Optional.empty();
    }
    try {
      LoadSettings settings = settings();
      Optional<Node> root =
          new YamlComposer(settings, new ParserImpl(settings, new StreamReader(settings, text)))
              .getSingleNode();
      if (root.isEmpty()) {
        problems.atLine(0, empty);
      }
      return root;
    } catch (MarkedYamlEngineException e) {
      problems.atLine(line(e), MALFORMED + describe(e));
    } catch (ReaderException e) {
      problems.atLine(
          line(text, e.getPosition()),
          MALFORMED + "character U+%04X is not allowed".formatted(e.getCodePoint()));
    } catch (YamlEngineException e) {
      problems.atLine(0, MALFORMED + e.getMessage());
    } catch (IllegalArgumentException e) {
      // The library's scanner hands escapes such as \UFFFFFFFF to Java's own conversions.
      problems.atLine(0, MALFORMED + "it contains an invalid escape or number");
    }
    return Optional.empty();
  }

  /**
   * Refuses what ends a line in YAML 1.1 and in some editors, but not in YAML 1.2: what stands
   * behind it would be content to the one and part of a comment or of a text to the other.
   */
  private static boolean checkLineBreaks(String text, Problems problems) {
    int place = 0;
    while (place < text.length() && "\u0085\u2028\u2029".indexOf(text.charAt(place)) < 0) {
      place++;
    }
    if (place == text.length()) {
      return true;
    }
    problems.atLine(
        line(text, text.codePointCount(0, place)),
        "U+%04X ends a line in YAML 1.1 but not in YAML 1.2; remove it, or write it as \"\\u%04X\""
            .formatted((int) text.charAt(place), (int) text.charAt(place)));
    return false;
  }

  private static LoadSettings settings() {
    return LoadSettings.builder()
        .setSchema(new PlainSchema())
        .setMaxAliasesForCollections(MAX_ALIASES)
        .setCodePointLimit(PolicySource.MAX_BYTES)
        .setAllowRecursiveKeys(false)
        // Section refuses them, with a message of ours.
        .setAllowNonScalarKeys(true)
        .build();
  }

  private static int line(MarkedYamlEngineException e) {
    return e.getProblemMark().or(e::getContextMark).map(mark -> mark.getLine() + 1).orElse(0);
  }

  /** The line of a place that is counted in code points. */
  private static int line(String text, int place) {
    return (int) text.codePoints().limit(place).filter(c -> c == '\n').count() + 1;
  }

  private static String describe(MarkedYamlEngineException e) {
    String problem = e.getProblem() == null ? "it cannot be read" : e.getProblem();
    return e.getContext() == null || e.getContext().isEmpty()
        ? problem
        : problem + " (" + e.getContext() + ")";
  }

  /** Leaves unquoted scalars unread. */
  private static final class PlainSchema implements Schema {
    @Override
    public ScalarResolver getScalarResolver() {
      return (value, plain) -> plain ? PLAIN : Tag.STR;
    }

    @Override
    public Map<Tag, ConstructNode> getSchemaTagConstructors() {
      return Map.of();
    }
  }
}
