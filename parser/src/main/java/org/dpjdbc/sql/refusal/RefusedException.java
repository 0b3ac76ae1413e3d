package org.dpjdbc.sql.refusal;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A query that is refused before anything is charged or run. Carries a stable code, a message that
 * says what is wrong and how to rewrite it, and the position in the query.
 */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final RefusalCode code;
  private final transient Wording wording;
  private final transient String advice;
  private final transient Optional<Culprit> culprit;
  private final transient Optional<Position> position;
  private final transient List<Rewrite> rewrites;

  /**
   * A message that names an operator of the query.
   *
   * @param operatorName as the query calls it
   * @param text the message for a name
   */
  record Wording(String operatorName, UnaryOperator<String> text) {}

  RefusedException(
      RefusalCode code,
      Wording wording,
      String advice,
      Optional<Culprit> culprit,
      Optional<Position> position,
      List<Rewrite> rewrites) {
    super(wording.text().apply(wording.operatorName()) + advice, null, false, false);
    this.code = code;
    this.wording = wording;
    this.advice = advice;
    this.culprit = culprit;
    this.position = position;
    this.rewrites = List.copyOf(rewrites);
  }

  /** The same refusal, about that part of the query, unless one is named already. */
  public RefusedException about(Culprit part) {
    return culprit.isPresent()
        ? this
        : new RefusedException(code, wording, advice, Optional.of(part), position, rewrites);
  }

  /** The same refusal at that span, unless it has one already. */
  public RefusedException at(Position span) {
    return position.isPresent()
        ? this
        : new RefusedException(code, wording, advice, culprit, Optional.of(span), rewrites);
  }

  /** The same refusal, which names the operator that it is about as the query does. */
  public RefusedException naming(String operatorName) {
    return new RefusedException(
        code, new Wording(operatorName, wording.text()), advice, culprit, position, rewrites);
  }

  /** The same refusal, with a hint about ways to write the query that are answered. */
  RefusedException or(String hint, Rewrite... ways) {
    return or(hint, List.of(ways));
  }

  /** The same refusal, with a hint about ways to write the query that are answered. */
  RefusedException or(String hint, List<Rewrite> ways) {
    return new RefusedException(code, wording, hint, culprit, position, ways);
  }

  /** The same refusal, with ways to write the query that are answered. */
  RefusedException proposing(Rewrite... ways) {
    return or(advice, List.of(ways));
  }

  /** The same refusal, with ways to write the query that are answered. */
  RefusedException proposing(List<Rewrite> ways) {
    return or(advice, ways);
  }

  /** The same refusal, if none of these ways would be answered. */
  public RefusedException withoutRewrites() {
    return new RefusedException(code, wording, "", culprit, position, List.of());
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

  /** Ways to write the query that are answered; each is complete in itself. */
  public List<Rewrite> rewrites() {
    return rewrites;
  }

  /** Where it is. */
  public Optional<Position> position() {
    return position;
  }

  /** Code, position and message as the user reads them. */
  @Override
  public String getMessage() {
    String where = position.map(p -> " at line " + p.line() + ", column " + p.column()).orElse("");
    return code.text() + where + ": " + text();
  }
}
