package org.dpjdbc.jdbc.error;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Checks the arguments of JDBC methods. */
public final class ArgumentChecks {
  private ArgumentChecks() {}

  public static int fetchDirection(int direction) throws SQLException {
    return switch (direction) {
      case ResultSet.FETCH_FORWARD, ResultSet.FETCH_REVERSE, ResultSet.FETCH_UNKNOWN -> direction;
      default -> throw Errors.badArgument("fetch direction");
    };
  }

  public static int holdability(int holdability) throws SQLException {
    return switch (holdability) {
      case ResultSet.HOLD_CURSORS_OVER_COMMIT, ResultSet.CLOSE_CURSORS_AT_COMMIT -> holdability;
      default -> throw Errors.badArgument("holdability");
    };
  }

  /** Whether a result set of that type scrolls. */
  public static boolean scrollable(int resultSetType) throws SQLException {
    return switch (resultSetType) {
      case ResultSet.TYPE_FORWARD_ONLY -> false;
      // An answer never changes: insensitive is all that sensitive can be.
      case ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.TYPE_SCROLL_SENSITIVE -> true;
      default -> throw Errors.badArgument("result set type");
    };
  }

  public static void readOnly(int concurrency) throws SQLException {
    if (concurrency == ResultSet.CONCUR_UPDATABLE) {
      throw Errors.notOffered("an updatable ResultSet");
    }
    if (concurrency != ResultSet.CONCUR_READ_ONLY) {
      throw Errors.badArgument("result set concurrency");
    }
  }

  public static long notNegative(long value, String what) throws SQLException {
    if (value < 0) {
      throw Errors.badArgument(what);
    }
    return value;
  }

  public static <T> T notNull(@Nullable T value, String what) throws SQLException {
    if (value == null) {
      throw Errors.nullArgument(what);
    }
    return value;
  }
}
