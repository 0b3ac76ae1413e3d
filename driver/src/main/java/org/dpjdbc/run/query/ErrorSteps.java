package org.dpjdbc.run.query;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.release.Released;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.run.statistic.StatisticErrors;
import org.dpjdbc.sql.parse.ErrorTarget;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * Runs a query with a required accuracy if the error is known only with the answer: a relative
 * error, or the error of a mean. The query runs with a small part of the epsilon that it may spend,
 * then with as much as that answer shows to be needed, and so on. The last answer is returned, the
 * others are discarded.
 *
 * <p>Guarantee: each step is a query of its own, charged before it runs. What the next one spends,
 * and whether there is one, depends on released values alone, so that all of them compose
 * adaptively, within the ledger's limits (Rogers, Roth, Ullman, Vadhan, "Privacy Odometers and
 * Filters", NeurIPS 2016); together they spend no more than the query may.
 *
 * <p>Promise: a step ends the search just if its answer is as accurate as asked, whenever no
 * aggregate is further off than its half-width. With the required confidence, this fails in none of
 * the steps, since each step has its share of the remaining probability: the half-width of 95 % is
 * widened to that by the ratio of the logarithms. Noise is log-concave, and so is its tail (Prékopa
 * 1971): P(|X| &gt; s·h) is at most P(|X| &gt; h)^s for s ≥ 1. For values that are not linear in
 * the released ones it holds to first order.
 */
final class ErrorSteps {
  private static final int STEPS = 4;

  /** The part of epsilon that is tried first, and what more is tried while nothing is seen. */
  private static final BigDecimal FIRST = BigDecimal.valueOf(64);

  private static final BigDecimal MORE = BigDecimal.valueOf(4);

  /** How much more than needed is taken, lest it fall short by chance. */
  private static final double MARGIN = 1.1;

  private static final double USUAL = 0.05;

  private final ErrorTarget target;
  private final PrivacyRequest request;
  private final Function<PrivacyRequest, PlannedQuery> planner;
  private final Function<PlannedQuery, PrivateRun> runner;
  private final double wider;

  /**
   * Prepares the search.
   *
   * @param request its epsilon and delta are the most that may be spent
   * @param planner plans the query with a request
   * @param runner begins a run
   */
  ErrorSteps(
      ErrorTarget target,
      PrivacyRequest request,
      Function<PrivacyRequest, PlannedQuery> planner,
      Function<PlannedQuery, PrivateRun> runner) {
    this.target = target;
    this.request = request;
    this.planner = planner;
    this.runner = runner;
    double risk = (1 - target.confidence().doubleValue()) / STEPS;
    this.wider = Math.max(1, Math.log(risk) / Math.log(USUAL));
  }

  /**
   * Asks until the answer is accurate enough.
   *
   * @param placed says where in the query a refusal is
   * @throws org.dpjdbc.sql.refusal.RefusedException if that would take more than may be spent
   */
  Answer run(UnaryOperator<RefusedException> placed) {
    BigDecimal delta = request.delta().divide(BigDecimal.valueOf(STEPS));
    BigDecimal left = request.epsilon();
    BigDecimal next = left.divide(FIRST).round(new MathContext(3, RoundingMode.DOWN));
    for (int step = 1; ; step++) {
      PlannedQuery planned = planner.apply(request.with(next, delta));
      PrivateRun run = runner.apply(planned);
      Answer answer = step == 1 ? run.run() : charged(run);
      left = left.subtract(next);
      double factor = run.released().map(all -> factor(planned, all)).orElse(0.0);
      if (factor <= 1) {
        return answer;
      }
      boolean known = Double.isFinite(factor);
      BigDecimal needed =
          next.multiply(known ? BigDecimal.valueOf(factor * MARGIN) : MORE)
              .round(new MathContext(3, RoundingMode.UP));
      if (step == STEPS || needed.compareTo(left) > 0) {
        BigDecimal spent = request.epsilon().subtract(left);
        throw placed.apply(
            RunMessages.errorTriedInVain(
                target.toString(),
                request.epsilon().toPlainString(),
                spent.stripTrailingZeros().toPlainString(),
                known ? Optional.of(spent.add(needed).toPlainString()) : Optional.empty()));
      }
      next = needed;
    }
  }

  /** A step after the first: whatever fails in it, the first was charged. */
  private static Answer charged(PrivateRun run) {
    try {
      return run.run();
    } catch (RefusedException e) {
      throw switch (e.code()) {
        case BACKEND -> RunMessages.backendFailed();
        case STOPPED -> RunMessages.stoppedAfterCharge();
        default -> e;
      };
    }
  }

  /** The factor by which the errors should shrink; infinite if it cannot be computed. */
  private double factor(PlannedQuery planned, Released released) {
    double max = 0;
    for (int f = 0; f < planned.frontiers().size(); f++) {
      Frontier frontier = planned.frontiers().get(f).frontier();
      int keys = frontier.keys().size();
      Rows rows = released.withErrors(f);
      for (int r = 0; r < rows.size(); r++) {
        int next = keys + frontier.statistics().size();
        for (int i = 0; i < frontier.statistics().size(); i++) {
          Statistic statistic = frontier.statistics().get(i);
          int parts = StatisticErrors.sources(statistic).size();
          max = Math.max(max, factor(rows, r, keys + i, next, parts));
          next += parts;
        }
      }
    }
    return max;
  }

  private double factor(Rows rows, int row, int column, int firstPart, int parts) {
    double squares = 0;
    for (int part = firstPart; part < firstPart + parts; part++) {
      squares += rows.get(row, part) instanceof Double d ? d * d : Double.POSITIVE_INFINITY;
    }
    double error = Math.sqrt(squares) * wider;
    double share = target.error().doubleValue();
    if (!target.relative()) {
      return error / share;
    }
    double min =
        rows.get(row, column) instanceof Number value ? Math.abs(value.doubleValue()) - error : 0;
    if (error <= share * min) {
      return error == 0 ? 0 : error / (share * min);
    }
    return min > 0 ? error * (1 + share) / (share * min) : Double.POSITIVE_INFINITY;
  }
}
