package org.dpjdbc.policy;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.comments.CommentLine;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.ComposerException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.Parser;

/**
 * Builds the tree, and refuses what is too deep, and what YAML 1.1 and 1.2 read as different
 * things: which of them an author had in mind is not known.
 */
final class YamlComposer extends Composer {
  /** A policy nests 8 deep; a hundred leaves room for a clear message of ours. */
  private static final int MAX_DEPTH = 100;

  /** The tag that takes a scalar for a string in YAML 1.2; older readers took no notice of it. */
  private static final String NON_SPECIFIC = "!";

  /**
   * What YAML's own tags are called. Any other is a class's name to some readers; and a key tagged
   * {@code !!merge} would be taken by the library for what it names.
   */
  private static final Set<String> STANDARD =
      Set.of(
          "binary",
          "bool",
          "float",
          "int",
          "map",
          "null",
          "omap",
          "pairs",
          "seq",
          "set",
          "str",
          "timestamp");

  private int depth;

  /** Whether what is read now stands between brackets or braces. */
  private boolean inFlow;

  YamlComposer(LoadSettings settings, Parser parser) {
    super(settings, parser);
  }

  @Override
  protected Node composeScalarNode(Optional<Anchor> anchor, List<CommentLine> comments) {
    ScalarEvent event = (ScalarEvent) parser.peekEvent();
    checkName(anchor);
    checkTag(event.getTag());
    if (inFlow && event.isPlain() && event.getValue().startsWith("?")) {
      throw refusal(
          "'?' begins a key in YAML 1.1 and a string in YAML 1.2; quote '%s', or omit the '?'"
              .formatted(event.getValue()));
    }
    Node node = super.composeScalarNode(anchor, comments);
    if (event.getTag().filter(NON_SPECIFIC::equals).isPresent()) {
      node.setTag(new Tag(NON_SPECIFIC));
    }
    return node;
  }

  @Override
  protected SequenceNode composeSequenceNode(Optional<Anchor> anchor) {
    boolean outer = descend(anchor);
    SequenceNode node = super.composeSequenceNode(anchor);
    ascend(outer);
    return node;
  }

  @Override
  protected Node composeMappingNode(Optional<Anchor> anchor) {
    boolean outer = descend(anchor);
    Node node = super.composeMappingNode(anchor);
    ascend(outer);
    return node;
  }

  /** The library goes down by a call a level: without an end, the stack would be it. */
  private boolean descend(Optional<Anchor> anchor) {
    CollectionStartEvent event = (CollectionStartEvent) parser.peekEvent();
    checkName(anchor);
    checkTag(event.getTag());
    depth++;
    if (depth > MAX_DEPTH) {
      throw refusal("lists and mappings nest more than " + MAX_DEPTH + " deep");
    }
    boolean outer = inFlow;
    inFlow = event.isFlow();
    return outer;
  }

  private void ascend(boolean outer) {
    inFlow = outer;
    depth--;
  }

  /** A colon, and what follows it, is part of an anchor's name in YAML 1.2 alone. */
  private void checkName(Optional<Anchor> anchor) {
    anchor
        .map(Anchor::getValue)
        .filter(name -> name.indexOf(':') >= 0)
        .ifPresent(
            name -> {
              throw refusal("the anchor '&%s' has a colon in its name".formatted(name));
            });
  }

  private void checkTag(Optional<String> tag) {
    tag.filter(name -> name.startsWith(Tag.PREFIX))
        .filter(name -> !STANDARD.contains(name.substring(Tag.PREFIX.length())))
        .ifPresent(
            name -> {
              throw refusal("YAML tags are not supported: remove " + name);
            });
  }

  private ComposerException refusal(String problem) {
    return new ComposerException(problem, parser.peekEvent().getStartMark());
  }
}
