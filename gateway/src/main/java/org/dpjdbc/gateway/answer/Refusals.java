package org.dpjdbc.gateway.answer;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * The driver's errors in PostgreSQL's form. The first sentence is the message, what follows the
 * hint, and the line and column become a character position in the SQL.
 */
public final class Refusals {
  private static final Pattern PLACE =
      Pattern.compile("(DP-[A-Z-]+) at line (\\d+), column (\\d+): (.*)", Pattern.DOTALL);

  /** The end of a sentence or of a clause, after which it is said what to write. */
  private static final Pattern SENTENCE = Pattern.compile("(?<=[^.\\d][.;]) (?=\\S)");

  /** Where PostgreSQL has another state for the same. */
  private static final Map<String, String> STATES =
      Map.of(
          "42S02", "42P01", "42S22", "42703", "HYC00", "0A000", "HY000", "XX000", "42000", "42601",
          "08001", "57P03", "HY010", "XX000", "HY106", "XX000");

  private Refusals() {}

  /**
   * Makes one.
   *
   * @param sql the SQL that the error's position refers to
   */
  public static ServerError of(SQLException error, String sql) {
    String text = String.valueOf(error.getMessage());
    Matcher place = PLACE.matcher(text);
    Optional<Integer> position = Optional.empty();
    if (place.matches()) {
      position = position(sql, Integer.parseInt(place.group(2)), Integer.parseInt(place.group(3)));
      text = place.group(1) + ": " + place.group(4);
    }
    Matcher sentence = SENTENCE.matcher(text);
    boolean hasHint = sentence.find();
    String message = hasHint ? text.substring(0, sentence.start()) : text;
    String state = String.valueOf(error.getSQLState());
    ServerError made = ServerError.of(state(text, state), message.replaceAll("[.;]$", ""));
    if (hasHint) {
      made = made.with('H', text.substring(sentence.end()));
    }
    return position.isPresent() ? made.with('P', String.valueOf(position.get())) : made;
  }

  private static String state(String text, String state) {
    if (text.startsWith("DP-UNSUPPORTED")) {
      return "0A000";
    }
    String known = STATES.getOrDefault(state, state);
    return known.length() == 5 ? known : "XX000";
  }

  /** In characters as PostgreSQL counts them, from 1. */
  private static Optional<Integer> position(String sql, int line, int column) {
    int start = 0;
    for (int i = 1; i < line; i++) {
      start = sql.indexOf('\n', start) + 1;
      if (start == 0) {
        return Optional.empty();
      }
    }
    int at = start + column - 1;
    return at >= 0 && at <= sql.length()
        ? Optional.of(sql.codePointCount(0, at) + 1)
        : Optional.empty();
  }

  /** Whether the driver cannot connect with the properties that it gets, or whatever they are. */
  static boolean isOfSettings(SQLException error) {
    return String.valueOf(error.getMessage()).startsWith("DP-POLICY");
  }

  /** Whether the driver knows no more about the SQL than PostgreSQL's parser would. */
  public static boolean dependsOnStatement(SQLException error) {
    String text = String.valueOf(error.getMessage());
    return text.startsWith("DP-SYNTAX") || text.startsWith("DP-UNKNOWN");
  }
}
