package org.dpjdbc.run.release;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.dpjdbc.plan.model.Consistency;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.run.consistency.ConsistentTotals;
import org.dpjdbc.run.mechanism.NoisyGroups;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.run.statistic.HalfWidths;
import org.dpjdbc.run.statistic.StatisticErrors;
import org.dpjdbc.run.statistic.StatisticValues;
import org.jspecify.annotations.Nullable;

/** The noisy integers of frontiers, of which rows are computed: totals are made to add up first. */
public final class ReleasedRows implements Released {
  private final PlannedQuery planned;
  private final List<NoisyGroups> noisy = new ArrayList<>();
  private final List<Errors> errors = new ArrayList<>();
  private final Map<Integer, IntFunction<List<Statistic>>> statistics = new HashMap<>();

  /** Gives the half-widths of a frontier's groups. */
  public interface Errors {
    HalfWidths of(int group);
  }

  public ReleasedRows(PlannedQuery planned) {
    this.planned = planned;
  }

  /**
   * Takes the next frontier, whose groups are computed each in its own way, and add up with no
   * others.
   *
   * @param ofGroup the statistics of a group: those of the frontier, but for factors
   * @param own the half-widths of its groups
   */
  public void add(NoisyGroups groups, IntFunction<List<Statistic>> ofGroup, Errors own) {
    statistics.put(noisy.size(), ofGroup);
    noisy.add(groups);
    errors.add(own);
  }

  /** Takes the next frontier; a family of levels adds up as soon as the last of them is there. */
  public void add(NoisyGroups groups) {
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
  public int size() {
    return noisy.size();
  }

  /** The noisy integers of each frontier. */
  public List<NoisyGroups> noisy() {
    return Collections.unmodifiableList(noisy);
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

  @Override
  public Rows rows(int place) {
    return rows(place, /* more= */ 0, (group, row) -> {});
  }

  @Override
  public Rows withErrors(int place) {
    PreparedFrontier prepared = planned.frontiers().get(place);
    int first = prepared.frontier().rowType().getFieldCount();
    boolean shared = statistics.containsKey(place);
    // The errors of what is linear are those of every group with the same half-widths.
    IdentityHashMap<HalfWidths, Map<Integer, List<@Nullable Double>>> known =
        new IdentityHashMap<>();
    return rows(
        place,
        StatisticErrors.width(prepared.frontier().statistics()),
        (group, row) -> {
          StatisticValues.Released released = ref -> noisy.get(place).get(group, ref);
          HalfWidths halfWidths = errors.get(place).of(group);
          int next = first;
          List<Statistic> own = statistics(place, group);
          for (int i = 0; i < own.size(); i++) {
            Statistic statistic = own.get(i);
            boolean same =
                (shared || halfWidths == prepared.errors()) && StatisticErrors.isLinear(statistic);
            List<@Nullable Double> parts =
                same
                    ? known
                        .computeIfAbsent(halfWidths, of -> new HashMap<>())
                        .computeIfAbsent(
                            i, at -> StatisticErrors.parts(statistic, released, halfWidths))
                    : StatisticErrors.parts(statistic, released, halfWidths);
            for (Double part : parts) {
              row[next++] = part;
            }
          }
        });
  }

  private List<Statistic> statistics(int place, int group) {
    IntFunction<List<Statistic>> own = statistics.get(place);
    return own == null ? planned.frontiers().get(place).frontier().statistics() : own.apply(group);
  }

  /** Adds to the row of a group. */
  private interface Columns {
    void add(int group, @Nullable Object[] row);
  }

  /** Keys and statistics, and so many columns more. */
  private Rows rows(int place, int more, Columns columns) {
    Frontier frontier = planned.frontiers().get(place).frontier();
    NoisyGroups groups = noisy.get(place);
    List<RelDataTypeField> fields = frontier.rowType().getFieldList();
    int keys = frontier.keys().size();
    int width = keys + frontier.statistics().size() + more;
    List<@Nullable Object[]> rows = new ArrayList<>(groups.groups().size());
    for (int g : listed(frontier, groups)) {
      int group = g;
      StatisticValues.Released released = ref -> groups.get(group, ref);
      @Nullable Object[] row = new @Nullable Object[width];
      for (int i = 0; i < keys; i++) {
        row[i] = groups.groups().get(g).get(i) instanceof KeyValue.Of of ? of.value() : null;
      }
      List<Statistic> own = statistics(place, g);
      for (int i = 0; i < own.size(); i++) {
        row[keys + i] = StatisticValues.value(own.get(i), released, fields.get(keys + i).getType());
      }
      columns.add(g, row);
      rows.add(row);
    }
    return Rows.of(width, rows);
  }

  /** The groups in the order in which they are shown. */
  private static List<Integer> listed(Frontier frontier, NoisyGroups groups) {
    Stream<Integer> all = IntStream.range(0, groups.groups().size()).boxed();
    return frontier.listed().isEmpty()
        ? all.toList()
        : all.sorted(Comparator.comparing(groups.groups()::get, Groups.listed(frontier))).toList();
  }
}
