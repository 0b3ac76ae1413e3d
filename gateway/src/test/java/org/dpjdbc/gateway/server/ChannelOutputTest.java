package org.dpjdbc.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.gateway.resource.Resources;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60) // of a second
class ChannelOutputTest {
  private static final long USER_BYTES = 1 << 20;
  private static final Frame ROW = new Frame((byte) 'D', new byte[6000]);
  private static final Frame LAST = ServerError.fatal("57P01", "the end").frame();

  /** A network that sends nothing until it is told to. */
  private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

  private final EmbeddedChannel channel =
      new EmbeddedChannel(
          new ChannelOutboundHandlerAdapter() {
            @Override
            public void write(
                ChannelHandlerContext context, Object message, ChannelPromise promise) {
              waiting.add(new Waiting((ByteBuf) message, promise));
            }
          });

  private final ChannelOutput out = new ChannelOutput(channel);

  private record Waiting(ByteBuf bytes, ChannelPromise promise) {
    byte[] send() {
      byte[] sent = new byte[bytes.readableBytes()];
      bytes.readBytes(sent);
      promise.setSuccess();
      return sent;
    }
  }

  private int queued() {
    return waiting.stream().mapToInt(each -> each.bytes().readableBytes()).sum();
  }

  /** Writes on a thread of its own, up to where it waits. */
  private final class Writer {
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    private final boolean flushes;

    Writer(int rows, Frame last) throws InterruptedException {
      this(rows, last, false);
    }

    Writer(int rows, Frame last, boolean flushes) throws InterruptedException {
      this.flushes = flushes;
      Thread thread = new Thread(() -> write(rows, last));
      thread.setDaemon(true);
      thread.start();
      awaitPause();
    }

    private void write(int rows, Frame last) {
      try {
        for (int i = 0; i < rows; i++) {
          out.write(ROW);
          if (flushes) {
            out.flush();
          }
        }
        out.write(last);
        out.flush();
        done.complete(null);
      } catch (IOException | RuntimeException | Error e) {
        done.completeExceptionally(e);
      }
    }

    void awaitPause() throws InterruptedException {
      while (!done.isDone() && queued() + ChannelOutput.PIECE <= ChannelOutput.MOST_QUEUED) {
        Thread.sleep(1);
      }
    }
  }

  @Test
  void holdsLittleOfWhatAClientDoesNotRead() throws IOException, ServerError, InterruptedException {
    UserResources.Limits limits = new UserResources.Limits(1, 1, USER_BYTES, USER_BYTES);
    UserResources.Share share =
        new Resources(() -> new Resources.Limits(1, 1, limits), System::nanoTime).enter("ann");
    out.charge(share);
    byte[] text = new byte[3 << 20];
    Arrays.fill(text, (byte) 7);
    Writer writer = new Writer(1000, new Frame((byte) 'D', text));
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    while (!writer.done.isDone() || !waiting.isEmpty()) {
      writer.awaitPause();
      int queued = queued();
      assertThat(queued).isLessThanOrEqualTo(ChannelOutput.MOST_QUEUED);
      if (!writer.done.isDone()) {
        assertThatThrownBy(() -> share.take(USER_BYTES - queued + 1))
            .hasMessageContaining("too much memory");
        share.take(USER_BYTES - queued).close();
      }
      while (!waiting.isEmpty()) {
        sent.writeBytes(waiting.remove().send());
      }
    }
    writer.done.join();
    assertThat(sent.size()).isEqualTo(1000 * 6005 + 5 + text.length);
    assertThat(Arrays.copyOf(sent.toByteArray(), 6006))
        .startsWith('D', 0, 0, 6004 >> 8, 6004 & 255)
        .endsWith('D');
    assertThat(sent.toByteArray()).endsWith(text);
    share.take(USER_BYTES).close();
  }

  /** A client may ask again and again, and read no answer. */
  @Test
  void holdsLittleOfManyShortAnswers() throws InterruptedException {
    Writer writer = new Writer(1000, ROW, true);
    while (!writer.done.isDone() || !waiting.isEmpty()) {
      writer.awaitPause();
      assertThat(queued()).isLessThanOrEqualTo(ChannelOutput.MOST_QUEUED);
      if (!waiting.isEmpty()) {
        waiting.remove().send();
      }
    }
    writer.done.join();
  }

  @Test
  void closesAConnectionInWhichAnythingIsLost() throws IOException, InterruptedException {
    Writer writer = new Writer(1000, ROW);
    waiting.remove().promise().setFailure(new OutOfMemoryError("no buffer"));
    assertThat(channel.isOpen()).isFalse();
    out.changed();
    assertThatThrownBy(writer.done::join).hasMessageContaining("the client is gone");
    int before = queued();
    assertThatThrownBy(() -> out.write(ROW)).isInstanceOf(IOException.class);
    out.flush();
    assertThat(queued()).isEqualTo(before);
  }

  @Test
  void closesAConnectionWhoseLastMessageIsNotRead() throws IOException {
    channel.freezeTime();
    out.write(ROW);
    out.end(LAST);
    out.end(LAST); // which does nothing
    assertThatThrownBy(() -> out.write(ROW)).hasMessage("the client is gone");
    out.flush();
    assertThat(queued()).isEqualTo(6005 + 5 + LAST.body().length);
    channel.advanceTimeBy(4999, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
    assertThat(channel.isOpen()).isTrue();
    channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void closesAConnectionAfterItsLastMessage() {
    channel.freezeTime();
    out.end(LAST);
    assertThat(channel.isOpen()).isTrue();
    waiting.remove().send();
    assertThat(channel.isOpen()).isFalse();
    assertThat(channel.runScheduledPendingTasks()).as("no timer is left").isEqualTo(-1);
  }

  @Test
  void putsNothingIntoAMessageThatHasBegun() throws InterruptedException {
    Writer writer = new Writer(0, new Frame((byte) 'D', new byte[1 << 20]));
    int before = queued();
    out.end(LAST);
    assertThat(queued()).isEqualTo(before);
    assertThat(channel.isOpen()).isFalse();
    assertThatThrownBy(writer.done::join).hasMessageContaining("the client is gone");
  }
}
