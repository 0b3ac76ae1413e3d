package org.dpjdbc.sql.parse;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlIdentifier;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * The table that {@code CREATE TABLE name AS query} names. Its name and the names of its columns
 * are the only text of an analyst that ever reaches the database: they consist of ASCII letters,
 * digits and underscores, and are quoted.
 *
 * @param names its name, perhaps with that of its schema before it
 * @param at where it stands
 */
public record ReleaseTarget(List<String> names, Position at) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,59}");

  static ReleaseTarget of(SqlIdentifier name) {
    return new ReleaseTarget(List.copyOf(name.names), Position.of(name.getParserPosition()));
  }

  /** Whether a name may be sent to a database. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /**
   * The name of the table.
   *
   * @param schema where releases are kept
   * @throws RefusedException if it is to be somewhere else, or is no name that is offered
   */
  public String table(String schema) {
    String table = names.get(names.size() - 1);
    if (!isName(table)) {
      throw ParseMessages.releaseName(table).at(at);
    }
    List<String> before = names.subList(0, names.size() - 1);
    String path = String.join(".", before);
    if (!before.isEmpty() && !path.equalsIgnoreCase(schema)) {
      throw ParseMessages.releaseElsewhere(path, schema).at(at);
    }
    return table;
  }
}
