package org.dpjdbc.gateway.text;

import java.util.Optional;

/**
 * What a statement is, by its first words. What it touches is not told by its text: the shadow says
 * that.
 */
public sealed interface Command {
  /** Its text, without a semicolon. */
  String text();

  /** Nothing but white space and comments. */
  record Empty(String text) implements Command {}

  /** A query, or what explains one. */
  record Query(String text) implements Command {}

  /** What concerns the session alone, and is answered by the shadow: SET, SHOW, BEGIN and so on. */
  record OfSession(String text) implements Command {}

  /**
   * PREPARE.
   *
   * @param query what it prepares
   */
  record Prepare(String text, String query) implements Command {}

  /**
   * DECLARE CURSOR.
   *
   * @param hold whether it outlives the transaction
   */
  record Declare(String text, String cursor, boolean hold, String query) implements Command {}

  /**
   * FETCH or MOVE, forward.
   *
   * @param count of rows; {@link Long#MAX_VALUE} for all
   * @param isMove whether the rows are skipped
   */
  record Fetch(String text, String cursor, long count, boolean isMove) implements Command {}

  /**
   * CLOSE.
   *
   * @param cursor empty for all
   */
  record Close(String text, Optional<String> cursor) implements Command {}

  /** DISCARD ALL, DISCARD PLANS and so on, or DEALLOCATE of all. */
  record Discard(String text, boolean all) implements Command {}

  /**
   * COPY (query) TO STDOUT.
   *
   * @param query what is copied
   */
  record CopyOut(String text, String query, CopyFormat format) implements Command {}

  /** COPY in a form that is not offered. */
  record OtherCopy(String text) implements Command {}

  /** Whatever is no query. */
  record Other(String text) implements Command {}
}
