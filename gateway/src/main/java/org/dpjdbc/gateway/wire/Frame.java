package org.dpjdbc.gateway.wire;

/**
 * One message of PostgreSQL's protocol, version 3 (PostgreSQL documentation, "Message Formats").
 *
 * @param type its first byte; 0 for what is sent before the session begins, which has none
 * @param body what follows its length
 */
@SuppressWarnings("ArrayRecordComponent") // is not compared
public record Frame(byte type, byte[] body) {
  public static Frame of(char type, byte... body) {
    return new Frame((byte) type, body);
  }

  public boolean is(char expected) {
    return type == expected;
  }
}
