package org.dpjdbc.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class NetworkEndTest {
  @Test
  void theGatewayEndsWithAThreadOfTheNetwork() throws InterruptedException {
    AtomicBoolean closed = new AtomicBoolean();
    Semaphore ended = new Semaphore(0);
    EventLoopGroup network = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    GatewayServer.endWith(network, closed::get, ended::release);
    network.next().shutdownGracefully(0, 0, TimeUnit.SECONDS).await();
    assertThat(ended.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
    closed.set(true);
    network.shutdownGracefully(0, 0, TimeUnit.SECONDS).await();
    assertThat(ended.tryAcquire(1, TimeUnit.SECONDS)).isFalse();
  }
}
