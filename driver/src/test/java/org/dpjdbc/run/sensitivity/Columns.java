package org.dpjdbc.run.sensitivity;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.dpjdbc.run.hostile.HostileValues;
import org.dpjdbc.run.hostile.ValueKind;
import org.jspecify.annotations.Nullable;

/** The columns of the private table beside its unit: a type, values to try, and policies for it. */
@SuppressWarnings("ImmutableEnumChecker") // its lists are unmodifiable
enum Columns {
  I(
      "INTEGER",
      list(10, null, 0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 5, 7, 11, -3, -4),
      HostileValues.integralNumbers(Integer.SIZE),
      "{lower: 0, upper: 10}",
      "{lower: -3, upper: 7}",
      "{lower: 5, upper: 5}",
      "{lower: -10, upper: -2}",
      "{lower: 0, upper: 10, step: 3}",
      "{lower: 0, upper: 10, sum_per_unit: {lower: -2, upper: 11.5}}",
      "{lower: 0, upper: auto}",
      "{lower: auto, upper: auto}",
      "{lower: 0, upper: 10, values: [0, 1, 5]}"),
  L(
      "BIGINT",
      list(5L, null, 0L, 1L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 6L, -5L, 1L << 40),
      HostileValues.integralNumbers(Long.SIZE),
      "{lower: -5, upper: 5}",
      "{lower: 0, upper: 9000000000000000}",
      "{lower: auto, upper: 5}",
      "{lower: 100, upper: 101}"),
  S(
      "SMALLINT",
      list((short) 3, null, (short) 0, Short.MAX_VALUE, Short.MIN_VALUE, (short) -1),
      HostileValues.integralNumbers(Short.SIZE),
      "{lower: 0, upper: 3}",
      "{lower: 0, upper: 3, sum_per_unit: {lower: 1, upper: 2}}",
      "{lower: -32768, upper: 32767}"),
  D(
      "DOUBLE PRECISION",
      list(
          1.0,
          null,
          0.0,
          -0.0,
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.MAX_VALUE,
          -Double.MAX_VALUE,
          Double.MIN_VALUE,
          0.5,
          2.5,
          -1.5,
          0.1,
          1e6),
      HostileValues.doubles(),
      "{lower: 0, upper: 1}",
      "{lower: -1.5, upper: 2.5}",
      "{lower: 0, upper: 1000000, step: 0.5}",
      "{lower: 0.1, upper: 0.3, step: 0.1}",
      "{lower: auto, upper: auto, step: 0.5}",
      "{lower: 0.5, upper: 2.5, step: 0.5}"),
  R(
      "REAL",
      list(
          2.5f,
          null,
          0.0f,
          -0.0f,
          Float.NaN,
          Float.POSITIVE_INFINITY,
          Float.NEGATIVE_INFINITY,
          Float.MAX_VALUE,
          -Float.MAX_VALUE,
          0.1f),
      HostileValues.singles(),
      "{lower: 0, upper: 2.5}",
      "{lower: -1, upper: 1, step: 0.25}",
      "{lower: 2, upper: 2.5, step: 0.5}"),
  N(
      "DECIMAL(6, 2)",
      list(
          new BigDecimal("99.99"),
          null,
          new BigDecimal("0.00"),
          new BigDecimal("0.01"),
          new BigDecimal("-10.00"),
          new BigDecimal("10.00"),
          new BigDecimal("9999.99"),
          new BigDecimal("-9999.99")),
      List.of(),
      "{lower: 0, upper: 99.99}",
      "{lower: 0, upper: auto}",
      "{lower: -10, upper: 10, step: 0.5}"),
  W38(
      "DECIMAL(38, 18)",
      list(
          new BigDecimal("150.000000000000000000"),
          null,
          new BigDecimal("0.000000000000000001"),
          new BigDecimal("-9999.999999999999999999"),
          new BigDecimal("99999999999999999999.999999999999999999"),
          new BigDecimal("-99999999999999999999.999999999999999999")),
      HostileValues.decimals(18),
      "{lower: 0, upper: 10000}",
      "{lower: -99999999999999999999, upper: 99999999999999999999}",
      "{lower: 0, upper: 150, step: 0.5}"),
  T(
      "VARCHAR(" + Columns.LONGEST + ")",
      list("a", null, "A", "a ", "\u00e4", "", "b", "aa%", "_\\"),
      HostileValues.strings(Columns.LONGEST),
      "{}",
      "{values: [a, A]}",
      "{values: ['', 'a ', b, z]}",
      "{values: [a, A], unlisted: b}"),
  C(
      "CHAR(2)",
      list("a", null, "A", "\u00e4", "", "bb"),
      HostileValues.paddedStrings(2),
      "{}",
      "{values: [a, A]}",
      "{values: [a]}"),
  B(
      "BOOLEAN",
      list(true, false, null),
      List.of(),
      "{}",
      "{values: [true, false]}",
      "{values: [true]}"),
  K(
      "INTEGER",
      list(1, 2, 3, null, 4, 9),
      HostileValues.integralNumbers(Integer.SIZE),
      "{lower: 0, upper: 9}",
      "{values: [1, 2]}",
      "{}"),
  DT(
      "DATE",
      list(
          LocalDate.of(2020, 1, 1),
          null,
          LocalDate.of(2024, 2, 29),
          LocalDate.of(2026, 12, 31),
          LocalDate.of(1, 1, 1),
          LocalDate.of(9999, 12, 31),
          "-1000000000-01-01",
          "1000000000-12-31"),
      HostileValues.dates(),
      "{lower: 2020-01-01, upper: 2026-12-31}",
      "{lower: 0001-01-01, upper: 9999-12-31}",
      "{}"),
  TS(
      "TIMESTAMP(6)",
      list(
          LocalDateTime.of(2020, 1, 1, 0, 0),
          null,
          LocalDateTime.of(2026, 12, 31, 23, 59, 59, 999_000_000),
          LocalDateTime.of(2021, 6, 1, 12, 30),
          "-1000000000-01-01 00:00:00",
          "1000000000-12-31 23:59:59.999"),
      HostileValues.moments(),
      "{lower: 2020-01-01, upper: 2026-12-31}",
      "{}");

  private static final int LONGEST = 2000;

  private final String type;
  private final List<@Nullable Object> samples;
  private final List<? extends @Nullable Object> hostile;
  private final List<String> policies;

  Columns(
      String type,
      List<@Nullable Object> samples,
      List<? extends @Nullable Object> hostile,
      String... policies) {
    this.type = type;
    this.samples = samples;
    this.hostile = hostile.isEmpty() ? samples : hostile;
    this.policies = List.of(policies);
  }

  Field.Kind kind() {
    return switch (family()) {
      case NUMBER -> Field.Kind.NUMBER;
      case TEXT -> Field.Kind.TEXT;
      case BOOLEAN -> Field.Kind.BOOLEAN;
      case DATE, TIMESTAMP -> Field.Kind.TIME;
    };
  }

  /** What may stand in its place. */
  ValueKind family() {
    return switch (this) {
      case I, L, S, D, R, N, W38, K -> ValueKind.NUMBER;
      case T, C -> ValueKind.TEXT;
      case B -> ValueKind.BOOLEAN;
      case DT -> ValueKind.DATE;
      case TS -> ValueKind.TIMESTAMP;
    };
  }

  /** Whether its numbers are exact. */
  boolean isExact() {
    return family() == ValueKind.NUMBER && this != D && this != R;
  }

  String ddl() {
    return name() + " " + type;
  }

  /** Values to try; the first is where shrinking ends. */
  List<@Nullable Object> samples() {
    return samples;
  }

  /** Further ones, at the ends of its type. */
  List<? extends @Nullable Object> hostile() {
    return hostile;
  }

  /** All of them, for a SELECT list, but for some that are computed or of another column. */
  static Arbitrary<String> listed(Map<Columns, Arbitrary<String>> others) {
    List<Arbitrary<String>> items =
        Arrays.stream(values())
            .map(
                column ->
                    Template.of(
                        "# AS " + column,
                        others.getOrDefault(column, Arbitraries.just(column.name()))))
            .toList();
    return Combinators.combine(items).as(list -> String.join(", ", list));
  }

  List<String> policies() {
    return policies;
  }

  private static List<@Nullable Object> list(@Nullable Object... values) {
    return new ArrayList<>(Arrays.asList(values));
  }
}
