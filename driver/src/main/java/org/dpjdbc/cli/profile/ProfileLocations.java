package org.dpjdbc.cli.profile;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where a profile is looked for when none is named.
 *
 * @param places in this order
 * @param user who runs the program; empty if that is not known
 */
public record ProfileLocations(List<Path> places, Optional<UserPrincipal> user) {
  /** What a profile is called. */
  private static final String NAME = "dp-jdbc.yaml";

  /** The working directory, then the user's configuration. */
  public static ProfileLocations ofUser() {
    return new ProfileLocations(
        List.of(Path.of(NAME), configuration().resolve("dp-jdbc").resolve(NAME)), currentUser());
  }

  /** As the XDG Base Directory Specification has it: a relative path does not count. */
  private static Path configuration() {
    return Optional.ofNullable(System.getenv("XDG_CONFIG_HOME"))
        .map(Path::of)
        .filter(Path::isAbsolute)
        .orElseGet(() -> Path.of(System.getProperty("user.home", ""), ".config"));
  }

  private static Optional<UserPrincipal> currentUser() {
    try {
      return Optional.of(
          FileSystems.getDefault()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName(System.getProperty("user.name", "")));
    } catch (UnsupportedOperationException | IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Reads the first profile that is there.
   *
   * @return empty if there is none
   * @throws ProfileException if it cannot be used, or is another user's
   */
  public Optional<Profile> read() throws ProfileException {
    Optional<Path> found = places.stream().filter(Files::exists).findFirst();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    new ProfileFile(found.get()).requireOwnedBy(user);
    return Optional.of(ProfileReader.read(found.get()));
  }

  /** For messages. */
  @Override
  public String toString() {
    return places.stream().map(Path::toString).collect(Collectors.joining(" or "));
  }
}
