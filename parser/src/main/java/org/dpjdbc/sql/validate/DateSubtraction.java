package org.dpjdbc.sql.validate;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.jspecify.annotations.Nullable;

/**
 * {@code d - e} of two dates or timestamps, which Calcite has only with an interval's qualifier
 * behind it. The validator puts its own operator in the place of the minus sign, once it knows the
 * operands' types. Where the database counts days, it becomes {@code TIMESTAMPDIFF(DAY, e, d)}. An
 * interval is read where it is compared with a literal, {@code d - e < i} as {@code d < e + i}, and
 * in {@code EXTRACT(DAY FROM d - e)} and {@code EXTRACT(EPOCH FROM d - e)}, as numbers of days and
 * seconds. An interval that stands anywhere else is refused.
 */
final class DateSubtraction {
  private static final int SECONDS_PER_DAY = 86_400;
  private static final BigDecimal MILLIS_PER_DAY = BigDecimal.valueOf(86_400_000);
  private static final int EPOCH_DIGITS = 25;
  private static final int EPOCH_DECIMALS = 6;

  /** As tight as the minus of numbers. */
  private static final int PRECEDENCE = 40;

  private static final SqlBinaryOperator OPERATOR = new DateMinus();

  private DateSubtraction() {}

  /** Whether the node has a minus sign that may be one between dates. */
  static boolean mayBe(SqlNode node) {
    return node instanceof SqlBasicCall call
        && call.getOperator().equals(SqlStdOperatorTable.MINUS)
        && call.operandCount() == 2;
  }

  /** Puts the operator in the place of the minus sign if the operands' types are two of dates. */
  static void put(SqlNode minus, RelDataTypeFactory types, RelDataType first, RelDataType second) {
    if (isDay(first) && isDay(second) && days(types).isPresent()) {
      ((SqlBasicCall) minus).setOperator(OPERATOR);
    }
  }

  private static boolean isDay(RelDataType type) {
    return isDate(type) || type.getSqlTypeName() == SqlTypeName.TIMESTAMP;
  }

  private static boolean isDate(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DATE;
  }

  private static Optional<SqlTypeName> days(RelDataTypeFactory types) {
    return types.getTypeSystem() instanceof BackendTypes database
        ? database.daysBetween()
        : Optional.empty();
  }

  private static RelDataType type(SqlOperatorBinding call) {
    RelDataTypeFactory types = call.getTypeFactory();
    SqlTypeName days =
        isDate(call.getOperandType(0)) && isDate(call.getOperandType(1))
            ? days(types).orElse(SqlTypeName.INTERVAL_DAY)
            : SqlTypeName.INTERVAL_DAY_SECOND;
    RelDataType type =
        SqlTypeName.INTERVAL_TYPES.contains(days)
            ? types.createSqlIntervalType(
                new SqlIntervalQualifier(days.getStartUnit(), end(days), SqlParserPos.ZERO))
            : types.createSqlType(days);
    return types.createTypeWithNullability(
        type, SqlTypeUtil.containsNullable(call.collectOperandTypes()));
  }

  private static @Nullable TimeUnit end(SqlTypeName type) {
    return type.getStartUnit() == type.getEndUnit() ? null : type.getEndUnit();
  }

  /** The type of the seconds of an interval: they have decimals, so that a part of them has too. */
  static RelDataType seconds(RelDataTypeFactory types, boolean nullable) {
    RelDataType type =
        types.getTypeSystem() instanceof BackendTypes database && database.returnsSecondsAsDoubles()
            ? types.createSqlType(SqlTypeName.DOUBLE)
            : types.createSqlType(SqlTypeName.DECIMAL, EPOCH_DIGITS, EPOCH_DECIMALS);
    return types.createTypeWithNullability(type, nullable);
  }

  /** Calcite's translation to algebra, and that of this operator. */
  static SqlRexConvertletTable convertlets() {
    return call -> {
      SqlRexConvertlet calcite = StandardConvertletTable.INSTANCE.get(call);
      if (isOne(call)) {
        return DateSubtraction::convert;
      } else if (call.getKind() == SqlKind.EXTRACT && isOne(call.operand(1))) {
        return DateSubtraction::part;
      } else if (calcite != null && call.getKind() == SqlKind.TIMESTAMP_DIFF) {
        return (context, difference) ->
            calcite.convertCall(context, difference).accept(new Alike(context.getRexBuilder()));
      } else if (calcite != null && call.getKind() == SqlKind.TIMESTAMP_ADD) {
        return (context, sum) ->
            calcite.convertCall(context, sum).accept(new Seconds(context.getRexBuilder()));
      } else if (calcite != null
          && (SqlKind.COMPARISON.contains(call.getKind()) || call.getKind() == SqlKind.BETWEEN)
          && call.getOperandList().stream().anyMatch(DateSubtraction::isOne)) {
        return (context, comparison) ->
            calcite
                .convertCall(context, comparison)
                .accept(new IntervalComparisons(context.getRexBuilder()));
      }
      return calcite;
    };
  }

  private static boolean isOne(SqlNode node) {
    return node instanceof SqlCall call && call.getOperator().equals(OPERATOR);
  }

  private static RexNode convert(SqlRexContext context, SqlCall call) {
    RexBuilder rex = context.getRexBuilder();
    List<RexNode> ends = ends(context, call);
    RelDataType type = rex.deriveReturnType(OPERATOR, ends);
    return SqlTypeName.INTERVAL_TYPES.contains(type.getSqlTypeName())
        ? rex.makeCall(type, SqlStdOperatorTable.MINUS_DATE, ends)
        : count(rex, ends, TimeUnit.DAY, type);
  }

  private static List<RexNode> ends(SqlRexContext context, SqlCall call) {
    return call.getOperandList().stream().map(context::convertExpression).toList();
  }

  /** What Calcite makes of {@code TIMESTAMPDIFF(unit, e, d)}. */
  private static RexNode count(RexBuilder rex, List<RexNode> ends, TimeUnit unit, RelDataType to) {
    RelDataTypeFactory types = rex.getTypeFactory();
    boolean nullable = ends.stream().anyMatch(end -> end.getType().isNullable());
    List<RexNode> alike = alike(rex, ends);
    RelDataType interval =
        types.createSqlIntervalType(new SqlIntervalQualifier(unit, null, SqlParserPos.ZERO));
    return rex.makeCast(
        types.createTypeWithNullability(to, nullable),
        rex.makeCall(
            types.createTypeWithNullability(interval, nullable),
            SqlStdOperatorTable.MINUS_DATE,
            alike));
  }

  /** A date beside a timestamp as one: Calcite would subtract days from milliseconds. */
  private static List<RexNode> alike(RexBuilder rex, List<RexNode> ends) {
    boolean mixed = ends.stream().map(end -> isDate(end.getType())).distinct().count() > 1;
    return mixed ? timestamps(rex, ends) : ends;
  }

  private static List<RexNode> timestamps(RexBuilder rex, List<RexNode> ends) {
    RelDataType timestamp = rex.getTypeFactory().createSqlType(SqlTypeName.TIMESTAMP);
    return ends.stream()
        .map(
            end ->
                isDate(end.getType())
                    ? rex.makeCast(
                        rex.getTypeFactory()
                            .createTypeWithNullability(timestamp, end.getType().isNullable()),
                        end)
                    : end)
        .toList();
  }

  /** {@code EXTRACT(unit FROM d - e)}. */
  private static RexNode part(SqlRexContext context, SqlCall call) {
    RexBuilder rex = context.getRexBuilder();
    RelDataType type = context.getValidator().getValidatedNodeType(call);
    SqlCall subtraction = call.operand(1);
    TimeUnitRange unit = ((SqlIntervalQualifier) call.operand(0)).timeUnitRange;
    if (unit != TimeUnitRange.DAY && unit != TimeUnitRange.EPOCH) {
      return StandardConvertletTable.INSTANCE.convertCall(context, call);
    }
    List<RexNode> ends = ends(context, subtraction);
    RelDataType bigint = rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
    boolean ofDates = ends.stream().allMatch(end -> isDate(end.getType()));
    RexNode count = count(rex, ends, ofDates ? TimeUnit.DAY : TimeUnit.SECOND, bigint);
    RexNode perDay = rex.makeExactLiteral(BigDecimal.valueOf(SECONDS_PER_DAY), bigint);
    if (unit == TimeUnitRange.EPOCH) {
      return rex.makeCast(
          type, ofDates ? rex.makeCall(SqlStdOperatorTable.MULTIPLY, count, perDay) : count);
    }
    // Of timestamps, the days that have passed as a whole.
    return rex.makeCast(
        type, ofDates ? count : rex.makeCall(SqlStdOperatorTable.DIVIDE_INTEGER, count, perDay));
  }

  private static final class DateMinus extends SqlBinaryOperator {
    DateMinus() {
      super(
          "-",
          SqlKind.OTHER,
          PRECEDENCE,
          true,
          DateSubtraction::type,
          InferTypes.FIRST_KNOWN,
          OperandTypes.family(SqlTypeFamily.DATETIME, SqlTypeFamily.DATETIME));
    }

    /** It is in no table of operators, where the validator would look for it. */
    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
      return validateOperands(validator, scope, call);
    }
  }

  /** What Calcite makes of {@code TIMESTAMPDIFF} of a date and a timestamp. */
  private static final class Alike extends RexShuttle {
    private final RexBuilder rex;

    Alike(RexBuilder rex) {
      this.rex = rex;
    }

    @Override
    public RexNode visitCall(RexCall call) {
      return call.getOperator().equals(SqlStdOperatorTable.MINUS_DATE)
              && call.getOperands().stream().allMatch(end -> isDay(end.getType()))
          ? call.clone(call.getType(), alike(rex, call.getOperands()))
          : super.visitCall(call);
    }
  }

  /** Intervals of milliseconds as those of seconds: no database has others. */
  private static final class Seconds extends RexShuttle {
    private static final SqlIntervalQualifier UNIT =
        new SqlIntervalQualifier(TimeUnit.SECOND, 2, null, 3, SqlParserPos.ZERO);

    private final RexBuilder rex;

    Seconds(RexBuilder rex) {
      this.rex = rex;
    }

    @Override
    public RexNode visitLiteral(RexLiteral literal) {
      SqlIntervalQualifier unit = literal.getType().getIntervalQualifier();
      if (unit == null || unit.timeUnitRange != TimeUnitRange.MILLISECOND) {
        return literal;
      }
      BigDecimal millis = Objects.requireNonNull(literal.getValueAs(BigDecimal.class));
      return rex.makeIntervalLiteral(millis, UNIT);
    }

    @Override
    public RexNode visitCall(RexCall call) {
      RexNode visited = super.visitCall(call);
      return visited instanceof RexCall changed
              && !visited.equals(call)
              && SqlTypeName.INTERVAL_TYPES.contains(call.getType().getSqlTypeName())
          ? rex.makeCall(changed.getOperator(), changed.getOperands())
          : visited;
    }
  }

  /** Rewrites comparisons of intervals with literals to comparisons of timestamps. */
  private static final class IntervalComparisons extends RexShuttle {
    private final RexBuilder rex;

    IntervalComparisons(RexBuilder rex) {
      this.rex = rex;
    }

    @Override
    public RexNode visitCall(RexCall call) {
      if (SqlKind.COMPARISON.contains(call.getKind()) && call.getOperands().size() == 2) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (isInterval(left) && isLiteral(right)) {
          List<RexNode> ends = ends((RexCall) left, (RexLiteral) right);
          return rex.makeCall(call.getOperator(), ends.get(0), shifted(ends.get(1), right));
        } else if (isInterval(right) && isLiteral(left)) {
          List<RexNode> ends = ends((RexCall) right, (RexLiteral) left);
          return rex.makeCall(call.getOperator(), shifted(ends.get(1), left), ends.get(0));
        }
      }
      return super.visitCall(call);
    }

    private static boolean isInterval(RexNode node) {
      return node instanceof RexCall call
          && call.getOperator().equals(SqlStdOperatorTable.MINUS_DATE)
          && call.getOperands().stream().allMatch(end -> isDay(end.getType()));
    }

    private static boolean isLiteral(RexNode node) {
      return node instanceof RexLiteral
          && SqlTypeName.DAY_INTERVAL_TYPES.contains(node.getType().getSqlTypeName());
    }

    /** Dates that are compared at a time of day are timestamps. */
    private List<RexNode> ends(RexCall interval, RexLiteral literal) {
      BigDecimal millis = literal.getValueAs(BigDecimal.class);
      boolean wholeDays = millis != null && millis.remainder(MILLIS_PER_DAY).signum() == 0;
      List<RexNode> ends = interval.getOperands();
      return wholeDays ? alike(rex, ends) : timestamps(rex, ends);
    }

    private RexNode shifted(RexNode timestamp, RexNode interval) {
      return rex.makeCall(SqlStdOperatorTable.DATETIME_PLUS, timestamp, interval);
    }
  }
}
