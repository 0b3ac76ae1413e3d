package org.dpjdbc.gateway.text;

import java.util.Optional;

/** Reads {@code COPY (query) TO STDOUT}, in the new form of its options and in the old one. */
final class CopyParser {
  /** Each NULL of a row is written as it. */
  private static final int LONGEST_NULL = 1000;

  private CopyParser() {}

  /**
   * Reads it.
   *
   * @param words those after COPY
   */
  static Command of(String text, TokenReader words) {
    if (!words.skip('(')) {
      return new Command.OtherCopy(text);
    }
    int start = words.position();
    int end = words.toEndOfParentheses();
    if (end < 0 || !words.skip("to") || !words.skip("stdout")) {
      return new Command.OtherCopy(text);
    }
    words.skip("with");
    Optional<CopyFormat> format = words.skip('(') ? options(words) : oldOptions(words);
    return format.isPresent() && words.isAtEnd()
        ? new Command.CopyOut(text, BlankedSql.before(text, start, end), format.get())
        : new Command.OtherCopy(text);
  }

  private static Optional<CopyFormat> options(TokenReader words) {
    CopyFormat.Kind kind = CopyFormat.Kind.TEXT;
    boolean header = false;
    Optional<String> delimiter = Optional.empty();
    Optional<String> nullString = Optional.empty();
    Optional<String> quote = Optional.empty();
    do {
      if (words.skip("format")) {
        Optional<CopyFormat.Kind> named = kind(words);
        if (named.isEmpty()) {
          return Optional.empty();
        }
        kind = named.get();
      } else if (words.skip("header")) {
        header = !words.skip("false") && !words.skip("off");
        if (header && !words.skip("true")) {
          words.skip("on");
        }
      } else if (words.skip("delimiter")) {
        delimiter = words.string();
      } else if (words.skip("null")) {
        nullString = words.string();
      } else if (words.skip("quote")) {
        quote = words.string();
      } else if (!words.skip("encoding") || !words.string().orElse("").equalsIgnoreCase("utf8")) {
        return Optional.empty();
      }
    } while (words.skip(','));
    return words.skip(')') ? with(kind, header, delimiter, nullString, quote) : Optional.empty();
  }

  private static Optional<CopyFormat.Kind> kind(TokenReader words) {
    String name = words.string().or(words::name).orElse("");
    return switch (name) {
      case "text" -> Optional.of(CopyFormat.Kind.TEXT);
      case "csv" -> Optional.of(CopyFormat.Kind.CSV);
      case "binary" -> Optional.of(CopyFormat.Kind.BINARY);
      default -> Optional.empty();
    };
  }

  private static Optional<CopyFormat> oldOptions(TokenReader words) {
    CopyFormat.Kind kind = CopyFormat.Kind.TEXT;
    boolean header = false;
    Optional<String> delimiter = Optional.empty();
    Optional<String> nullString = Optional.empty();
    Optional<String> quote = Optional.empty();
    while (!words.isAtEnd()) {
      if (words.skip("csv")) {
        kind = CopyFormat.Kind.CSV;
      } else if (words.skip("binary")) {
        kind = CopyFormat.Kind.BINARY;
      } else if (words.skip("header")) {
        header = true;
      } else if (words.skip("delimiter")) {
        words.skip("as");
        delimiter = words.string();
      } else if (words.skip("null")) {
        words.skip("as");
        nullString = words.string();
      } else if (words.skip("quote")) {
        words.skip("as");
        quote = words.string();
      } else {
        return Optional.empty();
      }
    }
    return with(kind, header, delimiter, nullString, quote);
  }

  private static Optional<CopyFormat> with(
      CopyFormat.Kind kind,
      boolean header,
      Optional<String> delimiter,
      Optional<String> nullString,
      Optional<String> quote) {
    CopyFormat usual = CopyFormat.of(kind);
    String ofNull = nullString.orElse(usual.nullString());
    if (ofNull.length() > LONGEST_NULL) {
      return Optional.empty();
    }
    return Optional.of(
        new CopyFormat(
            kind,
            header,
            delimiter
                .filter(text -> text.length() == 1)
                .map(text -> text.charAt(0))
                .orElse(usual.delimiter()),
            ofNull,
            quote
                .filter(text -> text.length() == 1)
                .map(text -> text.charAt(0))
                .orElse(usual.quote())));
  }
}
