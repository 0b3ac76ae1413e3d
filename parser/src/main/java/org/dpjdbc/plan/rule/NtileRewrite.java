package org.dpjdbc.plan.rule;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.release.Quantiles;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * {@code NTILE(k) OVER (ORDER BY x)} over the rows of several people. Which tile a row is in
 * depends on all the others, so the k − 1 values between the tiles are released first, as
 * quantiles, and each row is compared with them: the query becomes
 *
 * <pre>{@code
 * SELECT …, CASE WHEN x <= q.c1 THEN 1 WHEN x <= q.c2 THEN 2 … ELSE k END
 * FROM rows, (SELECT PERCENTILE_DISC(1/k) WITHIN GROUP (ORDER BY x) AS c1, … FROM rows) AS q
 * }</pre>
 *
 * which the analyst could have written, and {@link ScalarRule} says why that is private. Equal
 * values are in one tile, the first that has any of them, where NTILE divides them by chance; only
 * the first expression of the order counts. NULL is in the tile at its end of the order.
 */
public final class NtileRewrite {
  private static final String NTILE = "NTILE";
  private static final int MOST = 100;

  private final RexBuilder rex;
  private final Project project;
  private final Map<RexOver, Integer> places = new LinkedHashMap<>();
  private int cuts;

  private NtileRewrite(RexBuilder rex, Project project) {
    this.rex = rex;
    this.project = project;
  }

  /**
   * The query without such functions.
   *
   * @param rel any relation
   * @param isPrivate whether a relation has rows of people
   * @return empty if the relation has none, or has public or released rows, of which NTILE is exact
   */
  public static Optional<RelNode> rewritten(
      RexBuilder rex, RelNode rel, Predicate<RelNode> isPrivate) {
    if (!(rel instanceof Project project) || !project.containsOver()) {
      return Optional.empty();
    }
    NtileRewrite tiles = new NtileRewrite(rex, project);
    project.getProjects().forEach(expression -> expression.accept(tiles.finder()));
    if (tiles.places.isEmpty() || !isPrivate.test(project.getInput())) {
      return Optional.empty();
    }
    tiles.check();
    return Optional.of(tiles.rewritten());
  }

  private void check() {
    for (RexOver over : places.keySet()) {
      if (count(over) < 1 || count(over) > MOST) {
        throw RelationMessages.windowNotOffered(
            NTILE, "a number of tiles that is not written out, or not between 1 and " + MOST);
      } else if (!Quantiles.areOf(order(over).left.getType())) {
        throw ExpressionMessages.orderNotOffered(NTILE);
      }
    }
  }

  private RexShuttle finder() {
    return new RexShuttle() {
      @Override
      public RexNode visitOver(RexOver over) {
        if (isOfAllRows(over)) {
          places.computeIfAbsent(
              over,
              found -> {
                int first = cuts;
                cuts += Math.max(0, count(found) - 1);
                return first;
              });
        }
        return over;
      }
    };
  }

  private static boolean isOfAllRows(RexOver over) {
    return over.getAggOperator().getKind() == SqlKind.NTILE
        && over.getWindow().partitionKeys.isEmpty()
        && !over.getWindow().orderKeys.isEmpty();
  }

  /** How many tiles there are; 0 where the query does not write it out. */
  private static int count(RexOver over) {
    return over.getOperands().get(0) instanceof RexLiteral literal
            && literal.getValue() instanceof BigDecimal count
            && count.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) < 0
        ? count.max(BigDecimal.ZERO).intValue()
        : 0;
  }

  private static RexFieldCollation order(RexOver over) {
    return over.getWindow().orderKeys.get(0);
  }

  private RelNode rewritten() {
    RelNode rows = project.getInput();
    if (cuts == 0) {
      return projected(rows, 0);
    }
    RelNode beside =
        LogicalJoin.create(
            rows, quantiles(rows), List.of(), rex.makeLiteral(true), Set.of(), JoinRelType.INNER);
    return projected(beside, rows.getRowType().getFieldCount());
  }

  /** One row of all values between tiles. */
  private RelNode quantiles(RelNode rows) {
    List<RexNode> columns = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<AggregateCall> calls = new ArrayList<>();
    for (RexOver over : places.keySet()) {
      RexNode of = order(over).left;
      int ordered = columns.size();
      columns.add(of);
      names.add(name(of, rows));
      boolean descending = order(over).getDirection().isDescending();
      for (int tile = 1; tile < count(over); tile++) {
        columns.add(rex.makeExactLiteral(fraction(tile, count(over))));
        names.add("f" + (columns.size() - 1));
        // EXPLAIN shows the name.
        String name =
            "end of tile " + tile + " of NTILE(" + count(over) + ") by " + names.get(ordered);
        calls.add(quantile(columns.size() - 1, ordered, descending, of.getType(), name));
      }
    }
    return LogicalAggregate.create(
        LogicalProject.create(
            rows, List.of(), columns, SqlValidatorUtil.uniquify(names, true), Set.of()),
        List.of(),
        ImmutableBitSet.of(),
        null,
        calls);
  }

  private static String name(RexNode ordered, RelNode rows) {
    return ordered instanceof RexInputRef ref
        ? rows.getRowType().getFieldNames().get(ref.getIndex())
        : "x";
  }

  private static BigDecimal fraction(int tile, int count) {
    return BigDecimal.valueOf(tile).divide(BigDecimal.valueOf(count), MathContext.DECIMAL32);
  }

  private AggregateCall quantile(
      int fraction, int ordered, boolean descending, RelDataType type, String name) {
    RelFieldCollation.Direction direction =
        descending ? RelFieldCollation.Direction.DESCENDING : RelFieldCollation.Direction.ASCENDING;
    return AggregateCall.create(
        SqlParserPos.ZERO,
        SqlStdOperatorTable.PERCENTILE_DISC,
        false,
        false,
        false,
        List.of(),
        List.of(fraction),
        -1,
        null,
        RelCollations.of(new RelFieldCollation(ordered, direction)),
        type,
        name);
  }

  private RelNode projected(RelNode rows, int firstCut) {
    List<RexNode> expressions = new ArrayList<>();
    for (RexNode expression : project.getProjects()) {
      expressions.add(
          expression.accept(
              new RexShuttle() {
                @Override
                public RexNode visitOver(RexOver over) {
                  Integer place = places.get(over);
                  return place == null ? over : tile(over, rows, firstCut + place);
                }
              }));
    }
    return LogicalProject.create(
        rows, project.getHints(), expressions, project.getRowType().getFieldNames(), Set.of());
  }

  private RexNode tile(RexOver over, RelNode rows, int firstCut) {
    RexFieldCollation order = order(over);
    boolean descending = order.getDirection().isDescending();
    SqlOperator within =
        descending
            ? SqlStdOperatorTable.GREATER_THAN_OR_EQUAL
            : SqlStdOperatorTable.LESS_THAN_OR_EQUAL;
    int last = count(over);
    List<RexNode> cases = new ArrayList<>();
    if (order.left.getType().isNullable()) {
      boolean first = order.getNullDirection() == RelFieldCollation.NullDirection.FIRST;
      cases.add(rex.makeCall(SqlStdOperatorTable.IS_NULL, order.left));
      cases.add(number(over, first ? 1 : last));
    }
    for (int tile = 1; tile < last; tile++) {
      cases.add(rex.makeCall(within, order.left, rex.makeInputRef(rows, firstCut + tile - 1)));
      cases.add(number(over, tile));
    }
    cases.add(number(over, last));
    return cases.size() == 1
        ? cases.get(0)
        : rex.makeCall(over.getType(), SqlStdOperatorTable.CASE, cases);
  }

  private RexNode number(RexOver over, int tile) {
    return rex.makeExactLiteral(BigDecimal.valueOf(tile), over.getType());
  }
}
