package org.dpjdbc.gateway.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The file of users, which {@code user add} writes.
 *
 * @param secret from which the salts of unknown user names are computed, so that an exchange does
 *     not disclose who is a user
 * @param users by their names
 */
public record UsersFile(
    Optional<String> secret, @JsonProperty(required = true) Map<String, UserEntry> users) {
  /**
   * A user.
   *
   * @param password what is stored of it: {@code SCRAM-SHA-256$…}
   * @param analyst whom queries are charged to; by default the user's name
   * @param databases that the user may connect to
   * @param owner whether the web page shows the user what all analysts have spent; by default not
   */
  public record UserEntry(
      @JsonProperty(required = true) String password,
      Optional<String> analyst,
      @JsonProperty(required = true) List<String> databases,
      Optional<Boolean> owner) {}
}
