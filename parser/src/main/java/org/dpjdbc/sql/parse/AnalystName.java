package org.dpjdbc.sql.parse;

import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code USER} and similar functions by the analyst's name as a literal. The database is
 * never asked, because its user is the owner's.
 */
public final class AnalystName {
  private static final Set<String> NAMES =
      Set.of("USER", "CURRENT_USER", "SESSION_USER", "{FN USER}");

  private AnalystName() {}

  /** Whether a query may name its analyst; a column of such a name counts as well. */
  public static boolean mayStandIn(SqlNode query) {
    boolean[] found = {false};
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier identifier) {
            found[0] |= isName(Util.last(identifier.names));
            return null;
          }

          @Override
          public @Nullable Void visit(SqlCall call) {
            found[0] |= isName(call.getOperator().getName());
            return super.visit(call);
          }
        });
    return found[0];
  }

  private static boolean isName(String name) {
    return NAMES.contains(name.toUpperCase(Locale.ROOT));
  }

  /** The query with the name written out. */
  public static RelNode put(String analyst, RelNode query) {
    RexBuilder rex = query.getCluster().getRexBuilder();
    RexShuttle names =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            return call.getOperands().isEmpty() && isName(call.getOperator().getName())
                ? rex.makeCast(call.getType(), rex.makeLiteral(analyst))
                : super.visitCall(call);
          }
        };
    return query.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(names);
          }
        });
  }
}
