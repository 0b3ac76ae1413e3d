package org.dpjdbc.cli.advice;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.policy.ColumnPolicy;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyValue;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.TablePolicy;

/**
 * Says how large the errors of a table's counts and sums are with the policy's own epsilon, and
 * what in the policy makes them smaller. It reads the policy and the keys of the live schema alone.
 */
public final class ErrorNotes {
  /** 95 of 100 draws of Laplace noise of scale 1 are smaller: ln 20. */
  private static final double QUANTILE = Math.log(20);

  private static final MathContext SHOWN = new MathContext(3);

  private final Policy policy;
  private final LiveSchema live;

  /**
   * @param policy checked against {@code live}
   */
  public ErrorNotes(Policy policy, LiveSchema live) {
    this.policy = policy;
    this.live = live;
  }

  /** A line for each private table of which a limit or bounds can be made tighter. */
  public List<String> notes() {
    return policy.tables().stream()
        .filter(table -> !table.isPublic())
        .flatMap(
            table ->
                rows(table).stream()
                    .filter(rows -> rows > 1 || !summed(table, rows).isEmpty())
                    .mapToObj(rows -> note(table, rows)))
        .toList();
  }

  private String note(TablePolicy table, int rows) {
    double scale =
        QUANTILE
            * table.unitSize()
            * (1 + table.furtherUnits().size())
            / policy.defaults().epsilon().doubleValue();
    List<ColumnPolicy> summed = summed(table, rows);
    String errors =
        Stream.concat(
                Stream.of("COUNT(*) ± " + figure(scale * rows)),
                summed.stream().map(c -> "SUM(" + c.name() + ") ± " + figure(scale * sum(c, rows))))
            .collect(Collectors.joining(", "));
    String changes =
        Stream.of(
                rows > 1 ? "half of max_rows_contributed (" + rows + ")" : "",
                summed.isEmpty() ? "" : "half of the bounds or of sum_per_unit (sums)",
                "twice the epsilon")
            .filter(change -> !change.isEmpty())
            .collect(Collectors.joining(" or "));
    return "%s: errors over %s at epsilon %s, each in a query of its own: %s; halved by %s"
        .formatted(
            table.location(),
            table.name(),
            policy.defaults().epsilon().toPlainString(),
            errors,
            changes);
  }

  private static List<ColumnPolicy> summed(TablePolicy table, int rows) {
    return table.columns().stream().filter(column -> sum(column, rows) > 0).toList();
  }

  /** The rows of one unit that count, if the policy or a key says how many. */
  private OptionalInt rows(TablePolicy table) {
    boolean oneRow = table.unit().filter(unit -> isOneRow(table, unit)).isPresent();
    return oneRow && table.furtherUnits().isEmpty()
        ? OptionalInt.of(1)
        : table.maxRowsContributed();
  }

  /** Whether each row is a unit, or a key of the database has one row of each. */
  private boolean isOneRow(TablePolicy table, PrivacyUnit unit) {
    return !(unit instanceof PrivacyUnit.Columns columns)
        || live.table(table.schema(), table.name()).stream()
            .anyMatch(there -> there.uniqueKeys().contains(columns.columns()));
  }

  /** How far one unit can move the sum of a column; 0 if it is no number with bounds. */
  private static double sum(ColumnPolicy column, int rows) {
    double ofRows = column.bounds().map(bounds -> rows * max(bounds)).orElse(0.0);
    return column.sumPerUnit().map(bounds -> Math.min(ofRows, max(bounds))).orElse(ofRows);
  }

  private static double max(ColumnPolicy.Bounds bounds) {
    return bounds.lower() instanceof PolicyValue.Number lower
            && bounds.upper() instanceof PolicyValue.Number upper
        ? Math.max(Math.abs(lower.value().doubleValue()), Math.abs(upper.value().doubleValue()))
        : 0;
  }

  private static String figure(double error) {
    return BigDecimal.valueOf(error).round(SHOWN).stripTrailingZeros().toPlainString();
  }
}
