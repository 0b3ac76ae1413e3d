package org.dpjdbc.it.audit;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a unit, and what is inspected of an answer. Where several integers move, the event that
 * tells most is that all of them are as high as with the unit (Laplace), or that their sum is, each
 * weighted by how far it moves over the square of its noise (Gaussian).
 */
final class Outcomes {
  /** More units than these are not in a part. */
  private static final int STRIDE = 25;

  private Outcomes() {}

  /** So many units of one row, in the part 0. */
  static List<Audit.Row> units(int number, int x) {
    return in(0, number, x);
  }

  /** So many units of one row in a part. */
  static List<Audit.Row> in(int part, int number, int x) {
    return IntStream.range(0, number)
        .mapToObj(i -> new Audit.Row(1 + STRIDE * part + i, part, x))
        .toList();
  }

  /** So many units of one row in each of some parts. */
  static List<Audit.Row> inEach(int parts, int number, int x) {
    return IntStream.range(0, parts).boxed().flatMap(p -> in(p, number, x).stream()).toList();
  }

  /** So many units of several rows, in the part 0. */
  static List<Audit.Row> several(int number, int each, int x) {
    return IntStream.range(0, number * each)
        .mapToObj(i -> new Audit.Row(1 + i % number, 0, x))
        .toList();
  }

  /** The unit with one row. */
  static List<Audit.Row> one(int x) {
    return List.of(new Audit.Row(0, 0, x));
  }

  /** Rows of the unit, so many in each of some parts. */
  static List<Audit.Row> across(int parts, int each, int x) {
    return IntStream.range(0, parts * each).mapToObj(i -> new Audit.Row(0, i % parts, x)).toList();
  }

  @SafeVarargs
  static List<Audit.Row> all(List<Audit.Row>... some) {
    return Stream.of(some).flatMap(List::stream).toList();
  }

  /** The last value of the first row. */
  static Object value(List<List<@Nullable Object>> rows) {
    return rows.isEmpty() ? "absent" : plain(last(rows.get(0)));
  }

  /** The smallest of the last values of the first rows: that all are large tells most. */
  static Function<List<List<@Nullable Object>>, Object> least(int first) {
    return rows ->
        rows.size() < first ? "absent" : (Object) numbers(rows, first).min().orElseThrow();
  }

  /** The sum of the last values of the first rows. */
  static Function<List<List<@Nullable Object>>, Object> total(int first) {
    return rows -> rows.size() < first ? "absent" : (Object) numbers(rows, first).sum();
  }

  /** A number that is computed from the columns of the first row. */
  static Function<List<List<@Nullable Object>>, Object> computed(ToDoubleFunction<double[]> of) {
    return rows -> {
      if (rows.isEmpty() || rows.get(0).contains(null)) {
        return "absent";
      }
      double[] columns = rows.get(0).stream().mapToDouble(Outcomes::number).toArray();
      return of.applyAsDouble(columns);
    };
  }

  private static DoubleStream numbers(List<List<@Nullable Object>> rows, int first) {
    return rows.stream().limit(first).mapToDouble(row -> number(last(row)));
  }

  private static @Nullable Object last(List<@Nullable Object> row) {
    return row.get(row.size() - 1);
  }

  private static double number(@Nullable Object value) {
    return value == null ? 0 : ((Number) value).doubleValue();
  }

  private static Object plain(@Nullable Object value) {
    return value == null ? "NULL" : value;
  }
}
