package org.dpjdbc.sql;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a parse tree that is too deep for the recursive walks of all later stages. It does not
 * recurse itself.
 */
final class TreeCheck {
  /** The most nodes between the root and a leaf. */
  static final int MAX_DEPTH = 500;

  private record Place(SqlNode node, int depth) {}

  private TreeCheck() {}

  static void check(SqlNode root) throws SqlTextException {
    Deque<Place> open = new ArrayDeque<>();
    open.push(new Place(root, 1));
    while (!open.isEmpty()) {
      Place place = open.pop();
      if (place.depth > MAX_DEPTH) {
        SqlParserPos pos = place.node.getParserPosition();
        throw new SqlTextException(
            "expression of more than " + MAX_DEPTH + " levels (a chain of operators counts)",
            Math.max(1, pos.getLineNum()),
            Math.max(1, pos.getColumnNum()));
      }
      for (SqlNode child : children(place.node)) {
        if (child != null) {
          open.push(new Place(child, place.depth + 1));
        }
      }
    }
  }

  private static List<? extends @Nullable SqlNode> children(SqlNode node) {
    if (node instanceof SqlCall call) {
      return call.getOperandList();
    }
    if (node instanceof SqlNodeList list) {
      return list.getList();
    }
    return List.of();
  }
}
