package org.dpjdbc.gateway.session;

import org.dpjdbc.gateway.answer.PrivateStatement;
import org.dpjdbc.gateway.text.CopyFormat;

/** Who answers a statement. */
sealed interface Route {
  /** The shadow, message by message. */
  record Relayed() implements Route {}

  /** The driver. */
  record Private(PrivateStatement statement) implements Route {}

  /** The driver, whose rows are copied out. */
  record Copied(PrivateStatement statement, CopyFormat format) implements Route {}

  /** The driver, whose rows a cursor keeps. */
  record Declared(String cursor, boolean hold, boolean binary, PrivateStatement statement)
      implements Route {}

  /** A cursor over rows of the driver. */
  record Fetched(Cursor cursor, long count, boolean isMove) implements Route {}

  /** The end of such a cursor. */
  record Closed(String cursor) implements Route {}
}
