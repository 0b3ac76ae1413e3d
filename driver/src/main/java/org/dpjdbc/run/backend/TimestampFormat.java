package org.dpjdbc.run.backend;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.function.Function;

/**
 * Formats dates and times for a driver that can return all of them only as strings: a value of
 * {@code java.time} is parsed from its string.
 */
public final class TimestampFormat {
  private static final Map<Class<?>, Function<String, Object>> READERS =
      Map.of(
          LocalDate.class, LocalDate::parse,
          LocalTime.class, LocalTime::parse,
          LocalDateTime.class, text -> LocalDateTime.parse(text.replace(' ', 'T')));

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.nnnnnnnnn");

  private TimestampFormat() {}

  /** The value to bind if a cast determines its type: for a date or time, its string. */
  static Object of(Object value) {
    if (value instanceof LocalDateTime timestamp) {
      return timestamp.toLocalDate() + " " + timestamp.format(TIME);
    }
    return value instanceof LocalTime time ? time.format(TIME) : value;
  }

  /** The same rows, with {@link ResultSet#getObject(int, Class)} for those classes. */
  public static ResultSet of(ResultSet rows) {
    return (ResultSet)
        Proxy.newProxyInstance(
            TimestampFormat.class.getClassLoader(),
            new Class<?>[] {ResultSet.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getObject")
                  && arguments.length == 2
                  && arguments[0] instanceof Integer column
                  && arguments[1] instanceof Class<?> type
                  && READERS.containsKey(type)) {
                String text = rows.getString(column);
                return text == null ? null : READERS.get(type).apply(text);
              }
              try {
                return method.invoke(rows, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
