package org.dpjdbc.gateway.text;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * Limits on a statement for PostgreSQL's parser, which compares each name of some lists with all
 * others and does not notice meanwhile that it should stop. Within these limits it takes seconds.
 */
public final class ParserLimits {
  /** Also of the tables of a FROM clause: the memory that is needed grows with their square. */
  static final int JOINS = 200;

  /** Common table expressions, and windows with a name. */
  static final int NAMED = 500;

  /** Of lists, but for {@code IN} and arrays: each expression of ORDER BY is compared with all. */
  static final int ITEMS = 10_000;

  /** Of items times tokens: each may be compared with all of them. */
  static final long COMPARISONS = 300_000_000;

  static final int WORDS = 20_000;
  static final int TOKENS = 200_000;

  /** What there are lists of. */
  private enum List {
    ITEMS,
    TABLES,
    VALUES
  }

  private static final Set<String> AFTER_FROM =
      Set.of(
          "where",
          "group",
          "having",
          "window",
          "order",
          "limit",
          "offset",
          "fetch",
          "for",
          "union",
          "intersect",
          "except",
          "select");

  private final Deque<List> outer = new ArrayDeque<>();
  private List list = List.ITEMS;
  private int items;
  private int joins;
  private int named;
  private int words;
  private int tokens;

  /** The three tokens before the one that is counted. */
  private String third = "";

  private String second = "";
  private String last = "";

  private ParserLimits() {}

  /**
   * The error of a statement that is beyond them.
   *
   * @param backslashes whether a backslash is literal in strings without the prefix E
   */
  public static Optional<ServerError> check(String text, boolean backslashes) {
    ParserLimits counts = new ParserLimits();
    for (Token token : Tokens.of(text, backslashes)) {
      counts.count(token);
      Optional<String> exceeded = counts.exceeded();
      if (exceeded.isPresent()) {
        return exceeded.map(
            limit -> ServerError.of("54001", "a statement may have up to " + limit));
      }
    }
    return Optional.empty();
  }

  private Optional<String> exceeded() {
    if (joins > JOINS) {
      return Optional.of(JOINS + " joins");
    }
    if (named > NAMED) {
      return Optional.of(NAMED + " common table expressions and windows");
    }
    if (items > ITEMS || (long) items * tokens > COMPARISONS) {
      return Optional.of(ITEMS + " items in lists, and fewer if it is long");
    }
    if (words > WORDS) {
      return Optional.of(WORDS + " words");
    }
    return tokens > TOKENS ? Optional.of(TOKENS + " words and symbols") : Optional.empty();
  }

  private void count(Token token) {
    tokens++;
    String word = "";
    if (token.isName()) {
      words++;
      // A longer one is no keyword.
      boolean isKeyword = token.kind() == Token.Kind.WORD && token.text().length() < 20;
      word = isKeyword && !last.equals(".") ? token.text().toLowerCase(Locale.ROOT) : "a name";
    } else if (token.kind() == Token.Kind.OTHER) {
      word = token.text();
    }
    switch (word) {
      case "(" -> {
        open(last.equals("in") ? List.VALUES : List.ITEMS);
        named += isNamed() ? 1 : 0;
      }
      case "[" -> open(List.VALUES);
      case ")", "]" -> list = outer.isEmpty() ? List.ITEMS : outer.pop();
      case "," -> {
        joins += list == List.TABLES ? 1 : 0;
        items += list == List.VALUES ? 0 : 1;
      }
      case "join" -> joins++;
      case "from" -> list = isDistinctFrom() ? list : List.TABLES;
      default -> {
        boolean isAggregates = word.equals("group") && last.equals("within");
        list = !isAggregates && AFTER_FROM.contains(word) ? List.ITEMS : list;
      }
    }
    third = second;
    second = last;
    last = word;
  }

  private void open(List inside) {
    outer.push(list);
    list = inside;
  }

  /** After {@code AS}, {@code AS MATERIALIZED} and {@code AS NOT MATERIALIZED}. */
  private boolean isNamed() {
    String before = last.equals("materialized") ? second : last;
    return before.equals("as") || (before.equals("not") && third.equals("as"));
  }

  private boolean isDistinctFrom() {
    return last.equals("distinct") && (second.equals("is") || second.equals("not"));
  }
}
