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

  /** A number of things that follow, each at least so many bytes long. */
  public int count(int each) {
    int count = int16();
    if (count < 0 || (long) count * each > left.remaining()) {
      throw new ProtocolException("a message counts more than it holds");
    }
    return count;
  }

  public int int32() {
    need(Integer.BYTES);
    return left.getInt();
  }

  public byte[] bytes(int length) {
    if (length < 0) {
      throw new ProtocolException("a negative length");
    }
    need(length);
    byte[] bytes = new byte[length];
    left.get(bytes);
    return bytes;
  }

  public byte[] rest() {
    return bytes(left.remaining());
  }

  /** A text up to the byte 0. */
  public String text() {
    int end = left.position();
    while (end < left.limit() && left.get(end) != 0) {
      end++;
    }
    if (end == left.limit()) {
      throw new ProtocolException("a text without an end");
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
      throw new ProtocolException("a text that is not UTF-8");
    }
  }

  public void end() {
    if (left.hasRemaining()) {
      throw new ProtocolException("a message is longer than its fields");
    }
  }

  private void need(int bytes) {
    if (left.remaining() < bytes) {
      throw new ProtocolException("a message is shorter than its fields");
    }
  }
}
