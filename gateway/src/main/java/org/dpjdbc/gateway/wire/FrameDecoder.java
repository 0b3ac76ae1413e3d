package org.dpjdbc.gateway.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits what a client sends into {@link Frame}s. The first ones have no type: requests for
 * encryption, of cancellation, and the one that begins the session, after which all have one. A
 * length is checked before anything of that length is waited for.
 */
public final class FrameDecoder extends ByteToMessageDecoder {
  private static final int LENGTH = 4;

  /** Of messages without a type: as PostgreSQL has it. */
  private static final int MAX_FIRST = 10_000;

  private static final int PROTOCOL_3 = 3;

  /** There has to be room for longer messages. */
  private static final int LONG = 1 << 16;

  /** Finds room for a message that has begun to arrive. */
  public interface Room {
    /**
     * Takes it.
     *
     * @return gives it back
     * @throws ServerError if there is none
     */
    Runnable take(int bytes) throws ServerError;
  }

  private final int maxBeforeLogin;
  private final int max;
  private boolean begun;
  private volatile @Nullable Room room;
  private @Nullable Runnable taken;

  /**
   * @param maxBeforeLogin bytes of a message of a client that has not logged in
   * @param max bytes of any
   */
  public FrameDecoder(int maxBeforeLogin, int max) {
    this.maxBeforeLogin = maxBeforeLogin;
    this.max = max;
  }

  /** From now on messages may be as long as any, if there is room for them. */
  public void loggedIn(Room forLongOnes) {
    room = forLongOnes;
  }

  /** Whether the client has sent more than the messages that were handed on. */
  public boolean hasRest() {
    return actualReadableBytes() > 0;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws ServerError {
    int head = begun ? 1 + LENGTH : LENGTH;
    if (begun && in.isReadable() && in.getByte(in.readerIndex()) == 0) {
      throw new ProtocolException("invalid frontend message type 0");
    }
    if (in.readableBytes() < head) {
      return;
    }
    int length = in.getInt(in.readerIndex() + head - LENGTH);
    Room now = room;
    int most = !begun ? MAX_FIRST : now != null ? max : maxBeforeLogin;
    if (length < LENGTH || length > most) {
      throw new ProtocolException("invalid length of message: " + length);
    }
    if (in.readableBytes() < head + length - LENGTH) {
      if (length > LONG && now != null && taken == null) {
        taken = now.take(length);
      }
      return;
    }
    giveBack();
    byte type = begun ? in.readByte() : 0;
    in.skipBytes(LENGTH);
    byte[] body = new byte[length - LENGTH];
    in.readBytes(body);
    if (!begun) {
      begun = body.length >= 2 && body[0] == 0 && body[1] == PROTOCOL_3;
    }
    out.add(new Frame(type, body));
  }

  private void giveBack() {
    Runnable last = taken;
    if (last != null) {
      taken = null;
      last.run();
    }
  }
}
