package org.dpjdbc.run.release;

import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.dpjdbc.noise.PartitionSelection;
import org.dpjdbc.plan.model.ContributionLimit;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.Selection;
import org.dpjdbc.plan.model.ThresholdedCount;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.mechanism.PreparedThresholdedCount;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * Which groups of private keys an answer leaves out, and what would show more of them: for the
 * warning and EXPLAIN PRIVACY. A function of the thresholds alone, so of the query and the policy.
 */
public final class HiddenGroups {
  private final Map<String, SortedSet<BigInteger>> sizes = new TreeMap<>();
  private final Set<String> limits = new LinkedHashSet<>();
  private boolean gathered = true;
  private boolean lookup;

  private HiddenGroups() {}

  /** The sentence for several frontiers; empty if all groups are listed. */
  public static Optional<String> of(List<PreparedFrontier> frontiers) {
    HiddenGroups hidden = new HiddenGroups();
    frontiers.forEach(hidden::add);
    return hidden.sizes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            RunMessages.hiddenGroups(
                hidden.sizes.entrySet().stream()
                    .map(each -> range(each.getValue()) + " " + each.getKey())
                    .collect(Collectors.joining(" or ")),
                hidden.gathered,
                hidden.lookup,
                List.copyOf(hidden.limits)));
  }

  private static String range(SortedSet<BigInteger> sizes) {
    return sizes.size() == 1 ? sizes.first().toString() : sizes.first() + " to " + sizes.last();
  }

  private void add(PreparedFrontier prepared) {
    Frontier frontier = prepared.frontier();
    lookup |=
        frontier.domains().stream()
            .anyMatch(domain -> domain instanceof KeyDomain.Private hidden && hidden.lookup());
    OptionalInt count = prepared.selectingCount();
    if (count.isPresent()) {
      PreparedThresholdedCount selecting =
          (PreparedThresholdedCount) prepared.releases().get(count.getAsInt());
      ThresholdedCount release = selecting.release();
      int perPerson = release.maxMove() / frontier.unitSize();
      add(frontier, selecting.mechanism().threshold(), release.parts(), perPerson);
      gathered = false;
    } else if (prepared.selection().isPresent()) {
      PartitionSelection selection = prepared.selection().get();
      Selection release = frontier.selection().orElseThrow();
      add(frontier, selection.threshold(), release.parts(), release.maxMove());
      gathered &= release.others();
    }
  }

  /**
   * A threshold. A group with the next count above it is shown in one of two answers, because the
   * noise is symmetric.
   *
   * @param parts of a row that are counted
   * @param perPerson how many of them one person adds to one group at most
   */
  private void add(Frontier frontier, BigInteger threshold, int parts, int perPerson) {
    BigInteger divisor = BigInteger.valueOf(parts);
    BigInteger size = threshold.add(divisor).divide(divisor);
    String what = perPerson <= parts ? "people" : "rows";
    sizes.computeIfAbsent(what, none -> new TreeSet<>()).add(size);
    frontier.cut().ifPresent(cut -> add(cut, perPerson > parts));
  }

  /** The limits that the threshold grows with. */
  private void add(ContributionLimit cut, boolean countsRows) {
    if (cut.inAll() || countsRows) {
      Optional<ContributionLimit.Limit> rows =
          cut.inAll() && cut.groups().isPresent() ? cut.groups() : cut.rows();
      rows.ifPresent(limit -> limits.add("max_rows_contributed (" + limit.max() + ")"));
    }
    if (!cut.inAll()) {
      cut.groups().ifPresent(limit -> limits.add("max_groups_contributed (" + limit.max() + ")"));
    }
  }
}
