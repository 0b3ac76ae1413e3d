package org.dpjdbc.gateway.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the fields of a message, one after the other. */
final class Body {
  private final char type;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /**
   * @param type its first byte; 0 for a message that has none
   */
  Body(char type) {
    this.type = type;
  }

  Body octet(int value) {
    bytes.write(value);
    return this;
  }

  Body int16(int value) {
    return octet(value >> Byte.SIZE).octet(value);
  }

  Body int32(int value) {
    return int16(value >> Short.SIZE).int16(value);
  }

  Body bytes(byte[] value) {
    bytes.writeBytes(value);
    return this;
  }

  /** A string and its terminating byte 0, which no string can contain here. */
  Body text(String value) {
    return bytes(value.replace("\0", "").getBytes(StandardCharsets.UTF_8)).octet(0);
  }

  Frame frame() {
    return Frame.of(type, bytes.toByteArray());
  }
}
