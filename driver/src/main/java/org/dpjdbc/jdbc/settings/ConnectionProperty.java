package org.dpjdbc.jdbc.settings;

import java.sql.DriverPropertyInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.dpjdbc.sql.refusal.ConnectMessages;

/**
 * A parameter of a connection.
 *
 * @param key how it is written, beginning with {@code dp.}
 * @param description one sentence for people
 * @param expected what a value has to be, as in "is not a positive number"
 * @param kind whether it must be given, and whether it may be shown
 * @param choices the values it may have, where they are few
 * @param reader reads a value; empty if it is not what is expected
 * @param <T> what its value is
 */
public record ConnectionProperty<T>(
    String key,
    String description,
    String expected,
    Kind kind,
    List<String> choices,
    Function<String, Optional<T>> reader) {

  /** How a parameter is treated. */
  public enum Kind {
    REQUIRED,
    OPTIONAL,
    SECRET
  }

  /**
   * Its value among those given.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it cannot be read
   */
  public Optional<T> read(Map<String, String> given) {
    String text = given.get(key);
    if (text == null) {
      return Optional.empty();
    }
    Optional<T> value = reader.apply(text);
    if (value.isEmpty()) {
      throw ConnectMessages.settingUnreadable(key, expected);
    }
    return value;
  }

  /** What a tool shows of it. A secret's value is left out. */
  public DriverPropertyInfo info(Map<String, String> given) {
    DriverPropertyInfo info =
        new DriverPropertyInfo(key, kind == Kind.SECRET ? null : given.get(key));
    info.description = description;
    info.required = kind == Kind.REQUIRED;
    info.choices = choices.isEmpty() ? null : choices.toArray(new String[0]);
    return info;
  }
}
