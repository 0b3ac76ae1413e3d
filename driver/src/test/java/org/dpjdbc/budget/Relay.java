package org.dpjdbc.budget;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands between a client and a server: counts how often the server is asked, can be cut, and can
 * fall silent.
 */
public final class Relay implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final String host;
  private final int target;
  private final ServerSocket listener;
  private final AtomicLong roundTrips = new AtomicLong();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;
  private volatile CountDownLatch silence = new CountDownLatch(0);

  /** Opens a door to a server. */
  public Relay(String host, int target) throws IOException {
    this.host = host;
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /** Where clients connect to. */
  public int port() {
    return listener.getLocalPort();
  }

  /** How often a client spoke after the server had, or first. */
  long roundTrips() {
    return roundTrips.get();
  }

  /** Breaks every connection and takes no more. */
  public void cut() throws IOException {
    cut = true;
    for (Socket socket : open) {
      socket.close();
    }
  }

  /** Takes no more connections, such as that of a cancellation; those that are open stay. */
  public void takeNoMore() {
    cut = true;
  }

  /** Takes connections again. */
  public void mend() {
    cut = false;
  }

  /** Loses all that is sent from now on: nobody is told, as in a network that is gone. */
  public void silence() {
    silence = new CountDownLatch(1);
  }

  /** Carries again what is sent, and what was. */
  public void speak() {
    silence.countDown();
  }

  /** Carries what is sent on connections that are made from now on; nothing on those that are. */
  public void speakAnew() {
    silence = new CountDownLatch(0);
  }

  private static void await(CountDownLatch silence) throws IOException {
    try {
      silence.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      if (cut) {
        client.close();
        continue;
      }
      Socket server = new Socket(host, target);
      open.add(client);
      open.add(server);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      AtomicBoolean asked = new AtomicBoolean();
      start(
          () ->
              pump(
                  client,
                  server,
                  () -> {
                    if (asked.compareAndSet(false, true)) {
                      roundTrips.incrementAndGet();
                    }
                  }));
      start(() -> pump(server, client, () -> asked.set(false)));
    }
  }

  private void pump(Socket from, Socket to, Runnable each) throws IOException {
    byte[] buffer = new byte[BUFFER];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        each.run();
        await(silence);
        out.write(buffer, 0, n);
      }
    }
  }

  private interface Task {
    void run() throws IOException;
  }

  private static void start(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException e) {
                // an end of the line
              }
            },
            "relay");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cut();
  }
}
