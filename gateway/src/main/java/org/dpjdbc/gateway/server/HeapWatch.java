package org.dpjdbc.gateway.server;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import javax.management.ListenerNotFoundException;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the gateway answering when memory is short in spite of all limits, which are estimates. If
 * the heap is still full after a collection of all of it, the sessions of the user who holds most
 * end. If that does not help, the process ends, and its supervisor starts another one: a full heap
 * would otherwise leave everybody without an answer for as long as it stays full. Thread-safe.
 */
final class HeapWatch {
  private static final Logger LOGGER = LoggerFactory.getLogger(HeapWatch.class);

  /** The share of the heap in use after a collection from which on the heap is full. */
  static final double FULL = 0.9;

  /** Full collections further apart than that leave time to answer. */
  static final Duration SHORT = Duration.ofSeconds(10);

  /** How long sessions that were ended have for returning their memory. */
  static final Duration RELIEF = Duration.ofSeconds(10);

  /** How long the heap may stay full. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Runnable relieve;
  private final Runnable end;
  private final LongSupplier nanoTime;
  private boolean isFull;
  private long fullSince;
  private long relieved;
  private long last;

  /**
   * @param relieve ends the sessions of the user who holds most
   * @param end ends the process
   * @param nanoTime as {@link System#nanoTime()}
   */
  HeapWatch(Runnable relieve, Runnable end, LongSupplier nanoTime) {
    this.relieve = relieve;
    this.end = end;
    this.nanoTime = nanoTime;
  }

  /**
   * Begins to watch the collections of this process.
   *
   * @return ends it
   */
  Runnable start() {
    NotificationListener listener =
        (notification, none) -> {
          if (notification.getUserData() instanceof CompositeData data) {
            collected(GarbageCollectionNotificationInfo.from(data));
          }
        };
    ManagementFactory.getGarbageCollectorMXBeans()
        .forEach(
            bean -> ((NotificationEmitter) bean).addNotificationListener(listener, null, null));
    return () -> ManagementFactory.getGarbageCollectorMXBeans().forEach(b -> remove(b, listener));
  }

  private static void remove(GarbageCollectorMXBean bean, NotificationListener listener) {
    try {
      ((NotificationEmitter) bean).removeNotificationListener(listener);
    } catch (ListenerNotFoundException e) {
      LOGGER.debug("Collections were not watched", e);
    }
  }

  private void collected(GarbageCollectionNotificationInfo collection) {
    if (!collection.getGcAction().equals("end of major GC")) {
      return;
    }
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    long used =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(pool -> collection.getGcInfo().getMemoryUsageAfterGc().get(pool.getName()))
            .filter(Objects::nonNull)
            .mapToLong(MemoryUsage::getUsed)
            .sum();
    collected((double) used / heap.getMax());
  }

  /**
   * Takes the result of a collection of the whole heap.
   *
   * @param used the share of the heap that is in use after it
   */
  synchronized void collected(double used) {
    long now = nanoTime.getAsLong();
    boolean wasFull = isFull && now - last <= SHORT.toNanos();
    last = now;
    isFull = used >= FULL;
    if (!isFull) {
      return;
    }
    if (!wasFull) {
      fullSince = now;
    }
    if (now - fullSince >= PATIENCE.toNanos()) {
      LOGGER.error("The heap stays full; the gateway ends");
      end.run();
    } else if (!wasFull || now - relieved >= RELIEF.toNanos()) {
      relieved = now;
      relieve.run();
    }
  }
}
