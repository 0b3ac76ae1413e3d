package org.dpjdbc.gateway.text;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The kind of a statement, by its first keywords. The tables that it touches are determined by the
 * shadow, not by its text.
 */
public sealed interface Command {
  /** Its SQL, without a semicolon. */
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
   * @param statement its name
   * @param query what it prepares
   */
  record Prepare(String text, String statement, String query) implements Command {}

  /**
   * DECLARE CURSOR.
   *
   * @param hold whether it outlives the transaction
   * @param binary whether its rows are fetched in binary
   */
  record Declare(String text, String cursor, boolean hold, boolean binary, String query)
      implements Command {}

  /**
   * FETCH or MOVE.
   *
   * @param count of the next rows; {@link Long#MAX_VALUE} for all, empty for any other direction
   * @param isMove whether the rows are skipped
   */
  record Fetch(String text, String cursor, OptionalLong count, boolean isMove) implements Command {}

  /**
   * CLOSE.
   *
   * @param cursor empty for all
   */
  record Close(String text, Optional<String> cursor) implements Command {}

  /** DEALLOCATE of one statement. */
  record Deallocate(String text, String statement) implements Command {}

  /**
   * SET of one of the driver's own properties.
   *
   * @param value as it is written, without quotes; empty if it is the default, or none that is read
   */
  record SetOwn(String text, String property, Optional<String> value) implements Command {}

  /** SHOW of one of them. */
  record ShowOwn(String text, String property) implements Command {}

  /** DISCARD ALL, or DEALLOCATE of all: both forget prepared statements, and nothing else does. */
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
