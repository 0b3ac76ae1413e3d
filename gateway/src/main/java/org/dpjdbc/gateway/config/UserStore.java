package org.dpjdbc.gateway.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;

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
  Map<String, UsersFile.UserEntry> read() throws ConfigException {
    return Files.exists(file)
        ? new TreeMap<>(YamlFile.read(file, UsersFile.class).users())
        : new TreeMap<>();
  }

  /**
   * Adds a user or replaces one.
   *
   * @return whether there was none of that name
   */
  public boolean put(String name, UsersFile.UserEntry user) throws ConfigException, IOException {
    Map<String, UsersFile.UserEntry> users = read();
    boolean isNew = users.put(name, user) == null;
    write(users);
    return isNew;
  }

  /**
   * Removes a user.
   *
   * @return whether there was one of that name
   */
  public boolean remove(String name) throws ConfigException, IOException {
    Map<String, UsersFile.UserEntry> users = read();
    boolean was = users.remove(name) != null;
    if (was) {
      write(users);
    }
    return was;
  }

  private void write(Map<String, UsersFile.UserEntry> users) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Path next = Files.createTempFile(folder, "users", ".yaml", attributes());
    Files.writeString(next, HEAD + YamlFile.write(new UsersFile(users)), StandardCharsets.UTF_8);
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
