package org.dpjdbc.gateway.text;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the tokens of a statement one after the other. */
final class Words {
  private final List<Token> tokens;
  private int at;

  Words(List<Token> tokens, int at) {
    this.tokens = tokens;
    this.at = at;
  }

  boolean isAtEnd() {
    return at >= tokens.size();
  }

  Token next() {
    return tokens.get(at++);
  }

  /** Whether that word comes next; then it is passed. */
  boolean skip(String word) {
    boolean is = !isAtEnd() && tokens.get(at).isWord(word);
    at += is ? 1 : 0;
    return is;
  }

  boolean skip(char symbol) {
    boolean is = !isAtEnd() && tokens.get(at).isOther(symbol);
    at += is ? 1 : 0;
    return is;
  }

  /** Whether one of these comes next and is not the last: that would be a name. */
  boolean isFollowedBy(String... any) {
    return at < tokens.size() - 1
        && Stream.of(any).anyMatch(word -> tokens.get(at).text().equalsIgnoreCase(word));
  }

  /** Passes all but the last. */
  void toLast() {
    at = tokens.size() - 1;
  }

  Optional<String> name() {
    return isAtEnd() || !tokens.get(at).isName() ? Optional.empty() : Optional.of(next().name());
  }

  /** A whole number of digits; each of them is a token. */
  Optional<Long> number() {
    StringBuilder digits = new StringBuilder();
    while (!isAtEnd()
        && tokens.get(at).kind() == Token.Kind.OTHER
        && Character.isDigit(tokens.get(at).text().charAt(0))
        && digits.length() < 18) {
      digits.append(next().text());
    }
    return digits.isEmpty() ? Optional.empty() : Optional.of(Long.valueOf(digits.toString()));
  }

  /**
   * Passes what is in parentheses that were opened, and the one that closes them.
   *
   * @return where that one is; -1 if there is none
   */
  int toEndOfParentheses() {
    int depth = 1;
    while (!isAtEnd()) {
      Token token = next();
      depth += token.isOther('(') ? 1 : token.isOther(')') ? -1 : 0;
      if (depth == 0) {
        return token.start();
      }
    }
    return -1;
  }

  /** Where the next token begins. */
  int position() {
    return isAtEnd() ? -1 : tokens.get(at).start();
  }

  /** The text from the next token on, which stays where it is. */
  String rest(String text) {
    return isAtEnd() ? "" : Blanks.before(text, tokens.get(at).start(), text.length());
  }

  /** A text in quotes, without them. */
  Optional<String> string() {
    if (isAtEnd() || tokens.get(at).kind() != Token.Kind.STRING) {
      return Optional.empty();
    }
    String text = next().text();
    int quote = text.indexOf('\'');
    if (quote < 0 || !text.endsWith("'")) {
      return Optional.empty();
    }
    String inner = text.substring(quote + 1, text.length() - 1).replace("''", "'");
    return Optional.of(quote == 0 ? inner : inner.replace("\\t", "\t").replace("\\\\", "\\"));
  }
}
