package org.dpjdbc.gateway.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToByteEncoder;

/** Writes {@link Frame}s, each with its length. */
public final class FrameEncoder extends MessageToByteEncoder<Frame> {
  @Override
  protected void encode(ChannelHandlerContext context, Frame frame, ByteBuf out) {
    if (frame.type() != 0) {
      out.writeByte(frame.type());
    }
    out.writeInt(Integer.BYTES + frame.body().length);
    out.writeBytes(frame.body());
  }
}
