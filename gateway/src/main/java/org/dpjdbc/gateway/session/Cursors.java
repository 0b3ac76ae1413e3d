package org.dpjdbc.gateway.session;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The names under which rows of the driver can be fetched: cursors that were declared, and portals
 * of the protocol, which are cursors, too.
 */
final class Cursors {
  /** Each keeps its rows. */
  private static final int MOST = 100;

  private final Map<String, Cursor> declared = new HashMap<>();
  private final Map<String, Portal> portals;
  private long twins;

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

  /**
   * The cursor of that name; a portal ends with its transaction, and its rows are in text format.
   */
  Optional<Cursor> find(String name) {
    Cursor cursor = declared.get(name);
    return cursor != null
        ? Optional.of(cursor)
        : Optional.ofNullable(portals.get(name))
            .map(portal -> new Cursor(portal, false, false, ""));
  }

  /** Whether any was declared. */
  boolean hasDeclared() {
    return !declared.isEmpty();
  }

  /** A name for a cursor of the shadow's that nothing else has. */
  String newTwin() {
    return Relay.OWN + " cursor " + ++twins;
  }

  void declare(String name, Cursor cursor) {
    declared.put(name, cursor);
  }

  /** Closes those that were declared and have no twin any more. */
  void retain(Collection<@Nullable String> twins) {
    closeIf(cursor -> !twins.contains(cursor.twin()));
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
    closeIf(cursor -> held || !cursor.hold());
  }

  private void closeIf(Predicate<Cursor> isOver) {
    declared
        .values()
        .removeIf(
            cursor -> {
              boolean ends = isOver.test(cursor);
              if (ends) {
                cursor.portal().close();
              }
              return ends;
            });
  }
}
