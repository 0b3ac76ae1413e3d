package org.dpjdbc.sql.refusal;

import java.util.Optional;

/**
 * A query that is refused before anything is charged or run. Carries a stable code, a text that
 * says what is wrong and how to rewrite it, and where in the query it is.
 */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final RefusalCode code;
  private final transient Optional<Culprit> culprit;
  private final transient Optional<Position> position;

  RefusedException(
      RefusalCode code, String text, Optional<Culprit> culprit, Optional<Position> position) {
    super(text, null, false, false);
    this.code = code;
    this.culprit = culprit;
    this.position = position;
  }

  /** The same refusal, about that part of the query, unless one is named already. */
  public RefusedException about(Culprit part) {
    return culprit.isPresent()
        ? this
        : new RefusedException(code, text(), Optional.of(part), position);
  }

  /** The same refusal at that span, unless it has one already. */
  public RefusedException at(Position span) {
    return position.isPresent()
        ? this
        : new RefusedException(code, text(), culprit, Optional.of(span));
  }

  /** The code. */
  public RefusalCode code() {
    return code;
  }

  /** What is wrong and how to rewrite it, without code and position. */
  public String text() {
    return String.valueOf(super.getMessage());
  }

  /** What it is about. */
  public Optional<Culprit> culprit() {
    return culprit;
  }

  /** Where it is. */
  public Optional<Position> position() {
    return position;
  }

  /** Code, position and text as the user reads them. */
  @Override
  public String getMessage() {
    String where = position.map(p -> " at line " + p.line() + ", column " + p.column()).orElse("");
    return code.text() + where + ": " + text();
  }
}
