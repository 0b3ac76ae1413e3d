package org.dpjdbc.gateway.web.session;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dpjdbc.gateway.login.Verifier;
import org.dpjdbc.gateway.web.ask.WebOutcome;

/** A user who is logged in. Thread-safe. */
public final class WebSession {
  /** Answers, which may be large. */
  private static final int KEPT = 3;

  /** Forms that were sent: more than anybody fills in before going back to one. */
  private static final int SENT = 1000;

  private final String user;
  private final Verifier verifier;
  private final String token;
  private final long began;
  private long used;
  private final Map<String, Slot> outcomes = new LinkedHashMap<>();

  private final Set<String> sent =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> oldest) {
              return size() > SENT;
            }
          });

  /** A query that was sent, and what became of it when it has ended. */
  private record Slot(String database, Optional<WebOutcome> outcome) {}

  WebSession(String user, Verifier verifier, String token, long now) {
    this.user = user;
    this.verifier = verifier;
    this.token = token;
    this.began = now;
    this.used = now;
  }

  public String user() {
    return user;
  }

  Verifier verifier() {
    return verifier;
  }

  /** What each form of the session has, and no other site knows. */
  public String token() {
    return token;
  }

  public boolean isToken(String text) {
    return RandomTokens.areSame(token, text);
  }

  long began() {
    return began;
  }

  synchronized long used() {
    return used;
  }

  synchronized void use(long now) {
    used = now;
  }

  /**
   * Begins a query, unless the same form has sent it before: a form that is sent twice runs its
   * query once.
   *
   * @param id of the form and the query's text
   * @return whether it is to be run now
   */
  public synchronized boolean begin(String id, String database) {
    if (!sent.add(id)) {
      return false;
    }
    outcomes.put(id, new Slot(database, Optional.empty()));
    return true;
  }

  /** Keeps what became of a query, for its page and its download. */
  public synchronized void end(String id, String database, WebOutcome outcome) {
    outcomes.remove(id);
    outcomes.put(id, new Slot(database, Optional.of(outcome))); // the newest one
    List<String> ended =
        outcomes.entrySet().stream()
            .filter(each -> each.getValue().outcome().isPresent())
            .map(Map.Entry::getKey)
            .toList();
    if (ended.size() > KEPT) {
      outcomes.remove(ended.get(0));
    }
  }

  /** A query has failed, and may be sent again. */
  public synchronized void forget(String id) {
    outcomes.remove(id);
    sent.remove(id);
  }

  /** What became of a query; empty if it runs, or if others have taken its place. */
  public synchronized Optional<WebOutcome> outcome(String id, String database) {
    return Optional.ofNullable(outcomes.get(id))
        .filter(slot -> slot.database().equals(database))
        .flatMap(Slot::outcome);
  }

  /** Whether a query runs. */
  public synchronized boolean isRunning(String id) {
    return Optional.ofNullable(outcomes.get(id)).filter(s -> s.outcome().isEmpty()).isPresent();
  }
}
