package org.dpjdbc.sql.validate.subquery;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.jspecify.annotations.Nullable;

/**
 * Refuses columns of WITH RECURSIVE that grow with each step. Calcite takes the types of the first
 * step for those of all, and casts what later ones add to them: strings would be cut. A cast that
 * the query itself writes is meant.
 */
public final class GrowingColumns {
  /** The columns of each recursion, by its name, whose second part is a cast. */
  private final Map<String, Set<Integer>> casts;

  private GrowingColumns(Map<String, Set<Integer>> casts) {
    this.casts = casts;
  }

  /** The casts of a query that is not validated yet. */
  public static GrowingColumns of(SqlNode query) {
    return new GrowingColumns(casts(query));
  }

  /**
   * Looks for such columns.
   *
   * @param rel what the query is translated to
   * @throws org.dpjdbc.sql.refusal.RefusedException if there is one
   */
  public void check(RelNode rel) {
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        if (node instanceof RepeatUnion recursion) {
          String name = Util.last(recursion.getTransientTable().getQualifiedName());
          GrowingColumns.check(
              recursion.getIterativeRel().getInput(0),
              casts.getOrDefault(name, Set.of()),
              recursion.getTransientTable().getRowType().getFieldNames());
        }
        super.visit(node, ordinal, parent);
      }
    }.go(rel);
  }

  private static void check(RelNode rel, Set<Integer> written, List<String> names) {
    if (rel instanceof Project project) {
      for (int i = 0; i < names.size(); i++) {
        if (isCut(project.getProjects().get(i)) && !written.contains(i)) {
          throw RelationMessages.recursionTypes(names.get(i));
        }
      }
    } else {
      // Set operations, ORDER BY and DISTINCT have the same columns above.
      rel.getInputs().stream()
          .filter(input -> input.getRowType().getFieldCount() == names.size())
          .forEach(input -> check(input, written, names));
    }
  }

  private static boolean isCut(RexNode node) {
    if (!(node instanceof RexCall cast) || cast.getKind() != SqlKind.CAST) {
      return false;
    }
    RelDataType from = cast.getOperands().get(0).getType();
    RelDataType to = cast.getType();
    SqlTypeName type = to.getSqlTypeName();
    return !SqlTypeName.INT_TYPES.contains(type)
        && !SqlTypeName.APPROX_TYPES.contains(type)
        && (from.getSqlTypeName() != type
            || from.getScale() != to.getScale()
            || (to.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED
                && (from.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
                    || from.getPrecision() > to.getPrecision())));
  }

  private static Map<String, Set<Integer>> casts(SqlNode query) {
    Map<String, Set<Integer>> casts = new HashMap<>();
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call instanceof SqlWithItem with
                && with.query.getKind() == SqlKind.UNION
                && ((SqlCall) with.query).operand(1) instanceof SqlSelect second) {
              Set<Integer> columns = new HashSet<>();
              for (int i = 0; i < second.getSelectList().size(); i++) {
                SqlNode item = SqlUtil.stripAs(second.getSelectList().get(i));
                if (item instanceof SqlIdentifier name && name.isStar()) {
                  columns.clear(); // places are unknown
                  break;
                } else if (item.getKind() == SqlKind.CAST) {
                  columns.add(i);
                }
              }
              casts.merge(
                  with.name.getSimple(),
                  columns,
                  (a, b) -> {
                    a.retainAll(b);
                    return a;
                  });
            }
            return super.visit(call);
          }
        });
    return casts;
  }
}
