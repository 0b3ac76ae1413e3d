package org.dpjdbc.gateway.text;

import java.util.AbstractList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.RandomAccess;
import java.util.Set;
import java.util.stream.IntStream;
import org.dpjdbc.gateway.wire.ServerError;

/** Splits SQL into statements, and determines their kind by their first keywords. */
public final class Commands {
  private static final Set<String> QUERIES = Set.of("select", "with", "values", "table", "explain");

  private static final Set<String> OF_SESSION =
      Set.of(
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

  /** What the names of the driver's properties begin with. */
  private static final String OWN = "dp";

  /** Of all statements together, which each read what comes before them. */
  private static final long LONGEST = 16 << 20;

  private static final int LONGEST_WORD = 20;

  private Commands() {}

  /**
   * The statements of a script. Each is made when it is read: it has blanks in the place of what
   * comes before it, so that all together may take a thousand times the memory of the script.
   *
   * @param backslashes whether a backslash is literal in strings without the prefix E
   * @throws ServerError if there are too many for their length
   */
  public static List<Command> of(String text, boolean backslashes) throws ServerError {
    long length = 0;
    IntStream.Builder starts = IntStream.builder();
    IntStream.Builder ends = IntStream.builder();
    int start = 0;
    boolean isEmpty = true;
    for (Token token : Tokens.of(text, backslashes)) {
      if (!token.isOther(';')) {
        isEmpty = false;
        continue;
      }
      if (!isEmpty) {
        length += token.start();
        if (length > LONGEST) {
          throw ServerError.of("54000", "too many statements in one string")
              .with('H', "Send them in several strings.");
        }
        starts.add(start);
        ends.add(token.start());
      }
      isEmpty = true;
      start = token.end();
    }
    if (!isEmpty) {
      starts.add(start);
      ends.add(text.length());
    }
    Script script = new Script(text, backslashes, starts.build().toArray(), ends.build().toArray());
    return script.isEmpty() ? List.of(new Command.Empty(text)) : script;
  }

  /** Statements, by their places. */
  private static final class Script extends AbstractList<Command> implements RandomAccess {
    private final String text;
    private final boolean backslashes;
    private final int[] starts;
    private final int[] ends;

    Script(String text, boolean backslashes, int[] starts, int[] ends) {
      this.text = text;
      this.backslashes = backslashes;
      this.starts = starts;
      this.ends = ends;
    }

    @Override
    public Command get(int index) {
      int start = starts[index];
      return command(BlankedSql.before(text, start, ends[index]), start, backslashes);
    }

    @Override
    public int size() {
      return starts.length;
    }
  }

  /**
   * @param start where the statement begins, after blanks
   */
  private static Command command(String text, int start, boolean backslashes) {
    TokenReader words = new TokenReader(text, start, backslashes);
    Token first = words.next();
    if (first.isOther('(')) {
      return new Command.Query(text);
    }
    String word =
        first.kind() == Token.Kind.WORD && first.length() <= LONGEST_WORD
            ? first.text().toLowerCase(Locale.ROOT)
            : "";
    if (QUERIES.contains(word)) {
      return new Command.Query(text);
    }
    if (OF_SESSION.contains(word)) {
      return new Command.OfSession(text);
    }
    return switch (word) {
      case "set" -> set(text, words);
      case "show" -> show(text, words);
      case "prepare" -> prepare(text, words);
      case "declare" -> declare(text, words);
      case "fetch" -> fetch(text, words, false);
      case "move" -> fetch(text, words, true);
      case "close" -> new Command.Close(text, words.skip("all") ? Optional.empty() : words.name());
      case "discard" ->
          words.skip("all") ? new Command.Discard(text, true) : new Command.OfSession(text);
      case "deallocate" -> {
        if (words.isFollowedBy("prepare")) {
          words.next();
        }
        yield words.skip("all") ? new Command.Discard(text, false) : deallocate(text, words);
      }
      case "copy" -> CopyParser.of(text, words);
      default -> new Command.Other(text);
    };
  }

  private static Command prepare(String text, TokenReader words) {
    Optional<String> name = words.name();
    if (words.skip('(')) {
      words.toEndOfParentheses();
    }
    return name.isPresent() && words.skip("as")
        ? new Command.Prepare(text, name.get(), words.rest())
        : new Command.Other(text);
  }

  private static Command declare(String text, TokenReader words) {
    Optional<String> cursor = words.name();
    boolean hold = false;
    boolean binary = false;
    while (!words.isAtEnd() && !words.skip("for")) {
      if (words.skip("binary")) {
        binary = true;
      } else if (words.skip("with")) {
        hold = words.skip("hold");
      } else {
        words.next();
      }
    }
    return cursor.isPresent() && !words.isAtEnd()
        ? new Command.Declare(text, cursor.get(), hold, binary, words.rest())
        : new Command.OfSession(text);
  }

  private static Command set(String text, TokenReader words) {
    if (!words.skip("session")) {
      words.skip("local");
    }
    if (!isOwn(words)) {
      return new Command.OfSession(text);
    }
    String property = property(words);
    boolean hasValue = words.skip("to") || words.skip('=');
    return new Command.SetOwn(text, property, hasValue ? value(words) : Optional.empty());
  }

  private static Optional<String> value(TokenReader words) {
    if (words.skip("default")) {
      return Optional.empty();
    }
    return words.string().or(() -> Optional.of(words.rest().strip()));
  }

  private static Command show(String text, TokenReader words) {
    return isOwn(words) ? new Command.ShowOwn(text, property(words)) : new Command.OfSession(text);
  }

  private static boolean isOwn(TokenReader words) {
    return words.name().equals(Optional.of(OWN)) && words.skip('.');
  }

  private static String property(TokenReader words) {
    return OWN + "." + words.name().orElse("");
  }

  private static Command deallocate(String text, TokenReader words) {
    Optional<String> name = words.name();
    return name.isPresent() && words.isAtEnd()
        ? new Command.Deallocate(text, name.get())
        : new Command.OfSession(text);
  }

  /** The cursor's name comes last, whatever is before it. */
  private static Command fetch(String text, TokenReader words, boolean isMove) {
    OptionalLong count = OptionalLong.empty();
    if (words.isFollowedBy("prior", "first", "last", "absolute", "relative", "backward", "-")) {
      words.toLast();
    } else if (words.skip("all")) {
      count = OptionalLong.of(Long.MAX_VALUE);
    } else {
      boolean any = words.skip("forward") || words.skip("next") || words.skip('+');
      count =
          any && words.skip("all")
              ? OptionalLong.of(Long.MAX_VALUE)
              : OptionalLong.of(words.number().orElse(1L));
    }
    if (!words.skip("from")) {
      words.skip("in");
    }
    Optional<String> cursor = words.name();
    boolean isForward = count.isPresent() && count.getAsLong() > 0;
    return cursor.isPresent() && words.isAtEnd()
        ? new Command.Fetch(text, cursor.get(), isForward ? count : OptionalLong.empty(), isMove)
        : new Command.OfSession(text);
  }
}
