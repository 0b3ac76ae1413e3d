package org.dpjdbc.sql;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Refuses common table expressions that refer to each other so often that the query, written out,
 * is enormous: every reference is analysed anew, so that thirty lines can stand for a billion
 * tables. Recurses: for trees whose depth is checked.
 */
final class ExpansionCheck {
  /** The most nodes that all references to common table expressions stand for together. */
  static final int MAX_NODES = 20_000;

  /** What a reference stands for, by the name in small letters; the largest, whatever its scope. */
  private final Map<String, Long> sizes = new HashMap<>();

  private ExpansionCheck() {}

  static void check(SqlNode root) throws SqlTextException {
    new ExpansionCheck().expansion(root);
  }

  /** How many nodes references below a node stand for. */
  private long expansion(SqlNode node) throws SqlTextException {
    if (node instanceof SqlWithItem item) {
      sizes.merge(key(item.name), expansion(item.query) + count(item.query), Math::max);
      // Written out where it is referred to, and nowhere else.
      return 0;
    }
    long size = node instanceof SqlIdentifier name && name.isSimple() ? size(name) : 0;
    for (SqlNode child : TreeCheck.children(node)) {
      if (child != null) {
        size += expansion(child);
      }
    }
    if (size > MAX_NODES) {
      SqlParserPos pos = node.getParserPosition();
      throw new SqlTextException(
          "common table expressions that stand for more than " + MAX_NODES + " words and signs",
          Math.max(1, pos.getLineNum()),
          Math.max(1, pos.getColumnNum()));
    }
    return size;
  }

  private long size(SqlIdentifier name) {
    return sizes.getOrDefault(key(name), 0L);
  }

  private static long count(SqlNode node) {
    long count = 1;
    for (SqlNode child : TreeCheck.children(node)) {
      if (child != null) {
        count += count(child);
      }
    }
    return count;
  }

  /** Spellings that may be one name to the database count as one. */
  private static String key(SqlIdentifier name) {
    return name.getSimple().toLowerCase(Locale.ROOT);
  }
}
