package org.dpjdbc.gateway.text;

import java.util.Optional;
import java.util.stream.Stream;

/** Reads the tokens of a statement in order. */
final class TokenReader {
  private final String text;
  private final Tokens tokens;

  /**
   * @param start where the statement begins in the text, which it ends with
   */
  TokenReader(String text, int start, boolean backslashes) {
    this.text = text;
    this.tokens = Tokens.from(text, start, backslashes);
  }

  boolean isAtEnd() {
    return !tokens.hasNext();
  }

  Token next() {
    return tokens.next();
  }

  /** Whether that word comes next; then it is passed. */
  boolean skip(String word) {
    return skip(tokens.hasNext() && tokens.peek().isWord(word));
  }

  boolean skip(char symbol) {
    return skip(tokens.hasNext() && tokens.peek().isOther(symbol));
  }

  private boolean skip(boolean is) {
    if (is) {
      tokens.next();
    }
    return is;
  }

  /** Whether one of these comes next and is not the last: that would be a name. */
  boolean isFollowedBy(String... any) {
    if (!tokens.hasNext() || Stream.of(any).noneMatch(tokens.peek()::is)) {
      return false;
    }
    Tokens rest = tokens.rest();
    rest.next();
    return rest.hasNext();
  }

  /** Passes all but the last. */
  void toLast() {
    Tokens ahead = tokens.rest();
    if (ahead.hasNext()) {
      ahead.next();
    }
    while (ahead.hasNext()) {
      ahead.next();
      tokens.next();
    }
  }

  Optional<String> name() {
    return isAtEnd() || !tokens.peek().isName() ? Optional.empty() : Optional.of(next().name());
  }

  /** An integer of digits; each of them is a token. */
  Optional<Long> number() {
    StringBuilder digits = new StringBuilder();
    while (!isAtEnd() && tokens.peek().isDigit() && digits.length() < 18) {
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
    return isAtEnd() ? -1 : tokens.peek().start();
  }

  /** The SQL from the next token on, at its position. */
  String rest() {
    return isAtEnd() ? "" : BlankedSql.before(text, tokens.peek().start(), text.length());
  }

  /** The value of a string literal. */
  Optional<String> string() {
    if (isAtEnd() || tokens.peek().kind() != Token.Kind.STRING) {
      return Optional.empty();
    }
    String written = next().text();
    int quote = written.indexOf('\'');
    if (quote < 0 || !written.endsWith("'")) {
      return Optional.empty();
    }
    String inner = written.substring(quote + 1, written.length() - 1).replace("''", "'");
    return Optional.of(quote == 0 ? inner : inner.replace("\\t", "\t").replace("\\\\", "\\"));
  }
}
