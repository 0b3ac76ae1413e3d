package org.dpjdbc.jdbc.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.dpjdbc.sql.refusal.ConnectMessages;
import org.jspecify.annotations.Nullable;

/**
 * A parsed URL: {@code jdbc:dp:} followed by the backend's own URL without its {@code jdbc:}, with
 * the driver's parameters among the backend's. A parameter begins after {@code ;}, and then ends at
 * the next {@code ;}; or after {@code ?} or {@code &}, and then ends at the next {@code &} and is
 * percent-decoded.
 *
 * @param backendUrl the backend's URL, beginning with {@code jdbc:}, unchanged except for the
 *     driver's parameters
 * @param own the driver's parameters as they were written
 */
public record DpUrl(String backendUrl, Map<String, String> own) {
  /** What our URLs begin with. */
  static final String PREFIX = "jdbc:dp:";

  public DpUrl {
    own = Map.copyOf(own);
  }

  /** Whether a URL is for this driver. */
  public static boolean accepts(@Nullable String url) {
    return url != null && url.startsWith(PREFIX);
  }

  /**
   * Takes a URL apart.
   *
   * @param url one that is {@linkplain #accepts accepted}
   * @throws org.dpjdbc.sql.refusal.RefusedException if a parameter of ours is ambiguous, occurs
   *     twice, or is not correctly percent-encoded
   */
  public static DpUrl parse(String url) {
    String rest = url.substring(PREFIX.length());
    StringBuilder backend = new StringBuilder("jdbc:");
    Map<String, String> own = new LinkedHashMap<>();
    int at = 0;
    while (at < rest.length()) {
      if (startsOwn(rest, at)) {
        char separator = rest.charAt(at);
        int end = end(rest, at + 1, separator);
        add(own, rest.substring(at + 1, end), separator);
        if (separator == '?' && end < rest.length()) {
          // The parameter after the first one becomes the first one.
          rest = "?" + rest.substring(end + 1);
          at = 0;
        } else {
          at = end;
        }
      } else {
        backend.append(rest.charAt(at));
        at++;
      }
    }
    return new DpUrl(backend.toString(), own);
  }

  private static boolean isSeparator(char c) {
    return c == ';' || c == '?' || c == '&';
  }

  private static boolean startsOwn(String text, int at) {
    String prefix = ConnectionProperties.PREFIX;
    return isSeparator(text.charAt(at))
        && text.regionMatches(true, at + 1, prefix, 0, prefix.length());
  }

  private static int end(String text, int from, char separator) {
    int end = text.indexOf(separator == ';' ? ';' : '&', from);
    return end < 0 ? text.length() : end;
  }

  private static void add(Map<String, String> own, String parameter, char separator) {
    int equals = parameter.indexOf('=');
    String key = equals < 0 ? parameter : parameter.substring(0, equals);
    String value = equals < 0 ? "" : parameter.substring(equals + 1);
    for (int i = 0; i < value.length(); i++) {
      if (startsOwn(value, i)) {
        throw ConnectMessages.settingsMixed(key);
      }
    }
    if (own.put(key, separator == ';' ? value : decode(key, value)) != null) {
      throw ConnectMessages.settingTwice(key);
    }
  }

  private static String decode(String key, String value) {
    try {
      // A plus is literal here: paths and passwords contain it, and a URL is not form-encoded.
      return URLDecoder.decode(value.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      throw ConnectMessages.settingUnreadable(key, "rightly percent-encoded");
    }
  }

  /** The name of the backend's driver family, such as {@code h2}. */
  static String subprotocol(String backendUrl) {
    String rest = backendUrl.substring("jdbc:".length());
    int colon = rest.indexOf(':');
    return (colon < 0 ? rest : rest.substring(0, colon)).toLowerCase(Locale.ROOT);
  }
}
