package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.algebra.DpOperators;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.pushdown.TryExpressions;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.TryRows;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/** The expressions over rows that measures are made of. */
public final class RowMeasures {
  /** Products below 2^24 are INTEGERs whose sums are safe, as those of measures are. */
  private static final int INTEGER_PRODUCT_BITS = 12;

  private static final int LONG_PRODUCT_BITS = 31;

  /**
   * Spreads are below 2^94 then and products of two columns below 2^96: those of 2^32 and of 2^30
   * rows add up to less than 38 digits hold. Whatever is scaled has {@link JointReleases#check}
   * besides.
   */
  private static final int DECIMAL_PRODUCT_BITS = 96;

  private static final int DIGITS = 38;

  private final RexBuilder rex;
  private final PlanContext context;
  private final PerUnit input;
  private final Map<Integer, Measure> ofColumns;
  private final boolean tries;

  public RowMeasures(PlanContext context, PerUnit input, Map<Integer, Measure> ofColumns) {
    this.rex = context.rex();
    this.context = context;
    this.input = input;
    this.ofColumns = ofColumns;
    this.tries = context.catalog().dialect().tries() && TryRows.areOfRows(rex, input.rel());
  }

  /** A column of the input as a clamped integer, NULL as well where to compute it fails. */
  public Measure measure(int argument) {
    Measure ofColumn = ofColumns.get(argument);
    if (ofColumn != null) {
      return ofColumn;
    }
    Measure measure =
        context.expressions(input.facts()).measure(rex.makeInputRef(input.rel(), argument));
    return tries ? measure.of(TryExpressions.of(rex, measure.value())) : measure;
  }

  /**
   * NULL just where the measure of a column is: the measure itself if it is tried, as a mean must
   * count the very values that it adds up; else what is cheaper to count.
   */
  RexNode counted(int argument, Measure measure) {
    return TryExpressions.is(measure.value()) ? measure.value() : counted(argument);
  }

  /** NULL just where the measure of a column is, but for what fails: NaN makes a difference. */
  RexNode counted(int argument) {
    Measure measure = ofColumns.get(argument);
    if (measure != null) {
      return measure.value();
    }
    RexNode column = rex.makeInputRef(input.rel(), argument);
    if (!SqlTypeName.APPROX_TYPES.contains(column.getType().getSqlTypeName())) {
      return column;
    }
    RexNode one = one();
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(SqlStdOperatorTable.NOT, rex.makeCall(DpOperators.IS_NAN, column)),
        one,
        rex.makeNullLiteral(one.getType()));
  }

  /** The value where the filter holds, NULL elsewhere. */
  RexNode filtered(Measures.Key key, RexNode value) {
    return key.filter() == Measures.ALL
        ? value
        : where(List.of(rex.makeInputRef(input.rel(), key.filter())), value);
  }

  /** The value where the filter holds and neither column of a pair is NULL, NULL elsewhere. */
  RexNode both(Measures.Key key, RexNode value) {
    List<RexNode> conditions = new ArrayList<>();
    if (key.filter() != Measures.ALL) {
      conditions.add(rex.makeInputRef(input.rel(), key.filter()));
    }
    conditions.add(known(key.argument()));
    if (key.second() != key.argument()) {
      conditions.add(known(key.second()));
    }
    return where(conditions, value);
  }

  /** The value in the rows that were reported with any of the combinations of answers. */
  RexNode answered(Measures.Key key, RexNode value) {
    List<RexNode> conditions = answered(key);
    conditions.add(rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, reported(key)));
    return where(conditions, value);
  }

  /** The value in the rows that were reported with a combination of answers, from 1 on. */
  RexNode answered(Measures.Key key, int combination, RexNode value) {
    List<RexNode> conditions = answered(key);
    conditions.add(
        rex.makeCall(
            SqlStdOperatorTable.EQUALS, reported(key), number(BigInteger.valueOf(combination))));
    return where(conditions, value);
  }

  private List<RexNode> answered(Measures.Key key) {
    List<RexNode> conditions = new ArrayList<>();
    if (key.filter() != Measures.ALL) {
      conditions.add(rex.makeInputRef(input.rel(), key.filter()));
    }
    if (key.argument() != Measures.ROWS) {
      conditions.add(known(key.argument()));
    }
    return conditions;
  }

  private RexNode reported(Measures.Key key) {
    return rex.makeInputRef(input.rel(), key.answers().orElseThrow().column());
  }

  private RexNode known(int argument) {
    return rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, counted(argument));
  }

  /** Whether a row is counted for a measure that is a number of rows or a sum of ones. */
  RexNode condition(Measures.Key key) {
    List<RexNode> conditions = new ArrayList<>();
    if (key.filter() != Measures.ALL) {
      conditions.add(rex.makeInputRef(input.rel(), key.filter()));
    }
    if (key.ones()) {
      conditions.add(
          rex.makeCall(SqlStdOperatorTable.EQUALS, measure(key.argument()).value(), one()));
      return RexUtil.composeConjunction(rex, conditions);
    }
    for (int argument :
        key.isPair() ? List.of(key.argument(), key.second()) : List.of(key.argument())) {
      if (argument != Measures.ROWS && Measures.mayLack(input.rel().getRowType(), argument)) {
        conditions.add(known(argument));
      }
    }
    return RexUtil.composeConjunction(rex, conditions);
  }

  /** One in the rows where all of some conditions hold and none of others does, NULL elsewhere. */
  RexNode chosen(List<RexNode> none, List<RexNode> all) {
    RexNode here = one();
    RexNode nothing = rex.makeNullLiteral(here.getType());
    List<RexNode> operands = new ArrayList<>();
    if (!none.isEmpty()) {
      operands.add(RexUtil.composeDisjunction(rex, none));
      operands.add(nothing);
    }
    RexNode condition = RexUtil.composeConjunction(rex, all);
    if (condition.isAlwaysTrue()) {
      operands.add(here);
    } else {
      operands.addAll(List.of(condition, here, nothing));
    }
    return operands.size() == 1 ? here : rex.makeCall(SqlStdOperatorTable.CASE, operands);
  }

  private RexNode where(List<RexNode> conditions, RexNode value) {
    RexNode all =
        conditions.size() == 1
            ? conditions.get(0)
            : rex.makeCall(SqlStdOperatorTable.AND, conditions);
    return rex.makeCall(SqlStdOperatorTable.CASE, all, value, rex.makeNullLiteral(value.getType()));
  }

  /** (upper − value)(value − lower). */
  RexNode spread(RexNode value, BigInteger lower, BigInteger upper, String name) {
    int bits = upper.subtract(lower).bitLength();
    checkProduct(2 * bits, name);
    RexNode wide = cast(value, product(value, bits));
    return times(above(wide, upper), below(wide, lower));
  }

  /** The powers of x − L for a value x, from the first on, in types that hold them. */
  List<RexNode> powers(RexNode value, BigInteger lower, BigInteger upper, int degree, String name) {
    int bits = upper.subtract(lower).bitLength();
    checkProduct(degree * bits, name);
    RexNode below = below(cast(value, difference(value, bits)), lower);
    if (degree == 1) {
      return List.of(below);
    }
    RexNode wide = below(cast(value, product(value, bits)), lower);
    return List.of(below, times(wide, wide));
  }

  /** Whether products of so many bits, and their sums, are those of integers. */
  static boolean areIntegers(int bits) {
    return bits <= 2 * LONG_PRODUCT_BITS;
  }

  private static SqlTypeName productType(
      RexNode x,
      Statistic.Bounds ofX,
      int degreeX,
      RexNode y,
      Statistic.Bounds ofY,
      int degreeY,
      String name) {
    int bitsX = degreeX * ofX.width().bitLength();
    int bitsY = degreeY * ofY.width().bitLength();
    checkProduct(bitsX + bitsY, name);
    int half = degreeX * degreeY == 1 ? Math.max(bitsX, bitsY) : (bitsX + bitsY + 1) / 2;
    return wider(product(x, half), product(y, half));
  }

  /**
   * The products (x − Lx)^p · (y − Ly)^q but the one of degree 0, in a type that holds them: p from
   * 0 on, with each q, likewise. Those of one value are not NULL if the other is.
   */
  List<List<Optional<RexNode>>> powers(
      RexNode x,
      Statistic.Bounds ofX,
      int degreeX,
      RexNode y,
      Statistic.Bounds ofY,
      int degreeY,
      String name) {
    SqlTypeName type = productType(x, ofX, degreeX, y, ofY, degreeY, name);
    RexNode a = below(cast(x, type), ofX.lower());
    RexNode b = below(cast(y, type), ofY.lower());
    List<List<Optional<RexNode>>> powers = new ArrayList<>();
    for (int p = 0; p <= degreeX; p++) {
      List<Optional<RexNode>> row = new ArrayList<>();
      for (int q = 0; q <= degreeY; q++) {
        row.add(
            Stream.concat(Collections.nCopies(p, a).stream(), Collections.nCopies(q, b).stream())
                .reduce(this::times));
      }
      powers.add(row);
    }
    return powers;
  }

  private static void checkProduct(int bits, String name) {
    if (bits > DECIMAL_PRODUCT_BITS) {
      throw ExpressionMessages.rangeTooWide(name);
    }
  }

  private RexNode below(RexNode value, BigInteger lower) {
    return lower.signum() == 0
        ? value
        : rex.makeCall(SqlStdOperatorTable.MINUS, value, number(lower));
  }

  private RexNode above(RexNode value, BigInteger upper) {
    return rex.makeCall(SqlStdOperatorTable.MINUS, number(upper), value);
  }

  private RexNode times(RexNode a, RexNode b) {
    return rex.makeCall(SqlStdOperatorTable.MULTIPLY, a, b);
  }

  /** A type that holds differences of so many bits. */
  private static SqlTypeName difference(RexNode value, int bits) {
    boolean small = value.getType().getSqlTypeName() == SqlTypeName.INTEGER;
    return small && bits < Integer.SIZE ? SqlTypeName.INTEGER : product(value, bits);
  }

  /** A type that holds products of twice so many bits. */
  private static SqlTypeName product(RexNode value, int bits) {
    SqlTypeName type = value.getType().getSqlTypeName();
    boolean small = type == SqlTypeName.INTEGER;
    if (small && bits <= INTEGER_PRODUCT_BITS) {
      return SqlTypeName.INTEGER;
    }
    return (small || type == SqlTypeName.BIGINT) && bits <= LONG_PRODUCT_BITS
        ? SqlTypeName.BIGINT
        : SqlTypeName.DECIMAL;
  }

  private static SqlTypeName wider(SqlTypeName a, SqlTypeName b) {
    List<SqlTypeName> types = List.of(SqlTypeName.INTEGER, SqlTypeName.BIGINT, SqlTypeName.DECIMAL);
    return types.get(Math.max(types.indexOf(a), types.indexOf(b)));
  }

  private RexNode cast(RexNode value, SqlTypeName name) {
    if (value.getType().getSqlTypeName() == name && name != SqlTypeName.DECIMAL) {
      return value;
    }
    RelDataTypeFactory types = rex.getTypeFactory();
    RelDataType type =
        name == SqlTypeName.DECIMAL
            ? types.createSqlType(name, DIGITS, 0)
            : types.createSqlType(name);
    return rex.makeAbstractCast(
        types.createTypeWithNullability(type, value.getType().isNullable()), value, false);
  }

  RexNode one() {
    return number(BigInteger.ONE);
  }

  private RexNode number(BigInteger value) {
    return rex.makeExactLiteral(new BigDecimal(value));
  }

  /** What EXPLAIN PRIVACY calls a column. */
  String name(int argument) {
    return argument == Measures.ROWS ? "*" : input.columns().get(argument).facts().name();
  }
}
