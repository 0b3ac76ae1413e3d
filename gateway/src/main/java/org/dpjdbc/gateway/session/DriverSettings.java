package org.dpjdbc.gateway.session;

import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.gateway.answer.Analyst;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/**
 * The driver's properties that an analyst may change in a session, as by {@code SET dp.epsilon =
 * 0.1}, and PostgreSQL's {@code statement_timeout}. The shadow keeps them as settings of the
 * session, so that SHOW, RESET, SET LOCAL and the end of a transaction mean what they mean there;
 * the driver's own limits on them hold.
 */
final class DriverSettings {
  private static final String DERIVE = "dp.derive";
  private static final String ERROR_COLUMNS = "dp.error_columns";

  private static final List<String> NAMES =
      List.of("dp.epsilon", "dp.delta", DERIVE, ERROR_COLUMNS);

  private static final String CURRENT =
      Stream.concat(NAMES.stream(), Stream.of("statement_timeout"))
          .map("pg_catalog.current_setting('%s', true)"::formatted)
          .collect(Collectors.joining(", ", "SELECT ", ""));

  private static final Pattern NUMBER =
      Pattern.compile("([0-9]+(\\.[0-9]+)?|\\.[0-9]+)([eE][+-]?[0-9]{1,3})?");

  private static final Pattern TIME = Pattern.compile("([0-9]{1,10})(ms|s|min|h|d)");

  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "min", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS);

  /** No value that the driver takes is longer. */
  private static final int LONGEST = 100;

  private static final Map<String, String> BOOLEANS =
      Map.of("on", "true", "off", "false", "true", "true", "false", "false");

  private static final List<String> DERIVE_RULES = List.of("as_good", "always", "never");

  private final Relay relay;
  private final Analyst analyst;
  private long seen = -1;

  DriverSettings(Relay relay, Analyst analyst) {
    this.relay = relay;
    this.analyst = analyst;
  }

  /** Whether a property is one of them. */
  void check(String property) throws ServerError {
    if (!NAMES.contains(property)) {
      throw ServerError.of("42704", "unrecognized configuration parameter \"" + property + "\"")
          .with('H', "A session can set " + String.join(", ", NAMES) + ".");
    }
  }

  /**
   * Whether a property is one of them, and the driver takes the value. It takes each without regard
   * to the others: what else is set may be over, or may be wrong.
   *
   * @param value empty if it is the default
   */
  void check(String property, Optional<String> value) throws ServerError {
    check(property);
    Optional<String> given = value.flatMap(DriverSettings::given);
    if (given.isPresent()) {
      analyst.tryOut(property, checked(property, given.get()));
    }
  }

  /** PostgreSQL shows a property as blank once it has been reset. */
  private static Optional<String> given(String value) {
    return Optional.of(value.strip()).filter(text -> !text.isEmpty());
  }

  /** Has the driver use what is set now, in whatever way it was set. */
  void apply() throws IOException, ServerError {
    if (relay.changes() == seen || relay.isFailed()) {
      return;
    }
    List<@Nullable String> values = relay.ask(CURRENT);
    Map<String, String> set = new LinkedHashMap<>();
    for (int i = 0; i < NAMES.size(); i++) {
      Optional<String> given = Optional.ofNullable(values.get(i)).flatMap(DriverSettings::given);
      if (given.isPresent()) {
        set.put(NAMES.get(i), checked(NAMES.get(i), given.get()));
      }
    }
    analyst.use(set);
    analyst.limit(time(Optional.ofNullable(values.get(NAMES.size())).orElse("0")));
    seen = relay.changes();
  }

  /** A time as PostgreSQL shows it, with the largest unit of which it has an integer. */
  static Duration time(String value) {
    Matcher time = TIME.matcher(value);
    return time.matches()
        ? Duration.of(Long.parseLong(time.group(1)), UNITS.get(time.group(2)))
        : Duration.ZERO;
  }

  static String checked(String name, String value) throws ServerError {
    if (value.length() > LONGEST) {
      throw ServerError.of("22023", "the value for parameter \"" + name + "\" is too long");
    }
    String lower = value.toLowerCase(Locale.ROOT);
    Optional<String> read =
        switch (name) {
          case ERROR_COLUMNS -> Optional.ofNullable(BOOLEANS.get(lower));
          case DERIVE -> Optional.of(lower).filter(DERIVE_RULES::contains);
          default -> Optional.of(value).filter(text -> NUMBER.matcher(text).matches());
        };
    String hint =
        switch (name) {
          case ERROR_COLUMNS -> "Write on or off.";
          case DERIVE -> "Write " + String.join(", ", DERIVE_RULES) + ".";
          default -> "Write a number such as 0.1.";
        };
    return read.orElseThrow(
        () ->
            ServerError.of(
                    "22023", "invalid value for parameter \"%s\": \"%s\"".formatted(name, value))
                .with('H', hint));
  }
}
