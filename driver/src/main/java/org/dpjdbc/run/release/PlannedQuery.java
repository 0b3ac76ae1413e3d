package org.dpjdbc.run.release;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.plan.model.Consistency;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.consistency.CachedConsistency;
import org.dpjdbc.run.finish.FinishPlan;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.mechanism.PreparedScalar;
import org.dpjdbc.run.mechanism.PreparedSet;
import org.dpjdbc.run.statistic.HalfWidths;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * A plan with everything that can be made of it before data is touched: mechanisms calibrated, the
 * part above the frontier compiled. Immutable; shared by all sessions that run the same.
 *
 * @param plan what is asked and released
 * @param frontiers with their mechanisms
 * @param scalars what later frontiers are asked with
 * @param sets likewise, rows
 * @param finish compiled
 * @param virtualTables virtual tables that it reads
 * @param columns of the answer
 * @param errorColumns whether the finish reads the errors of what is released
 * @param totals what is known of its families of levels
 */
public record PlannedQuery(
    PrivatePlan plan,
    List<PreparedFrontier> frontiers,
    List<PreparedScalar> scalars,
    List<PreparedSet> sets,
    FinishPlan finish,
    Set<String> virtualTables,
    List<AnswerColumn> columns,
    boolean errorColumns,
    CachedConsistency totals) {

  /** A value that later frontiers are asked with, by its name. */
  public PreparedScalar scalar(String name) {
    return scalars.stream().filter(scalar -> scalar.name().equals(name)).findFirst().orElseThrow();
  }

  /** Rows that later frontiers are asked with, by their name. */
  public PreparedSet set(String name) {
    return sets.stream().filter(set -> set.name().equals(name)).findFirst().orElseThrow();
  }

  /** What readers of the answer must know, each once: a function of the plan alone. */
  public List<String> warnings() {
    Optional<String> truncated =
        TruncationWarning.of(frontiers.stream().map(PreparedFrontier::frontier).toList())
            .map(RunMessages::contributionsTruncated);
    Optional<String> hidden = HiddenGroups.of(frontiers).map(RunMessages::groupsHidden);
    return Stream.concat(
            Stream.of(truncated, hidden).flatMap(Optional::stream), plan.notes().stream())
        .distinct()
        .toList();
  }

  /** The place of a frontier among the frontiers, by its name. */
  int place(String frontier) {
    return IntStream.range(0, frontiers.size())
        .filter(i -> frontiers.get(i).frontier().name().equals(frontier))
        .findFirst()
        .orElseThrow();
  }

  /** The family that a frontier adds up in. */
  public Optional<Consistency> family(String frontier) {
    return plan.consistencies().stream()
        .filter(family -> level(family, frontier).isPresent())
        .findFirst();
  }

  private static OptionalInt level(Consistency family, String frontier) {
    return IntStream.range(0, family.levels().size())
        .filter(i -> family.levels().get(i).frontier().equals(frontier))
        .findFirst();
  }

  /**
   * The error bars of a frontier that adds up with others, as far as the policy tells its groups.
   */
  public Optional<HalfWidths> explainedTotals(PreparedFrontier frontier) {
    return family(frontier.frontier().name())
        .filter(family -> isDeclared(family.levels().get(0)))
        .flatMap(
            family -> {
              List<PreparedFrontier> levels =
                  family.levels().stream().map(l -> frontiers.get(place(l.frontier()))).toList();
              List<List<List<KeyValue>>> groups =
                  levels.stream()
                      .map(level -> Groups.all(level.frontier(), Map.of(), List.of()))
                      .toList();
              int level = level(family, frontier.frontier().name()).orElseThrow();
              return totals.of(family, levels, groups).map(known -> known.errors(level, 0));
            });
  }

  private boolean isDeclared(Consistency.Level level) {
    return frontiers.get(place(level.frontier())).frontier().domains().stream()
        .allMatch(KeyDomain.Declared.class::isInstance);
  }
}
