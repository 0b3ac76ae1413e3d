package org.dpjdbc.jdbc.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a URL that may be shown: subprotocol, host and database. Parameters, user and
 * password are left out whatever they are called, since no list of secret names is complete.
 */
public final class PublicUrl {
  private static final Pattern PARAMETERS =
      Pattern.compile("[;?#].*|:[^:/@;?#]*=.*", Pattern.DOTALL);

  private PublicUrl() {}

  /** The shown form, beginning with {@code jdbc:dp:}, of a backend's URL. */
  public static String of(String backendUrl) {
    String rest = backendUrl.substring("jdbc:".length());
    Matcher parameters = PARAMETERS.matcher(rest);
    String bare = parameters.find() ? rest.substring(0, parameters.start()) : rest;
    String subprotocol = bare.substring(0, bare.indexOf(':') + 1);
    int at = bare.lastIndexOf('@');
    if (at >= 0) {
      String slashes = bare.startsWith(subprotocol + "//") ? "//" : "@";
      bare = subprotocol + slashes + bare.substring(at + 1);
    }
    return DpUrl.PREFIX + (bare.matches(".*[=()].*") ? subprotocol : bare);
  }
}
