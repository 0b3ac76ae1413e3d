package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.common.BackendTypes;

/** Builds expressions that print as they stand: nothing is folded or simplified on the way. */
final class Emit {
  /** Decimal digits that every database computes with. */
  static final int MAX_DIGITS = 38;

  private final RexBuilder rex;
  private final RelDataTypeFactory types;
  private final Optional<BackendTypes> database;

  Emit(RexBuilder rex) {
    this.rex = rex;
    this.types = rex.getTypeFactory();
    this.database =
        types.getTypeSystem() instanceof BackendTypes known ? Optional.of(known) : Optional.empty();
    if (types.getTypeSystem().getMaxNumericPrecision() < MAX_DIGITS) {
      throw new IllegalArgumentException("the type system must offer DECIMAL of 38 digits");
    }
  }

  RexBuilder rex() {
    return rex;
  }

  RelDataType type(SqlTypeName name) {
    return nullable(types.createSqlType(name));
  }

  RelDataType bigint() {
    return type(SqlTypeName.BIGINT);
  }

  /** See {@link BackendTypes#addsIntegersInBigint}. */
  boolean addsIntegersInBigint() {
    return database.map(known -> known.addsIntegersInBigint(types)).orElse(false);
  }

  /** See {@link BackendTypes#isForeign}. */
  boolean isForeign() {
    return database.map(BackendTypes::isForeign).orElse(false);
  }

  /** Whether a floating-point number is rounded to an integer otherwise than it is read. */
  boolean roundsOtherwise() {
    return database
        .map(known -> known.roundingOfDatabase() != known.floatingRounding())
        .orElse(false);
  }

  /** See {@link BackendTypes#productDigits}. */
  int productDigits() {
    return database.map(BackendTypes::productDigits).orElse(Integer.MAX_VALUE);
  }

  /** See {@link BackendTypes#maxDigits}. */
  int maxDigits() {
    return database.map(BackendTypes::maxDigits).orElse(Integer.MAX_VALUE);
  }

  /** See {@link BackendTypes#dividesInDoubles}. */
  boolean dividesInDoubles() {
    return database.map(BackendTypes::dividesInDoubles).orElse(false);
  }

  /** See {@link BackendTypes#quotientDecimals}. */
  int quotientDecimals(int dividendScale, int divisorScale, int divisorDigits) {
    return database
        .map(known -> known.quotientDecimals(dividendScale, divisorScale, divisorDigits))
        .orElse(0);
  }

  /** See {@link BackendTypes#dividesDecimals}. */
  boolean dividesDecimals(int dividendScale, int divisorScale) {
    return database.map(known -> known.dividesDecimals(dividendScale, divisorScale)).orElse(true);
  }

  /** See {@link BackendTypes#dividesIntegersAsDecimals}. */
  boolean dividesIntegersAsDecimals() {
    return database.map(BackendTypes::dividesIntegersAsDecimals).orElse(false);
  }

  /** See {@link BackendTypes#keepsDecimals}. */
  boolean keepsDecimals() {
    return database.map(BackendTypes::keepsDecimals).orElse(false);
  }

  /** See {@link BackendTypes#failsNearZero}. */
  boolean failsNearZero() {
    return database.map(BackendTypes::failsNearZero).orElse(false);
  }

  /** See {@link BackendTypes#hasInfiniteTimestamps}. */
  boolean hasInfiniteTimestamps() {
    return database.map(BackendTypes::hasInfiniteTimestamps).orElse(false);
  }

  /** See {@link BackendTypes#multipliesIntervals}. */
  boolean multipliesIntervals() {
    return database.map(BackendTypes::multipliesIntervals).orElse(false);
  }

  RelDataType floating() {
    return type(SqlTypeName.DOUBLE);
  }

  RelDataType decimal(int precision, int scale) {
    return nullable(types.createSqlType(SqlTypeName.DECIMAL, precision, scale));
  }

  RelDataType text(int length) {
    return nullable(types.createSqlType(SqlTypeName.VARCHAR, length));
  }

  /** A string of any length. */
  RelDataType text() {
    return type(SqlTypeName.VARCHAR);
  }

  /** See {@link BackendTypes#longestString}. */
  long longestString() {
    return database.map(BackendTypes::longestString).orElse(Integer.MAX_VALUE);
  }

  /** See {@link BackendTypes#rereadsLongStrings}. */
  boolean rereadsLongStrings() {
    return database.map(BackendTypes::rereadsLongStrings).orElse(true);
  }

  /** See {@link BackendTypes#replacesInSquareTime}. */
  boolean replacesInSquareTime() {
    return database.map(BackendTypes::replacesInSquareTime).orElse(true);
  }

  /** See {@link BackendTypes#mapsCaseInSquareTime}. */
  boolean mapsCaseInSquareTime() {
    return database.map(BackendTypes::mapsCaseInSquareTime).orElse(true);
  }

  RelDataType nullable(RelDataType type) {
    return types.createTypeWithNullability(type, true);
  }

  /** The narrowest exact type that holds the range with so many decimals. */
  RelDataType exactType(Interval range, int scale) {
    if (scale == 0) {
      for (SqlTypeName name : List.of(SqlTypeName.INTEGER, SqlTypeName.BIGINT)) {
        RelDataType type = type(name);
        if (ComparisonFamily.typeRange(type).filter(all -> all.contains(range)).isPresent()) {
          return type;
        }
      }
    }
    return decimalType(range, scale);
  }

  /** The narrowest DECIMAL that holds the range with so many decimals. */
  RelDataType decimalType(Interval range, int scale) {
    int digits = Intervals.integerDigits(range.magnitude()) + scale;
    return decimal(Math.min(MAX_DIGITS, digits), scale);
  }

  /**
   * An operand of a product of decimals that is that large, in a type of all digits where the
   * database would compute in fewer otherwise.
   */
  RexNode factor(RexNode node, Interval product, int scale) {
    return Intervals.integerDigits(product.magnitude()) + scale > productDigits()
        ? cast(node, decimal(MAX_DIGITS, ComparisonFamily.scale(node.getType())))
        : node;
  }

  /** Whether a number of that range can have so many decimals in the database. */
  boolean canHave(Interval range, int scale) {
    return Intervals.integerDigits(range.magnitude()) + scale <= maxDigits();
  }

  /** A number without an exponent. */
  RexNode exact(BigDecimal value) {
    BigDecimal plain = Intervals.plain(value);
    return rex.makeExactLiteral(plain, exactType(Interval.point(plain), plain.scale()));
  }

  RexNode exact(BigDecimal value, RelDataType type) {
    return rex.makeExactLiteral(Intervals.plain(value), type);
  }

  /**
   * A floating-point constant. A bare literal would be of a decimal type in most databases and draw
   * the whole expression into decimal arithmetic.
   */
  RexNode approximate(BigDecimal value) {
    return rex.makeAbstractCast(
        floating(), rex.makeApproxLiteral(BigDecimal.valueOf(value.doubleValue())), false);
  }

  RexNode nothing(RelDataType type) {
    return rex.makeNullLiteral(type);
  }

  RexNode cast(RexNode node, RelDataType type) {
    return rex.makeAbstractCast(nullable(type), node, false);
  }

  RexNode call(RelDataType type, SqlOperator operator, RexNode... operands) {
    return rex.makeCall(nullable(type), operator, Arrays.asList(operands));
  }

  RexNode test(SqlOperator operator, RexNode... operands) {
    return call(type(SqlTypeName.BOOLEAN), operator, operands);
  }

  /** {@code CASE WHEN … THEN … [ELSE …] END}; NULL if nothing else is said. */
  RexNode cases(RelDataType type, RexNode... parts) {
    List<RexNode> operands = new ArrayList<>(Arrays.asList(parts));
    if (operands.size() % 2 == 0) {
      operands.add(nothing(type));
    }
    return rex.makeCall(nullable(type), SqlStdOperatorTable.CASE, operands);
  }

  /** NULL if the number is zero. */
  RexNode unlessZero(RexNode node) {
    return call(node.getType(), SqlStdOperatorTable.NULLIF, node, exact(BigDecimal.ZERO));
  }

  /** The same without AND directly within AND, or OR within OR. */
  RexNode flat(RexNode node) {
    return RexUtil.flatten(rex, node);
  }
}
