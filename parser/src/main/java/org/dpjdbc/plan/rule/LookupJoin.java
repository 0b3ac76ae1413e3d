package org.dpjdbc.plan.rule;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.TimestampString;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.algebra.ValuesRows;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;

/**
 * A join of private rows with rows that the query writes, of which one at most fits each: {@code
 * JOIN (VALUES ('US', 'America'), ('FR', 'Europe')) AS v (k, part) ON v.k = c.country}. It is a
 * {@code CASE} over each private row, so it repeats none, whatever the database takes for equal:
 * where more than one fits after all, the first one counts.
 */
final class LookupJoin {
  /** Of more rows the expressions would be large. */
  private static final int MAX_ROWS = 64;

  private final PlanContext context;
  private final RexBuilder rex;

  LookupJoin(PlanContext context) {
    this.context = context;
    this.rex = context.rex();
  }

  /**
   * The joined rows; empty if the partners are not written, or several may fit one row.
   *
   * @param type of a join that keeps no row without a private one
   */
  Optional<PerUnit> apply(
      Join join, JoinRelType type, PerUnit unit, RelNode partner, boolean privateLeft) {
    int from = privateLeft ? unit.visible() : 0;
    int width = partner.getRowType().getFieldCount();
    Optional<List<List<RexNode>>> written = ValuesRows.of(partner, MAX_ROWS);
    if (written.isEmpty() || written.get().isEmpty()) {
      return Optional.empty();
    }
    ImmutableBitSet ofPartner = ImmutableBitSet.range(from, from + width);
    List<Fitting> fitting =
        written.get().stream().map(row -> fitting(join, unit, ofPartner, row)).toList();
    if (!excludeEachOther(fitting)) {
      return Optional.empty();
    }
    List<RexNode> conditions = fitting.stream().map(Fitting::condition).toList();
    RexNode any = RexUtil.composeDisjunction(rex, conditions);
    FilterRule filter = new FilterRule(context);
    boolean outer = type.isOuterJoin();
    PerUnit rows =
        switch (type) {
          case INNER, SEMI -> filter.apply(any, unit);
          case ANTI -> filter.apply(rex.makeCall(SqlStdOperatorTable.IS_NOT_TRUE, any), unit);
          default -> unit;
        };
    if (!type.projectsRight()) {
      return Optional.of(rows);
    }
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < unit.visible(); i++) {
      columns.add(rex.makeInputRef(rows.rel(), i));
    }
    for (int i = 0; i < width; i++) {
      columns.add(from + i, column(fitting, i, outer));
    }
    return Optional.of(
        new ProjectRule(context).apply(columns, join.getRowType().getFieldNames(), rows));
  }

  /** A column of the row that fits; one fits for sure where rows without one are left out. */
  private RexNode column(List<Fitting> rows, int column, boolean outer) {
    List<RexNode> operands = new ArrayList<>();
    for (Fitting row : rows) {
      operands.add(row.condition());
      operands.add(row.values().get(column));
    }
    if (outer) {
      operands.add(rex.makeNullLiteral(rows.get(0).values().get(column).getType()));
    } else {
      operands.remove(operands.size() - 2);
    }
    return operands.size() == 1
        ? operands.get(0)
        : rex.makeCall(SqlStdOperatorTable.CASE, operands);
  }

  /**
   * A written row.
   *
   * @param condition over the private rows that it fits
   * @param limits of expressions over these that the condition implies
   */
  private record Fitting(List<RexNode> values, RexNode condition, Map<RexNode, Limits> limits) {}

  private Fitting fitting(Join join, PerUnit unit, ImmutableBitSet ofPartner, List<RexNode> row) {
    int from = ofPartner.nth(0);
    List<RexNode> conditions = new ArrayList<>();
    Map<RexNode, Limits> limits = new LinkedHashMap<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(join.getCondition())) {
      RexNode condition =
          InputRefs.replaced(
              conjunct,
              ref ->
                  ofPartner.get(ref.getIndex())
                      ? row.get(ref.getIndex() - from)
                      : rex.makeInputRef(
                          unit.rel(),
                          from == 0 ? ref.getIndex() - ofPartner.cardinality() : ref.getIndex()));
      conditions.add(condition);
      limit(condition, limits);
    }
    return new Fitting(row, RexUtil.composeConjunction(rex, conditions), limits);
  }

  private static void limit(RexNode condition, Map<RexNode, Limits> limits) {
    if (!(condition instanceof RexCall call) || call.getOperands().size() != 2) {
      return;
    }
    RexNode one = call.getOperands().get(0);
    RexNode other = call.getOperands().get(1);
    limit(call.getKind(), one, other, limits);
    limit(call.getKind().reverse(), other, one, limits);
  }

  private static void limit(
      SqlKind kind, RexNode term, RexNode bound, Map<RexNode, Limits> limits) {
    Optional<Comparable<?>> value = value(bound);
    if (value.isPresent() && !RelOptUtil.InputFinder.bits(term).isEmpty()) {
      limits.merge(term, Limits.of(kind, value.get()), Limits::both);
    }
  }

  /** A constant that all databases compare alike; of strings it matters only which are equal. */
  private static Optional<Comparable<?>> value(RexNode constant) {
    RexNode literal =
        constant.getKind() == SqlKind.CAST && RexUtil.isLosslessCast(constant)
            ? ((RexCall) constant).getOperands().get(0)
            : constant;
    if (!(literal instanceof RexLiteral of) || of.isNull()) {
      return Optional.empty();
    }
    return switch (of.getTypeName()) {
      case DECIMAL -> Optional.ofNullable(of.getValueAs(BigDecimal.class));
      case CHAR -> Optional.ofNullable(of.getValueAs(String.class)).map(String::stripTrailing);
      case DATE -> Optional.ofNullable(of.getValueAs(DateString.class));
      case TIMESTAMP -> Optional.ofNullable(of.getValueAs(TimestampString.class));
      default -> Optional.empty();
    };
  }

  /**
   * What an expression may be of the rows that a written one fits.
   *
   * @param lower if there is one
   * @param includesLower whether it may be that itself
   */
  private record Limits(
      Optional<Comparable<?>> lower,
      boolean includesLower,
      Optional<Comparable<?>> upper,
      boolean includesUpper) {
    private static final Limits NONE = new Limits(Optional.empty(), false, Optional.empty(), false);

    static Limits of(SqlKind kind, Comparable<?> value) {
      Optional<Comparable<?>> at = Optional.of(value);
      return switch (kind) {
        case EQUALS -> new Limits(at, true, at, true);
        case GREATER_THAN -> new Limits(at, false, Optional.empty(), false);
        case GREATER_THAN_OR_EQUAL -> new Limits(at, true, Optional.empty(), false);
        case LESS_THAN -> new Limits(Optional.empty(), false, at, false);
        case LESS_THAN_OR_EQUAL -> new Limits(Optional.empty(), false, at, true);
        default -> NONE;
      };
    }

    /** As it is written: of two limits on one side the first is taken. */
    Limits both(Limits other) {
      Limits low = lower.isPresent() ? this : other;
      Limits high = upper.isPresent() ? this : other;
      return new Limits(low.lower, low.includesLower, high.upper, high.includesUpper);
    }

    boolean isApart(Limits other) {
      return endsBefore(other) || other.endsBefore(this);
    }

    private boolean endsBefore(Limits other) {
      if (upper.isEmpty() || other.lower.isEmpty()) {
        return false;
      } else if (isString(this) || isString(other)) {
        // a collation may order strings in its own way
        return isPoint() && other.isPoint() && !upper.equals(other.lower);
      }
      int order = compare(upper.get(), other.lower.get());
      return order < 0 || (order == 0 && !(includesUpper && other.includesLower));
    }

    private static boolean isString(Limits limits) {
      return limits.lower.or(limits::upper).filter(String.class::isInstance).isPresent();
    }

    private boolean isPoint() {
      return lower.isPresent() && lower.equals(upper);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static int compare(Comparable one, Comparable other) {
      // of one expression, so of one type
      return one.getClass() == other.getClass() ? one.compareTo(other) : 0;
    }
  }

  /** Whether some expression is never of the limits of two of the rows. */
  private static boolean excludeEachOther(List<Fitting> rows) {
    return rows.size() == 1
        || rows.get(0).limits().keySet().stream().anyMatch(term -> areApart(term, rows));
  }

  private static boolean areApart(RexNode term, List<Fitting> rows) {
    List<Limits> limits =
        rows.stream().map(row -> row.limits().getOrDefault(term, Limits.NONE)).toList();
    return IntStream.range(0, limits.size())
        .allMatch(i -> limits.subList(0, i).stream().allMatch(limits.get(i)::isApart));
  }
}
