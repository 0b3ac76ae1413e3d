package org.dpjdbc.gateway.session;

import java.util.List;
import org.dpjdbc.gateway.answer.PrivateRows;
import org.jspecify.annotations.Nullable;

/** A statement of the driver with its parameters, and how far its rows have been sent. */
final class Portal {
  final Route route;
  final List<@Nullable Object> parameters;
  final List<Integer> formats;
  @Nullable PrivateRows rows;
  boolean done;

  /**
   * @param formats of the columns: none for text, one for all, or one each
   */
  Portal(Route route, List<@Nullable Object> parameters, List<Integer> formats) {
    this.route = route;
    this.parameters = parameters;
    this.formats = formats;
  }

  boolean isBinary(int column) {
    int format = formats.isEmpty() ? 0 : formats.size() == 1 ? formats.get(0) : formats.get(column);
    return format == 1;
  }

  void close() {
    PrivateRows open = rows;
    if (open != null && !(route instanceof Route.Fetched) && !(route instanceof Route.Declared)) {
      open.close();
    }
  }
}
