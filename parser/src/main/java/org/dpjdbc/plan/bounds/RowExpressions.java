package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Decides which expressions over the rows of a private table are allowed, and gives their total
 * forms. Anything that is not on the list of {@link #allowed()} is refused.
 *
 * <p>Why: an expression that fails for one row reveals to the analyst that the row exists
 * (Haeberlen, Pierce, Narayan 2011; PostgreSQL calls functions that never do so leak-proof). So
 * each expression is rewritten to one that raises no error for any row whose columns have their
 * types, whatever else the data are: NULL, NaN, infinities, extremes, values outside of declared
 * bounds. And a wrong range may cost accuracy but never privacy: what is summed is clamped in the
 * database.
 *
 * <p>Expressions refer to the columns of one row ({@code RexInputRef}). The forms given are to be
 * printed as they are; simplifying them may undo them. Immutable and thread-safe as far as the
 * {@code RexBuilder} is.
 *
 * <p>Every method but {@link #allowed()} throws {@link org.dpjdbc.sql.refusal.RefusedException} for
 * what is not allowed or cannot be made total.
 */
public final class RowExpressions {
  private final Analysis analysis;

  /**
   * Starts from what is known of the columns.
   *
   * @param rex its type system must offer DECIMAL of 38 digits
   * @param columns the input's columns, in order
   */
  public RowExpressions(RexBuilder rex, List<ColumnFacts> columns) {
    this(new Analysis(new Emit(rex), columns));
  }

  private RowExpressions(Analysis analysis) {
    this.analysis = analysis;
  }

  /**
   * The operators that may be applied to private rows, compared by identity. Which operands they
   * may have is for each one's rule to say.
   */
  public static Set<SqlOperator> allowed() {
    return AllowList.operators();
  }

  /** What is known of the columns. */
  public List<ColumnFacts> columns() {
    return analysis.columns();
  }

  /**
   * The expression in a form that raises no error for any row. It has the value of the original
   * wherever the original has one and the columns are within their bounds, but for these:
   *
   * <ul>
   *   <li>NULL results from a division by zero, its remainder, an undefined root or logarithm, a
   *       number above the domain of EXP (690), and what is computed from NaN.
   *   <li>In floating point a divisor nearer to zero than 1E-150 counts as zero, and so does what
   *       is raised to a negative power and nearer than 1E-75, or nearer than 1E-150 is by that
   *       power.
   *   <li>A number below the domain of EXP (-690) counts as -690.
   *   <li>Where the database fails for a floating-point result that vanishes (PostgreSQL), a factor
   *       or dividend nearer to zero than 1E-146 counts as zero, a dividend of a divisor D beyond
   *       1E150 where it is nearer than 1E-286 times D, and a power nearer than 1E-300 is zero.
   *   <li>Columns are clamped to their bounds where floating-point numbers are computed with, and
   *       where exact ones had no room otherwise; numbers of single precision are computed with in
   *       double precision.
   *   <li>Where the database keeps all decimals of a quotient (PostgreSQL), it is rounded to as
   *       many as its dividend has, but to at least 10 if there is room for them.
   * </ul>
   *
   * <p>Integers are divided as integers where the database does so, also where they had to be
   * computed in a DECIMAL. What still has no room for all rows is refused.
   *
   * @return of the same family of types; numbers may be of a wider type; no AND stands directly
   *     within AND, which Calcite's filters would refuse
   */
  public RexNode total(RexNode expression) {
    return ExpressionSize.limited(
        analysis.emit().flat(analysis.of(ExpressionSize.limited(expression)).node()));
  }

  /** The condition in total form, as a test that is never NULL. */
  public RexNode holds(RexNode condition) {
    RexNode total = analysis.condition(ExpressionSize.limited(condition));
    return ExpressionSize.limited(analysis.emit().test(SqlStdOperatorTable.IS_TRUE, total));
  }

  /**
   * The range of {@link #total} for rows whose columns are within their ranges; rounding by the
   * database is allowed for. Dates and booleans count as {@link Interval} says.
   *
   * @return empty for strings, and where no useful range can be derived
   */
  public Optional<Interval> range(RexNode expression) {
    return analysis.of(ExpressionSize.limited(expression)).soft();
  }

  /**
   * What the numbers of {@link #total} are multiples of, whatever steps are declared.
   *
   * @return empty if it is not known
   */
  public Optional<BigDecimal> grid(RexNode expression) {
    List<ColumnFacts> stepless = analysis.columns().stream().map(ColumnFacts::stepless).toList();
    return new Analysis(analysis.emit(), stepless).of(ExpressionSize.limited(expression)).grid();
  }

  /** The expression as messages show it, with the names of its columns. */
  public String text(RexNode expression) {
    return analysis.text(expression);
  }

  /** The first number or date among the expression's columns that has no range. */
  public Optional<ColumnFacts> unbounded(RexNode expression) {
    return Describe.unbounded(analysis.columns(), expression);
  }

  /**
   * What no value of {@link #total} is below, where its range is not known because nothing bounds
   * its columns from above.
   */
  public Optional<BigDecimal> min(RexNode expression) {
    List<ColumnFacts> capped = analysis.columns().stream().map(RowExpressions::capped).toList();
    return new Analysis(analysis.emit(), capped)
        .of(ExpressionSize.limited(expression))
        .soft()
        .map(Interval::lower)
        .filter(lower -> lower.compareTo(Intervals.UNLIKELY.negate()) > 0);
  }

  private static ColumnFacts capped(ColumnFacts column) {
    Optional<Interval> range = column.min().map(min -> new Interval(min, Intervals.UNLIKELY));
    return column.range().isPresent() ? column : column.within(range);
  }

  /**
   * What is known of the columns of rows for which the condition is true. Comparisons of a column
   * with a constant narrow its range, or give it one; AND, OR, NOT, IN and BETWEEN join them. Where
   * the condition contradicts the ranges, the nearest point of the range is left: no row within its
   * bounds passes, and any other is clamped to it. Of what was aggregated that is the range of the
   * condition instead, if it has one.
   */
  public List<ColumnFacts> narrow(RexNode condition) {
    return given(condition).columns();
  }

  /** The expressions over rows for which the condition is true. */
  public RowExpressions given(RexNode condition) {
    return new RowExpressions(analysis.given(ExpressionSize.limited(condition), true));
  }

  /**
   * An aggregated number as a clamped integer on a grid. Whatever the data, the value is NULL (just
   * where the expression is NULL or NaN) or an integer between the measure's bounds; infinities
   * count as the bound they are beyond. The grid is the declared step of a column, 1 for integers,
   * the last decimal of a DECIMAL, and otherwise the largest power of ten not above 2^-20 of the
   * range's width; it is coarsened by powers of ten where integers would not fit.
   */
  public Measure measure(RexNode expression) {
    Measure measure = Quantizer.measure(analysis, ExpressionSize.limited(expression));
    ExpressionSize.limited(measure.value());
    return measure;
  }

  /**
   * An aggregated number, date or timestamp as a clamped integer that is ordered as it is.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException besides, if its range is not known
   */
  public Ranked ranked(RexNode expression) {
    Ranked ranked = Ranked.of(analysis, ExpressionSize.limited(expression));
    ExpressionSize.limited(ranked.measure().value());
    return ranked;
  }

  /** The exact number that a tool has cast to a wider type; anything else as it is. */
  public static RexNode unwidened(RexNode expression) {
    RexNode exact = Quantizer.unwidened(expression);
    return ComparisonFamily.of(exact.getType()) == ComparisonFamily.EXACT ? exact : expression;
  }

  /**
   * The measure of exact numbers that a tool has cast to floating-point ones: on their own grid.
   *
   * @return empty for what is no such cast
   */
  public Optional<Measure> measureOfExact(RexNode expression) {
    RexNode exact = unwidened(expression);
    return !exact.equals(expression) ? Optional.of(measure(exact)) : Optional.empty();
  }

  /**
   * The measure of decimals that are sums, differences and products of columns: each column is
   * clamped and taken to integers, and the rest done with those. The value keeps what {@link
   * #measure} promises, and where the columns are within their bounds it is the same.
   *
   * @param total as {@link #total} gave it
   * @return empty if the expression is something else, its integers do not fit a BIGINT, or it is
   *     known to be within less than its columns make of it, as what is compared with a constant
   */
  public Optional<Measure> measureOfColumns(RexNode total) {
    return GridArithmetic.measure(analysis, total)
        .filter(measure -> ExpressionSize.isWithin(measure.value(), ExpressionSize.MAX_NODES))
        .filter(
            measure ->
                analysis.of(unwidened(total)).soft().filter(s -> !contains(s, measure)).isEmpty());
  }

  private static boolean contains(Interval range, Measure measure) {
    return range.lower().compareTo(measure.step().multiply(new BigDecimal(measure.lower()))) <= 0
        && range.upper().compareTo(measure.step().multiply(new BigDecimal(measure.upper()))) >= 0;
  }
}
