package org.dpjdbc.run.release;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.dpjdbc.plan.model.Cut;
import org.dpjdbc.plan.model.Frontier;

/** What counts of one person at most, in words: for warnings and EXPLAIN PRIVACY. */
public final class CutTexts {
  private static final String DROPPED = ", further groups dropped";

  private CutTexts() {}

  /**
   * The limits and who sets them, as in "at most 20 rows in each of at most 3 groups, further
   * groups dropped (max_rows_contributed, max_groups_contributed of VISITS)", or "at most 20 rows
   * over all groups, scaled down where there are more"; none where everything counts.
   */
  public static Optional<String> of(Frontier frontier) {
    return frontier.cut().map(cut -> limits(cut, !frontier.keys().isEmpty()) + by(cut));
  }

  private static String limits(Cut cut, boolean grouped) {
    List<String> limits = new ArrayList<>();
    Optional<String> groups = cut.groups().map(limit -> plural(limit.max(), "group"));
    Optional<String> rows = cut.rows().map(limit -> plural(limit.max(), "row"));
    if (cut.inAll() && rows.isPresent()) {
      limits.add("at most " + rows.get() + " over all groups, scaled down where there are more");
    } else if (cut.scaled()) {
      limits.add(
          "as much as "
              + rows.orElse("one row")
              + " in each of "
              + groups.orElseThrow()
              + ", scaled down where there is more");
    } else if (rows.isPresent()) {
      limits.add(
          "at most "
              + rows.get()
              + groups
                  .map(text -> " in each of at most " + text + DROPPED)
                  .orElse(grouped ? " in each group" : ""));
    } else {
      groups.ifPresent(text -> limits.add("at most " + text + DROPPED));
    }
    if (cut.apart()) {
      limits.add(limits.remove(0) + " in each number of rows by itself");
    }
    cut.ranges().forEach(range -> limits.add(text(range)));
    cut.sums().forEach(column -> limits.add("a sum of " + column + " within its sum_per_unit"));
    return String.join(", and ", limits);
  }

  private static String text(Cut.Range range) {
    return range.lower().compareTo(range.upper()) == 0
        ? "a value of " + range.column() + " of " + number(range.upper())
        : "a value of %s between %s and %s"
            .formatted(range.column(), number(range.lower()), number(range.upper()));
  }

  private static String number(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  private static String plural(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private static String by(Cut cut) {
    Map<String, Set<String>> settings = new LinkedHashMap<>();
    cut.rows().ifPresent(limit -> add(settings, limit.ofQuery(), "max_rows_contributed", cut));
    cut.ranges().forEach(range -> add(settings, range.ofQuery(), range.setting(), cut));
    String ofGroups = cut.inAll() ? "max_rows_contributed" : "max_groups_contributed";
    cut.groups().ifPresent(limit -> add(settings, limit.ofQuery(), ofGroups, cut));
    return settings.isEmpty()
        ? ""
        : settings.entrySet().stream()
            .map(who -> String.join(", ", who.getValue()) + " of " + who.getKey())
            .collect(Collectors.joining("; ", " (", ")"));
  }

  private static void add(
      Map<String, Set<String>> settings, boolean ofQuery, String setting, Cut cut) {
    settings
        .computeIfAbsent(ofQuery ? "the query" : cut.table(), who -> new LinkedHashSet<>())
        .add(setting);
  }
}
