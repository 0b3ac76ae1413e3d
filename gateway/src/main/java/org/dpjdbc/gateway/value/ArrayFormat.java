package org.dpjdbc.gateway.value;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads arrays in PostgreSQL's text format: {@code {1,"two, or 2",NULL}}. */
final class ArrayFormat {
  private final String text;
  private int at;

  private ArrayFormat(String text) {
    this.text = text;
  }

  /**
   * Reads one of one dimension.
   *
   * @throws IllegalArgumentException if it is none
   */
  static List<@Nullable String> read(String text) {
    return new ArrayFormat(text.strip()).read();
  }

  private List<@Nullable String> read() {
    List<@Nullable String> elements = new ArrayList<>();
    take('{');
    blanks();
    if (!isAt('}')) {
      elements.add(element());
      while (isAt(',')) {
        at++;
        elements.add(element());
      }
    }
    take('}');
    if (at != text.length()) {
      throw new IllegalArgumentException("more than an array");
    }
    return Collections.unmodifiableList(elements);
  }

  private boolean isAt(char c) {
    return at < text.length() && text.charAt(at) == c;
  }

  private void take(char c) {
    if (!isAt(c)) {
      throw new IllegalArgumentException("not an array of one dimension");
    }
    at++;
  }

  private void blanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private @Nullable String element() {
    blanks();
    String element = isAt('"') ? quoted() : plain();
    blanks();
    return element;
  }

  private String quoted() {
    StringBuilder element = new StringBuilder();
    for (at++; !isAt('"'); at++) {
      if (isAt('\\')) {
        at++;
      }
      if (at >= text.length()) {
        throw new IllegalArgumentException("an element without an end");
      }
      element.append(text.charAt(at));
    }
    at++;
    return element.toString();
  }

  private @Nullable String plain() {
    StringBuilder element = new StringBuilder();
    while (at < text.length() && "{},\"".indexOf(text.charAt(at)) < 0) {
      if (isAt('\\')) {
        at++;
      }
      if (at < text.length()) {
        element.append(text.charAt(at++));
      }
    }
    String plain = element.toString().strip();
    if (plain.isEmpty()) {
      throw new IllegalArgumentException("an element without a text");
    }
    return plain.equalsIgnoreCase("NULL") ? null : plain;
  }
}
