package org.dpjdbc.gateway.web.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An element of HTML or SVG. Only elements and attributes that hold no code can be made, and links
 * lead nowhere but into this site: a mistake in a page cannot become a script.
 */
public final class Tag extends Html {
  private static final Set<String> VOID = Set.of("meta", "link", "input", "br");

  private static final Set<String> NAMES =
      Set.of(
          // the document
          "html head title meta link script body header nav main section footer div span p h1 h2 h3",
          // text
          "a strong em code pre mark small bdi br ul ol li dl dt dd details summary time",
          // tables and forms
          "figure figcaption",
          "table caption thead tbody tr th td form label input textarea button select option",
          // SVG
          "svg g rect line path circle text desc");

  private static final Set<String> ELEMENTS = words(NAMES);

  private static final Set<String> ATTRIBUTES =
      words(
          Set.of(
              "id class lang dir name content charset rel type hidden role tabindex title",
              "for method value rows cols required autocomplete autofocus spellcheck maxlength",
              "autocapitalize selected scope datetime open download defer disabled wrap",
              "aria-label aria-labelledby aria-describedby aria-current aria-live aria-hidden",
              "aria-invalid aria-controls aria-expanded aria-autocomplete aria-haspopup",
              "viewBox x y x1 x2 y1 y2 cx cy r d width height preserveAspectRatio text-anchor",
              "focusable transform data-label"));

  /** Those that lead somewhere. */
  private static final Set<String> LINKS = Set.of("href", "src", "action");

  private final String name;
  private final Map<String, String> attributes = new LinkedHashMap<>();
  private final List<Html> children = new ArrayList<>();

  private Tag(String name) {
    this.name = name;
  }

  private static Set<String> words(Set<String> lines) {
    return lines.stream()
        .flatMap(line -> List.of(line.split(" ", -1)).stream())
        .collect(java.util.stream.Collectors.toUnmodifiableSet());
  }

  /**
   * An element with what is in it.
   *
   * @throws IllegalArgumentException if it is none that pages have
   */
  public static Tag of(String name, Html... children) {
    if (!ELEMENTS.contains(name)) {
      throw new IllegalArgumentException("no element of a page: " + name);
    }
    return new Tag(name).add(children);
  }

  /** An element with a text node. */
  public static Tag of(String name, String text) {
    return of(name, text(text));
  }

  /**
   * Sets an attribute.
   *
   * @throws IllegalArgumentException if it is none that pages have, or leads out of this site
   */
  public Tag with(String attribute, String value) {
    boolean isLink = LINKS.contains(attribute);
    if (!isLink && !ATTRIBUTES.contains(attribute)) {
      throw new IllegalArgumentException("no attribute of a page: " + attribute);
    }
    if (isLink && !isOwn(value)) {
      throw new IllegalArgumentException("leads out of this site: " + attribute);
    }
    attributes.put(attribute, value);
    return this;
  }

  /** Sets an attribute that has no value, if a condition holds. */
  public Tag flag(String attribute, boolean condition) {
    return condition ? with(attribute, "") : this;
  }

  private static boolean isOwn(String link) {
    return link.startsWith("#")
        || (link.startsWith("/")
            && !link.startsWith("//")
            && link.chars().noneMatch(c -> c == '\\' || c <= ' ' || c > '~'));
  }

  /**
   * Adds what is in it.
   *
   * @throws IllegalArgumentException if nothing may be in such an element
   */
  public Tag add(Html... more) {
    return add(List.of(more));
  }

  /** Adds what is in it. */
  public Tag add(List<? extends Html> more) {
    if (!more.isEmpty() && (VOID.contains(name) || name.equals("script"))) {
      throw new IllegalArgumentException("nothing is in this element: " + name);
    }
    children.addAll(more);
    return this;
  }

  /** Adds a text node. */
  public Tag add(String text) {
    return add(text(text));
  }

  @Override
  void write(StringBuilder out) {
    out.append('<').append(name);
    attributes.forEach(
        (attribute, value) -> {
          out.append(' ').append(attribute).append("=\"");
          escape(value, out);
          out.append('"');
        });
    out.append('>');
    if (VOID.contains(name)) {
      return;
    }
    if (name.equals("textarea") || name.equals("pre")) {
      out.append('\n'); // a first line end in it is left out when it is read
    }
    children.forEach(child -> child.write(out));
    out.append("</").append(name).append('>');
  }
}
