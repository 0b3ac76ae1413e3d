package org.dpjdbc.plan.pushdown;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.bounds.StringCosts;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * Refuses queries that are short but would take long to print, or take the database long to plan:
 * while a statement is being planned, it reacts neither to a cancellation nor to a time limit.
 */
public final class PushdownSize {
  /**
   * Set operations within each other, and joins on the right side of joins: H2 takes two or three
   * times as long to plan one level deeper, and needs ten seconds at 10.
   */
  private static final int MAX_LEVELS = 5;

  /** Joins of one statement: H2 needs a second to plan 24 that stand four deep in each other. */
  private static final int MAX_JOINS = 24;

  /**
   * Operands and operators of one expression once those it refers to are written out in their
   * places, as the printer does: twenty steps that each use a value twice come to a million.
   */
  private static final long MAX_EXPRESSION = 20_000;

  /** Steps that the strings of one row may make the database take: some hundredths of a second. */
  private static final long MAX_STEPS = 1L << 24;

  private final StringCosts strings;
  private final RelDataTypeFactory types;

  /** In all expressions, for each row of the query's own that a private row is joined with. */
  private long steps;

  /** The most work that one private row may cause on public rows: about a second. */
  private static final long MAX_WORK = 1L << 28;

  /** Work on a public row that is no more than that of an ordinary join. */
  private static final long ORDINARY = 1L << 8;

  /** Work for an operand or operator, in steps. */
  private static final long OF_NODE = 4;

  /** Of the strings of public tables: longer ones belong to the size of the table. */
  private static final int STORED_LENGTH = 255;

  /** By public tables, what is computed for each combination of their rows, in steps. */
  private final Map<Set<TableScan>, Long> work = new LinkedHashMap<>();

  private final JoinedRows.Finder joined = new JoinedRows.Finder();

  private PushdownSize(RexBuilder rex) {
    this.strings = new StringCosts(rex);
    this.types = rex.getTypeFactory();
  }

  /**
   * The size of an expression, with the expressions it refers to written out.
   *
   * @param nodes operands and operators
   * @param steps of what it does with strings
   * @param isStored whether it is a column of a table
   * @param rows which it is a function of
   */
  private record Cost(long nodes, long steps, boolean isStored, JoinedRows rows) {
    static Cost ofColumn(boolean isStored, JoinedRows rows) {
      return new Cost(1, 0, isStored, rows);
    }

    Cost plus(Cost other) {
      return new Cost(nodes + other.nodes, steps + other.steps, false, rows.or(other.rows));
    }

    long work() {
      return nodes * OF_NODE + steps;
    }
  }

  /**
   * How many combinations of rows public tables may have.
   *
   * @param tables which are public
   */
  public record RowLimit(List<TableScan> tables, long rows) {}

  /** Refuses a statement that the database would plan for long. */
  static void check(RelNode rel) {
    if (levels(rel) > MAX_LEVELS) {
      throw RelationMessages.nestedTooDeep(MAX_LEVELS);
    }
    if (joins(rel) > MAX_JOINS) {
      throw RelationMessages.tooManyJoins(MAX_JOINS);
    }
  }

  /**
   * Refuses expressions that are too large, or whose strings could take long for one row.
   *
   * @return how many combinations of public rows there may be: a database computes on them if it
   *     has a private row to join them with, and the running time would disclose that row
   */
  public static List<RowLimit> checkRows(RelNode rel) {
    PushdownSize size = new PushdownSize(rel.getCluster().getRexBuilder());
    size.columns(rel);
    if (size.steps > MAX_STEPS) {
      throw ExpressionMessages.stringsTooLong(size.steps, MAX_STEPS);
    }
    return size.work.entrySet().stream()
        .filter(of -> of.getValue() > ORDINARY)
        .map(of -> new RowLimit(List.copyOf(of.getKey()), MAX_WORK / of.getValue()))
        .toList();
  }

  private static int levels(RelNode rel) {
    if (rel instanceof Join join) {
      int right = joins(join.getRight()) > 0 ? 1 : 0;
      return Math.max(levels(join.getLeft()), levels(join.getRight()) + right);
    }
    int below = rel.getInputs().stream().mapToInt(PushdownSize::levels).max().orElse(0);
    return below + (rel instanceof SetOp ? 1 : 0);
  }

  private static int joins(RelNode rel) {
    return (rel instanceof Join ? 1 : 0)
        + rel.getInputs().stream().mapToInt(PushdownSize::joins).sum();
  }

  /** The cost of each column, as an expression written out. */
  private List<Cost> columns(RelNode rel) {
    List<Cost> inputs = new ArrayList<>();
    rel.getInputs().forEach(input -> inputs.addAll(columns(input)));
    if (rel instanceof Project project) {
      JoinedRows rows = joined.of(project.getInput());
      return project.getProjects().stream().map(node -> limited(node, inputs, rows)).toList();
    }
    if (rel instanceof Filter filter) {
      condition(filter.getCondition(), inputs, joined.of(filter.getInput()));
      return inputs;
    }
    if (rel instanceof Join join) {
      condition(join.getCondition(), inputs, joined.tried(join));
    }
    if (rel instanceof Sort || rel instanceof Join) {
      return inputs;
    } else if (rel instanceof SubSelect) {
      return inputs.stream().map(input -> Cost.ofColumn(input.isStored(), input.rows())).toList();
    }
    return Collections.nCopies(
        rel.getRowType().getFieldCount(), Cost.ofColumn(rel instanceof TableScan, joined.of(rel)));
  }

  /**
   * What reads public columns alone, a database may try on all rows of theirs, whatever is joined.
   */
  private void condition(RexNode condition, List<Cost> inputs, JoinedRows rows) {
    limited(condition, inputs, rows);
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      JoinedRows read = cost(conjunct, inputs).rows();
      if (!read.isPrivate() && !rows.tables().containsAll(read.tables())) {
        add(conjunct, inputs, read);
      }
    }
  }

  private void add(RexNode node, List<Cost> inputs, JoinedRows rows) {
    long ofRow = cost(withShortStrings(node, inputs), inputs).work();
    work.merge(rows.tables(), saturated(0, ofRow, rows.written()), (a, b) -> saturated(a, b, 1));
  }

  private Cost limited(RexNode node, List<Cost> inputs, JoinedRows rows) {
    Cost cost = cost(node, inputs);
    if (cost.nodes() > MAX_EXPRESSION) {
      throw ExpressionMessages.tooComplex();
    }
    if (!(node instanceof RexInputRef)) {
      steps = saturated(steps, cost.steps(), rows.written());
      if (!rows.tables().isEmpty()) {
        add(node, inputs, rows);
      }
    }
    return cost;
  }

  /** A sum with a product, or the largest number if it is beyond that. */
  private static long saturated(long sum, long of, long times) {
    boolean fits = of == 0 || times <= (Long.MAX_VALUE - sum) / of;
    return fits ? sum + of * times : Long.MAX_VALUE;
  }

  private RexNode withShortStrings(RexNode node, List<Cost> inputs) {
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            RelDataType type = ref.getType();
            boolean isLong =
                SqlTypeUtil.inCharFamily(type)
                    && (type.getPrecision() < 0 || type.getPrecision() > STORED_LENGTH);
            return isLong && inputs.get(ref.getIndex()).isStored()
                ? new RexInputRef(
                    ref.getIndex(), types.createSqlType(SqlTypeName.VARCHAR, STORED_LENGTH))
                : ref;
          }
        });
  }

  private Cost cost(RexNode node, List<Cost> inputs) {
    if (node instanceof RexInputRef ref) {
      // A semi-join's condition sees both sides, its rows one.
      return inputs.get(ref.getIndex());
    }
    if (!(node instanceof RexCall call)) {
      return Cost.ofColumn(false, JoinedRows.NONE);
    }
    Cost cost = new Cost(1, strings.of(call), false, JoinedRows.NONE);
    for (RexNode operand : call.getOperands()) {
      cost = cost.plus(cost(operand, inputs));
    }
    return cost;
  }
}
