package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/** ROUND, TRUNCATE, FLOOR and CEIL of numbers. */
final class Rounding {
  private static final Interval DIGITS = Interval.of(-15, 15);

  private Rounding() {}

  /** ROUND and TRUNCATE, with a literal number of decimals. */
  static Term round(Analysis in, RexCall call) {
    int digits = digits(call);
    RoundingMode mode =
        call.getOperator().equals(SqlStdOperatorTable.ROUND)
            ? RoundingMode.HALF_UP
            : RoundingMode.DOWN;
    return rounded(in, call, digits, mode);
  }

  /** FLOOR and CEIL, of numbers or of dates. */
  static Term step(Analysis in, RexCall call) {
    if (call.getOperands().size() > 1) {
      return DateParts.step(in, call);
    }
    return rounded(
        in, call, 0, call.getKind() == SqlKind.FLOOR ? RoundingMode.FLOOR : RoundingMode.CEILING);
  }

  private static int digits(RexCall call) {
    if (call.getOperands().size() == 1) {
      return 0;
    }
    return Constants.signed(call.getOperands().get(1))
        .filter(digits -> DIGITS.contains(digits) && Intervals.plain(digits).scale() == 0)
        .map(BigDecimal::intValueExact)
        .orElseThrow(
            () ->
                ExpressionMessages.needsLiteral(
                    call.getOperator().getName(), "the number of digits", "from -15 to 15"));
  }

  private static Term rounded(Analysis in, RexCall call, int digits, RoundingMode mode) {
    return in.fitting(
        call,
        place -> {
          Term a = place.finite(call.getOperands().get(0));
          if (a.isNull()) {
            return Optional.of(a);
          }
          return a.family() == ComparisonFamily.APPROXIMATE
              ? floating(place, call, a, digits, mode)
              : exact(place, call, a, digits, mode);
        });
  }

  private static Interval range(Interval a, int digits, RoundingMode mode) {
    return Intervals.map(a, end -> Intervals.plain(end.setScale(digits, mode)));
  }

  private static Optional<Term> floating(
      Analysis in, RexCall call, Term a, int digits, RoundingMode mode) {
    return Arithmetic.floatingResult(
        new Term(
            operation(in, call, a, digits),
            a.hard().map(range -> range(range, digits, mode)),
            a.soft().map(range -> range(range, digits, mode)),
            Optional.of(Grids.decimals(digits))));
  }

  private static RexNode operation(Analysis in, RexCall call, Term a, int digits) {
    return call.getOperands().size() == 1
        ? in.emit().call(a.node().getType(), call.getOperator(), a.node())
        : in.emit()
            .call(
                a.node().getType(),
                call.getOperator(),
                a.node(),
                in.emit().exact(BigDecimal.valueOf(digits)));
  }

  private static Optional<Term> exact(
      Analysis in, RexCall call, Term a, int digits, RoundingMode mode) {
    boolean changes = a.grid().isEmpty() || digits < ComparisonFamily.scale(a.node().getType());
    if (!changes) {
      return Optional.of(a);
    }
    Arithmetic.Result result =
        new Arithmetic.Result(
            range(a.hard().orElseThrow(), digits, mode),
            a.soft().map(range -> range(range, digits, mode)),
            Optional.of(Grids.decimals(digits)),
            Math.max(0, digits));
    if (call.getOperands().size() == 1) {
      return Arithmetic.exactCall(in, call.getOperator(), List.of(a), result);
    }
    return Arithmetic.workingType(in, List.of(a), result)
        .map(
            type -> {
              boolean widens =
                  ComparisonFamily.isInteger(a.node().getType())
                      && a.node().getType().getSqlTypeName() != type.getSqlTypeName();
              Term wide = widens ? a.as(in.emit().cast(a.node(), type)) : a;
              RexNode literal = in.emit().exact(BigDecimal.valueOf(digits));
              return new Term(
                  in.emit().call(type, call.getOperator(), wide.node(), literal),
                  Optional.of(result.hard()),
                  result.soft(),
                  result.grid());
            });
  }
}
