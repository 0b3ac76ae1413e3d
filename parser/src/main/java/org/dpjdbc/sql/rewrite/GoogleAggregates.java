package org.dpjdbc.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.dpjdbc.sql.grammar.ClampedValue;
import org.dpjdbc.sql.grammar.ClauseMark;
import org.dpjdbc.sql.grammar.GroupBoundedAggregate;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates as GoogleSQL writes them in queries with differential privacy, rewritten in standard
 * ones: {@code ANON_SUM(x CLAMPED BETWEEN 0 AND 100)}, {@code SUM(x, contribution_bounds_per_group
 * => (0, 100))}. The bounds of a spread clamp the values of rows. Those of counts, sums and means
 * are of what one unit has in a group: {@link GroupBoundedAggregate}. They are read in the
 * outermost SELECT alone, or in one with a clause of its own: in another one, the rows of a unit
 * may be aggregated without being a group that is released.
 */
public final class GoogleAggregates extends SqlShuttle {
  private static final String PER_GROUP = "contribution_bounds_per_group";
  private static final String PER_ROW = "contribution_bounds_per_row";
  private static final String QUANTILES = "APPROX_QUANTILES";
  private static final String COUNT = "COUNT";

  /** Aggregates by their older names. */
  private static final Map<String, String> ANONYMOUS =
      Map.of(
          "ANON_COUNT",
          COUNT,
          "ANON_SUM",
          "SUM",
          "ANON_AVG",
          "AVG",
          "ANON_VAR_POP",
          "VAR_POP",
          "ANON_STDDEV_POP",
          "STDDEV_POP",
          "ANON_QUANTILES",
          QUANTILES);

  private static final Map<String, SqlOperator> OF_GROUPS =
      Map.of(
          COUNT,
          GroupBoundedAggregate.COUNT,
          "SUM",
          GroupBoundedAggregate.SUM,
          "AVG",
          GroupBoundedAggregate.AVG);

  private static final Set<String> OF_ROWS =
      Set.of("VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP", QUANTILES);

  private boolean changed;

  /** How many SELECTs and queries of a WITH are around; what groups twice counts twice. */
  private int depth;

  private GoogleAggregates() {}

  /**
   * The query in standard aggregates; the given tree is left as it is.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException for bounds that are no two numbers in order, or
   *     not where GoogleSQL has them
   */
  public static SqlNode bounded(SqlNode query) {
    GoogleAggregates aggregates = new GoogleAggregates();
    SqlNode result = Objects.requireNonNull(query.accept(aggregates), "a query");
    return aggregates.changed ? DialectFunctionRewriter.copy(result) : result;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (ClampedValue.is(call)) {
      throw ParseMessages.clampedElsewhere().at(Position.of(call.getParserPosition()));
    } else if (call.getKind() == SqlKind.ARGUMENT_ASSIGNMENT) {
      throw ParseMessages.namedArgument().at(start(call));
    }
    Optional<String> older = name(call).map(ANONYMOUS::get);
    Optional<String> name = older.or(() -> name(call).filter(GoogleAggregates::takesBounds));
    if (name.isPresent()) {
      return super.visit(standard(call, name.get(), older.isPresent()));
    }
    int outside = depth;
    if (call instanceof SqlSelect select && ClauseMark.read(select).isPresent()) {
      depth = 0;
    }
    depth += around(call);
    SqlNode visited = super.visit(call);
    depth = outside;
    return visited;
  }

  /**
   * DISTINCT makes groups of what is aggregated, and so does what is outside of a PIVOT. A window
   * has no group.
   */
  private static int around(SqlCall call) {
    if (call instanceof SqlSelect select) {
      return select.isDistinct() && select.getGroup() != null ? 2 : 1;
    } else if (call.getKind() == SqlKind.OVER) {
      return 2;
    }
    return call instanceof SqlWithItem || call.getKind() == SqlKind.PIVOT ? 1 : 0;
  }

  private static Optional<String> name(SqlCall call) {
    return call.getOperator() instanceof SqlFunction function
        ? Optional.of(function.getName().toUpperCase(Locale.ROOT))
        : Optional.empty();
  }

  private static boolean takesBounds(String aggregate) {
    return OF_GROUPS.containsKey(aggregate) || OF_ROWS.contains(aggregate);
  }

  private SqlCall standard(SqlCall call, String name, boolean older) {
    List<SqlNode> operands = new ArrayList<>();
    List<SqlCall> bounds = new ArrayList<>();
    for (SqlNode operand : call.getOperandList()) {
      if (operand instanceof SqlCall clamped && ClampedValue.is(clamped)) {
        operands.add(clamped.operand(0));
        bounds.add(clamped);
      } else if (operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT) {
        bounds.add(named((SqlCall) operand, name));
      } else {
        operands.add(operand);
      }
    }
    if (bounds.isEmpty() && !older) {
      return call;
    } else if (bounds.size() > 1) {
      throw ParseMessages.boundsTwice(name).at(Position.of(bounds.get(1).getParserPosition()));
    }
    SqlParserPos pos = call.getParserPosition();
    SqlOperator operator = older ? function(name, pos) : call.getOperator();
    if (!bounds.isEmpty() && !operands.isEmpty()) {
      List<SqlNode> ends = bounds.get(0).getOperandList();
      bound(call, name, operands, ends.get(ends.size() - 2), ends.get(ends.size() - 1));
      operator = OF_GROUPS.getOrDefault(name, operator);
    }
    changed = true;
    return operator.createCall(call.getFunctionQuantifier(), pos, operands);
  }

  /** The pair of numbers that a named argument gives. */
  private static SqlCall named(SqlCall assignment, String aggregate) {
    String argument = assignment.operand(1).toString();
    String takes = OF_GROUPS.containsKey(aggregate) ? PER_GROUP : PER_ROW;
    if (!argument.equalsIgnoreCase(takes)) {
      throw ParseMessages.namedArgument(aggregate, argument, takes).at(start(assignment));
    } else if (assignment.operand(0) instanceof SqlCall pair
        && pair.getKind() == SqlKind.ROW
        && pair.operandCount() == 2) {
      return pair;
    }
    throw ParseMessages.boundsNotNumbers().at(Position.of(assignment.getParserPosition()));
  }

  private static Position start(SqlCall assignment) {
    SqlParserPos pos = assignment.getParserPosition();
    return new Position(pos.getLineNum(), pos.getColumnNum(), pos.getLineNum(), pos.getColumnNum());
  }

  private void bound(
      SqlCall call, String name, List<SqlNode> operands, SqlNode lower, SqlNode upper) {
    Position position = Position.of(lower.getParserPosition());
    if (!ConstantRange.areOrdered(lower, upper)) {
      throw ParseMessages.boundsNotNumbers().at(position);
    } else if (call.getFunctionQuantifier() != null) {
      throw ParseMessages.boundsOfDistinct(name).at(position);
    }
    SqlNode value = operands.get(0);
    if (OF_GROUPS.containsKey(name)) {
      if (depth > 1) {
        throw ParseMessages.boundsWithin(name).at(position);
      } else if (name.equals(COUNT) && !ConstantRange.holdOne(lower, upper)) {
        throw ParseMessages.boundsOfCount().at(position);
      } else if (value instanceof SqlIdentifier star && star.isStar()) {
        operands.clear();
      }
      operands.addAll(List.of(lower, upper));
    } else if (SqlNodes.mayBeRepeated(value)) {
      operands.set(0, ConditionalRewrites.between(value, lower, upper, value.getParserPosition()));
    } else {
      throw ParseMessages.boundsOfLongExpression().at(Position.of(value.getParserPosition()));
    }
  }

  private static SqlUnresolvedFunction function(String name, SqlParserPos pos) {
    return new SqlUnresolvedFunction(
        new SqlIdentifier(name, pos),
        null,
        null,
        null,
        null,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
  }
}
