package org.dpjdbc.gateway.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.dpjdbc.gateway.login.DecoyVerifiers;

/**
 * The file of users, which is replaced as a whole when it changes: a gateway that reads it sees the
 * old one or the new one.
 */
public final class UserStore {
  private static final String HEAD =
      "# The gateway's users. Change them with: user add NAME, user remove NAME\n";

  private final Path file;

  UserStore(Path file) {
    this.file = file;
  }

  /** Where it is. */
  public Path path() {
    return file;
  }

  /** The users that there are. */
  UsersFile read() throws ConfigException {
    return Files.exists(file)
        ? YamlFile.read(file, UsersFile.class)
        : new UsersFile(Optional.empty(), Map.of());
  }

  /**
   * Adds a user or replaces one.
   *
   * @return whether there was none of that name
   */
  public boolean put(String name, UsersFile.UserEntry user) throws ConfigException, IOException {
    UsersFile before = read();
    Map<String, UsersFile.UserEntry> users = new TreeMap<>(before.users());
    boolean isNew = users.put(name, user) == null;
    write(before, users);
    return isNew;
  }

  /**
   * Removes a user.
   *
   * @return whether there was one of that name
   */
  public boolean remove(String name) throws ConfigException, IOException {
    UsersFile before = read();
    Map<String, UsersFile.UserEntry> users = new TreeMap<>(before.users());
    boolean was = users.remove(name) != null;
    if (was) {
      write(before, users);
    }
    return was;
  }

  private void write(UsersFile before, Map<String, UsersFile.UserEntry> users) throws IOException {
    String secret = before.secret().orElseGet(() -> DecoyVerifiers.secret(new SecureRandom()));
    UsersFile after = new UsersFile(Optional.of(secret), users);
    Path folder = file.toAbsolutePath().getParent();
    Path next = Files.createTempFile(folder, "users", ".yaml", attributes());
    Files.writeString(next, HEAD + YamlFile.write(after), StandardCharsets.UTF_8);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private FileAttribute<?>[] attributes() {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
