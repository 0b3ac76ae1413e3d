package org.dpjdbc.plan.release;

import java.util.EnumSet;
import java.util.Set;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.dpjdbc.plan.model.PairFunction;
import org.dpjdbc.plan.randomized.DebiasedAggregate;
import org.dpjdbc.plan.release.Measures.Need;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RelationMessages;

/** What has to be known of a measure for an aggregate of it; refuses what has no mechanism. */
final class MeasureRequirements {
  private MeasureRequirements() {}

  /** What a call needs of its measure; of a pair the x is the second argument. */
  static Set<Need> asked(AggregateCall call) {
    if (call.getAggregation() instanceof DebiasedAggregate debiased) {
      // Without an argument a sum and a mean are of numbers that the answers alone tell.
      return EnumSet.of(
          call.getArgList().size() > 1
              ? switch (debiased.aim()) {
                case COUNT -> Need.COUNT;
                case SUM -> Need.SUM;
                case MEAN -> Need.MEAN;
              }
              : Need.COUNT);
    }
    return PairFunction.of(call)
        .map(function -> asked(function, call.getArgList().get(1) <= call.getArgList().get(0)))
        .orElseGet(() -> ofOne(call));
  }

  private static Set<Need> ofOne(AggregateCall call) {
    Set<Need> needs = EnumSet.of(need(call));
    if (call.isDistinct()) {
      needs.add(Need.DISTINCT);
    }
    return needs;
  }

  /**
   * What has to be released for a function of pairs.
   *
   * @param first whether x is the first of the pair's columns
   */
  private static Set<Need> asked(PairFunction function, boolean first) {
    Need meanX = first ? Need.FIRST_MEAN : Need.SECOND_MEAN;
    Need meanY = first ? Need.SECOND_MEAN : Need.FIRST_MEAN;
    Need spreadX = first ? Need.FIRST_SPREAD : Need.SECOND_SPREAD;
    Need spreadY = first ? Need.SECOND_SPREAD : Need.FIRST_SPREAD;
    return switch (function) {
      case COUNT -> EnumSet.of(Need.COUNT);
      case AVG_X -> EnumSet.of(meanX);
      case AVG_Y -> EnumSet.of(meanY);
      case COVAR_POP, COVAR_SAMP, SXY -> EnumSet.of(Need.PRODUCT);
      case SLOPE, INTERCEPT -> EnumSet.of(Need.PRODUCT, spreadX);
      case CORR, R2 -> EnumSet.of(Need.PRODUCT, spreadX, spreadY);
      case SXX -> EnumSet.of(spreadX);
      case SYY -> EnumSet.of(spreadY);
    };
  }

  static Need need(AggregateCall call) {
    return switch (call.getAggregation().getKind()) {
      case COUNT -> call.isDistinct() ? Need.DISTINCT : Need.COUNT;
      case REGR_COUNT -> Need.COUNT;
      case SUM, SUM0 -> Need.SUM;
      case AVG -> Need.MEAN;
      case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP -> Need.SPREAD;
      default ->
          throw isWritten(call)
              ? notOffered(call.getAggregation().getName())
              : RelationMessages.releasedBelowFrontier();
    };
  }

  private static RefusedException notOffered(String name) {
    return ofBoolean(name)
        ? ExpressionMessages.booleanByCounts(name)
        : ExpressionMessages.aggregateNotOffered(name);
  }

  /** The refusal of an aggregate of values whose order is not known here. */
  static RefusedException notOrdered(String name) {
    return ofBoolean(name)
        ? ExpressionMessages.booleanByCounts(name)
        : Set.of("MIN", "MAX").contains(name)
            ? ExpressionMessages.extremeNotOffered(name)
            : ExpressionMessages.orderNotOffered(name);
  }

  private static boolean ofBoolean(String name) {
    return Set.of("EVERY", "SOME", "BOOL_AND", "BOOL_OR").contains(name);
  }

  /** Or else it is what Calcite makes of IN, and of subqueries that may have many rows. */
  private static boolean isWritten(AggregateCall call) {
    return !call.getParserPosition().equals(SqlParserPos.ZERO);
  }
}
