package org.dpjdbc.sql.rewrite;

import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;

/** One rule: rewrites a database's function call to an expression that the planner knows. */
@FunctionalInterface
public interface FunctionRewrite {
  /**
   * The call in known words. Its operands are in known words already, and may occur several times
   * in the result: they are copied afterwards.
   *
   * @return empty if the rule does not know this form
   * @throws org.dpjdbc.sql.refusal.RefusedException for a form that no database has
   */
  Optional<SqlNode> rewrite(SqlCall call);
}
