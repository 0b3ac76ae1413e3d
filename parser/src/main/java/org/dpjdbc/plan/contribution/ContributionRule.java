package org.dpjdbc.plan.contribution;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.UniqueColumns;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.key.KeyDomains;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.ContributionLimit;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.relation.OutOfRange;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.policy.NoiseKind;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * Chooses how contributions are bounded: in one pass if a key allows it, otherwise per unit;
 * without a limit on groups if the unit determines its group. It relies only on keys that the
 * database enforces.
 */
public final class ContributionRule {
  private static final String ROWS = "max_rows_contributed";

  private ContributionRule() {}

  /**
   * The bound for a frontier.
   *
   * @param request gives the query's own bounds
   * @param input the private rows
   * @param keys the grouped columns
   * @param domains of the keys
   * @param countsRows whether a unit's rows in a group matter; false if units alone are counted
   */
  public static Contribution choose(
      PrivacyRequest request,
      PerUnit input,
      List<Integer> keys,
      List<KeyDomain> domains,
      boolean countsRows) {
    boolean privateKeys = domains.stream().anyMatch(KeyDomain.Private.class::isInstance);
    boolean constant = keys.stream().allMatch(input::constant);
    if (input.rowsPerUnit().isPresent()) {
      int rows = input.rowsPerUnit().getAsInt();
      if (rows > 1 && privateKeys && input.unit().isEmpty()) {
        throw RelationMessages.repeatedRows(input.table().name());
      }
      return new Contribution.OnePass(rows);
    }
    boolean manyRows = countsRows && !isGrouped(input, keys);
    OptionalInt rows = manyRows ? request.rows(input.table()) : OptionalInt.of(1);
    if (rows.isEmpty()) {
      throw noBound(input, ROWS);
    }
    if (constant) {
      return new Contribution.PerGroup(rows.getAsInt(), 1, false, true);
    }
    return overGroups(request, input, rows.getAsInt(), reach(input, keys, domains));
  }

  /**
   * The bound where it makes no difference in how many groups a unit is, but what it adds to each.
   */
  public static Contribution ofEachGroup(
      PrivacyRequest request, PerUnit input, List<Integer> keys) {
    if (input.rowsPerUnit().isPresent()) {
      return new Contribution.OnePass(input.rowsPerUnit().getAsInt());
    }
    OptionalInt rows = isGrouped(input, keys) ? OptionalInt.of(1) : request.rows(input.table());
    if (rows.isEmpty()) {
      throw noBound(input, ROWS);
    }
    return new Contribution.PerGroup(rows.getAsInt(), 1, false, false);
  }

  /**
   * What an answer may leave out of a unit.
   *
   * @param bound that was chosen for the frontier
   * @param countsRows whether a unit's rows in a group matter
   * @param sums columns whose sum for one unit the policy bounds
   * @param values columns of which the values are clamped to their ranges
   */
  public static Optional<ContributionLimit> cut(
      PrivacyRequest request,
      PerUnit input,
      List<Integer> keys,
      Contribution bound,
      boolean countsRows,
      List<String> sums,
      Collection<Integer> values) {
    List<ContributionLimit.Range> ranges = ranges(request, input, values);
    boolean scaled = bound instanceof Contribution.Clip;
    boolean inAll = scaled && request.rowsInAll(input.table());
    boolean dropped = bound instanceof Contribution.PerGroup each && each.limited();
    boolean onePass = bound instanceof Contribution.OnePass;
    boolean manyRows = countsRows && !onePass && !isGrouped(input, keys);
    ContributionLimit cut =
        new ContributionLimit(
            input.table().name(),
            manyRows
                ? Optional.of(
                    new ContributionLimit.Limit(bound.rows(), request.maxRows().isPresent()))
                : Optional.empty(),
            (scaled && !(inAll && manyRows)) || dropped
                ? Optional.of(
                    new ContributionLimit.Limit(
                        bound.groups(),
                        (inAll ? request.maxRows() : request.maxGroups()).isPresent()))
                : Optional.empty(),
            scaled,
            inAll,
            onePass ? List.of() : sums,
            ranges);
    return Optional.of(cut).filter(found -> !found.isNothing());
  }

  /** The ranges that rest on how many rows of a unit count. */
  private static List<ContributionLimit.Range> ranges(
      PrivacyRequest request, PerUnit input, Collection<Integer> values) {
    List<ContributionLimit.Range> ranges = new ArrayList<>();
    for (int value : values) {
      PerUnit.Column column = input.columns().get(value);
      Optional<Interval> range = column.facts().range();
      Optional<OutOfRange> outOfRange =
          column.outOfRange().filter(b -> range.filter(r -> !r.contains(b.values())).isPresent());
      if (outOfRange.isPresent()) {
        String setting = outOfRange.get().setting();
        boolean ofQuery = request.maxRows().isPresent() && setting.equals(ROWS);
        Interval of = range.orElseThrow();
        ranges.add(
            new ContributionLimit.Range(
                column.facts().name(), of.lower(), of.upper(), setting, ofQuery));
      }
    }
    return ranges;
  }

  /** A table whose rows the query repeats may have one row per unit itself. */
  private static RefusedException noBound(PerUnit input, String setting) {
    PerUnit.PrivateTable table = input.table();
    return table.repeated()
        ? RelationMessages.noBoundOfRepeatedRows(table.name(), setting)
        : RelationMessages.noContributionBound(table.name(), setting);
  }

  /** A unit's rows over several groups. */
  private static Contribution overGroups(
      PrivacyRequest request, PerUnit input, int rows, OptionalInt reach) {
    if (request.rowsInAll(input.table())) {
      return inAll(request, rows, request.rows(input.table()).getAsInt(), reach);
    }
    OptionalInt max = request.groups(input.table());
    boolean few = reach.isPresent() && (max.isEmpty() || reach.getAsInt() <= max.getAsInt());
    if (!few && max.isEmpty()) {
      boolean rowsDo = request.rows(input.table()).isEmpty() && !input.table().rowsAuto();
      throw noBound(input, rowsDo ? ROWS : "max_groups_contributed");
    }
    int groups = few ? reach.getAsInt() : max.getAsInt();
    // Who reaches one group anyway has nothing to be clipped that is not clamped there.
    if (request.clips(input.table()) && (groups > 1 || !few)) {
      return new Contribution.Clip(rows, groups, groups, clipsSquares(request, groups));
    }
    return new Contribution.PerGroup(rows, groups, !few, false);
  }

  /**
   * A unit's rows over several groups, so many of them in all: scaled where it has more. With at
   * least one row in each, it is in no more groups than that.
   *
   * @param rows of one unit that count in one group: all, or one
   */
  private static Contribution inAll(PrivacyRequest request, int rows, int all, OptionalInt reach) {
    if (reach.isPresent() && (long) reach.getAsInt() * rows <= all) {
      return new Contribution.PerGroup(rows, reach.getAsInt(), false, false);
    }
    int full = all / rows;
    return new Contribution.Clip(
        rows, Math.min(reach.orElse(all), all), full, clipsSquares(request, full));
  }

  /** For which noise the norm is clipped, as if all of the query's privacy were for one release. */
  private static boolean clipsSquares(PrivacyRequest request, int full) {
    return switch (request.noise()) {
      case LAPLACE -> false;
      case GAUSSIAN -> true;
      case BEST ->
          NoiseChoice.best(
                  request.composition(),
                  request.epsilon().doubleValue(),
                  request.delta().doubleValue(),
                  full,
                  full)
              == NoiseKind.GAUSSIAN;
    };
  }

  /** Whether a unit has at most one row in each group, as after DISTINCT or GROUP BY. */
  public static boolean isGrouped(PerUnit input, List<Integer> keys) {
    ImmutableBitSet columns = ImmutableBitSet.of(keys).set(input.unit().orElseThrow());
    return UniqueColumns.contains(input.rel(), columns);
  }

  /**
   * The number of groups that one unit can reach, if the query and the policy alone determine it:
   * keys that the unit determines have one value for it.
   */
  private static OptionalInt reach(PerUnit input, List<Integer> keys, List<KeyDomain> domains) {
    long groups = 1;
    for (KeyDomain domain : domains) {
      List<Integer> columns = domain.keys().stream().map(keys::get).toList();
      OptionalInt values =
          columns.stream().allMatch(input::constant)
              ? OptionalInt.of(1)
              : domain instanceof KeyDomain.Private ? values(input, columns) : domain.size();
      if (values.isEmpty()) {
        return values;
      }
      groups *= values.getAsInt();
      if (groups > Integer.MAX_VALUE) {
        return OptionalInt.empty();
      }
    }
    return OptionalInt.of(Math.max(1, (int) groups));
  }

  /** The number of groups that one unit can reach of keys of which only listed values are left. */
  public static OptionalInt values(PerUnit input, List<Integer> keys) {
    return KeyDomains.size(input, keys.stream().filter(key -> !input.constant(key)).toList());
  }
}
