package org.dpjdbc.gateway.session;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dpjdbc.gateway.resource.ResourceLease;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.text.Command;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/**
 * Objects of a session in the shadow that take memory there until they are closed: portals,
 * cursors, and statements that SQL's PREPARE made. They are bounded in number, and count among what
 * the user holds.
 */
final class ShadowObjects {
  private static final int MOST_PORTALS = 1000;
  private static final int MOST_CURSORS = 100;
  private static final int MOST_PREPARED = 1000;

  /** Of memory of the shadow's: an executor with its state, and a plan. */
  private static final long OPEN = 1 << 16;

  private static final long PLAN = 1 << 13;
  private static final long CHARACTER = 2;

  /** Of a statement that is parsed and planned, whose stars and views stand for much more. */
  private static final long PLANNED_CHARACTER = 512;

  private static final long MOST_PLANNED = 1 << 19;

  private final UserResources.Share share;
  private final Map<String, ResourceLease> portals = new HashMap<>();
  private final Map<String, ResourceLease> prepared = new HashMap<>();
  private final Map<String, ResourceLease> cursors = new HashMap<>();

  /** Of those cursors that outlive a transaction. */
  private final Map<String, ResourceLease> held = new HashMap<>();

  ShadowObjects(UserResources.Share share) {
    this.share = share;
  }

  /**
   * Room for a portal; the one without a name is replaced by the next one, and may always be there.
   *
   * @param bytes of the message that makes it, and of its statement
   */
  ResourceLease portal(String name, long bytes) throws ServerError {
    if (name.isEmpty()) {
      return share.keep(OPEN + bytes);
    }
    check(portals, MOST_PORTALS, "portals");
    return share.take(OPEN + bytes);
  }

  void addPortal(String name, ResourceLease room) {
    put(portals, name, room);
  }

  void closePortal(String name) {
    remove(portals, name);
  }

  /** Room for what a statement makes, if it makes something. */
  ResourceLease room(Command command) throws ServerError {
    if (command instanceof Command.Prepare) {
      check(prepared, MOST_PREPARED, "prepared statements");
      return plan(command.text().strip().length()); // blanks are before it
    }
    if (command instanceof Command.Declare) {
      check(cursors, MOST_CURSORS - held.size(), "cursors");
      return share.take(OPEN + CHARACTER * command.text().length());
    }
    return ResourceLease.NOTHING;
  }

  /** Room for a statement of that length that the shadow keeps. */
  ResourceLease plan(int length) throws ServerError {
    return share.take(PLAN + Math.min(MOST_PLANNED, PLANNED_CHARACTER * length));
  }

  private static void check(Map<String, ResourceLease> all, int most, String what)
      throws ServerError {
    if (all.size() >= most) {
      throw ServerError.of("54000", "too many " + what + " in one session")
          .with('H', "Close those that are not needed.");
    }
  }

  /**
   * A statement has run.
   *
   * @param room that it got before
   */
  void ran(Command command, ResourceLease room) {
    if (command instanceof Command.Prepare prepare) {
      put(prepared, prepare.statement(), room);
    } else if (command instanceof Command.Declare declare) {
      put(declare.hold() ? held : cursors, declare.cursor(), room);
    } else if (command instanceof Command.Deallocate deallocate) {
      remove(prepared, deallocate.statement());
    } else if (command instanceof Command.Discard discard) {
      clear(prepared);
      if (discard.all()) {
        closeCursors();
      }
    } else if (command instanceof Command.Close close) {
      if (close.cursor().isEmpty()) {
        closeCursors();
      } else {
        remove(cursors, close.cursor().get());
        remove(held, close.cursor().get());
      }
    }
  }

  /** Room for the twin of a cursor of the driver. */
  ResourceLease twin() throws ServerError {
    return share.take(OPEN);
  }

  boolean hasCursors() {
    return !cursors.isEmpty() || !held.isEmpty();
  }

  /** Cursors that are not among these have ended. */
  void retainCursors(Collection<@Nullable String> left) {
    for (Map<String, ResourceLease> each : List.of(cursors, held)) {
      Set.copyOf(each.keySet()).stream()
          .filter(name -> !left.contains(name))
          .forEach(name -> remove(each, name));
    }
  }

  private void closeCursors() {
    clear(cursors);
    clear(held);
  }

  /** The transaction has ended, and with it all but what was declared WITH HOLD. */
  void endTransaction() {
    clear(portals);
    clear(cursors);
  }

  private static void put(Map<String, ResourceLease> all, String name, ResourceLease room) {
    ResourceLease before = all.put(name, room);
    if (before != null) {
      before.close();
    }
  }

  private static void remove(Map<String, ResourceLease> all, String name) {
    ResourceLease gone = all.remove(name);
    if (gone != null) {
      gone.close();
    }
  }

  private static void clear(Map<String, ResourceLease> all) {
    all.values().forEach(ResourceLease::close);
    all.clear();
  }
}
