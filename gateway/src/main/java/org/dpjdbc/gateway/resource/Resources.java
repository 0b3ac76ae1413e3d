package org.dpjdbc.gateway.resource;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.dpjdbc.gateway.wire.ServerError;

/** The connections of all users, and what each user holds. Thread-safe. */
public final class Resources {
  private final Supplier<Limits> limits;
  private final LongSupplier nanoTime;

  /** Of those who have had a connection: the statements of the last minute count on. */
  private final Map<String, UserResources> users = new HashMap<>();

  private int connections;

  /**
   * What there is.
   *
   * @param connections of all users
   * @param userConnections of one user
   * @param ofUser what else one user may hold and use
   */
  public record Limits(int connections, int userConnections, UserResources.Limits ofUser) {}

  /**
   * @param limits asked each time, since they change with the gateway's file
   * @param nanoTime as {@link System#nanoTime()}
   */
  public Resources(Supplier<Limits> limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
  }

  /**
   * Counts one more connection of a user, before anything is opened for it.
   *
   * @return what it takes from now on, until it is closed
   * @throws ServerError if the user, or all users together, may have no more
   */
  public synchronized UserResources.Share enter(String user) throws ServerError {
    Limits now = limits.get();
    UserResources resources =
        users.computeIfAbsent(
            user, name -> new UserResources(name, () -> limits.get().ofUser(), nanoTime));
    if (resources.connections >= now.userConnections()) {
      throw ServerError.fatal("53300", "too many connections for role \"" + user + "\"");
    }
    if (connections >= now.connections()) {
      throw ServerError.fatal("53300", "sorry, too many clients already");
    }
    UserResources.Share share = resources.share(() -> leave(resources));
    connections++;
    resources.connections++;
    return share;
  }

  /** How many there are. */
  public synchronized int connections() {
    return connections;
  }

  /** The user who holds most, of those who have connections. */
  public synchronized Optional<String> largest() {
    return users.values().stream()
        .filter(user -> user.connections > 0)
        .max(Comparator.comparingLong(UserResources::weight))
        .map(UserResources::user);
  }

  private synchronized void leave(UserResources resources) {
    connections--;
    resources.connections--;
  }
}
