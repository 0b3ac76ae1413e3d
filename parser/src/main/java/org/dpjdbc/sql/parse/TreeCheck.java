package org.dpjdbc.sql.parse;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Refuses parse trees on which later stages fail: with named arguments, too deep for the recursive
 * walks of later stages, or too wide for those that take quadratic time. This class itself does not
 * recurse.
 */
final class TreeCheck {
  /** The most nodes from the root to a leaf: all later stages fit a stack of 512 KiB. */
  static final int MAX_DEPTH = 250;

  /**
   * The most columns of a SELECT, arguments of a function, rows of VALUES, and so on; not of IN.
   */
  static final int MAX_WIDTH = 2_000;

  private record Place(SqlNode node, int depth, boolean ofIn) {}

  private TreeCheck() {}

  static void check(SqlNode root) throws SqlSyntaxException {
    Deque<Place> open = new ArrayDeque<>();
    open.push(new Place(root, 1, false));
    while (!open.isEmpty()) {
      Place place = open.pop();
      if (place.depth > MAX_DEPTH) {
        throw refuse(
            place.node, "more than " + MAX_DEPTH + " levels; each operator of a chain is one");
      }
      List<? extends @Nullable SqlNode> children = children(place.node);
      if (children.size() > MAX_WIDTH && !place.ofIn) {
        throw refuse(place.node, "list of more than " + MAX_WIDTH + " elements");
      }
      SqlNodeList group = place.node instanceof SqlSelect select ? select.getGroup() : null;
      if (group != null && GroupingCount.of(group) > GroupingCount.MOST) {
        throw refuse(group, "more than " + GroupingCount.MOST + " grouping sets");
      }
      SqlKind kind = place.node.getKind();
      boolean in = kind == SqlKind.IN || kind == SqlKind.NOT_IN;
      for (SqlNode child : children) {
        if (child != null) {
          open.push(new Place(child, place.depth + 1, in));
        }
      }
    }
  }

  private static SqlSyntaxException refuse(SqlNode node, String message) {
    SqlParserPos pos = node.getParserPosition();
    return new SqlSyntaxException(
        message, Math.max(1, pos.getLineNum()), Math.max(1, pos.getColumnNum()));
  }

  /** The nodes right below a node; null if an optional one is left out. */
  static List<? extends @Nullable SqlNode> children(SqlNode node) {
    if (node instanceof SqlCall call) {
      return call.getOperandList();
    }
    if (node instanceof SqlNodeList list) {
      return list.getList();
    }
    return List.of();
  }
}
