package org.dpjdbc.run.schema;

import java.util.Locale;
import java.util.Set;

/**
 * Rewrites a condition as databases print it to standard SQL: drops PostgreSQL's casts ({@code
 * 'F'::bpchar}), and quotes names that may be reserved words to the parser: words without capitals,
 * since databases print keywords in capitals, and {@code VALUE}, the checked value of a domain.
 * Reads character by character, so that nothing within quotes changes.
 */
final class StandardClause {
  /** Second and later words of type names. */
  private static final Set<String> TYPE_WORDS =
      Set.of("varying", "precision", "with", "without", "time", "zone");

  private final String text;
  private final StringBuilder out = new StringBuilder();
  private int at;

  private StandardClause(String text) {
    this.text = text;
  }

  static String toStandard(String condition) {
    return new StandardClause(condition).rewrite();
  }

  private String rewrite() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\'' || c == '"') {
        copyQuoted(c);
      } else if (text.startsWith("::", at)) {
        at += 2;
        skipType();
      } else if (Character.isJavaIdentifierStart(c)) {
        String word = word();
        out.append(isName(word) ? '"' + word + '"' : word);
      } else if (Character.isDigit(c)) {
        // With the exponent's letter, which is no name.
        out.append(word());
      } else {
        out.append(c);
        at++;
      }
    }
    return out.toString();
  }

  private static boolean isName(String word) {
    boolean isBoolean = word.equals("true") || word.equals("false");
    boolean hasCapitals = !word.equals(word.toLowerCase(Locale.ROOT));
    return word.equals("VALUE") || !(isBoolean || hasCapitals);
  }

  /** Up to the closing quote; a doubled quote closes and opens again. */
  private void copyQuoted(char quote) {
    int end = text.indexOf(quote, at + 1);
    int next = end < 0 ? text.length() : end + 1;
    out.append(text, at, next);
    at = next;
  }

  private String word() {
    int start = at;
    while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private void skipType() {
    skipName();
    // The digits stand inside the name: timestamp(3) without time zone.
    while (skipBracketed('(', ')') || TYPE_WORDS.contains(nextWord())) {
      if (TYPE_WORDS.contains(nextWord())) {
        skipBlanks();
        word();
      }
    }
    while (skipBracketed('[', ']')) {
      // arrays of arrays
    }
  }

  private void skipName() {
    if (at < text.length() && text.charAt(at) == '"') {
      at = Math.max(at + 1, text.indexOf('"', at + 1) + 1);
    } else {
      word();
    }
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      skipName();
    }
  }

  private String nextWord() {
    int start = at;
    skipBlanks();
    String word = word().toLowerCase(Locale.ROOT);
    at = start;
    return word;
  }

  private void skipBlanks() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  private boolean skipBracketed(char open, char close) {
    if (at >= text.length() || text.charAt(at) != open) {
      return false;
    }
    int end = text.indexOf(close, at);
    at = end < 0 ? text.length() : end + 1;
    return true;
  }
}
