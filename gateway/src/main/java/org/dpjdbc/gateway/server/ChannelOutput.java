package org.dpjdbc.gateway.server;

import io.netty.channel.Channel;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.dpjdbc.gateway.session.Output;
import org.dpjdbc.gateway.wire.Frame;

/** Sends to a client, no faster than it reads. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails there closes the connection
final class ChannelOutput implements Output {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int FLUSH = 1 << 16;

  private final Channel channel;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int unsent;

  ChannelOutput(Channel channel) {
    this.channel = channel;
  }

  @Override
  public void write(Frame frame) throws IOException {
    await();
    channel.write(frame);
    unsent += frame.body().length;
    if (unsent > FLUSH) {
      flush();
    }
  }

  @Override
  public void flush() {
    unsent = 0;
    channel.flush();
  }

  /** What is written and not read is bounded by the channel's watermark. */
  private void await() throws IOException {
    long left = PATIENCE.toNanos();
    lock.lock();
    try {
      while (!channel.isWritable() && channel.isActive()) {
        channel.flush();
        if (left <= 0) {
          throw new IOException("the client does not read");
        }
        left =
            changed.awaitNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1))) > 0
                ? left
                : left - TimeUnit.SECONDS.toNanos(1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the gateway stops", e);
    } finally {
      lock.unlock();
    }
    if (!channel.isActive()) {
      throw new IOException("the client is gone");
    }
  }

  /** The channel may be writable again, or is closed. */
  void changed() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
