package org.dpjdbc.gateway.server;

import io.netty.channel.Channel;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Connections that have not logged in. If there are too many, the one that has waited longest is
 * closed: who knows a password needs a moment, and who does not cannot keep others out by waiting.
 * Thread-safe.
 */
final class Waiting {
  private final int most;
  private final Set<Channel> channels = new LinkedHashSet<>();

  Waiting(int most) {
    this.most = most;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // it is closed, or will be
  void add(Channel channel) {
    Channel eldest = null;
    synchronized (channels) {
      channels.add(channel);
      if (channels.size() > most) {
        Iterator<Channel> all = channels.iterator();
        eldest = all.next();
        all.remove();
      }
    }
    if (eldest != null) {
      eldest.close();
    }
  }

  /** It has logged in, or is closed. */
  void remove(Channel channel) {
    synchronized (channels) {
      channels.remove(channel);
    }
  }
}
