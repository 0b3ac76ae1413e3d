package org.dpjdbc.run.query;

import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.run.mechanism.PreparedFrontier;

/**
 * What released integers say about the groups of a query: a mean of sums of them whose exact value
 * is that of the groups. Estimates of one query have no draw of noise in common.
 *
 * @param parts the sums, at least one
 * @param weights of the parts
 * @param oldest when the oldest part was released
 */
record Estimate(List<Part> parts, Weights weights, Instant oldest) {

  /**
   * Sums of released integers, one for each group of the query and each integer of its statistics.
   *
   * @param frontier the releases, and the query's statistics of their integers
   * @param sums by group, then by integer
   * @param draws how many integers are in the sums of each group; 0 if it is known to have no rows
   */
  @SuppressWarnings("ArrayRecordComponent") // compared with nothing
  record Part(PreparedFrontier frontier, List<BigInteger[]> sums, int[] draws) {
    List<Statistic> statistics() {
      return frontier.frontier().statistics();
    }
  }

  /** How much each part counts. */
  interface Weights {
    /**
     * The factors of the parts, with which the estimate is without bias.
     *
     * @param variance of one draw of the noise of a part, by its place
     */
    List<BigFraction> of(IntToDoubleFunction variance);
  }

  /** The sums of one release. */
  static Estimate of(Part part, Instant releasedAt) {
    return new Estimate(List.of(part), variance -> List.of(BigFraction.ONE), releasedAt);
  }
}
