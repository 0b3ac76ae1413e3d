package org.dpjdbc.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.dpjdbc.plan.Consistency;
import org.dpjdbc.plan.Frontier;
import org.dpjdbc.plan.KeyValue;
import org.jspecify.annotations.Nullable;

/** The rows of frontiers, computed of noisy integers: totals are made to add up first. */
final class ReleasedRows {
  private final PlannedQuery planned;
  private final List<NoisyGroups> noisy = new ArrayList<>();
  private final List<Errors> errors = new ArrayList<>();

  /** Gives the half-widths of a frontier's groups. */
  private interface Errors {
    HalfWidths of(int group);
  }

  ReleasedRows(PlannedQuery planned) {
    this.planned = planned;
  }

  /** Takes the next frontier; a family of levels adds up as soon as the last of them is there. */
  void add(NoisyGroups groups) {
    PreparedFrontier frontier = planned.frontiers().get(noisy.size());
    noisy.add(groups);
    errors.add(group -> frontier.errors());
    planned.plan().consistencies().stream()
        .filter(family -> last(family) == noisy.size() - 1)
        .forEach(this::addUp);
  }

  private int last(Consistency family) {
    return family.levels().stream()
        .mapToInt(level -> planned.place(level.frontier()))
        .max()
        .orElseThrow();
  }

  /** How many frontiers there are so far. */
  int size() {
    return noisy.size();
  }

  /** The rows of every frontier. */
  List<Rows> all() {
    return IntStream.range(0, size()).mapToObj(this::rows).toList();
  }

  private void addUp(Consistency family) {
    List<Integer> places =
        family.levels().stream().map(level -> planned.place(level.frontier())).toList();
    Optional<ConsistentTotals> found =
        planned
            .totals()
            .of(
                family,
                places.stream().map(planned.frontiers()::get).toList(),
                places.stream().map(place -> noisy.get(place).groups()).toList());
    found.ifPresent(
        totals -> {
          totals.apply(places.stream().map(noisy::get).toList());
          for (int level = 0; level < places.size(); level++) {
            int at = level;
            errors.set(places.get(level), group -> totals.errors(at, group));
          }
        });
  }

  /** The rows of a frontier: keys, then statistics, then the 95 % error of each statistic. */
  Rows rows(int place) {
    Frontier frontier = planned.frontiers().get(place).frontier();
    NoisyGroups groups = noisy.get(place);
    int width = frontier.keys().size() + 2 * frontier.statistics().size();
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int g = 0; g < groups.groups().size(); g++) {
      int group = g;
      rows.add(
          row(
              frontier,
              groups.groups().get(g),
              ref -> groups.get(group, ref),
              errors.get(place).of(g),
              width));
    }
    return Rows.of(width, rows);
  }

  private static @Nullable Object[] row(
      Frontier frontier,
      List<KeyValue> group,
      StatisticValues.Released released,
      HalfWidths errors,
      int width) {
    @Nullable Object[] row = new @Nullable Object[width];
    int keys = group.size();
    for (int i = 0; i < keys; i++) {
      row[i] = group.get(i) instanceof KeyValue.Of of ? of.value() : null;
    }
    int statistics = frontier.statistics().size();
    for (int i = 0; i < statistics; i++) {
      row[keys + i] =
          StatisticValues.value(
              frontier.statistics().get(i),
              released,
              frontier.rowType().getFieldList().get(keys + i).getType());
      row[keys + statistics + i] =
          StatisticErrors.halfWidth(frontier.statistics().get(i), released, errors);
    }
    return row;
  }
}
