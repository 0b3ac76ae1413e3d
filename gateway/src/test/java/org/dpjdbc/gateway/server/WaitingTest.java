package org.dpjdbc.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingTest {
  private static final int MOST = 10;

  private final Waiting waiting = new Waiting(MOST);

  private EmbeddedChannel add(String address) {
    EmbeddedChannel channel = new EmbeddedChannel();
    waiting.add(channel, address);
    return channel;
  }

  /** Whoever opens most is whoever has to go. */
  @Test
  void closesTheOldestOfTheAddressThatHasMost() {
    EmbeddedChannel first = add("192.0.2.1");
    List<EmbeddedChannel> crowd = new ArrayList<>();
    for (int i = 0; i < 3 * MOST; i++) {
      crowd.add(add("192.0.2.2"));
    }
    assertThat(first.isOpen()).isTrue();
    assertThat(crowd.stream().filter(EmbeddedChannel::isOpen)).hasSize(MOST - 1);
    assertThat(crowd.get(0).isOpen()).isFalse();
    assertThat(crowd.get(3 * MOST - 1).isOpen()).isTrue();
  }

  @Test
  void forgetsThoseThatHaveLoggedInOrLeft() {
    for (int i = 0; i < 3 * MOST; i++) {
      EmbeddedChannel channel = add("192.0.2.1");
      waiting.remove(channel, "192.0.2.1");
      waiting.remove(channel, "192.0.2.1");
      assertThat(channel.isOpen()).isTrue();
    }
  }
}
