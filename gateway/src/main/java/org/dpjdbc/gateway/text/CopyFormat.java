package org.dpjdbc.gateway.text;

/**
 * How COPY writes rows.
 *
 * @param kind one of three
 * @param header whether there is a first line with the names of the columns
 * @param delimiter between two columns
 * @param nullString what NULL is written as
 * @param quote around what needs it, in CSV
 */
public record CopyFormat(Kind kind, boolean header, char delimiter, String nullString, char quote) {
  /** The three forms. */
  public enum Kind {
    TEXT,
    CSV,
    BINARY
  }

  static CopyFormat of(Kind kind) {
    return new CopyFormat(
        kind, false, kind == Kind.CSV ? ',' : '\t', kind == Kind.CSV ? "" : "\\N", '"');
  }
}
