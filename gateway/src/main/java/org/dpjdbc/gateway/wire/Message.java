package org.dpjdbc.gateway.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Writes the messages of a client: the gateway is one of the shadow. */
public final class Message {
  private static final int VERSION_3 = 3 << Short.SIZE;

  private Message() {}

  public static Frame begin(Map<String, String> options) {
    Body body = new Body('\0').int32(VERSION_3);
    options.forEach((name, value) -> body.text(name).text(value));
    return body.octet(0).frame();
  }

  public static Frame cancel(int session, byte[] key) {
    return new Body('\0').int32(Request.CANCEL).int32(session).bytes(key).frame();
  }

  public static Frame saslInitial(String mechanism, String message) {
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    return new Body('p').text(mechanism).int32(bytes.length).bytes(bytes).frame();
  }

  public static Frame saslResponse(String message) {
    return new Body('p').bytes(message.getBytes(StandardCharsets.UTF_8)).frame();
  }

  public static Frame query(String text) {
    return new Body('Q').text(text).frame();
  }

  public static Frame parse(String statement, String text, List<Integer> types) {
    Body body = new Body('P').text(statement).text(text).int16(types.size());
    types.forEach(body::int32);
    return body.frame();
  }

  /** Without parameters, and for text. */
  public static Frame bind(String portal, String statement) {
    return new Body('B').text(portal).text(statement).int16(0).int16(0).int16(0).frame();
  }

  /** To the end. */
  public static Frame execute(String portal) {
    return execute(portal, 0);
  }

  /**
   * Up to some rows.
   *
   * @param most 0 for all
   */
  public static Frame execute(String portal, int most) {
    return new Body('E').text(portal).int32(most).frame();
  }

  public static Frame describe(boolean portal, String name) {
    return new Body('D').octet(portal ? 'P' : 'S').text(name).frame();
  }

  public static Frame close(boolean portal, String name) {
    return new Body('C').octet(portal ? 'P' : 'S').text(name).frame();
  }

  public static Frame flush() {
    return Frame.of('H');
  }

  public static Frame sync() {
    return Frame.of('S');
  }

  public static Frame terminate() {
    return Frame.of('X');
  }
}
