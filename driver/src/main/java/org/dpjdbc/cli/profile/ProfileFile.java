package org.dpjdbc.cli.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;

/**
 * A profile, or the file of a password: a file for which it matters who else can read or write it.
 *
 * @param path where it is
 */
record ProfileFile(Path path) {
  private static final int MAX_BYTES = 1 << 20;

  private static final Set<PosixFilePermission> OF_OTHERS_TO_WRITE =
      Set.of(GROUP_WRITE, OTHERS_WRITE);
  private static final Set<PosixFilePermission> OF_THE_OWNER =
      Set.of(OWNER_READ, OWNER_WRITE, OWNER_EXECUTE);

  /**
   * The whole content.
   *
   * @throws ProfileException if it cannot be read
   */
  String text() throws ProfileException {
    if (Files.isDirectory(path)) {
      throw new ProfileException(path + ": this is a directory; name a file");
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new ProfileException(path + ": the file is larger than 1 MiB");
      }
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (NoSuchFileException e) {
      throw new ProfileException(path + ": there is no such file");
    } catch (AccessDeniedException e) {
      throw new ProfileException(path + ": the file may not be read by this user");
    } catch (CharacterCodingException e) {
      throw new ProfileException(path + ": the file is not UTF-8 text");
    } catch (IOException e) {
      throw new ProfileException(path + ": the file cannot be read");
    }
  }

  /**
   * The first line, which is a password.
   *
   * @param place who names the file
   * @throws ProfileException if there is none, or others can read the file
   */
  String firstLine(String place) throws ProfileException {
    String line;
    try {
      line = text().lines().findFirst().orElse("");
    } catch (ProfileException e) {
      throw new ProfileException("%s: %s".formatted(place, e.getMessage()));
    }
    if (!isOfItsOwnerAlone()) {
      throw new ProfileException(
          "%s: others can read the password in %s: run chmod 600 %s".formatted(place, path, path));
    }
    if (line.isEmpty()) {
      throw new ProfileException("%s: the first line of %s is empty".formatted(place, path));
    }
    return line;
  }

  /** Whether only the owner can read it; false if the file system does not say. */
  boolean isOfItsOwnerAlone() {
    return permissions().filter(OF_THE_OWNER::containsAll).isPresent();
  }

  /**
   * Refuses a file that others can change: it says which code is loaded, and where passwords go.
   *
   * @throws ProfileException if they can
   */
  void requireUnchangedByOthers() throws ProfileException {
    if (permissions()
        .filter(found -> !Collections.disjoint(found, OF_OTHERS_TO_WRITE))
        .isPresent()) {
      throw new ProfileException(
          "%s: others can write this profile, which says what driver is loaded: run chmod go-w %s"
              .formatted(path, path));
    }
  }

  /**
   * Refuses another user's file that was not named explicitly, and another user's link to any file:
   * relative paths would be in the folder of the link.
   *
   * @param user who runs the program; empty if that is not known
   * @throws ProfileException if it belongs to another user
   */
  void requireOwnedBy(Optional<UserPrincipal> user) throws ProfileException {
    if (user.isEmpty() || !owner().equals(user) || !owner(NOFOLLOW_LINKS).equals(user)) {
      throw new ProfileException(
          "%s: this profile belongs to another user, and is not read unless you name it: --profile %s"
              .formatted(path, path));
    }
  }

  private Optional<UserPrincipal> owner(LinkOption... options) {
    try {
      return Optional.of(Files.getOwner(path, options));
    } catch (UnsupportedOperationException | IOException e) {
      return Optional.empty();
    }
  }

  /** Empty on file systems that have none. */
  private Optional<Set<PosixFilePermission>> permissions() {
    try {
      return Optional.of(Files.getPosixFilePermissions(path));
    } catch (UnsupportedOperationException | IOException e) {
      return Optional.empty();
    }
  }
}
