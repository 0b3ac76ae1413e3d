package org.dpjdbc.gateway.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An error in PostgreSQL's form: a severity, an SQLSTATE, a message, and what explains it. */
public final class ServerError extends Exception {
  private static final long serialVersionUID = 1;

  private static final Pattern CODE = Pattern.compile("(DP-[A-Z-]+): ");

  private final transient Map<Character, String> fields;

  private ServerError(Map<Character, String> fields) {
    super(fields.getOrDefault('M', ""), null, false, false);
    this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** One that ends the statement, and not the session. */
  public static ServerError of(String state, String message) {
    return withSeverity("ERROR", state, message);
  }

  /** One that ends the session. */
  public static ServerError fatal(String state, String message) {
    return withSeverity("FATAL", state, message);
  }

  private static ServerError withSeverity(String severity, String state, String message) {
    Map<Character, String> fields = new LinkedHashMap<>();
    fields.put('S', severity);
    fields.put('V', severity);
    fields.put('C', state);
    fields.put('M', message);
    return new ServerError(fields);
  }

  /** The one that a server sent, which is a message of type {@code E}. */
  public static ServerError read(Frame frame) {
    Fields left = new Fields(frame);
    Map<Character, String> fields = new LinkedHashMap<>();
    for (byte field = left.octet(); field != 0; field = left.octet()) {
      fields.put((char) field, left.text());
    }
    return new ServerError(fields);
  }

  /** The same error with another field: {@code D} a detail, {@code H} a hint, {@code P} a place. */
  public ServerError with(char field, String value) {
    Map<Character, String> more = new LinkedHashMap<>(fields);
    more.put(field, value);
    return new ServerError(more);
  }

  public String state() {
    return fields.getOrDefault('C', "XX000");
  }

  /** The driver's own code, such as {@code DP-BUDGET}; the state of other errors. */
  public String code() {
    Matcher code = CODE.matcher(String.valueOf(getMessage()));
    return code.lookingAt() ? code.group(1) : state();
  }

  /** What it has in a field. */
  public Optional<String> field(char field) {
    return Optional.ofNullable(fields.get(field));
  }

  public Frame frame() {
    return Reply.error(fields);
  }
}
