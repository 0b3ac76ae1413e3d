package org.dpjdbc.gateway.web.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.web.number.LocalNumbers;

/**
 * The user who views a page.
 *
 * @param database that it is about
 * @param token that each form has
 * @param numbers how they read numbers
 */
public record Viewer(User user, String database, String token, LocalNumbers numbers) {

  /** A link to a page about the same database. */
  public String link(String path) {
    return link(path, database);
  }

  /** A link to a page about a database. */
  static String link(String path, String database) {
    return path + "?database=" + encoded(database);
  }

  /** A string, encoded for a link. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
