package org.dpjdbc.run.release;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dpjdbc.plan.model.ContributionLimit;
import org.dpjdbc.plan.model.Frontier;

/** What contribution limits leave out of an answer: for the warning and EXPLAIN PRIVACY. */
public final class TruncationWarning {
  private static final String ROWS = "max_rows_contributed";
  private static final String GROUPS = "max_groups_contributed";

  private final Set<String> uncounted = new LinkedHashSet<>();
  private final Set<String> clamped = new LinkedHashSet<>();

  private TruncationWarning() {}

  /**
   * What several frontiers leave out together, as in "rows beyond 20 per person
   * (max_rows_contributed of VISITS) are not counted"; empty if all rows count.
   */
  public static Optional<String> of(List<Frontier> frontiers) {
    TruncationWarning warning = new TruncationWarning();
    frontiers.forEach(
        frontier -> frontier.cut().ifPresent(cut -> warning.add(cut, !frontier.keys().isEmpty())));
    return warning.text();
  }

  private Optional<String> text() {
    List<String> parts = new ArrayList<>();
    if (!uncounted.isEmpty()) {
      parts.add(String.join(" and ", uncounted) + " are not counted");
    }
    parts.addAll(clamped);
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", and ", parts));
  }

  private void add(ContributionLimit cut, boolean grouped) {
    if (cut.scaled() && cut.groups().isPresent()) {
      ContributionLimit.Limit groups = cut.groups().get();
      int rows = cut.rows().map(ContributionLimit.Limit::max).orElse(1);
      String settings =
          cut.inAll() ? ROWS : cut.rows().map(limit -> ROWS + ", ").orElse("") + GROUPS;
      uncounted.add(
          "rows beyond %d per person in each of %d group%s%s"
              .formatted(
                  rows,
                  groups.max(),
                  groups.max() == 1 ? "" : "s",
                  by(cut, groups.ofQuery(), settings)));
    } else {
      // All groups together, where the rows are not those of each.
      String each = grouped && !cut.inAll() ? " in each group" : "";
      cut.rows()
          .ifPresent(
              limit ->
                  uncounted.add(
                      "rows beyond " + limit.max() + " per person" + each + by(cut, limit, ROWS)));
      cut.groups()
          .ifPresent(
              limit ->
                  uncounted.add(
                      "groups beyond " + limit.max() + " per person" + by(cut, limit, GROUPS)));
    }
    cut.ranges()
        .forEach(range -> clamped.add(text(range) + by(cut, range.ofQuery(), range.setting())));
    cut.sums()
        .forEach(
            column ->
                clamped.add(
                    "the sum of "
                        + column
                        + " per person is clamped to its bounds"
                        + by(cut, /* ofQuery= */ false, "sum_per_unit")));
  }

  private static String text(ContributionLimit.Range range) {
    return range.lower().compareTo(range.upper()) == 0
        ? "%s is set to %s".formatted(range.column(), number(range.upper()))
        : "%s is clamped to the range from %s to %s"
            .formatted(range.column(), number(range.lower()), number(range.upper()));
  }

  private static String number(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  private static String by(ContributionLimit cut, ContributionLimit.Limit limit, String setting) {
    return by(cut, limit.ofQuery(), setting);
  }

  /** Who sets a limit. */
  private static String by(ContributionLimit cut, boolean ofQuery, String setting) {
    return " (" + setting + " of " + (ofQuery ? "the query" : cut.table()) + ")";
  }
}
