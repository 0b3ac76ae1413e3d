package org.dpjdbc.plan.release;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.algebra.SubSelect;

/** The columns, one value per private row, that an ask aggregates; equal ones stand once. */
public final class RowColumns {
  /** Of an expression that is computed where it is aggregated, once or twice for a row. */
  private static final int MAX_OPERATORS = 16;

  private static final Set<SqlKind> WRITTEN_OUT =
      EnumSet.of(
          SqlKind.PLUS,
          SqlKind.MINUS,
          SqlKind.TIMES,
          SqlKind.CASE,
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL);

  private final RelNode input;
  private final List<RexNode> columns = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final BitSet values = new BitSet();

  public RowColumns(RelNode input) {
    this.input = input;
  }

  /** How many there are. */
  int width() {
    return columns.size();
  }

  /** The place of a column under a name of its own, whatever stands already. */
  public int add(RexNode column, String name) {
    columns.add(column);
    names.add(name);
    return columns.size() - 1;
  }

  /** The place of a column, shared with an equal one among those from {@code first} on. */
  public int share(RexNode column, int first) {
    for (int i = first; i < columns.size(); i++) {
      if (columns.get(i).equals(column)) {
        return i;
      }
    }
    values.set(columns.size());
    return add(column, "x" + (columns.size() - first));
  }

  /**
   * The projection. It is merged with one below where what that computes is small and no key: H2
   * would keep the rows of a subselect, all of them, before it aggregates any. A computed key stays
   * in a subselect, so that it stands in the SQL once.
   */
  public Project build() {
    RelNode below = input;
    List<RexNode> merged = columns;
    while (below instanceof Project project && isWrittenOut(project, merged)) {
      merged = InputRefs.past(merged, project);
      below = project.getInput();
    }
    RelNode source = below instanceof Project ? SubSelect.of(below) : below;
    return LogicalProject.create(source, List.of(), merged, names, Set.of());
  }

  private boolean isWrittenOut(Project below, List<RexNode> above) {
    if (below.containsOver() || !below.getVariablesSet().isEmpty()) {
      return false;
    }
    for (int i = 0; i < above.size(); i++) {
      boolean shared = values.get(i);
      boolean fits =
          RelOptUtil.InputFinder.bits(above.get(i)).asList().stream()
              .map(below.getProjects()::get)
              .allMatch(read -> read instanceof RexInputRef || (shared && isSmall(read)));
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether an expression is arithmetic, and clamps, of few operators. Each part reads a column,
   * and nothing is NULL by itself: of a constant a database may find out that all is NULL, and of
   * what type that is it cannot tell then.
   */
  private static boolean isSmall(RexNode node) {
    int[] operators = {0};
    boolean[] plain = {node instanceof RexCall};
    node.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitCall(RexCall call) {
            operators[0]++;
            plain[0] &= WRITTEN_OUT.contains(call.getKind()) && !RexUtil.isConstant(call);
            return super.visitCall(call);
          }

          @Override
          public Void visitLiteral(RexLiteral literal) {
            plain[0] &=
                !literal.isNull()
                    && (SqlTypeUtil.isNumeric(literal.getType())
                        || SqlTypeUtil.inCharFamily(literal.getType()));
            return null;
          }

          @Override
          public Void visitDynamicParam(RexDynamicParam value) {
            plain[0] = false;
            return null;
          }
        });
    return plain[0] && operators[0] <= MAX_OPERATORS;
  }
}
