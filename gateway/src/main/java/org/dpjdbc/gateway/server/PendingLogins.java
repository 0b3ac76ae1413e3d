package org.dpjdbc.gateway.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Connections that have not logged in, or wait for a last error to be read. If there are too many,
 * one is closed: the oldest of those whose address has most of them. So who knows a password has a
 * moment, and nobody can keep other addresses out by waiting. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what is to be closed is closed, or will be
final class PendingLogins {
  private final int most;

  /** Their addresses. The oldest one comes first. */
  private final Map<Channel, String> addresses = new LinkedHashMap<>();

  PendingLogins(int most) {
    this.most = most;
  }

  /** Counts a connection until it is removed or closed. */
  void add(Channel channel, String address) {
    Channel oldest = null;
    synchronized (addresses) {
      addresses.putIfAbsent(channel, address);
      if (addresses.size() > most) {
        oldest = removeOldest();
      }
    }
    if (oldest != null) {
      closeAtOnce(oldest);
    }
    channel.closeFuture().addListener(closed -> remove(channel));
  }

  /** Not by way of TLS, which would wait for the client to read. */
  private static void closeAtOnce(Channel channel) {
    ChannelHandlerContext first = channel.pipeline().firstContext();
    if (first == null) {
      channel.close();
    } else {
      first.close();
    }
  }

  private Channel removeOldest() {
    Map<String, Integer> counts = new HashMap<>();
    addresses.values().forEach(address -> counts.merge(address, 1, Integer::sum));
    int largest = Collections.max(counts.values());
    Channel oldest =
        addresses.keySet().stream()
            .filter(each -> counts.getOrDefault(addresses.get(each), 0) == largest)
            .findFirst()
            .orElseThrow();
    addresses.remove(oldest);
    return oldest;
  }

  /** How many there are. */
  int size() {
    synchronized (addresses) {
      return addresses.size();
    }
  }

  /** It has become a session, or is closed. */
  void remove(Channel channel) {
    synchronized (addresses) {
      addresses.remove(channel);
    }
  }
}
