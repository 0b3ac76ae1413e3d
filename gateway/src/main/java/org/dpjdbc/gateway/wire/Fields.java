package org.dpjdbc.gateway.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Reads the fields of a message one after the other; what is missing, or left over, is an error.
 */
public final class Fields {
  private final ByteBuffer left;

  public Fields(Frame frame) {
    this.left = ByteBuffer.wrap(frame.body());
  }

  public boolean isEmpty() {
    return !left.hasRemaining();
  }

  public byte octet() {
    need(1);
    return left.get();
  }

  public int int16() {
    need(Short.BYTES);
    return left.getShort();
  }

  /** A number of things that follow, each at least so many bytes long: it has no sign. */
  public int count(int each) {
    int count = Short.toUnsignedInt((short) int16());
    if ((long) count * each > left.remaining()) {
      throw tooShort();
    }
    return count;
  }

  public int int32() {
    need(Integer.BYTES);
    return left.getInt();
  }

  public byte[] bytes(int length) {
    if (length < 0) {
      throw tooShort();
    }
    need(length);
    byte[] bytes = new byte[length];
    left.get(bytes);
    return bytes;
  }

  public byte[] rest() {
    return bytes(left.remaining());
  }

  /** A string up to the byte 0. */
  public String text() {
    int end = left.position();
    while (end < left.limit() && left.get(end) != 0) {
      end++;
    }
    if (end == left.limit()) {
      throw new ProtocolException("invalid string in message");
    }
    ByteBuffer text = left.duplicate().limit(end);
    left.position(end + 1);
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(text)
          .toString();
    } catch (CharacterCodingException e) {
      throw new ProtocolException("22021", "invalid byte sequence for encoding \"UTF8\"");
    }
  }

  public void end() {
    if (left.hasRemaining()) {
      throw new ProtocolException("invalid message format");
    }
  }

  private void need(int bytes) {
    if (left.remaining() < bytes) {
      throw tooShort();
    }
  }

  private static ProtocolException tooShort() {
    return new ProtocolException("insufficient data left in message");
  }
}
