package org.dpjdbc.gateway.server;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.session.Session;
import org.dpjdbc.gateway.wire.ServerError;

/** The sessions that there are: for requests to cancel, and to count them. Thread-safe. */
final class Clients {
  private static final int KEY = 4;

  private final SecureRandom random;
  private final AtomicInteger last = new AtomicInteger();
  private final Map<Integer, Client> clients = new ConcurrentHashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();

  Clients(SecureRandom random) {
    this.random = random;
  }

  /**
   * A session's number and secret.
   *
   * @param key who has it may cancel
   * @param end ends the connection, with an error that says why
   */
  @SuppressWarnings("ArrayRecordComponent") // is not compared
  record Client(
      int id, byte[] key, Session session, User user, String database, Consumer<ServerError> end) {}

  /** Counts a connection of a user, if it may have one more. */
  synchronized boolean enter(String user, int most) {
    int count = counts.getOrDefault(user, 0);
    if (count >= most) {
      return false;
    }
    counts.put(user, count + 1);
    return true;
  }

  synchronized void leave(String user) {
    counts.merge(user, -1, Integer::sum);
    counts.remove(user, 0);
  }

  Client add(Session session, User user, String database, Consumer<ServerError> end) {
    byte[] key = new byte[KEY];
    random.nextBytes(key);
    Client client = new Client(last.incrementAndGet(), key, session, user, database, end);
    clients.put(client.id(), client);
    return client;
  }

  void remove(Client client) {
    clients.remove(client.id());
  }

  /** The session of that number, if the key is its own. */
  Optional<Session> find(int id, byte[] key) {
    Client client = clients.get(id);
    return client != null && MessageDigest.isEqual(client.key(), key)
        ? Optional.of(client.session())
        : Optional.empty();
  }

  /** Ends those that the condition is true of. */
  void end(Predicate<Client> condition, ServerError why) {
    clients.values().stream().filter(condition).forEach(client -> client.end().accept(why));
  }

  int size() {
    return clients.size();
  }
}
