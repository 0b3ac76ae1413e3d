package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.dpjdbc.plan.algebra.DpOperators;

/**
 * A number, date or timestamp as an exact integer in the same order: for a date the days, for a
 * timestamp the whole seconds, since the start of its range.
 *
 * @param measure the integer, with its bounds
 * @param origin what {@code integer * step} is added to: 0 for numbers, otherwise days or seconds
 *     since 1970
 * @param fromZero whether 0 is a value like no other, from which others are so and so many times as
 *     far as others: so it is of numbers
 */
public record Ranked(Measure measure, BigDecimal origin, boolean fromZero) {
  static Ranked of(Analysis in, RexNode expression) {
    Term term = in.of(expression);
    if (!term.family().isDay()) {
      return new Ranked(Quantizer.measure(in, expression), BigDecimal.ZERO, true);
    }
    Interval range = term.soft().orElseThrow(() -> in.noRange(expression));
    BigDecimal first = range.lower().setScale(0, RoundingMode.FLOOR);
    boolean day = term.family() == ComparisonFamily.DATE;
    LocalDateTime timestamp = TemporalNumbers.timestamp(first, term.family());
    Emit emit = in.emit();
    RexNode since =
        emit.rex()
            .makeCall(
                emit.bigint(),
                DpOperators.DATE_DIFF,
                List.of(
                    emit.rex().makeFlag(day ? Units.DAY : Units.SECOND),
                    day
                        ? TemporalNumbers.literal(emit.rex(), timestamp.toLocalDate())
                        : TemporalNumbers.literal(emit.rex(), timestamp, expression.getType()),
                    expression));
    return new Ranked(Quantizer.measure(in, since), first, false);
  }
}
