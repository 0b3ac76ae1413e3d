package org.dpjdbc.sql.parse;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;

/** How many grouping sets a GROUP BY stands for: validation writes all of them out. */
final class GroupingCount {
  /** As many as CUBE over ten columns. */
  static final int MOST = 1024;

  private GroupingCount() {}

  /** The number of sets of a GROUP BY, at most one more than {@link #MOST}. */
  static int of(SqlNodeList group) {
    long product = 1;
    for (SqlNode item : group) {
      product = Math.min(MOST + 1, product * item(item));
    }
    return (int) product;
  }

  private static long item(SqlNode item) {
    return switch (item.getKind()) {
      case CUBE -> 1L << Math.min(11, ((SqlCall) item).operandCount());
      case ROLLUP -> ((SqlCall) item).operandCount() + 1L;
      case GROUPING_SETS -> {
        long sum = 0;
        for (SqlNode set : ((SqlCall) item).getOperandList()) {
          sum = Math.min(MOST + 1, sum + item(set));
        }
        yield sum;
      }
      default -> 1;
    };
  }
}
