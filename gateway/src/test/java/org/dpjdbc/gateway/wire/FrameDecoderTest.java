package org.dpjdbc.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameDecoderTest {
  private static final int LONG = 100_000;

  private final FrameDecoder decoder = new FrameDecoder(1 << 16, 1 << 20);
  private final EmbeddedChannel channel = new EmbeddedChannel(decoder);
  private final List<Integer> taken = new ArrayList<>();

  private static ByteBuf bytes(Frame frame) {
    ByteBuf bytes = Unpooled.buffer();
    if (frame.type() != 0) {
      bytes.writeByte(frame.type());
    }
    return bytes.writeInt(Integer.BYTES + frame.body().length).writeBytes(frame.body());
  }

  private void begin(FrameDecoder.Room room) {
    channel.writeInbound(bytes(Message.begin(java.util.Map.of("user", "ann"))));
    decoder.loggedIn(room);
  }

  @Test
  void takesRoomForLongMessagesWhileTheyArrive() {
    begin(
        length -> {
          taken.add(length);
          return () -> taken.add(-length);
        });
    ByteBuf message = bytes(new Frame((byte) 'Q', new byte[LONG]));
    while (message.isReadable()) {
      assertThat(taken).as("once").hasSizeLessThanOrEqualTo(1);
      channel.writeInbound(message.readBytes(Math.min(30_000, message.readableBytes())));
    }
    assertThat(taken).containsExactly(LONG + 4, -LONG - 4);
    channel.writeInbound(bytes(new Frame((byte) 'Q', new byte[1 << 15])));
    channel.writeInbound(bytes(new Frame((byte) 'Q', new byte[LONG]))); // which is there
    assertThat(taken).hasSize(2);
    assertThat(channel.inboundMessages()).hasSize(4);
  }

  @Test
  void waitsForNoMessageThatThereIsNoRoomFor() {
    begin(
        length -> {
          throw ServerError.of("53200", "too much");
        });
    ByteBuf message = bytes(new Frame((byte) 'Q', new byte[LONG]));
    assertThatThrownBy(() -> channel.writeInbound(message.readBytes(100)))
        .hasCauseInstanceOf(ServerError.class);
  }
}
