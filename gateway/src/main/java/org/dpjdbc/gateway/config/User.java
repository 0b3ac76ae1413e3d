package org.dpjdbc.gateway.config;

import java.util.HashSet;
import java.util.Set;
import org.dpjdbc.gateway.login.Verifier;

/**
 * A user of the gateway.
 *
 * @param analyst whom queries are charged to
 * @param databases that the user may connect to
 * @param isOwner whether the web page shows the user what all analysts have spent
 */
public record User(
    String name, Verifier verifier, String analyst, Set<String> databases, boolean isOwner) {

  /** The same, who may do no more than another one may. */
  User restrictedBy(User other) {
    Set<String> both = new HashSet<>(databases);
    both.retainAll(other.databases);
    return new User(name, verifier, analyst, Set.copyOf(both), isOwner && other.isOwner);
  }
}
