package org.dpjdbc.gateway.server;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.session.Session;
import org.dpjdbc.gateway.wire.ServerError;

/** The sessions that there are: for requests to cancel, and to count them. Thread-safe. */
final class Clients {
  private static final int KEY = 4;

  private final SecureRandom random;
  private final Map<Integer, Client> clients = new ConcurrentHashMap<>();

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

  /** Its number is a random one: by counting, users would learn how many sessions there are. */
  Client add(Session session, User user, String database, Consumer<ServerError> end) {
    byte[] key = new byte[KEY];
    random.nextBytes(key);
    while (true) {
      int id = random.nextInt(1, Integer.MAX_VALUE);
      Client client = new Client(id, key, session, user, database, end);
      if (clients.putIfAbsent(id, client) == null) {
        return client;
      }
    }
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
