package org.dpjdbc.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingLoginsTest {
  private static final int MOST = 10;

  private final PendingLogins waiting = new PendingLogins(MOST);

  private EmbeddedChannel add(String address) {
    EmbeddedChannel channel = new EmbeddedChannel();
    waiting.add(channel, address);
    return channel;
  }

  /** Whoever opens most is whoever has to go. */
  @Test
  void closesTheOldestOfTheAddressThatHasMost() {
    EmbeddedChannel first = add("192.0.2.1");
    List<EmbeddedChannel> channels = new ArrayList<>();
    for (int i = 0; i < 3 * MOST; i++) {
      channels.add(add("192.0.2.2"));
    }
    assertThat(first.isOpen()).isTrue();
    assertThat(channels.stream().filter(EmbeddedChannel::isOpen)).hasSize(MOST - 1);
    assertThat(channels.get(0).isOpen()).isFalse();
    assertThat(channels.get(3 * MOST - 1).isOpen()).isTrue();
  }

  /** Else a stranger with many addresses would keep out whoever comes next. */
  @Test
  void closesTheOldestOfAddressesThatHaveAsMany() {
    List<EmbeddedChannel> all = new ArrayList<>();
    for (int i = 0; i < 20 * MOST; i++) {
      all.add(add("192.0.2." + i));
      assertThat(all.stream().filter(EmbeddedChannel::isOpen).toList())
          .isEqualTo(all.subList(Math.max(0, all.size() - MOST), all.size()));
    }
  }

  @Test
  void forgetsThoseThatHaveLoggedInOrLeft() {
    for (int i = 0; i < 3 * MOST; i++) {
      EmbeddedChannel channel = add("192.0.2.1");
      waiting.remove(channel);
      assertThat(channel.isOpen()).isTrue();
      assertThat(add("192.0.2.1").close().isSuccess()).isTrue();
    }
    assertThat(waiting.size()).isZero();
    EmbeddedChannel closed = new EmbeddedChannel();
    assertThat(closed.close().isSuccess()).isTrue();
    waiting.add(closed, "192.0.2.1");
    assertThat(waiting.size()).isZero();
  }

  /** TLS would first wait until the client has read what it is sent. */
  @Test
  void closesWhatDelaysItsEnd() {
    EmbeddedChannel slow =
        new EmbeddedChannel(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void close(ChannelHandlerContext context, ChannelPromise promise) {}
            });
    waiting.add(slow, "192.0.2.1");
    for (int i = 0; i < MOST; i++) {
      add("192.0.2.1");
    }
    assertThat(slow.isOpen()).isFalse();
  }
}
