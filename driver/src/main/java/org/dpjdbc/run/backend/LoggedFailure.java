package org.dpjdbc.run.backend;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * A failure to connect as the owner's log shows it. Drivers repeat the URL in what they throw, and
 * with it a password; so every value of a parameter, and what stands before the host, is left out,
 * since no list of secret names is complete.
 */
final class LoggedFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private static final String HIDDEN = "(hidden)";

  /** Shorter values, and these, would be found in other words. */
  private static final int SHORTEST = 3;

  private static final int WORD = 6;

  private static final List<String> HARMLESS = List.of("true", "false");

  private static final Pattern VALUE = Pattern.compile("[;?&:][^;?&=:/@]*=([^;?&]+)");
  private static final Pattern BEFORE_HOST = Pattern.compile("[:/]([^/@]+)@");
  private static final int MAX_CAUSES = 20;

  private LoggedFailure(String message, Throwable original) {
    super(message);
    setStackTrace(original.getStackTrace());
  }

  /** The failure itself if it contains none of these, otherwise its messages without them. */
  static Throwable of(Throwable failure, String url, Properties properties) {
    List<String> secrets = secrets(url, properties);
    return without(failure, secrets, 0);
  }

  private static Throwable without(Throwable failure, List<String> secrets, int depth) {
    String text = failure.toString();
    String shown = text;
    for (String secret : secrets) {
      shown = shown.replaceAll(pattern(secret), HIDDEN);
    }
    Throwable cause = failure.getCause();
    Throwable next = failure instanceof SQLException sql ? sql.getNextException() : null;
    boolean last = depth >= MAX_CAUSES;
    Throwable shownCause = cause == null || last ? null : without(cause, secrets, depth + 1);
    Throwable shownNext = next == null || last ? null : without(next, secrets, depth + 1);
    if (shown.equals(text) && shownCause == cause && shownNext == next) {
      return failure;
    }
    LoggedFailure safe = new LoggedFailure(shown, failure);
    if (shownCause != null) {
      safe.initCause(shownCause);
    }
    if (shownNext != null) {
      safe.addSuppressed(shownNext);
    }
    return safe;
  }

  /** A short value, such as a user's name, is hidden where it is a word of its own. */
  private static String pattern(String secret) {
    String quoted = Pattern.quote(secret);
    return secret.length() < WORD ? "(?<![\\p{L}\\p{N}])" + quoted + "(?![\\p{L}\\p{N}])" : quoted;
  }

  /** The longest first: one may be a part of another. */
  private static List<String> secrets(String url, Properties properties) {
    List<String> found = new ArrayList<>();
    properties.forEach((key, value) -> found.add(String.valueOf(value)));
    VALUE.matcher(url).results().forEach(value -> found.add(value.group(1)));
    BEFORE_HOST
        .matcher(url)
        .results()
        .forEach(login -> found.addAll(List.of(login.group(1).split(":"))));
    return found.stream()
        .filter(value -> value.length() >= SHORTEST && !HARMLESS.contains(value))
        .sorted(Comparator.comparingInt(String::length).reversed())
        .toList();
  }
}
