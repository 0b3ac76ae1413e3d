package org.dpjdbc.backends;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that cannot choose one themselves. None is of those that systems give to
 * clients: between the choice and the start of a server, and while a server that was killed is
 * down, no connection of anybody's takes it.
 */
public final class Ports {
  private static final int FIRST = 10_000;
  private static final int LAST = 32_000;
  private static final int TRIES = 100;

  private Ports() {}

  /**
   * A port of the loopback address that nobody listens at.
   *
   * @throws IOException if none is found
   */
  public static int free() throws IOException {
    IOException taken = new IOException("no port is free");
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        taken = e;
      }
    }
    throw taken;
  }
}
