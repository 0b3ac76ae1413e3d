package org.dpjdbc.plan.release;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.model.PairFunction;
import org.dpjdbc.plan.randomized.DebiasedAggregate;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * What the aggregate calls of a frontier ask of each measure. A measure is an argument and a
 * filter; calls about the same measure share their releases, so that one aggregate is one draw
 * however often it is written, and a mean, a sum and a count cost no more than the mean.
 */
final class Measures {
  /** The argument of {@code COUNT(*)}. */
  static final int ROWS = -1;

  /** No FILTER. */
  static final int ALL = -1;

  /** No second argument. */
  static final int NONE = -1;

  /** What is asked of a measure. */
  enum Need {
    COUNT,
    SUM,
    MEAN,
    SPREAD,
    DISTINCT,
    FIRST_MEAN,
    SECOND_MEAN,
    FIRST_SPREAD,
    SECOND_SPREAD,
    PRODUCT
  }

  /** Whether equal values count once. */
  enum Once {
    /** Each row counts. */
    NO,
    /** Each value counts once, whatever it is. */
    AS_IT_IS,
    /** Each value counts once, and is kept within its bounds before. */
    CLAMPED
  }

  /**
   * A measure.
   *
   * @param argument column of the aggregate's input, or {@link #ROWS}
   * @param second the other column of a pair, not before the first, or {@link #NONE}
   * @param filter boolean column of the aggregate's input, or {@link #ALL}
   * @param once whether equal values count once
   * @param ones whether the rows are counted in which the argument is 1, of a sum of 0 and 1
   * @param answers where rows count by randomized answers: how those were reported
   */
  record Key(
      int argument, int second, int filter, Once once, boolean ones, Optional<Reported> answers) {
    /** Of rows that count whatever their answers. */
    Key(int argument, int second, int filter, Once once) {
      this(argument, second, filter, once, false, Optional.empty());
    }

    private Key ofOnes() {
      return new Key(argument, second, filter, once, true, answers);
    }

    /** Whether equal values count once. */
    boolean distinct() {
      return once != Once.NO;
    }

    /** Whether it is about pairs of columns. */
    boolean isPair() {
      return second != NONE;
    }
  }

  /**
   * How the answers of rows were reported.
   *
   * @param column column of the aggregate's input that holds which combination, from 1 on, or NULL
   * @param combinations how many there are
   * @param what the answers, as EXPLAIN PRIVACY names them
   */
  record Reported(int column, int combinations, String what) {}

  private final Map<Key, Set<Need>> needs = new LinkedHashMap<>();
  private final Map<Key, Key> allRows = new HashMap<>();
  private final List<Key> byCall = new ArrayList<>();
  private final List<Key> counted;
  private final IntUnaryOperator same;
  private final boolean countSelects;
  private final Quantiles quantiles = new Quantiles();
  private final Modes modes = new Modes();

  /**
   * Reads the calls; refuses aggregates that have no mechanism.
   *
   * @param same the column to measure in the place of one that holds the same numbers
   * @param countSelects whether the number of all rows is better released on its own, because it
   *     selects the groups as well
   * @param ones whether a column holds nothing but 0, 1 and NULL, so that its sum is a number of
   *     rows
   */
  Measures(Aggregate aggregate, IntUnaryOperator same, boolean countSelects, IntPredicate ones) {
    this.same = same;
    this.countSelects = countSelects;
    for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
      AggregateCall call = aggregate.getAggCallList().get(i);
      if (quantiles.take(aggregate, i) || modes.take(aggregate, i)) {
        byCall.add(new Key(ROWS, NONE, ALL, Once.NO));
        continue;
      }
      Key key = key(call);
      byCall.add(key);
      needs
          .computeIfAbsent(key, k -> EnumSet.noneOf(Need.class))
          .addAll(MeasureRequirements.asked(call));
    }
    countOnes(ones);
    this.counted =
        needs.entrySet().stream()
            .filter(measure -> measure.getValue().contains(Need.COUNT))
            .map(Map.Entry::getKey)
            .filter(key -> key.answers().isEmpty())
            .toList();
    shareRowCounts(aggregate.getInput().getRowType());
  }

  /** Sums of 0 and 1 are numbers of rows: like others, if there are others. */
  private void countOnes(IntPredicate ones) {
    Predicate<Map.Entry<Key, Set<Need>>> areOnes =
        measure ->
            measure.getValue().equals(EnumSet.of(Need.SUM))
                && measure.getKey().answers().isEmpty()
                && ones.test(measure.getKey().argument());
    Predicate<Map.Entry<Key, Set<Need>>> counts =
        measure -> measure.getValue().contains(Need.COUNT) && measure.getKey().answers().isEmpty();
    if (needs.entrySet().stream().filter(areOnes.or(counts)).count() < 2) {
      return;
    }
    List<Map.Entry<Key, Set<Need>>> before = List.copyOf(needs.entrySet());
    needs.clear();
    for (Map.Entry<Key, Set<Need>> measure : before) {
      Key key = measure.getKey();
      if (areOnes.test(measure)) {
        byCall.replaceAll(of -> of.equals(key) ? key.ofOnes() : of);
        needs.put(key.ofOnes(), EnumSet.of(Need.COUNT));
      } else {
        needs.put(key, measure.getValue());
      }
    }
  }

  private Key key(AggregateCall call) {
    String name = call.getAggregation().getName();
    if (call.getAggregation() instanceof DebiasedAggregate debiased) {
      List<Integer> arguments = call.getArgList();
      return new Key(
          arguments.size() > 1 ? measured(call, 1) : ROWS,
          NONE,
          call.filterArg,
          Once.NO,
          false,
          Optional.of(
              new Reported(arguments.get(0), debiased.weights().combinations(), debiased.what())));
    }
    if (PairFunction.of(call).isPresent()) {
      if (call.isDistinct()) {
        throw ExpressionMessages.distinctNotOffered(name);
      }
      int y = call.getArgList().get(0);
      int x = call.getArgList().get(1);
      return new Key(Math.min(x, y), Math.max(x, y), call.filterArg, Once.NO);
    } else if (call.getArgList().size() > 1) {
      throw ExpressionMessages.severalArguments(name);
    }
    Once once = once(call);
    if (call.getArgList().isEmpty()) {
      return new Key(ROWS, NONE, call.filterArg, once);
    }
    int argument = once == Once.AS_IT_IS ? call.getArgList().get(0) : measured(call, 0);
    return new Key(argument, NONE, call.filterArg, once);
  }

  private int measured(AggregateCall call, int place) {
    return same.applyAsInt(call.getArgList().get(place));
  }

  /** Whether all that is asked for are counts and sums of rows. */
  boolean areSums() {
    return !chooses()
        && !countsAnswers()
        && needs.values().stream()
            .allMatch(
                need -> need.equals(EnumSet.of(Need.COUNT)) || need.equals(EnumSet.of(Need.SUM)));
  }

  /** Whether rows count by randomized answers. */
  boolean countsAnswers() {
    return needs.keySet().stream().anyMatch(key -> key.answers().isPresent());
  }

  private static Once once(AggregateCall call) {
    if (!call.isDistinct()) {
      return Once.NO;
    }
    return MeasureRequirements.asked(call).equals(EnumSet.of(Need.DISTINCT))
        ? Once.AS_IT_IS
        : Once.CLAMPED;
  }

  /** The number of rows, or of values, is that of a measure whose other columns are never NULL. */
  private void shareRowCounts(RelDataType row) {
    for (Key key : List.copyOf(needs.keySet())) {
      boolean counts = EnumSet.of(Need.COUNT).equals(needs.get(key));
      if (key.isPair() || key.ones() || !counts || selects(key)) {
        continue;
      }
      needs.keySet().stream()
          .filter(other -> !other.equals(key) && other.argument() != ROWS && !other.distinct())
          .filter(other -> other.filter() == key.filter() && countsAlike(row, key, other))
          .filter(other -> other.answers().equals(key.answers()))
          .filter(other -> !needs.getOrDefault(other, Set.of()).equals(EnumSet.of(Need.COUNT)))
          .findFirst()
          .ifPresent(other -> share(key, other));
    }
  }

  private boolean selects(Key key) {
    return countSelects && key.argument() == ROWS && key.filter() == ALL;
  }

  /**
   * The number of all rows, too, comes of a measure's release, if what rows without a value are is
   * a part of it.
   *
   * @param measures that release moments which rows may be counted with
   */
  void shareAllRows(Predicate<Key> measures) {
    for (Key key : List.copyOf(needs.keySet())) {
      boolean counts = key.argument() == ROWS && key.answers().isEmpty();
      if (!counts || selects(key)) {
        continue;
      }
      needs.keySet().stream()
          .filter(other -> other.argument() != ROWS && !other.distinct() && !other.isPair())
          .filter(other -> other.answers().isEmpty() && !allRows.containsKey(other))
          .filter(other -> key.filter() == ALL || key.filter() == other.filter())
          .filter(other -> !needs.getOrDefault(other, Set.of()).equals(EnumSet.of(Need.COUNT)))
          .filter(measures)
          .findFirst()
          .ifPresent(
              other -> {
                share(key, other);
                allRows.put(other, key);
              });
    }
  }

  /** The rows whose number is released with a measure, whether they have a value or not. */
  Optional<Key> allRows(Key measure) {
    return Optional.ofNullable(allRows.get(measure));
  }

  private static boolean countsAlike(RelDataType row, Key key, Key other) {
    int counted = key.argument();
    boolean holds = counted == ROWS || counted == other.argument() || counted == other.second();
    return holds
        && (counted == other.argument() || neverNull(row, other.argument()))
        && (!other.isPair() || counted == other.second() || neverNull(row, other.second()));
  }

  private void share(Key rows, Key measure) {
    needs.getOrDefault(measure, Set.of()).add(Need.COUNT);
    needs.remove(rows);
    byCall.replaceAll(key -> key.equals(rows) ? measure : key);
  }

  /** Whether rows may have no value in a column, as a measure takes it. */
  static boolean mayLack(RelDataType row, int argument) {
    return !neverNull(row, argument);
  }

  /** All whose numbers of rows are asked for, with whatever these are released. */
  List<Key> counted() {
    return counted;
  }

  /** Measures that are numbers of rows alone, and might be released together. */
  List<Key> counts() {
    return needs.entrySet().stream()
        .filter(measure -> measure.getValue().equals(EnumSet.of(Need.COUNT)))
        .map(Map.Entry::getKey)
        .filter(key -> !key.isPair() && key.answers().isEmpty() && !selects(key))
        .toList();
  }

  /** NaN counts as NULL, so a floating-point column is never free of it. */
  private static boolean neverNull(RelDataType row, int column) {
    RelDataType type = row.getFieldList().get(column).getType();
    return !type.isNullable() && !SqlTypeName.APPROX_TYPES.contains(type.getSqlTypeName());
  }

  /** The calls that ask for a value by its rank. */
  Quantiles quantiles() {
    return quantiles;
  }

  /** The calls that ask for the most common value. */
  Modes modes() {
    return modes;
  }

  /** Whether something is chosen by counts of rows. */
  boolean chooses() {
    return !quantiles.isEmpty() || !modes.isEmpty();
  }

  /** Every measure with what is asked of it, but for those. */
  Map<Key, Set<Need>> needs() {
    return needs;
  }

  /** The arguments of which more is asked than how many, or which, values there are. */
  Set<Integer> summed() {
    return arguments(true);
  }

  /** The columns whose values are clamped to their ranges: to be added up, or ordered. */
  Set<Integer> clamped() {
    Set<Integer> clamped = summed();
    needs.keySet().stream().filter(Key::ones).forEach(key -> clamped.add(key.argument()));
    quantiles.measures().forEach(key -> clamped.add(key.argument()));
    clamped.remove(ROWS);
    return clamped;
  }

  /** The columns of which something else is asked. */
  Set<Integer> read() {
    Set<Integer> read = arguments(false);
    needs.keySet().forEach(key -> read.add(key.filter()));
    needs.keySet().forEach(key -> key.answers().ifPresent(of -> read.add(of.column())));
    Stream.concat(quantiles.measures().stream(), modes.measures().keySet().stream())
        .forEach(
            key -> {
              read.add(key.argument());
              read.add(key.filter());
            });
    return read;
  }

  private Set<Integer> arguments(boolean summed) {
    Set<Integer> arguments = new TreeSet<>();
    needs.forEach(
        (key, need) -> {
          boolean sums = key.once() != Once.AS_IT_IS && !need.equals(EnumSet.of(Need.COUNT));
          if (sums == summed) {
            arguments.add(key.argument());
            if (key.isPair()) {
              arguments.add(key.second());
            }
          }
        });
    return arguments;
  }

  /** The measure of each call that chooses no value, in the order of the calls. */
  Key of(int call) {
    return byCall.get(call);
  }
}
