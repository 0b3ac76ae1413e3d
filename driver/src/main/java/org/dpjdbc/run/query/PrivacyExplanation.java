package org.dpjdbc.run.query;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.ChargeRequest;
import org.dpjdbc.budget.Cost;
import org.dpjdbc.budget.accountant.Accounting;
import org.dpjdbc.budget.accountant.Loss;
import org.dpjdbc.noise.PartitionSelection;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Selection;
import org.dpjdbc.plan.model.SqlParameter;
import org.dpjdbc.run.mechanism.AdditiveRelease;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.mechanism.PreparedRelease;
import org.dpjdbc.run.mechanism.SignificantDigits;
import org.dpjdbc.run.mechanism.VectorColumns;
import org.dpjdbc.run.release.HiddenGroups;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.release.TruncationWarning;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.run.statistic.HalfWidths;
import org.jspecify.annotations.Nullable;

/**
 * Renders a plan for {@code EXPLAIN PRIVACY}: one row for each release and selection, one for each
 * statement for the database, and the total. A function of the plan alone.
 */
final class PrivacyExplanation {
  private static final int EPSILON_DIGITS = 9;
  private static final int WIDTH = ExplainColumn.values().length;
  private static final int LOSS_DIGITS = 21;
  private static final MathContext SHOWN = new MathContext(4, RoundingMode.UP);

  private PrivacyExplanation() {}

  /**
   * The rows.
   *
   * @param inSteps whether the plan's cost is a maximum, because the query spends epsilon in steps
   *     until the error is reached
   * @param explained what would make errors smaller, and where the answer is from
   */
  static Rows of(
      PlannedQuery planned,
      Accounting accounting,
      boolean inSteps,
      PrivateQuery.Explained explained) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    Optional<KeptSource> kept = explained.source().kept();
    if (kept.filter(KeptSource::derived).isPresent()) {
      derived(planned, rows);
    } else {
      released(planned, explained.advice(), rows);
      explained.advice().stream()
          .flatMap(
              all ->
                  all.ofNoise(planned, other -> String.valueOf(loss(other, accounting))).stream())
          .forEach(text -> rows.add(note("other noise", text)));
    }
    planned.plan().publicQueries().forEach(query -> rows.add(statement(query.sql(), "public")));
    planned.plan().notes().forEach(note -> rows.add(note("note", note)));
    rows.add(note("source", explained.source().text()));
    rows.add(
        row(
            "total",
            inSteps ? "at most, in steps until the error is reached" : null,
            null,
            kept.isPresent() ? null : loss(planned, accounting),
            null,
            BigFraction.ZERO,
            BigFraction.ZERO,
            null,
            null,
            null));
    @Nullable Object[] total = rows.get(rows.size() - 1);
    if (kept.isPresent()) {
      rows.forEach(PrivacyExplanation::setFree);
    } else {
      total[ExplainColumn.EPSILON.ordinal()] =
          planned.plan().epsilon().setScale(EPSILON_DIGITS, RoundingMode.UP);
      total[ExplainColumn.DELTA.ordinal()] = planned.plan().delta().doubleValue();
    }
    return Rows.of(WIDTH, rows);
  }

  /** What was paid for costs nothing again. */
  private static void setFree(@Nullable Object[] row) {
    row[ExplainColumn.EPSILON.ordinal()] = BigDecimal.ZERO;
    row[ExplainColumn.DELTA.ordinal()] = 0.0;
  }

  /** The columns, computed from the releases of a kept answer, with their largest errors. */
  private static void derived(PlannedQuery planned, List<@Nullable Object[]> rows) {
    for (PreparedFrontier prepared : planned.frontiers()) {
      SortedMap<Integer, Double> errors = ErrorAdvice.errors(planned, prepared);
      for (int column = 0; column < prepared.frontier().aggregates().size(); column++) {
        @Nullable Object[] row =
            computed(prepared.frontier().aggregates().get(column), errors.get(column));
        row[ExplainColumn.MECHANISM.ordinal()] = "computed from a kept answer";
        row[ExplainColumn.KEYS.ordinal()] = keys(prepared.frontier());
        rows.add(row);
      }
    }
  }

  private static void released(
      PlannedQuery planned, Optional<ErrorAdvice> advice, List<@Nullable Object[]> rows) {
    Set<String> computed = new LinkedHashSet<>();
    Map<String, String> called = new HashMap<>();
    planned
        .plan()
        .scalars()
        .forEach(
            value -> value.called().ifPresent(what -> called.put("value " + value.name(), what)));
    for (int place = 0; place < planned.frontiers().size(); place++) {
      PreparedFrontier frontier = planned.frontiers().get(place);
      int index = place;
      frontier.frontier().queries().stream()
          .flatMap(ask -> stages(ask).values().stream())
          .map(PrivacyExplanation::stage)
          .filter(computed::add)
          .map(stage -> called.containsKey(stage) ? stage + ": " + called.get(stage) : stage)
          .forEach(stage -> rows.add(computed(stage, null)));
      frontier
          .selection()
          .ifPresent(
              selection ->
                  rows.add(selection(frontier, frontier.frontier().selection().get(), selection)));
      for (int i = 0; i < frontier.releases().size(); i++) {
        release(planned, frontier, i, rows);
      }
      for (String text : advice.map(all -> all.of(planned, index)).orElse(List.of())) {
        rows.add(note("smaller error", text));
      }
      List<String> widened = frontier.frontier().widened();
      if (!widened.isEmpty()) {
        rows.add(
            note(
                "other groups",
                "released as well, free to ask for: all values of " + String.join(", ", widened)));
      }
      HiddenGroups.of(List.of(frontier))
          .ifPresent(groups -> rows.add(note("hidden groups", groups)));
      TruncationWarning.of(List.of(frontier.frontier()))
          .ifPresent(what -> rows.add(note("contribution limits", what)));
      frontier.frontier().queries().forEach(ask -> rows.add(statement(ask.sql(), bounding(ask))));
    }
  }

  /** The share of the budget that the query spends: {@code rho=0.00125}. */
  private static @Nullable String loss(PlannedQuery planned, Accounting accounting) {
    if (accounting == Accounting.BASIC || planned.frontiers().isEmpty()) {
      return null;
    }
    Loss loss =
        ChargeRequest.loss(
            accounting,
            Cost.of(planned.plan().epsilon(), planned.plan().delta()),
            Mechanisms.describe(planned));
    BigDecimal amount = loss.amount().bigDecimalValue(LOSS_DIGITS, RoundingMode.UP);
    return (accounting == Accounting.ZCDP ? "rho=" : "mu squared=")
        + amount.round(SHOWN).stripTrailingZeros().toPlainString();
  }

  private static @Nullable Object[] selection(
      PreparedFrontier frontier, Selection release, PartitionSelection selection) {
    boolean units = release.maxMove() == 1;
    BigFraction inAll = BigFraction.of(release.maxMove(), release.parts());
    return row(
        "private keys",
        "partition selection",
        (units
                ? SignificantDigits.plural(
                        BigInteger.valueOf(selection.maxGroupsPerUnit()), "group")
                    + " per unit"
                : "L1 " + SignificantDigits.text(inAll))
            + together(frontier.frontier()),
        "shown if the noisy number of "
            + (units ? "units" : "rows")
            + " exceeds "
            + SignificantDigits.text(BigFraction.of(selection.threshold()).divide(release.parts())),
        null,
        selection.epsilon(),
        selection.delta(),
        keys(frontier.frontier()),
        null,
        null);
  }

  /**
   * A release. Its row has an error if only one column is computed from it; otherwise each column
   * has a row of its own.
   */
  private static void release(
      PlannedQuery planned, PreparedFrontier prepared, int index, List<@Nullable Object[]> rows) {
    Frontier frontier = prepared.frontier();
    Release release = frontier.releases().get(index);
    PreparedRelease.Explanation explained = prepared.releases().get(index).explain(frontier, index);
    List<@Nullable Object[]> errors = new ArrayList<>();
    Double error = null;
    if (prepared.releases().get(index) instanceof AdditiveRelease vector) {
      VectorColumns figures = new VectorColumns(frontier, vector, index);
      HalfWidths widths = planned.explainedTotals(prepared).orElse(prepared.errors());
      if (figures.columns().size() == 1) {
        error = figures.error(figures.columns().get(0), widths);
      } else if (!figures.ofAnswers()) {
        for (int column : figures.columns()) {
          errors.add(computed(frontier.aggregates().get(column), figures.error(column, widths)));
        }
      }
    }
    rows.add(
        row(
            unlike(explained.what(), rows),
            explained.mechanism(),
            explained.sensitivity() + together(frontier),
            explained.scale(),
            error,
            release.epsilon(),
            release.delta(),
            keys(frontier),
            strategies(planned, frontier, release),
            null));
    rows.addAll(errors);
  }

  /** The name of a release, or with a number where a release above is called so. */
  private static String unlike(String what, List<@Nullable Object[]> rows) {
    String name = what;
    for (int number = 2; isTaken(name, rows); number++) {
      name = what + " (" + number + ")";
    }
    return name;
  }

  private static boolean isTaken(String name, List<@Nullable Object[]> rows) {
    return rows.stream()
        .anyMatch(
            row ->
                name.equals(row[ExplainColumn.RELEASE.ordinal()])
                    && row[ExplainColumn.KEYS.ordinal()] != null);
  }

  /** Says that several units are protected at once. */
  private static String together(Frontier frontier) {
    return frontier.unitSize() == 1 ? "" : ", " + frontier.unitSize() + " units together";
  }

  private static String strategies(PlannedQuery planned, Frontier frontier, Release release) {
    Set<String> strategies = new LinkedHashSet<>();
    release.queries().forEach(query -> strategies.add(frontier.queries().get(query).strategy()));
    boolean additive = release instanceof NoisyVector vector && vector.additive();
    if (additive && planned.family(frontier.name()).isPresent()) {
      strategies.add("consistent totals");
    }
    return String.join(", ", strategies);
  }

  /** What readers of the answer must know. */
  private static @Nullable Object[] note(String about, String what) {
    return row(about, null, null, null, null, BigFraction.ZERO, BigFraction.ZERO, null, what, null);
  }

  /** A value of an earlier stage, computed from the releases in the rows above. */
  private static @Nullable Object[] computed(String what, @Nullable Double error) {
    return row(
        what,
        "computed from the releases above",
        null,
        null,
        error,
        BigFraction.ZERO,
        BigFraction.ZERO,
        null,
        null,
        null);
  }

  /** How contributions are bounded, and which parameters are released values. */
  private static String bounding(AggregateQuery ask) {
    return ask.strategy()
        + stages(ask).entrySet().stream()
            .map(
                stage ->
                    ", parameter "
                        + stage.getKey()
                        + (stage.getValue() instanceof SqlParameter.RowsOf ? " begins " : " is ")
                        + stage(stage.getValue()))
            .collect(Collectors.joining());
  }

  /** What is released before a statement, by the positions of its parameters. */
  private static SortedMap<Integer, SqlParameter> stages(AggregateQuery ask) {
    SortedMap<Integer, SqlParameter> stages = new TreeMap<>();
    int position = 1;
    for (SqlParameter parameter : ask.parameters()) {
      if (parameter instanceof SqlParameter.Released || parameter instanceof SqlParameter.RowsOf) {
        stages.put(position, parameter);
      }
      position += parameter instanceof SqlParameter.RowsOf rows ? rows.columns() : 1;
    }
    return stages;
  }

  private static String stage(SqlParameter released) {
    return released instanceof SqlParameter.RowsOf rows
        ? "set " + rows.set()
        : "value " + ((SqlParameter.Released) released).scalar();
  }

  private static @Nullable Object[] statement(String sql, String strategy) {
    return row(
        "statement",
        null,
        null,
        null,
        null,
        BigFraction.ZERO,
        BigFraction.ZERO,
        null,
        strategy,
        sql);
  }

  private static String keys(Frontier frontier) {
    if (frontier.keys().isEmpty()) {
      return "one group";
    }
    return frontier.domains().stream()
        .map(
            domain ->
                domain.keys().stream().map(frontier.keys()::get).collect(Collectors.joining(", "))
                    + ": "
                    + kind(domain, frontier))
        .collect(Collectors.joining("; "));
  }

  private static String kind(KeyDomain domain, Frontier frontier) {
    if (domain instanceof KeyDomain.Declared declared) {
      return declared.values().size() + " public values, all listed";
    } else if (domain instanceof KeyDomain.FromPublic from) {
      return from.size().isPresent()
          ? "the combinations that can occur, at most " + from.size().getAsInt() + ", all listed"
          : "all values of a public table";
    } else if (domain instanceof KeyDomain.FromReleased from) {
      return "all values of set " + from.set();
    }
    boolean lookup = domain instanceof KeyDomain.Private hidden && hidden.lookup();
    String why = lookup ? "; group_selection_strategy = PUBLIC_GROUPS lists the public table" : "";
    if (frontier.selection().isEmpty()) {
      return "partition selection by the count" + why;
    }
    return "partition selection"
        + why
        + (frontier.selection().filter(Selection::others).isPresent()
            ? ", the rest in one group"
            : "");
  }

  private static @Nullable Object[] row(
      String what,
      @Nullable String mechanism,
      @Nullable String sensitivity,
      @Nullable String scale,
      @Nullable Double error,
      BigFraction epsilon,
      BigFraction delta,
      @Nullable String keys,
      @Nullable String bounding,
      @Nullable String sql) {
    // A zero of nine decimals prints as 0E-9.
    BigDecimal e =
        epsilon.signum() == 0
            ? BigDecimal.ZERO
            : epsilon.bigDecimalValue(EPSILON_DIGITS, RoundingMode.UP);
    @Nullable Object[] row = new @Nullable Object[WIDTH];
    row[ExplainColumn.RELEASE.ordinal()] = what;
    row[ExplainColumn.EPSILON.ordinal()] = e;
    row[ExplainColumn.DELTA.ordinal()] = delta.doubleValue();
    row[ExplainColumn.ERROR95.ordinal()] = error;
    row[ExplainColumn.MECHANISM.ordinal()] = mechanism;
    row[ExplainColumn.NOISE_SCALE.ordinal()] = scale;
    row[ExplainColumn.SENSITIVITY.ordinal()] = sensitivity;
    row[ExplainColumn.KEYS.ordinal()] = keys;
    row[ExplainColumn.BOUNDING.ordinal()] = bounding;
    row[ExplainColumn.PUSHED_SQL.ordinal()] = sql;
    return row;
  }
}
