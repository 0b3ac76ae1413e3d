package org.dpjdbc.gateway.session;

import java.util.List;
import java.util.Optional;
import org.dpjdbc.gateway.answer.PrivateRows;
import org.dpjdbc.gateway.answer.ResultColumn;
import org.dpjdbc.gateway.resource.ResourceLease;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/**
 * A statement of the driver with its parameters, and the position up to which its rows have been
 * sent.
 */
final class Portal {
  final Route route;
  final List<@Nullable Object> parameters;
  final List<Integer> formats;

  /** How long the client's messages were, of which the statement and the parameters are. */
  final int bytes;

  private final ResourceLease room;

  @Nullable PrivateRows rows;
  boolean done;
  private boolean closed;

  /**
   * @param formats of the columns: none for text, one for all, or one each
   * @param room that it takes until it is closed
   */
  Portal(
      Route route,
      List<@Nullable Object> parameters,
      List<Integer> formats,
      int bytes,
      ResourceLease room) {
    this.bytes = bytes;
    this.room = room;
    this.route = route;
    this.parameters = parameters;
    this.formats = formats;
  }

  /** One without parameters. */
  Portal(Route route, List<Integer> formats) {
    this(route, List.of(), formats, 0, ResourceLease.NOTHING);
  }

  /** There is text, 0, and binary, 1. */
  static void checkFormat(int format) throws ServerError {
    if (format != 0 && format != 1) {
      throw ServerError.of("22023", "unsupported format code: " + format);
    }
  }

  boolean isBinary(int column) {
    int format = formats.isEmpty() ? 0 : formats.size() == 1 ? formats.get(0) : formats.get(column);
    return format == 1;
  }

  /** The columns of its rows, if it has any. */
  Optional<List<ResultColumn>> columns() {
    if (route instanceof Route.Private own) {
      return Optional.of(own.statement().columns());
    }
    return route instanceof Route.Fetched fetched && !fetched.isMove()
        ? fetched.cursor().portal().columns()
        : Optional.empty();
  }

  /**
   * Nothing runs, or is charged, once it is closed.
   *
   * @throws ServerError if it is
   */
  void checkOpen() throws ServerError {
    if (closed) {
      throw ServerError.of("34000", "the portal or cursor is closed");
    }
  }

  void close() {
    closed = true;
    room.close();
    PrivateRows open = rows;
    if (open != null) {
      open.close();
    }
  }
}
