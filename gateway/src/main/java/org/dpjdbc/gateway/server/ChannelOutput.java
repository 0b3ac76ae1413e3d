package org.dpjdbc.gateway.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.util.concurrent.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.dpjdbc.gateway.resource.ResourceLease;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.session.SessionOutput;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Reply;
import org.dpjdbc.gateway.wire.ServerError;
import org.dpjdbc.gateway.wire.SessionEnd;
import org.jspecify.annotations.Nullable;

/**
 * Sends to a client, no faster than it reads. Messages become bytes here, on the thread of the
 * session, and go to the network in pieces: what has not been sent is bounded, however long a
 * message is. A piece that cannot be sent closes the connection, so no client mistakes a part of an
 * answer for the whole.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails there closes the connection
final class ChannelOutput implements SessionOutput {
  /** Of a client that reads nothing. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** For the last message, after which the connection is closed, read or not. */
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  private static final String GONE = "the client is gone";

  static final int PIECE = 1 << 15;

  /** Bytes that are handed to the network and not sent. */
  static final int MOST_QUEUED = 1 << 18;

  private final Channel channel;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ByteArrayOutputStream piece = new ByteArrayOutputStream();
  private int queued;
  private boolean ended;

  /** Whether a message has begun and not been handed over whole. */
  private boolean inMessage;

  private UserResources.@Nullable Share share;

  ChannelOutput(Channel channel) {
    this.channel = channel;
  }

  /** Has what is queued count among what the user holds. */
  void charge(UserResources.Share user) {
    lock.lock();
    try {
      share = user;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void write(Frame frame) throws IOException {
    lock.lock();
    try {
      if (ended) { // and what was sent last may still be on its way
        throw new IOException(GONE);
      }
      awaitRoom(); // of short messages, too, that are sent one by one
      inMessage = true;
      append(frame);
      inMessage = false;
    } catch (IOException | RuntimeException | Error e) {
      if (inMessage) {
        fail();
      }
      throw e;
    } finally {
      lock.unlock();
    }
  }

  private void append(Frame frame) throws IOException {
    byte[] body = frame.body();
    head(frame);
    for (int at = 0; at < body.length; ) {
      int length = Math.min(PIECE - piece.size(), body.length - at);
      piece.write(body, at, length);
      at += length;
      if (piece.size() >= PIECE) {
        awaitRoom();
        send();
      }
    }
    if (piece.size() >= PIECE - Long.BYTES) { // so that there is room for the next one's head
      awaitRoom();
      send();
    }
  }

  private void head(Frame frame) {
    if (frame.type() != 0) {
      piece.write(frame.type());
    }
    int length = Integer.BYTES + frame.body().length;
    for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      piece.write(length >> shift);
    }
  }

  @Override
  public void flush() {
    lock.lock();
    try {
      if (piece.size() > 0 && !ended) {
        send();
      }
    } catch (RuntimeException | Error e) {
      fail();
      throw e;
    } finally {
      lock.unlock();
    }
  }

  /** A message before the session begins, of which a client gets few. */
  void answer(Frame frame) {
    try {
      write(frame);
      flush();
    } catch (IOException e) {
      channel.close();
    }
  }

  /**
   * Sends a message that says nothing new, unless others are on their way: a connection that the
   * client has closed fails by that. Waits for nothing.
   */
  void probe() {
    if (!lock.tryLock()) {
      return; // something is being written
    }
    try {
      if (!ended && !inMessage && queued == 0) {
        Frame known = Reply.parameter("integer_datetimes", "on");
        head(known);
        piece.writeBytes(known.body());
        send();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Sends the last message, and closes the connection soon, whether it was read or not. */
  void end(Frame last) {
    lock.lock();
    try {
      if (ended) {
        return;
      }
      if (inMessage) {
        fail(); // the client would take it for a part of the message that has begun
        return;
      }
      ended = true;
      channel.config().setAutoRead(false);
      head(last);
      piece.writeBytes(last.body());
      send().addListener(ChannelFutureListener.CLOSE);
      Future<?> timer =
          channel
              .eventLoop()
              .schedule(() -> channel.close(), FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
      channel.closeFuture().addListener(done -> timer.cancel(false));
    } catch (RuntimeException | Error e) {
      fail();
      throw e;
    } finally {
      lock.unlock();
    }
  }

  private void fail() {
    ended = true;
    piece.reset();
    changed.signalAll();
    channel.close();
  }

  private ChannelFuture send() {
    byte[] bytes = piece.toByteArray();
    piece.reset();
    UserResources.Share user = share;
    ResourceLease held = user == null ? ResourceLease.NOTHING : user.keep(bytes.length);
    queued += bytes.length;
    return channel
        .writeAndFlush(Unpooled.wrappedBuffer(bytes))
        .addListener(sent -> sent(bytes.length, held, sent.isSuccess()));
  }

  private void sent(int length, ResourceLease held, boolean success) {
    held.close();
    lock.lock();
    try {
      queued -= length;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (!success) {
      channel.close();
    }
  }

  private void awaitRoom() throws IOException {
    long left = PATIENCE.toNanos();
    try {
      while (queued > 0 && queued + PIECE > MOST_QUEUED && !ended && channel.isActive()) {
        if (left <= 0) {
          throw new SessionEnd(ServerError.fatal("57P01", "the client does not read its answer"));
        }
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the gateway stops", e);
    }
    if (ended || !channel.isActive()) {
      throw new IOException(GONE);
    }
  }

  /** The channel is closed. */
  void changed() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
