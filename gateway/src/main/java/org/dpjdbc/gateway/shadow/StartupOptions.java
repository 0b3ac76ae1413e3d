package org.dpjdbc.gateway.shadow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * The settings with which a client begins a session: those that it could change by SET, too, and no
 * others. PostgreSQL lets any role begin with {@code post_auth_delay}, which has a process sleep
 * for half an hour.
 */
final class StartupOptions {
  /** What SET may change; libraries are loaded at the start of a session alone. */
  static final String SETTABLE =
      "SELECT lower(name) FROM pg_catalog.pg_settings"
          + " WHERE context = 'user' AND name <> 'local_preload_libraries'";

  /** Of the command line; PostgreSQL splits it at white space that has no backslash before it. */
  private static final Pattern ARGUMENT = Pattern.compile("(?s)(?:\\\\.|[^\\s\\\\])+\\\\?|\\\\");

  private static final Pattern SETTING = Pattern.compile("(?s)(?:-c|--)([^=]+)=(.*)");

  private StartupOptions() {}

  /**
   * Those that a client asks for, each under its name; {@code options} is a command line of more.
   *
   * @param settable names of settings, in lower case
   * @throws ServerError if one is not settable
   */
  static Map<String, String> checked(Map<String, String> options, Set<String> settable)
      throws ServerError {
    Map<String, String> checked = new HashMap<>();
    for (String argument : arguments(options.getOrDefault("options", ""))) {
      Matcher setting = SETTING.matcher(argument);
      if (!setting.matches()) {
        throw ServerError.fatal("42601", "invalid command-line argument: " + argument)
            .with('H', "Write settings as in \"-c TimeZone=UTC\".");
      }
      put(checked, setting.group(1).replace('-', '_'), setting.group(2), settable);
    }
    for (Map.Entry<String, String> option : options.entrySet()) {
      if (!option.getKey().equals("options")) {
        put(checked, option.getKey(), option.getValue(), settable);
      }
    }
    return checked;
  }

  private static void put(
      Map<String, String> checked, String name, String value, Set<String> settable)
      throws ServerError {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!settable.contains(lower) && name.indexOf('.') < 0) {
      throw ServerError.fatal("42704", "unrecognized configuration parameter \"" + name + "\"");
    }
    checked.put(lower, value);
  }

  private static List<String> arguments(String line) {
    List<String> arguments = new ArrayList<>();
    Matcher argument = ARGUMENT.matcher(line);
    while (argument.find()) {
      arguments.add(argument.group().replaceAll("(?s)\\\\(.)", "$1"));
    }
    for (int i = 0; i + 1 < arguments.size(); i++) {
      if (arguments.get(i).equals("-c")) {
        arguments.set(i, arguments.get(i) + arguments.remove(i + 1));
      }
    }
    return arguments;
  }
}
