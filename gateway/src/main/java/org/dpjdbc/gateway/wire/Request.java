package org.dpjdbc.gateway.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A client's request, message by message. Names of statements and portals may be empty. */
public sealed interface Request {
  int SSL = 80877103;
  int GSS = 80877104;
  int CANCEL = 80877102;
  int LONGEST_KEY = 256;

  /** The types of messages in a session. */
  String TYPES = "QPBDECSHXFdcf";

  /** Asks whether the server encrypts. */
  record Encrypt(boolean byGss) implements Request {}

  /** Asks that another session's statement be cancelled. */
  @SuppressWarnings("ArrayRecordComponent") // is not compared
  record Cancel(int session, byte[] key) implements Request {}

  /**
   * Begins a session.
   *
   * @param minor of the version, whose major number is 3
   */
  record Begin(int minor, Map<String, String> options) implements Request {}

  /** Part of a login, of which it depends on the step what it holds. */
  @SuppressWarnings("ArrayRecordComponent") // is not compared
  record Credentials(byte[] body) implements Request {}

  record Query(String text) implements Request {}

  record Parse(String statement, String text, List<Integer> types) implements Request {}

  /**
   * Gives a statement its parameters.
   *
   * @param parameters each text or binary by its format; {@code null} is NULL
   */
  record Bind(
      String portal,
      String statement,
      List<Integer> formats,
      List<byte @Nullable []> parameters,
      List<Integer> resultFormats)
      implements Request {}

  record Describe(boolean ofPortal, String name) implements Request {}

  /**
   * Runs a portal.
   *
   * @param maxRows 0 for all
   */
  record Execute(String portal, int maxRows) implements Request {}

  record Close(boolean ofPortal, String name) implements Request {}

  record Sync() implements Request {}

  record Flush() implements Request {}

  record Terminate() implements Request {}

  record FunctionCall() implements Request {}

  /** Data, end or failure of COPY IN, which the server never asks for. */
  record Copy() implements Request {}

  /**
   * Reads a message.
   *
   * @throws ProtocolException if it is none, or its fields do not fit
   */
  static Request of(Frame frame) {
    Fields fields = new Fields(frame);
    Request request = frame.type() == 0 ? first(fields) : typed(frame, fields);
    fields.end();
    return request;
  }

  /**
   * Checks that a session has messages of that type. Without that, no next message can be expected.
   *
   * @throws ProtocolException if it has not
   */
  static void checkType(Frame frame) {
    if (TYPES.indexOf(frame.type()) < 0) {
      throw unknown(frame);
    }
  }

  private static ProtocolException unknown(Frame frame) {
    return new ProtocolException("invalid frontend message type " + frame.type());
  }

  private static Request first(Fields fields) {
    int code = fields.int32();
    return switch (code) {
      case SSL -> new Encrypt(false);
      case GSS -> new Encrypt(true);
      case CANCEL -> {
        int session = fields.int32();
        byte[] key = fields.rest();
        if (key.length < Integer.BYTES || key.length > LONGEST_KEY) {
          throw new ProtocolException("a key to cancel of " + key.length + " bytes");
        }
        yield new Cancel(session, key);
      }
      default -> begin(code, fields);
    };
  }

  private static Request begin(int code, Fields fields) {
    if (code >>> Short.SIZE != 3) {
      throw new ProtocolException(
          "unsupported frontend protocol %d.%d: server supports 3.0 to 3.2"
              .formatted(code >>> Short.SIZE, code & 0xffff));
    }
    Map<String, String> options = new LinkedHashMap<>();
    for (String name = fields.text(); !name.isEmpty(); name = fields.text()) {
      options.put(name, fields.text());
    }
    return new Begin(code & 0xffff, Collections.unmodifiableMap(options));
  }

  private static Request typed(Frame frame, Fields fields) {
    return switch ((char) frame.type()) {
      case 'Q' -> new Query(fields.text());
      case 'P' -> new Parse(fields.text(), fields.text(), int32s(fields));
      case 'B' -> bind(fields);
      case 'D' -> new Describe(isPortal(fields), fields.text());
      case 'E' -> new Execute(fields.text(), fields.int32());
      case 'C' -> new Close(isPortal(fields), fields.text());
      case 'S' -> new Sync();
      case 'H' -> new Flush();
      case 'X' -> new Terminate();
      case 'p' -> new Credentials(fields.rest());
      case 'F' -> {
        fields.rest();
        yield new FunctionCall();
      }
      case 'd', 'c', 'f' -> {
        fields.rest();
        yield new Copy();
      }
      default -> throw unknown(frame);
    };
  }

  private static Request bind(Fields fields) {
    String portal = fields.text();
    String statement = fields.text();
    List<Integer> formats = int16s(fields);
    List<byte @Nullable []> parameters = new ArrayList<>();
    for (int left = fields.count(Integer.BYTES); left > 0; left--) {
      int length = fields.int32();
      parameters.add(length == -1 ? null : fields.bytes(length));
    }
    List<Integer> resultFormats = int16s(fields);
    if (formats.size() > 1 && formats.size() != parameters.size()) {
      throw new ProtocolException(
          "bind message has %d parameter formats but %d parameters"
              .formatted(formats.size(), parameters.size()));
    }
    return new Bind(
        portal, statement, formats, Collections.unmodifiableList(parameters), resultFormats);
  }

  private static boolean isPortal(Fields fields) {
    char kind = (char) fields.octet();
    if (kind != 'P' && kind != 'S') {
      throw new ProtocolException("invalid message subtype " + (int) kind);
    }
    return kind == 'P';
  }

  private static List<Integer> int16s(Fields fields) {
    int count = fields.count(Short.BYTES);
    return IntStream.range(0, count).mapToObj(i -> fields.int16()).toList();
  }

  private static List<Integer> int32s(Fields fields) {
    int count = fields.count(Integer.BYTES);
    return IntStream.range(0, count).mapToObj(i -> fields.int32()).toList();
  }
}
