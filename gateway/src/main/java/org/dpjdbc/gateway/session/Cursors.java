package org.dpjdbc.gateway.session;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The names under which rows of the driver can be fetched: cursors that were declared, and portals
 * of the protocol, which are cursors, too.
 */
final class Cursors {
  /** Each keeps its rows. */
  private static final int MOST = 100;

  private final Map<String, Cursor> declared = new HashMap<>();
  private final Map<String, Portal> portals;

  /**
   * @param portals those of the protocol, which come and go
   */
  Cursors(Map<String, Portal> portals) {
    this.portals = portals;
  }

  boolean isFull() {
    return declared.size() >= MOST;
  }

  /** How long the messages were that made them. */
  long bytes() {
    long bytes = 0;
    for (Cursor each : declared.values()) {
      bytes += each.portal().bytes;
    }
    for (Portal each : portals.values()) {
      bytes += each.bytes;
    }
    return bytes;
  }

  boolean has(String name) {
    return declared.containsKey(name) || portals.containsKey(name);
  }

  /** The cursor of that name; a portal ends with its transaction, and its rows are texts. */
  Optional<Cursor> find(String name) {
    Cursor cursor = declared.get(name);
    return cursor != null
        ? Optional.of(cursor)
        : Optional.ofNullable(portals.get(name)).map(portal -> new Cursor(portal, false, false));
  }

  void declare(String name, Cursor cursor) {
    declared.put(name, cursor);
  }

  void close(String name) {
    find(name).ifPresent(cursor -> cursor.portal().close());
    if (declared.remove(name) == null) {
      portals.remove(name);
    }
  }

  /**
   * Closes those that were declared.
   *
   * @param held whether also those that outlive a transaction
   */
  void closeDeclared(boolean held) {
    declared
        .values()
        .removeIf(
            cursor -> {
              boolean ends = held || !cursor.hold();
              if (ends) {
                cursor.portal().close();
              }
              return ends;
            });
  }
}
