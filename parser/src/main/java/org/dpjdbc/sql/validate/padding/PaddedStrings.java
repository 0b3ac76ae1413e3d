package org.dpjdbc.sql.validate.padding;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.dialect.common.StringKind;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * Comparisons with strings of type CHAR(n), before subqueries become joins. Where the database
 * returns these strings without their blanks (PostgreSQL), what they are compared with is trimmed,
 * too: other strings, the columns of subqueries, the branches of a choice and the inputs of a set
 * operation. Where it returns the blanks (H2), {@link PaddedColumns} sees the comparisons, and here
 * are those with a subquery: several of its strings may be equal to one CHAR(n).
 *
 * <p>The type of an expression is found by PostgreSQL's rules: that of its column, or for choices
 * the type of their first branch that has one. A result of a function is a text.
 */
public final class PaddedStrings {
  /** A pattern that matches a string with its blanks exactly if it matches it without them. */
  private static final Pattern SAME = Pattern.compile("[^ _\\\\]*%");

  private final BiFunction<TableScan, Integer, StringKind> stored;
  private final boolean stripped;
  private final RexBuilder rex;

  /** The rows that expressions of subqueries refer to. */
  private final Map<CorrelationId, List<RelNode>> outer = new HashMap<>();

  /** Calls that were made here: they have the values of a CHAR(n), not of a function's text. */
  private final Set<RexNode> made = Collections.newSetFromMap(new IdentityHashMap<>());

  private PaddedStrings(
      RexBuilder rex, BiFunction<TableScan, Integer, StringKind> stored, boolean stripped) {
    this.rex = rex;
    this.stored = stored;
    this.stripped = stripped;
  }

  /**
   * The same query with such comparisons.
   *
   * @param stored the kind of a column as it is stored
   * @param stripped whether the database returns the strings without their blanks
   */
  public static RelNode of(
      RelNode query, BiFunction<TableScan, Integer, StringKind> stored, boolean stripped) {
    return new PaddedStrings(query.getCluster().getRexBuilder(), stored, stripped).compared(query);
  }

  private RelNode compared(RelNode query) {
    return query.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            if (other instanceof LogicalCorrelate correlate) {
              outer.put(correlate.getCorrelationId(), List.of(correlate.getLeft()));
            }
            RelNode rel = super.visit(other);
            rel.getVariablesSet().forEach(id -> outer.put(id, rel.getInputs()));
            RelNode compared = rel.accept(new Comparisons(rel.getInputs()));
            return compared instanceof SetOp set ? alike(set) : compared;
          }
        });
  }

  /** A set operation whose columns of type CHAR(n) are without blanks in all inputs. */
  private RelNode alike(SetOp set) {
    List<RelNode> inputs = new ArrayList<>(set.getInputs());
    for (int column = 0; column < set.getRowType().getFieldCount(); column++) {
      int at = column;
      if (!stripped) {
        checkLengths(set, column);
      } else if (kind(set, column) == StringKind.PADDED) {
        inputs.replaceAll(input -> trimmed(input, Set.of(at)));
      }
    }
    return inputs.equals(set.getInputs()) ? set : set.copy(set.getTraitSet(), inputs);
  }

  /** H2 pads strings of several lengths to none of them. */
  private void checkLengths(SetOp set, int column) {
    long lengths =
        set.getInputs().stream()
            .filter(input -> kind(input, column) == StringKind.PADDED)
            .map(input -> written(input, column).getPrecision())
            .distinct()
            .count();
    if (lengths > 1) {
      throw ExpressionMessages.mixedLengths(set.kind.name());
    }
  }

  /** The type of a column before it was cast to that of the other inputs. */
  private static RelDataType written(RelNode input, int column) {
    return input instanceof Project project
        ? uncast(project.getProjects().get(column)).getType()
        : input.getRowType().getFieldList().get(column).getType();
  }

  private RelNode trimmed(RelNode input, Set<Integer> columns) {
    List<RexNode> trimmed =
        IntStream.range(0, input.getRowType().getFieldCount())
            .mapToObj(
                i -> {
                  RexNode column = rex.makeInputRef(input, i);
                  return columns.contains(i) ? trimmed(column, List.of(input)) : column;
                })
            .toList();
    return trimmed.stream().allMatch(RexInputRef.class::isInstance)
        ? input
        : LogicalProject.create(
            input, List.of(), trimmed, input.getRowType().getFieldNames(), Set.of());
  }

  /** The string without its blanks: those of the database have none already. */
  private RexNode trimmed(RexNode text, List<RelNode> inputs) {
    if (text instanceof RexLiteral literal) {
      String value = literal.isNull() ? "" : String.valueOf(literal.getValueAs(String.class));
      String cut = value.replaceAll(" +$", "");
      return cut.equals(value) ? text : rex.makeLiteral(cut);
    }
    if (text.getKind() == SqlKind.CAST
        && ((RexCall) text).getOperands().get(0) instanceof RexLiteral literal) {
      return rex.makeAbstractCast(text.getType(), trimmed(literal, inputs), false);
    }
    boolean is = stripped && kind(text, inputs) == StringKind.PADDED && !isPadding(text);
    if (is) {
      return text;
    }
    RexNode trimmed =
        rex.makeCall(
            stripped ? text.getType() : varying(text.getType()),
            SqlStdOperatorTable.TRIM,
            List.of(rex.makeFlag(SqlTrimFunction.Flag.TRAILING), rex.makeLiteral(" "), text));
    made.add(trimmed);
    return trimmed;
  }

  private static boolean isCast(RexNode text) {
    return text.getKind() == SqlKind.CAST && text.getType().getSqlTypeName() == SqlTypeName.CHAR;
  }

  private static boolean isPadding(RexNode text) {
    return isCast(text)
        || (text.getKind() == SqlKind.CAST && isPadding(((RexCall) text).getOperands().get(0)));
  }

  private RelDataType varying(RelDataType type) {
    return rex.getTypeFactory()
        .createTypeWithNullability(
            rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR, type.getPrecision()),
            type.isNullable());
  }

  private static boolean isString(RexNode node) {
    return SqlTypeUtil.inCharFamily(node.getType());
  }

  /** Whether blanks at the end do not count where strings of two kinds are compared. */
  private static boolean isPadded(StringKind one, StringKind other) {
    return (one == StringKind.PADDED || other == StringKind.PADDED)
        && one != StringKind.TEXT
        && other != StringKind.TEXT;
  }

  private static int length(RexNode text) {
    int precision = text.getType().getPrecision();
    return precision == RelDataType.PRECISION_NOT_SPECIFIED ? Integer.MAX_VALUE : precision;
  }

  /** The type of a choice between strings. */
  private static StringKind common(Stream<StringKind> kinds) {
    List<StringKind> typed = kinds.filter(kind -> kind != StringKind.LITERAL).toList();
    return typed.isEmpty() || typed.contains(StringKind.TEXT) ? StringKind.TEXT : typed.get(0);
  }

  private StringKind kind(RelNode rel, int column) {
    if (rel instanceof TableScan scan) {
      return stored.apply(scan, column);
    } else if (rel instanceof Project project) {
      return kind(project.getProjects().get(column), project.getInputs());
    } else if (rel instanceof SetOp set) {
      return common(
          set.getInputs().stream()
              .map(input -> input instanceof Values ? StringKind.LITERAL : kind(input, column)));
    } else if (rel instanceof Aggregate aggregate) {
      return kind(aggregate, column);
    }
    return rel instanceof Values || rel.getInputs().isEmpty()
        ? StringKind.TEXT
        : below(rel.getInputs(), column);
  }

  private StringKind kind(Aggregate aggregate, int column) {
    if (column < aggregate.getGroupCount()) {
      return kind(aggregate.getInput(), aggregate.getGroupSet().nth(column));
    }
    int at = column - aggregate.getGroupCount();
    if (at >= aggregate.getAggCallList().size()) {
      return StringKind.TEXT;
    }
    AggregateCall call = aggregate.getAggCallList().get(at);
    return switch (call.getAggregation().getKind()) {
      case MIN, MAX, ANY_VALUE, SINGLE_VALUE ->
          kind(aggregate.getInput(), call.getArgList().get(0));
      default -> StringKind.TEXT;
    };
  }

  private StringKind below(List<RelNode> inputs, int column) {
    int at = column;
    for (RelNode input : inputs) {
      int width = input.getRowType().getFieldCount();
      if (at < width) {
        StringKind kind = kind(input, at);
        return kind == StringKind.LITERAL ? StringKind.TEXT : kind;
      }
      at -= width;
    }
    return StringKind.TEXT;
  }

  private StringKind kind(RexNode node, List<RelNode> inputs) {
    if (made.contains(node)) {
      return StringKind.PADDED;
    } else if (node instanceof RexLiteral || node instanceof RexDynamicParam) {
      return StringKind.LITERAL;
    } else if (node instanceof RexInputRef ref) {
      return below(inputs, ref.getIndex());
    } else if (node instanceof RexFieldAccess access
        && access.getReferenceExpr() instanceof RexCorrelVariable row) {
      return below(outer.getOrDefault(row.id, List.of()), access.getField().getIndex());
    } else if (node instanceof RexSubQuery query && query.getKind() == SqlKind.SCALAR_QUERY) {
      return kind(query.rel, 0);
    }
    return node instanceof RexCall call && isString(node) ? kind(call, inputs) : StringKind.TEXT;
  }

  private StringKind kind(RexCall call, List<RelNode> inputs) {
    if (call.getKind() == SqlKind.CAST) {
      RexNode operand = call.getOperands().get(0);
      boolean padding = isCast(call) && operand.getType().getSqlTypeName() != SqlTypeName.CHAR;
      // What Calcite casts to one length is of the type that it was.
      return padding
          ? StringKind.PADDED
          : isString(operand) ? kind(operand, inputs) : StringKind.TEXT;
    }
    List<Integer> branches = branches(call);
    return branches.isEmpty()
        ? StringKind.TEXT
        : common(branches.stream().map(i -> kind(call.getOperands().get(i), inputs)));
  }

  /**
   * The operands of a choice, in the order in which PostgreSQL looks for its type: ELSE before
   * THEN, but for COALESCE, which is a CASE here.
   */
  private static List<Integer> branches(RexCall call) {
    int last = call.getOperands().size() - 1;
    if (call.getKind() != SqlKind.CASE) {
      return List.of();
    }
    IntStream then = IntStream.iterate(1, i -> i < last, i -> i + 2);
    return isCoalesce(call)
        ? IntStream.concat(then, IntStream.of(last)).boxed().toList()
        : IntStream.concat(IntStream.of(last), then).boxed().toList();
  }

  private static boolean isCoalesce(RexCall call) {
    return IntStream.iterate(0, i -> i < call.getOperands().size() - 1, i -> i + 2)
        .allMatch(
            i ->
                call.getOperands().get(i) instanceof RexCall test
                    && test.getKind() == SqlKind.IS_NOT_NULL
                    && uncast(call.getOperands().get(i + 1))
                        .equals(uncast(test.getOperands().get(0))));
  }

  private static RexNode uncast(RexNode node) {
    return node instanceof RexCall cast && cast.getKind() == SqlKind.CAST
        ? uncast(cast.getOperands().get(0))
        : node;
  }

  private final class Comparisons extends RexShuttle {
    private final List<RelNode> inputs;

    Comparisons(List<RelNode> inputs) {
      this.inputs = inputs;
    }

    @Override
    public RexNode visitCall(RexCall call) {
      RexNode visited = super.visitCall(call);
      if (!(visited instanceof RexCall plain)) {
        return visited;
      }
      boolean compares =
          SqlKind.COMPARISON.contains(plain.getKind()) && plain.getOperands().size() == 2;
      if (!stripped) {
        checkLengths(plain);
        return compares ? withCasts(plain) : plain;
      } else if (compares) {
        return compared(plain);
      } else if (plain.getKind() == SqlKind.LIKE) {
        return like(plain);
      }
      return isString(plain) && kind(plain, inputs) == StringKind.PADDED ? chosen(plain) : plain;
    }

    /** H2 gives a choice of strings of several lengths neither of them. */
    private void checkLengths(RexCall call) {
      List<RexNode> branches =
          branches(call).stream()
              .map(call.getOperands()::get)
              .filter(branch -> isString(branch) && kind(branch, inputs) == StringKind.PADDED)
              .toList();
      if (branches.stream().map(branch -> length(uncast(branch))).distinct().count() > 1) {
        throw ExpressionMessages.mixedLengths(call.getOperator().getName());
      }
    }

    private RexNode compared(RexCall call) {
      RexNode left = call.getOperands().get(0);
      RexNode right = call.getOperands().get(1);
      StringKind one = side(left, right);
      StringKind other = side(right, left);
      return isString(left) && isPadded(one, other)
          ? call.clone(call.getType(), List.of(trimmed(left, inputs), trimmed(right, inputs)))
          : call;
    }

    /** That of a side of a comparison: a cast to a longer type than both have was written. */
    private StringKind side(RexNode one, RexNode other) {
      boolean written =
          one.getKind() == SqlKind.CAST
              && one.getType().getSqlTypeName() == SqlTypeName.VARCHAR
              && length(one) > Math.max(length(uncast(one)), length(uncast(other)));
      return written ? StringKind.VARYING : kind(one, inputs);
    }

    /**
     * Beside casts that were written: one to a CHAR(n) has no blanks that count, in one to a longer
     * VARCHAR they do.
     */
    private RexNode withCasts(RexCall call) {
      RexNode left = call.getOperands().get(0);
      RexNode right = call.getOperands().get(1);
      if (pads(left) || pads(right)) {
        return call.clone(call.getType(), List.of(trimmed(left, inputs), trimmed(right, inputs)));
      }
      return call.clone(call.getType(), List.of(kept(left, right), kept(right, left)));
    }

    private boolean pads(RexNode node) {
      return (isCast(node)
              && !(uncast(node) instanceof RexLiteral)
              && (uncast(node).getType().getSqlTypeName() != SqlTypeName.CHAR
                  || length(node) < length(uncast(node))))
          || (node.getKind() == SqlKind.CAST && pads(((RexCall) node).getOperands().get(0)));
    }

    private RexNode kept(RexNode one, RexNode other) {
      return kind(one, inputs) == StringKind.PADDED && side(one, other) == StringKind.VARYING
          ? rex.makeAbstractCast(
              one.getType(), rex.makeAbstractCast(one.getType(), uncast(one), false), false)
          : one;
    }

    private RexNode chosen(RexCall call) {
      List<RexNode> operands = new ArrayList<>(call.getOperands());
      branches(call).forEach(i -> operands.set(i, trimmed(operands.get(i), inputs)));
      return operands.equals(call.getOperands()) ? call : call.clone(call.getType(), operands);
    }

    /** LIKE sees a column with its blanks. */
    private RexNode like(RexCall call) {
      RexNode text = call.getOperands().get(0);
      boolean same =
          call.getOperands().get(1) instanceof RexLiteral pattern
              && SAME.matcher(String.valueOf(pattern.getValueAs(String.class))).matches();
      if (same
          || !(text instanceof RexInputRef || text instanceof RexFieldAccess)
          || kind(text, inputs) != StringKind.PADDED) {
        return call;
      }
      int length = text.getType().getPrecision();
      List<RexNode> operands = new ArrayList<>(call.getOperands());
      operands.set(
          0,
          rex.makeCall(
              text.getType(),
              SqlStdOperatorTable.SUBSTRING,
              List.of(
                  rex.makeCall(
                      SqlStdOperatorTable.CONCAT, text, rex.makeLiteral(" ".repeat(length))),
                  rex.makeExactLiteral(BigDecimal.ONE),
                  rex.makeExactLiteral(BigDecimal.valueOf(length)))));
      return call.clone(call.getType(), operands);
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery written) {
      RexSubQuery query =
          ((RexSubQuery) super.visitSubQuery(written))
              .clone(PaddedStrings.this.compared(written.rel));
      List<RexNode> operands = new ArrayList<>(query.getOperands());
      RelNode rel = query.rel;
      for (int i = 0; i < operands.size(); i++) {
        StringKind column = kind(rel, i);
        if (isPadded(kind(operands.get(i), inputs), column)
            && (stripped || column != StringKind.PADDED)) {
          operands.set(i, trimmed(operands.get(i), inputs));
          rel = trimmed(rel, Set.of(i));
        }
      }
      return operands.equals(query.getOperands()) && rel == query.rel
          ? query
          : query.clone(query.getType(), operands).clone(rel);
    }
  }
}
