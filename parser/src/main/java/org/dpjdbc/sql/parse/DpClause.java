package org.dpjdbc.sql.parse;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlHint;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * One of several sets of privacy options in a query: it is about what its SELECT releases.
 *
 * @param options what it says; it names its epsilon
 * @param at where it stands
 */
public record DpClause(DpOptions options, Position at) {

  /** The epsilon of what its SELECT releases. */
  public BigDecimal epsilon() {
    return options.epsilon().orElseThrow();
  }

  /**
   * Reads the clauses of a query that has several.
   *
   * @throws RefusedException if one has no epsilon, or says what is said of a whole query
   */
  static List<DpClause> of(List<SqlHint> hints) {
    return hints.stream().map(DpClause::of).toList();
  }

  private static DpClause of(SqlHint hint) {
    Position at = Position.of(hint.getParserPosition());
    DpOptions options = Hints.options(hint);
    if (options.epsilon().isEmpty()) {
      throw ParseMessages.clauseWithoutEpsilon().at(at);
    }
    Optional<QueryOption> ofWhole = ofWholeQuery(options);
    if (ofWhole.isPresent()) {
      throw ParseMessages.optionOfWholeQuery(ofWhole.get().form()).at(at);
    }
    return new DpClause(options, at);
  }

  private static Optional<QueryOption> ofWholeQuery(DpOptions options) {
    if (options.error().isPresent()) {
      return Optional.of(QueryOption.ERROR);
    } else if (!options.weights().isEmpty()) {
      return Optional.of(QueryOption.WEIGHTS);
    }
    return options.derive().map(any -> QueryOption.DERIVE);
  }

  /**
   * What all of them together say of the query: the sum of their epsilons, and of their deltas
   * where each names one.
   */
  static DpOptions total(List<DpClause> clauses) {
    BigDecimal epsilon =
        clauses.stream().map(DpClause::epsilon).reduce(BigDecimal.ZERO, BigDecimal::add);
    boolean named = clauses.stream().allMatch(clause -> clause.options().delta().isPresent());
    return DpOptions.of(
        Optional.of(epsilon), named ? Optional.of(deltas(clauses)) : Optional.empty());
  }

  /** The sum of the deltas that they name. */
  public static BigDecimal deltas(List<DpClause> clauses) {
    return clauses.stream()
        .flatMap(clause -> clause.options().delta().stream())
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
