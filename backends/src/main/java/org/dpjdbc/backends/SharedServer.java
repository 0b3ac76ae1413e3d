package org.dpjdbc.backends;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A server that takes long to start, of which all JVMs of a build have one: the first starts it,
 * and the others find its address in a file in the folder {@code -Dbackends.servers}. Each holds a
 * shared lock on the file beside it for as long as it lives; the server waits for an exclusive one,
 * which it gets when the last of them has ended, however it did. Without a folder each JVM has a
 * server of its own.
 */
final class SharedServer {
  private static final int PATIENCE_MILLIS = 10_000;

  /** Held while a server is looked for and started. */
  private static final long STARTING = 0;

  /** Held as long as it is used; the servers know it. */
  private static final long USED = 1;

  /** Closed with the JVM. */
  private static final List<FileLock> HELD = new ArrayList<>();

  /** Starts a server. */
  interface Start {
    /**
     * Waits until it answers.
     *
     * @param users the file whose second byte those who use it have locked; empty if it is for this
     *     JVM alone
     * @return host and port
     */
    String server(Optional<Path> users) throws IOException;
  }

  private SharedServer() {}

  /**
   * The address of the one that runs, or that is started now.
   *
   * @param name of its files
   */
  static String address(String name, Start start) {
    String folder = System.getProperty("backends.servers", "");
    try {
      return folder.isEmpty()
          ? start.server(Optional.empty())
          : address(Files.createDirectories(Path.of(folder)).resolve(name), start);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static synchronized String address(Path users, Start start) throws IOException {
    Path file = Path.of(users + ".address");
    FileChannel channel =
        FileChannel.open(
            users, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    FileLock starting = channel.lock(STARTING, 1, false);
    try {
      // Waits for one that is about to end.
      HELD.add(channel.lock(USED, 1, true));
      if (Files.exists(file) && isListening(Files.readString(file))) {
        return Files.readString(file);
      }
      String address = start.server(Optional.of(users));
      Files.writeString(file, address);
      return address;
    } finally {
      starting.release();
    }
  }

  /** Not if it was killed. */
  private static boolean isListening(String address) {
    String[] parts = address.split(":", 2);
    try (Socket socket = new Socket()) {
      InetAddress host = InetAddress.getByName(parts[0]);
      socket.connect(new InetSocketAddress(host, Integer.parseInt(parts[1])), PATIENCE_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
