package org.dpjdbc.plan.contribution;

import java.math.BigInteger;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.plan.algebra.Decimals;

/**
 * Aggregates of the same rows, each times an integer, added up: for the database it is cheaper to
 * count rows and to add up a value and its square than to add up each polynomial of the value.
 *
 * @param terms at least one, the first one positive
 */
public record AggregateSum(List<Term> terms) {
  /** 2^31 rows of so many bits add up to what a BIGINT holds. */
  private static final int LONG_BITS = 31;

  /**
   * An aggregate times a factor.
   *
   * @param aggregate its place
   * @param factor not 0
   * @param max what a row adds to the aggregate at most, in absolute value
   */
  public record Term(int aggregate, BigInteger factor, BigInteger max) {
    private boolean isLong() {
      return factor.multiply(max).bitLength() <= LONG_BITS;
    }
  }

  /** Copies the terms. */
  public AggregateSum {
    terms = List.copyOf(terms);
    if (terms.isEmpty() || terms.get(0).factor().signum() <= 0) {
      throw new IllegalArgumentException("a sum begins with a positive term");
    }
  }

  /** An aggregate by itself. */
  public static AggregateSum of(int aggregate) {
    return new AggregateSum(List.of(new Term(aggregate, BigInteger.ONE, BigInteger.ONE)));
  }

  /** The place of the aggregate, for a sum that is one by itself. */
  public int only() {
    if (!isAlone()) {
      throw new IllegalStateException("not an aggregate by itself");
    }
    return terms.get(0).aggregate();
  }

  private boolean isAlone() {
    return terms.size() == 1 && terms.get(0).factor().equals(BigInteger.ONE);
  }

  /**
   * The sum as an expression, NULL if any of the aggregates is.
   *
   * @param aggregates by their places
   */
  public RexNode over(RexBuilder rex, IntFunction<RexNode> aggregates) {
    if (isAlone()) {
      return aggregates.apply(terms.get(0).aggregate());
    }
    Decimals decimals = new Decimals(rex);
    boolean asLong = terms.stream().allMatch(Term::isLong);
    RexNode sum = aggregates.apply(terms.get(0).aggregate());
    for (int i = 0; i < terms.size(); i++) {
      Term term = terms.get(i);
      RexNode aggregate = aggregates.apply(term.aggregate());
      RexNode product = product(decimals, asLong ? aggregate : decimals.wide(aggregate), term);
      SqlOperator operator =
          term.factor().signum() < 0 ? SqlStdOperatorTable.MINUS : SqlStdOperatorTable.PLUS;
      sum = i == 0 ? product : rex.makeCall(decimals.type(true), operator, List.of(sum, product));
    }
    return sum;
  }

  private static RexNode product(Decimals decimals, RexNode aggregate, Term term) {
    BigInteger size = term.factor().abs();
    return size.equals(BigInteger.ONE)
        ? aggregate
        : decimals.times(aggregate, decimals.number(size));
  }
}
