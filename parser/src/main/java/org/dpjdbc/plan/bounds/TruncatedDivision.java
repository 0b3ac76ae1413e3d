package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.sql.validate.IntegerDivision;

/**
 * Quotients of integers, truncated towards zero as in the database, even if an operand had to be
 * computed as a DECIMAL: an expression that is an integer to the query has no fraction.
 */
final class TruncatedDivision {
  private TruncatedDivision() {}

  /** The quotient in an integer type, or of decimals over columns that no bound makes narrower. */
  static Optional<Term> divide(Analysis in, Term a, Term b) {
    Term dividend = narrowed(in, a);
    Term divisor = narrowed(in, b);
    if (in.emit().dividesInDoubles() || in.emit().dividesIntegersAsDecimals()) {
      // The database's own division has a fraction.
      return decimals(in, dividend, divisor);
    }
    Optional<Term> integers =
        ComparisonFamily.isInteger(dividend.node().getType())
                && ComparisonFamily.isInteger(divisor.node().getType())
            ? integers(in, dividend, divisor)
            : Optional.empty();
    return integers.isPresent() || !in.isClamped() ? integers : decimals(in, dividend, divisor);
  }

  /** The quotient of integers where it is a BIGINT, whatever the database's division of them is. */
  static Term exact(Analysis in, Term a, Term b) {
    Term quotient = decimals(in, narrowed(in, a), narrowed(in, b)).orElseThrow();
    return quotient.as(in.emit().cast(quotient.node(), in.emit().bigint()));
  }

  /** As a BIGINT, where a wider type holds none but those. */
  private static Term narrowed(Analysis in, Term wide) {
    RelDataType bigint = in.emit().bigint();
    boolean narrows =
        !ComparisonFamily.isInteger(wide.node().getType())
            && ComparisonFamily.typeRange(bigint).orElseThrow().contains(wide.hard().orElseThrow());
    return narrows ? wide.as(in.emit().cast(wide.node(), bigint)) : wide;
  }

  /** In a type that the database also divides integers in. */
  private static Optional<Term> integers(Analysis in, Term a, Term b) {
    Arithmetic.Result result = result(a, b);
    List<Term> operands = List.of(a, b.as(Division.guarded(in, b)));
    return Arithmetic.workingType(in, operands, result)
        .filter(ComparisonFamily::isInteger)
        .flatMap(type -> Arithmetic.exactCall(in, SqlStdOperatorTable.DIVIDE, operands, result));
  }

  private static Arithmetic.Result result(Term a, Term b) {
    Interval hard = truncated(Division.quotient(a.hard(), b.hard(), BigDecimal.ONE).orElseThrow());
    Optional<Interval> soft =
        Division.quotient(a.soft(), b.soft().or(b::hard), BigDecimal.ONE)
            .map(TruncatedDivision::truncated);
    return new Arithmetic.Result(hard, soft, Optional.of(BigDecimal.ONE), 0);
  }

  private static Interval truncated(Interval range) {
    return Intervals.round(range, 0, RoundingMode.DOWN);
  }

  private static Optional<Term> decimals(Analysis in, Term a, Term b) {
    Emit emit = in.emit();
    Arithmetic.Result result = result(a, b);
    RexNode quotient =
        emit.call(
            emit.decimal(Emit.MAX_DIGITS, 0),
            IntegerDivision.OPERATOR,
            decimal(emit, a.node()),
            decimal(emit, Division.guarded(in, b)));
    return Optional.of(
        new Term(quotient, Optional.of(result.hard()), result.soft(), result.grid()));
  }

  private static RexNode decimal(Emit emit, RexNode integer) {
    boolean wide = integer.getType().getPrecision() == Emit.MAX_DIGITS;
    return wide ? integer : emit.cast(integer, emit.decimal(Emit.MAX_DIGITS, 0));
  }

  /** Truncated already. */
  static Term again(Analysis in, RexCall call) {
    Term a = in.finite(call.getOperands().get(0));
    Term b = in.finite(call.getOperands().get(1));
    return a.isNull() || b.isNull()
        ? Leaves.nothing(in, call.getType())
        : decimals(in, a, b).orElseThrow();
  }
}
