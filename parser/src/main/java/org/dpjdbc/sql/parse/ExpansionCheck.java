package org.dpjdbc.sql.parse;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Refuses common table expressions that refer to each other so often that the expanded query is
 * enormous: every reference is analysed anew, so thirty lines can expand to a billion tables. This
 * class recurses, so it must only be used on trees whose depth was checked.
 */
final class ExpansionCheck {
  /** The maximum number of nodes that all references to common table expressions expand to. */
  static final int MAX_NODES = 20_000;

  /** The most grouping sets of one GROUP BY: a CUBE of 30 columns has a billion. */
  private static final int MAX_SETS = 1_000;

  /**
   * The expansion of a reference, by its name in lower case; the largest one, whatever its scope.
   */
  private final Map<String, Long> sizes = new HashMap<>();

  private ExpansionCheck() {}

  static void check(SqlNode root) throws SqlSyntaxException {
    new ExpansionCheck().expansion(root);
  }

  /** How many nodes references below a node stand for. */
  private long expansion(SqlNode node) throws SqlSyntaxException {
    if (node instanceof SqlWithItem item) {
      sizes.merge(key(item.name), expansion(item.query) + count(item.query), Math::max);
      // Written out where it is referred to, and nowhere else.
      return 0;
    }
    if (node instanceof SqlSelect select && select.getGroup() != null) {
      requireFewSets(select.getGroup());
    }
    long size = node instanceof SqlIdentifier name && name.isSimple() ? size(name) : 0;
    for (SqlNode child : TreeCheck.children(node)) {
      if (child != null) {
        size += expansion(child);
      }
    }
    if (size > MAX_NODES) {
      throw refuse(
          node,
          "common table expressions that stand for more than " + MAX_NODES + " words and signs");
    }
    return size;
  }

  private static void requireFewSets(SqlNodeList group) throws SqlSyntaxException {
    if (sets(group) > MAX_SETS) {
      throw refuse(group, "more than " + MAX_SETS + " grouping sets");
    }
  }

  /** What the elements of a GROUP BY multiply to. */
  private static long sets(SqlNodeList elements) {
    long product = 1;
    for (SqlNode element : elements) {
      // Stops growing where it is refused, so it never overflows.
      product *= product > MAX_SETS ? 1 : Math.min(sets(element), MAX_SETS + 1);
    }
    return product;
  }

  private static long sets(SqlNode element) {
    List<? extends @Nullable SqlNode> operands = TreeCheck.children(element);
    return switch (element.getKind()) {
      case CUBE -> 1L << Math.min(operands.size(), 30);
      case ROLLUP -> operands.size() + 1L;
      case GROUPING_SETS -> operands.stream().mapToLong(set -> set == null ? 0 : sets(set)).sum();
      default -> 1;
    };
  }

  private static SqlSyntaxException refuse(SqlNode node, String message) {
    SqlParserPos pos = node.getParserPosition();
    return new SqlSyntaxException(
        message, Math.max(1, pos.getLineNum()), Math.max(1, pos.getColumnNum()));
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
