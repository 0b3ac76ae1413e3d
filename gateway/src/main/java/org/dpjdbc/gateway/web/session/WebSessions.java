package org.dpjdbc.gateway.web.session;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.dpjdbc.gateway.config.User;

/**
 * The open sessions. One ends when it was not used for half an hour, eight hours after its login,
 * when the user logs out, is removed or gets another password, and when the user logs in too often
 * elsewhere. The map has digests of the cookies, not the cookies. Thread-safe.
 */
public final class WebSessions {
  /** How long a session lasts that is not used. */
  public static final Duration IDLE = Duration.ofMinutes(30);

  /** How long a session lasts. */
  public static final Duration LONGEST = Duration.ofHours(8);

  private static final int OF_USER = 8;
  private static final int MOST = 400;

  private final SecureRandom random;
  private final LongSupplier nanos;
  private final Map<String, WebSession> sessions = new HashMap<>();

  /**
   * @param nanos a clock
   */
  public WebSessions(SecureRandom random, LongSupplier nanos) {
    this.random = random;
    this.nanos = nanos;
  }

  /**
   * Begins one.
   *
   * @return its cookie, which is new
   */
  public synchronized String begin(User user) {
    long now = nanos.getAsLong();
    sessions.values().removeIf(session -> isOver(session, now));
    List<Map.Entry<String, WebSession>> own =
        sessions.entrySet().stream()
            .filter(each -> each.getValue().user().equals(user.name()))
            .toList();
    if (own.size() >= OF_USER) {
      removeOldest(own);
    }
    if (sessions.size() >= MOST) {
      removeOldest(List.copyOf(sessions.entrySet()));
    }
    String cookie = RandomTokens.next(random);
    WebSession session =
        new WebSession(user.name(), user.verifier(), RandomTokens.next(random), now);
    sessions.put(RandomTokens.digest(cookie), session);
    return cookie;
  }

  private void removeOldest(List<Map.Entry<String, WebSession>> some) {
    some.stream()
        .min(Comparator.comparingLong(each -> each.getValue().used()))
        .ifPresent(oldest -> sessions.remove(oldest.getKey()));
  }

  private static boolean isOver(WebSession session, long now) {
    return now - session.used() > IDLE.toNanos() || now - session.began() > LONGEST.toNanos();
  }

  /**
   * The session of a cookie, which is used by that.
   *
   * @param users finds a user as the settings have it now
   */
  public synchronized Optional<WebSession> find(
      String cookie, Function<String, Optional<User>> users) {
    String key = RandomTokens.digest(cookie);
    WebSession session = sessions.get(key);
    if (session == null) {
      return Optional.empty();
    }
    long now = nanos.getAsLong();
    boolean isSame =
        users
            .apply(session.user())
            .filter(
                user ->
                    MessageDigest.isEqual(
                        user.verifier().storedKey(), session.verifier().storedKey()))
            .isPresent();
    if (!isSame || isOver(session, now)) {
      sessions.remove(key);
      return Optional.empty();
    }
    session.use(now);
    return Optional.of(session);
  }

  /** Ends the session of a cookie. */
  public synchronized void end(String cookie) {
    sessions.remove(RandomTokens.digest(cookie));
  }

  /** How many there are. */
  public synchronized int size() {
    long now = nanos.getAsLong();
    sessions.values().removeIf(session -> isOver(session, now));
    return sessions.size();
  }
}
