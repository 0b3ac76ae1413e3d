package org.dpjdbc.plan.pushdown;

import java.io.PrintWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.externalize.RelWriterImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.Pair;
import org.dpjdbc.plan.algebra.Conditions;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.model.CanonicalForm;
import org.dpjdbc.plan.model.ReleasedScalar;
import org.jspecify.annotations.Nullable;

/**
 * The {@link CanonicalForm} of a relation that a database is asked for. Each step keeps the rows of
 * the relation, in SQL's three-valued logic and in every database: conditions are sets, a constant
 * stands on the right of a comparison, {@code NOT (a <> b)} is {@code a = b}, and {@code > 65} of
 * an integer column is {@code >= 66}. Names of columns do not matter.
 */
public final class CanonicalForms {
  private static final Set<SqlKind> COMMUTATIVE =
      Set.of(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM);

  /** Comparisons whose operands are turned round where both are columns. */
  private static final Set<SqlKind> LESS = Set.of(SqlKind.LESS_THAN, SqlKind.LESS_THAN_OR_EQUAL);

  /** What holds where a comparison does not. */
  private static final Map<SqlKind, SqlKind> OPPOSITES =
      Map.of(
          SqlKind.EQUALS, SqlKind.NOT_EQUALS,
          SqlKind.NOT_EQUALS, SqlKind.EQUALS,
          SqlKind.LESS_THAN, SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN_OR_EQUAL, SqlKind.LESS_THAN,
          SqlKind.GREATER_THAN, SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.LESS_THAN_OR_EQUAL, SqlKind.GREATER_THAN);

  private final RexBuilder rex;

  private CanonicalForms(RexBuilder rex) {
    this.rex = rex;
  }

  /** The form of a relation. */
  public static CanonicalForm of(RelNode rel) {
    return new CanonicalForms(rel.getCluster().getRexBuilder()).relation(rel);
  }

  /** The form of an expression over a relation. */
  public static CanonicalForm of(RexNode expression, RelNode input) {
    return new CanonicalForms(input.getCluster().getRexBuilder()).expression(expression, input);
  }

  private CanonicalForm relation(RelNode rel) {
    if (rel instanceof Filter filter) {
      List<RexNode> conjuncts = new ArrayList<>();
      RelNode below = filter;
      while (below instanceof Filter next) {
        conjuncts.addAll(Conditions.operands(SqlKind.AND, next.getCondition()));
        below = next.getInput();
      }
      RelNode rows = below;
      List<CanonicalForm> forms =
          conjuncts.stream()
              .filter(conjunct -> !isTautology(conjunct))
              .map(conjunct -> expression(conjunct, rows))
              .toList();
      return forms.isEmpty()
          ? relation(rows)
          : ordered("filter", new CanonicalForm.Unordered("AND", forms), relation(rows));
    } else if (rel instanceof Project project) {
      List<CanonicalForm> forms = new ArrayList<>();
      project.getProjects().forEach(e -> forms.add(expression(e, project.getInput())));
      forms.add(relation(project.getInput()));
      return new CanonicalForm.Ordered("project", forms);
    } else if (rel instanceof Join join) {
      return ordered(
          "join " + join.getJoinType(),
          expression(join.getCondition(), join),
          relation(join.getLeft()),
          relation(join.getRight()));
    } else if (rel instanceof Aggregate aggregate) {
      return ordered(
          "aggregate " + aggregate.getGroupSets(),
          new CanonicalForm.Ordered(
              "calls", aggregate.getAggCallList().stream().map(CanonicalForms::call).toList()),
          relation(aggregate.getInput()));
    } else if (rel instanceof TableScan scan) {
      List<CanonicalForm> names = new ArrayList<>();
      scan.getTable().getQualifiedName().forEach(name -> names.add(CanonicalForm.string(name)));
      return new CanonicalForm.Ordered("scan", names);
    } else if (rel instanceof SubSelect select) {
      return ordered("select", relation(select.getInput()));
    }
    return other(rel);
  }

  /** A relation by its own description. */
  private CanonicalForm other(RelNode rel) {
    List<CanonicalForm> parts = new ArrayList<>();
    rel.explain(
        new RelWriterImpl(
            new PrintWriter(Writer.nullWriter()), SqlExplainLevel.DIGEST_ATTRIBUTES, false) {
          @Override
          protected void explain_(RelNode node, List<Pair<String, @Nullable Object>> values) {
            for (Pair<String, @Nullable Object> value : values) {
              if (!(value.right instanceof RelNode)) {
                parts.add(CanonicalForm.string(value.left + " " + value.right));
              }
            }
          }
        });
    rel.accept(
        new RexShuttle() {
          @Override
          public RexNode visitDynamicParam(RexDynamicParam value) {
            parts.add(parameter(value));
            return value;
          }
        });
    rel.getInputs().forEach(input -> parts.add(relation(input)));
    return new CanonicalForm.Ordered(
        rel.getRelTypeName()
            + " "
            + rel.getRowType().getFieldList().stream()
                .map(field -> field.getType().getFullTypeString())
                .toList(),
        parts);
  }

  private static CanonicalForm ordered(String operator, CanonicalForm... operands) {
    return new CanonicalForm.Ordered(operator, List.of(operands));
  }

  private static CanonicalForm call(AggregateCall call) {
    return CanonicalForm.string(
        call.withName(null).toString() + call.getType().getFullTypeString());
  }

  private CanonicalForm expression(RexNode node, RelNode input) {
    if (node instanceof RexInputRef ref) {
      return new CanonicalForm.Text("$" + ref.getIndex());
    } else if (node instanceof RexLiteral literal) {
      return literal(literal);
    } else if (node instanceof RexDynamicParam value) {
      return parameter(value);
    } else if (node instanceof RexCall call && !(node instanceof RexOver)) {
      return call(call, input);
    }
    return opaque(node);
  }

  /** An expression by its own description, and the values that are open in it. */
  private static CanonicalForm opaque(RexNode node) {
    List<CanonicalForm> open = new ArrayList<>();
    node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitDynamicParam(RexDynamicParam value) {
            open.add(parameter(value));
            return value;
          }
        });
    return new CanonicalForm.Ordered(node + " " + node.getType().getFullTypeString(), open);
  }

  private static CanonicalForm parameter(RexDynamicParam value) {
    return ReleasedScalar.isGiven(value)
        ? new CanonicalForm.Given(value.getIndex(), 0)
        : ordered(
            "released", CanonicalForm.string(ReleasedScalar.name(value.getIndex())), type(value));
  }

  private static CanonicalForm type(RexNode node) {
    return CanonicalForm.string(node.getType().getFullTypeString());
  }

  private static CanonicalForm literal(RexLiteral literal) {
    if (!literal.isNull() && SqlTypeUtil.inCharFamily(literal.getType())) {
      return ordered(literal.getType().getSqlTypeName().name(), string(literal));
    }
    return new CanonicalForm.Text("'" + described(literal).length() + ":" + described(literal));
  }

  private static String described(RexLiteral literal) {
    return literal + " " + literal.getType().getFullTypeString();
  }

  private static CanonicalForm string(RexLiteral literal) {
    return CanonicalForm.string(Objects.requireNonNull(RexLiteral.stringValue(literal)));
  }

  private CanonicalForm call(RexCall call, RelNode input) {
    SqlKind kind = call.getKind();
    if (kind == SqlKind.SEARCH) {
      return expression(RexUtil.expandSearch(rex, null, call), input);
    } else if (kind == SqlKind.AND || kind == SqlKind.OR) {
      return new CanonicalForm.Unordered(
          kind.name(),
          Conditions.operands(kind, call).stream()
              .map(operand -> expression(operand, input))
              .toList());
    } else if (kind == SqlKind.NOT) {
      return negated(call, input);
    } else if (call.isA(SqlKind.COMPARISON) && call.getOperands().size() == 2) {
      return comparison(kind, call, input);
    }
    return new CanonicalForm.Ordered(
        operator(call), call.getOperands().stream().map(o -> expression(o, input)).toList());
  }

  private static String operator(RexCall call) {
    SqlOperator operator = call.getOperator();
    return operator.getName() + " " + operator.getKind() + " " + call.getType().getFullTypeString();
  }

  /** By De Morgan, and by the opposite of a comparison; NULL stays NULL. */
  private CanonicalForm negated(RexCall not, RelNode input) {
    RexNode negated = not.getOperands().get(0);
    if (negated instanceof RexCall call) {
      if (call.getKind() == SqlKind.NOT) {
        return expression(call.getOperands().get(0), input);
      } else if (call.getKind() == SqlKind.AND || call.getKind() == SqlKind.OR) {
        SqlOperator dual =
            call.getKind() == SqlKind.AND ? SqlStdOperatorTable.OR : SqlStdOperatorTable.AND;
        return expression(
            rex.makeCall(
                dual,
                call.getOperands().stream()
                    .map(o -> rex.makeCall(SqlStdOperatorTable.NOT, o))
                    .toList()),
            input);
      } else if (isTotal(call)) {
        return comparison(Objects.requireNonNull(OPPOSITES.get(call.getKind())), call, input);
      }
    }
    return ordered(operator(not), expression(negated, input));
  }

  /** Whether one of a comparison and its opposite holds: NaN may be neither less nor not less. */
  private static boolean isTotal(RexCall call) {
    return OPPOSITES.containsKey(call.getKind())
        && call.getOperands().size() == 2
        && call.getOperands().stream()
            .noneMatch(operand -> SqlTypeUtil.isApproximateNumeric(operand.getType()));
  }

  private CanonicalForm comparison(SqlKind written, RexCall call, RelNode input) {
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    SqlKind kind = written;
    boolean constants = isConstant(left) || isConstant(right);
    if (constants ? isConstant(left) && !isConstant(right) : LESS.contains(kind)) {
      RexNode first = left;
      left = right;
      right = first;
      kind = kind.reverse();
    }
    String operator = kind + " " + call.getType().getFullTypeString();
    if (!constants || isConstant(left)) {
      CanonicalForm one = expression(left, input);
      CanonicalForm other = expression(right, input);
      return COMMUTATIVE.contains(kind)
          ? new CanonicalForm.Commutative(operator, one, other)
          : ordered(operator, one, other);
    }
    RexNode column = uncast(left, right);
    int addend = isIntegerColumn(column, input) && isInteger(right) ? strict(kind) : 0;
    if (addend != 0) {
      kind = addend > 0 ? SqlKind.GREATER_THAN_OR_EQUAL : SqlKind.LESS_THAN_OR_EQUAL;
      operator = kind + " " + call.getType().getFullTypeString();
    }
    return ordered(operator, expression(column, input), constant(right, addend));
  }

  private static int strict(SqlKind kind) {
    return kind == SqlKind.GREATER_THAN ? 1 : kind == SqlKind.LESS_THAN ? -1 : 0;
  }

  /** An integer that is compared with an integer is so in whichever exact type it is cast to. */
  private static RexNode uncast(RexNode side, RexNode constant) {
    RexNode plain = side;
    while (isInteger(constant)
        && plain instanceof RexCall cast
        && cast.getKind() == SqlKind.CAST
        && SqlTypeUtil.isExactNumeric(cast.getType())
        && SqlTypeName.INT_TYPES.contains(cast.getOperands().get(0).getType().getSqlTypeName())
        && holds(cast.getType(), cast.getOperands().get(0).getType())) {
      plain = cast.getOperands().get(0);
    }
    return plain;
  }

  private static boolean holds(RelDataType wide, RelDataType narrow) {
    return wide.getPrecision() - Math.max(0, wide.getScale()) >= narrow.getPrecision();
  }

  private static boolean isConstant(RexNode node) {
    RexNode value = value(node);
    return value instanceof RexLiteral literal
        ? !literal.isNull()
        : value instanceof RexDynamicParam parameter && ReleasedScalar.isGiven(parameter);
  }

  /** A constant without casts that keep its value. */
  private static RexNode value(RexNode node) {
    RexNode value = node;
    while (value instanceof RexCall cast
        && cast.getKind() == SqlKind.CAST
        && isWider(cast.getType(), cast.getOperands().get(0).getType())) {
      value = cast.getOperands().get(0);
    }
    return value;
  }

  private static boolean isWider(RelDataType wide, RelDataType narrow) {
    return (wide.getSqlTypeName() == narrow.getSqlTypeName()
            && wide.getPrecision() == narrow.getPrecision()
            && wide.getScale() == narrow.getScale())
        || (SqlTypeName.INT_TYPES.contains(narrow.getSqlTypeName())
            && SqlTypeUtil.isExactNumeric(wide)
            && holds(wide, narrow));
  }

  private static boolean isInteger(RexNode constant) {
    if (value(constant) instanceof RexLiteral literal) {
      BigDecimal number =
          SqlTypeUtil.isExactNumeric(literal.getType())
              ? literal.getValueAs(BigDecimal.class)
              : null;
      return number != null && number.stripTrailingZeros().scale() <= 0;
    }
    return SqlTypeName.INT_TYPES.contains(value(constant).getType().getSqlTypeName());
  }

  private static CanonicalForm constant(RexNode node, int addend) {
    if (value(node) instanceof RexDynamicParam value) {
      return new CanonicalForm.Given(value.getIndex(), addend);
    }
    RexLiteral literal = (RexLiteral) value(node);
    if (SqlTypeUtil.isExactNumeric(literal.getType())) {
      BigDecimal number = Objects.requireNonNull(literal.getValueAs(BigDecimal.class));
      return CanonicalForm.number(number.add(BigDecimal.valueOf(addend)));
    } else if (SqlTypeUtil.inCharFamily(literal.getType())) {
      return string(literal);
    } else if (literal.getType().getSqlTypeName() == SqlTypeName.DATE) {
      DateString date = Objects.requireNonNull(literal.getValueAs(DateString.class));
      return CanonicalForm.date(LocalDate.parse(date.toString()));
    }
    return literal(literal);
  }

  /** Whether an expression is a column of a table that holds integers. */
  private static boolean isIntegerColumn(RexNode node, RelNode input) {
    if (!(node instanceof RexInputRef ref)
        || !SqlTypeName.INT_TYPES.contains(ref.getType().getSqlTypeName())) {
      return false;
    }
    int index = ref.getIndex();
    if (input instanceof Filter || input instanceof SubSelect) {
      return isIntegerColumn(ref, input.getInput(0));
    } else if (input instanceof Project project) {
      return isIntegerColumn(project.getProjects().get(index), project.getInput());
    } else if (input instanceof Join join) {
      int left = join.getLeft().getRowType().getFieldCount();
      return index < left
          ? isIntegerColumn(ref, join.getLeft())
          : isIntegerColumn(new RexInputRef(index - left, ref.getType()), join.getRight());
    }
    return input instanceof TableScan;
  }

  /** Whether a condition compares a value with itself: {@code 1 = 1}. */
  public static boolean isTautology(RexNode condition) {
    return (condition instanceof RexLiteral constant && constant.isAlwaysTrue())
        || (condition instanceof RexCall call
            && call.getKind() == SqlKind.EQUALS
            && call.getOperands().get(0) instanceof RexLiteral literal
            && !literal.isNull()
            && literal.equals(call.getOperands().get(1)));
  }
}
