package org.dpjdbc.gateway.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Cuts a text into statements, and tells by their first words what they are. */
public final class Commands {
  private static final Set<String> QUERIES = Set.of("select", "with", "values", "table", "explain");

  private static final Set<String> OF_SESSION =
      Set.of(
          "set",
          "show",
          "reset",
          "begin",
          "start",
          "commit",
          "end",
          "rollback",
          "abort",
          "savepoint",
          "release",
          "execute",
          "unlisten");

  private Commands() {}

  /**
   * The statements of a text.
   *
   * @param backslashes whether a backslash is one in texts without an E before them
   */
  public static List<Command> of(String text, boolean backslashes) {
    List<Command> commands = new ArrayList<>();
    List<Token> statement = new ArrayList<>();
    int start = 0;
    for (Token token : Tokens.of(text, backslashes)) {
      if (token.isOther(';')) {
        if (!statement.isEmpty()) {
          commands.add(command(Blanks.before(text, start, token.start()), statement));
        }
        statement = new ArrayList<>();
        start = token.end();
      } else {
        statement.add(token);
      }
    }
    if (!statement.isEmpty()) {
      commands.add(command(Blanks.before(text, start, text.length()), statement));
    }
    return commands.isEmpty() ? List.of(new Command.Empty(text)) : commands;
  }

  private static Command command(String text, List<Token> tokens) {
    Token first = tokens.get(0);
    if (first.isOther('(')) {
      return new Command.Query(text);
    }
    String word = first.kind() == Token.Kind.WORD ? first.text().toLowerCase(Locale.ROOT) : "";
    if (QUERIES.contains(word)) {
      return new Command.Query(text);
    }
    if (OF_SESSION.contains(word)) {
      return new Command.OfSession(text);
    }
    Words words = new Words(tokens, 1);
    return switch (word) {
      case "prepare" -> prepare(text, words);
      case "declare" -> declare(text, words);
      case "fetch" -> fetch(text, words, false);
      case "move" -> fetch(text, words, true);
      case "close" -> new Command.Close(text, words.skip("all") ? Optional.empty() : words.name());
      case "discard" -> new Command.Discard(text, words.skip("all"));
      case "deallocate" -> {
        words.skip("prepare");
        yield words.skip("all") ? new Command.Discard(text, false) : new Command.OfSession(text);
      }
      case "copy" -> CopyParser.of(text, words);
      default -> new Command.Other(text);
    };
  }

  private static Command prepare(String text, Words words) {
    words.name();
    if (words.skip('(')) {
      words.toEndOfParentheses();
    }
    return words.skip("as") ? new Command.Prepare(text, words.rest(text)) : new Command.Other(text);
  }

  private static Command declare(String text, Words words) {
    Optional<String> cursor = words.name();
    boolean hold = false;
    while (!words.isAtEnd() && !words.skip("for")) {
      if (words.skip("with")) {
        hold = words.skip("hold");
      } else {
        words.next();
      }
    }
    return cursor.isPresent() && !words.isAtEnd()
        ? new Command.Declare(text, cursor.get(), hold, words.rest(text))
        : new Command.OfSession(text);
  }

  /** Whatever is not forward goes to the shadow, which has no such cursor. */
  private static Command fetch(String text, Words words, boolean isMove) {
    long count = 1;
    if (words.skip("all")) {
      count = Long.MAX_VALUE;
    } else if (words.skip("forward")) {
      count = words.skip("all") ? Long.MAX_VALUE : words.number().orElse(1L);
    } else if (!words.skip("next")) {
      count = words.number().orElse(1L);
    }
    if (!words.skip("from")) {
      words.skip("in");
    }
    Optional<String> cursor = words.name();
    return cursor.isPresent() && words.isAtEnd()
        ? new Command.Fetch(text, cursor.get(), count, isMove)
        : new Command.OfSession(text);
  }
}
