package org.dpjdbc.cli.profile;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.policy.NearestName;

/**
 * A profile that was read.
 *
 * @param file as messages call it
 * @param preferred the connection that is meant if none is named
 * @param sqllineJars the jars of the console, if they are named
 * @param connections by name, in the order of the file; at least one
 */
public record Profile(
    String file,
    Optional<String> preferred,
    List<Path> sqllineJars,
    Map<String, NamedConnection> connections) {

  /**
   * The connection of a name, or else the preferred one, or else the only one.
   *
   * @throws ProfileException if there is none
   */
  NamedConnection connection(Optional<String> name) throws ProfileException {
    Optional<String> wanted = name.or(() -> preferred);
    if (wanted.isEmpty() && connections.size() > 1) {
      throw new ProfileException(
          "%s has several connections; name one with --connection, or write 'default: %s' there: %s"
              .formatted(file, connections.keySet().iterator().next(), names()));
    }
    String found = wanted.orElseGet(() -> connections.keySet().iterator().next());
    NamedConnection connection = connections.get(found);
    if (connection == null) {
      throw new ProfileException(
          "%s has no connection '%s'; %s"
              .formatted(
                  file,
                  found,
                  connections.size() == 1
                      ? "its only one is " + names()
                      : "did you mean '%s'? There are %s"
                          .formatted(
                              NearestName.among(found, connections.keySet()).orElse(""), names())));
    }
    return connection;
  }

  private String names() {
    return String.join(", ", connections.keySet());
  }
}
