package org.dpjdbc.gateway.server;

import io.netty.channel.Channel;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Connections that have not logged in. If there are too many, one of the address that has most of
 * them is closed, the oldest: who knows a password needs a moment, and who does not cannot keep
 * those of other addresses out by waiting. Thread-safe.
 */
final class Waiting {
  private final int most;
  private final Map<String, Set<Channel>> channels = new HashMap<>();
  private int size;

  Waiting(int most) {
    this.most = most;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // it is closed, or will be
  void add(Channel channel, String address) {
    Channel oldest = null;
    synchronized (channels) {
      size += channels.computeIfAbsent(address, any -> new LinkedHashSet<>()).add(channel) ? 1 : 0;
      if (size > most) {
        oldest = removeOldest();
      }
    }
    if (oldest != null) {
      oldest.close();
    }
  }

  private Channel removeOldest() {
    Map.Entry<String, Set<Channel>> crowd =
        channels.entrySet().stream()
            .max(Comparator.comparingInt(each -> each.getValue().size()))
            .orElseThrow();
    Iterator<Channel> all = crowd.getValue().iterator();
    Channel oldest = all.next();
    remove(oldest, crowd.getKey());
    return oldest;
  }

  /** It has proven that it knows a password, or is closed. */
  void remove(Channel channel, String address) {
    synchronized (channels) {
      Set<Channel> same = channels.getOrDefault(address, Set.of());
      if (same.contains(channel)) {
        same.remove(channel);
        size--;
        if (same.isEmpty()) {
          channels.remove(address);
        }
      }
    }
  }
}
