package org.dpjdbc.cli.profile;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The options that choose a connection of a profile, common to all commands. What the command line
 * says is stronger than what the connection says.
 */
public final class ProfileOptions {
  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description =
          "A file of connections. Default: dp-jdbc.yaml in the working directory, or else in"
              + " ~/.config/dp-jdbc.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--connection",
      paramLabel = "NAME",
      description =
          "The profile's connection, which supplies omitted options. Default: the profile's"
              + " default, or its only one.")
  private Optional<String> name = Optional.empty();

  private final ProfileLocations places;
  private Optional<Profile> profile = Optional.empty();
  private Optional<NamedConnection> used = Optional.empty();

  /** Of the user's own places. */
  public ProfileOptions() {
    this(ProfileLocations.ofUser());
  }

  ProfileOptions(ProfileLocations places) {
    this.places = places;
  }

  /**
   * The connection that fills in what the command line leaves out.
   *
   * @param needed whether anything is left out; if not, no profile is read that is not named
   * @return empty if nothing is left out and none is named, or if there is no profile
   * @throws ProfileException if the profile cannot be used
   */
  public Optional<NamedConnection> connection(boolean needed) throws ProfileException {
    boolean named = file.isPresent() || name.isPresent();
    if (used.isEmpty() && (needed || named)) {
      profile = file.isPresent() ? Optional.of(ProfileReader.read(file.get())) : places.read();
      if (profile.isEmpty() && named) {
        throw new ProfileException("there is no profile: neither " + places);
      }
      used = profile.isPresent() ? Optional.of(profile.get().connection(name)) : Optional.empty();
    }
    return used;
  }

  /** The connection that was taken something from, if there is one. */
  public Optional<NamedConnection> used() {
    return used;
  }

  /** The jars of the console, as the profile names them. */
  public List<Path> sqllineJars() {
    return profile.map(Profile::sqllineJars).orElse(List.of());
  }

  /** Where a profile is looked for, for messages. */
  public String places() {
    return places.toString();
  }
}
