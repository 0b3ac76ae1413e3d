package org.dpjdbc.gateway.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the messages of a server. */
public final class Reply {
  private Reply() {}

  /** State of the transaction, sent with {@link #ready}. */
  public enum Transaction {
    NONE('I'),
    OPEN('T'),
    FAILED('E');

    private final char code;

    Transaction(char code) {
      this.code = code;
    }

    /** That of a letter. */
    public static Transaction of(char code) {
      return Stream.of(values())
          .filter(state -> state.code == code)
          .findFirst()
          .orElseThrow(() -> new ProtocolException("no state of a transaction: " + code));
    }
  }

  /**
   * A column of an answer.
   *
   * @param type PostgreSQL's number of its type
   * @param size of its values in bytes, or below 0
   * @param binary the format in which values are sent
   */
  public record Column(String name, int type, int size, int modifier, boolean binary) {}

  public static Frame authenticated() {
    return new Body('R').int32(0).frame();
  }

  public static Frame mechanisms(List<String> names) {
    Body reply = new Body('R').int32(10);
    names.forEach(reply::text);
    return reply.octet(0).frame();
  }

  public static Frame saslContinue(String message) {
    return new Body('R').int32(11).bytes(message.getBytes(StandardCharsets.UTF_8)).frame();
  }

  public static Frame saslFinal(String message) {
    return new Body('R').int32(12).bytes(message.getBytes(StandardCharsets.UTF_8)).frame();
  }

  public static Frame parameter(String name, String value) {
    return new Body('S').text(name).text(value).frame();
  }

  public static Frame key(int session, byte[] secret) {
    return new Body('K').int32(session).bytes(secret).frame();
  }

  public static Frame negotiate(int minor, List<String> unknownOptions) {
    Body reply = new Body('v').int32(3 << Short.SIZE | minor).int32(unknownOptions.size());
    unknownOptions.forEach(reply::text);
    return reply.frame();
  }

  public static Frame ready(Transaction state) {
    return new Body('Z').octet(state.code).frame();
  }

  public static Frame complete(String tag) {
    return new Body('C').text(tag).frame();
  }

  public static Frame emptyQuery() {
    return Frame.of('I');
  }

  public static Frame parsed() {
    return Frame.of('1');
  }

  public static Frame bound() {
    return Frame.of('2');
  }

  public static Frame closed() {
    return Frame.of('3');
  }

  public static Frame suspended() {
    return Frame.of('s');
  }

  public static Frame noData() {
    return Frame.of('n');
  }

  public static Frame parameters(List<Integer> types) {
    Body reply = new Body('t').int16(types.size());
    types.forEach(reply::int32);
    return reply.frame();
  }

  public static Frame columns(List<Column> columns) {
    Body reply = new Body('T').int16(columns.size());
    for (Column column : columns) {
      reply
          .text(column.name())
          .int32(0)
          .int16(0)
          .int32(column.type())
          .int16(column.size())
          .int32(column.modifier())
          .int16(column.binary() ? 1 : 0);
    }
    return reply.frame();
  }

  /** Reads what {@link #columns(List)} writes. */
  public static List<Column> columns(Frame frame) {
    Fields fields = new Fields(frame);
    List<Column> columns = new ArrayList<>();
    for (int left = fields.int16(); left > 0; left--) {
      String name = fields.text();
      fields.int32();
      fields.int16();
      columns.add(
          new Column(name, fields.int32(), fields.int16(), fields.int32(), fields.int16() == 1));
    }
    return columns;
  }

  /**
   * A row.
   *
   * @param values each in its format; {@code null} is NULL
   */
  public static Frame row(List<byte @Nullable []> values) {
    Body reply = new Body('D').int16(values.size());
    for (byte[] value : values) {
      if (value == null) {
        reply.int32(-1);
      } else {
        reply.int32(value.length).bytes(value);
      }
    }
    return reply.frame();
  }

  /** The start of COPY OUT, all of whose columns have one format. */
  public static Frame copyOut(boolean binary, int columns) {
    Body reply = new Body('H').octet(binary ? 1 : 0).int16(columns);
    for (int i = 0; i < columns; i++) {
      reply.int16(binary ? 1 : 0);
    }
    return reply.frame();
  }

  public static Frame copyData(byte[] data) {
    return Frame.of('d', data);
  }

  public static Frame copyDone() {
    return Frame.of('c');
  }

  /**
   * An error, by the fields of PostgreSQL's: {@code S}, {@code V}, {@code C}, {@code M} and so on.
   */
  public static Frame error(Map<Character, String> fields) {
    return notice('E', fields);
  }

  /** A notice, by the same fields. */
  public static Frame notice(Map<Character, String> fields) {
    return notice('N', fields);
  }

  private static Frame notice(char type, Map<Character, String> fields) {
    Body reply = new Body(type);
    fields.forEach((field, value) -> reply.octet(field).text(value));
    return reply.octet(0).frame();
  }
}
