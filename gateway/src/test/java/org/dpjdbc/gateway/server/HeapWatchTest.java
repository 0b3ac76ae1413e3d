package org.dpjdbc.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A full heap ends sessions, then the process; what was full once does neither. */
class HeapWatchTest {
  private final AtomicLong time = new AtomicLong();
  private final AtomicInteger relieved = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final HeapWatch watch =
      new HeapWatch(relieved::incrementAndGet, ended::incrementAndGet, time::get);

  private void collected(double used, Duration later) {
    time.addAndGet(later.toNanos());
    watch.collected(used);
  }

  @Test
  void endsSessionsAtOnceAndAgainIfThatDoesNotHelp() {
    collected(0.89, Duration.ofSeconds(1));
    assertThat(relieved).hasValue(0);
    collected(0.9, Duration.ofSeconds(1));
    assertThat(relieved).hasValue(1);
    collected(0.95, Duration.ofSeconds(9));
    assertThat(relieved).hasValue(1);
    collected(0.95, Duration.ofSeconds(1));
    assertThat(relieved).hasValue(2);
    assertThat(ended).hasValue(0);
  }

  @Test
  void endsTheProcessIfTheHeapStaysFull() {
    for (int second = 0; second < 30; second++) {
      collected(0.99, Duration.ofSeconds(1));
    }
    assertThat(ended).hasValue(0);
    collected(0.99, Duration.ofSeconds(1));
    assertThat(ended).hasValue(1);
  }

  @Test
  void forgetsWhatWasFull() {
    for (int minute = 0; minute < 10; minute++) {
      collected(0.99, Duration.ofSeconds(11));
    }
    for (int second = 0; second < 60; second++) {
      collected(second % 2 == 0 ? 0.99 : 0.5, Duration.ofSeconds(1));
    }
    assertThat(ended).hasValue(0);
  }

  @Test
  void hearsOfCollections() throws InterruptedException {
    CountDownLatch heard = new CountDownLatch(1);
    HeapWatch real = new HeapWatch(() -> {}, () -> {}, () -> count(heard));
    Runnable end = real.start();
    try {
      while (!heard.await(100, TimeUnit.MILLISECONDS)) {
        System.gc(); // a collection of the whole heap
      }
    } finally {
      end.run();
    }
    assertThat(heard.getCount()).isZero();
  }

  private static long count(CountDownLatch heard) {
    heard.countDown();
    return 0;
  }
}
