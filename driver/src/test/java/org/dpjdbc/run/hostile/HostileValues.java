package org.dpjdbc.run.hostile;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The values at the ends of each type, and those near which arithmetic changes its ways. */
public final class HostileValues {
  /** The largest length that a text commonly has. */
  private static final int LONG = 65_535;

  private static final int DIGITS = 38;

  private static final List<Integer> EXPONENTS =
      List.of(1, 2, 9, 15, 18, 19, 20, 28, 30, 36, 37, 38);

  private HostileValues() {}

  /** Integers of a type with so many bits. */
  public static List<BigInteger> integers(int bits) {
    BigInteger maximum = BigInteger.ONE.shiftLeft(bits - 1).subtract(BigInteger.ONE);
    Set<BigInteger> values = new LinkedHashSet<>();
    for (long small : new long[] {0, 1, 2, 3, 4, 5, 7, 8, 10, 15, 16, 31, 37, 38, 42, 63, 64, 99}) {
      values.add(BigInteger.valueOf(small));
    }
    for (int back = 0; back <= 10; back++) {
      values.add(maximum.subtract(BigInteger.valueOf(back)));
    }
    for (int bit = 5; bit < bits - 1; bit += Math.max(1, bits / 8)) {
      values.add(BigInteger.ONE.shiftLeft(bit));
      values.add(BigInteger.ONE.shiftLeft(bit).subtract(BigInteger.ONE));
    }
    values.add(maximum.sqrt());
    values.add(maximum.sqrt().add(BigInteger.ONE));
    List<BigInteger> all = new ArrayList<>();
    for (BigInteger value : values) {
      all.add(value);
      all.add(value.negate());
    }
    all.add(maximum.negate().subtract(BigInteger.ONE));
    return all.stream().distinct().toList();
  }

  /** The same, as the driver of a database takes them. */
  public static List<Object> integralNumbers(int bits) {
    List<Object> values = new ArrayList<>();
    for (BigInteger value : integers(bits)) {
      switch (bits) {
        case Byte.SIZE -> values.add(value.byteValueExact());
        case Short.SIZE -> values.add(value.shortValueExact());
        case Integer.SIZE -> values.add(value.intValueExact());
        default -> values.add(value.longValueExact());
      }
    }
    return values;
  }

  /** Decimals of 38 digits. */
  public static List<BigDecimal> decimals(int scale) {
    Set<BigInteger> unscaled = new LinkedHashSet<>();
    BigInteger maximum = BigInteger.TEN.pow(DIGITS).subtract(BigInteger.ONE);
    unscaled.add(BigInteger.ZERO);
    unscaled.add(BigInteger.TEN.pow(scale).min(maximum));
    unscaled.add(BigInteger.TEN.pow(scale).multiply(BigInteger.valueOf(150)).min(maximum));
    unscaled.add(BigInteger.TEN.pow(scale).multiply(BigInteger.valueOf(9999)).min(maximum));
    unscaled.add(maximum);
    unscaled.add(maximum.subtract(BigInteger.ONE));
    unscaled.add(maximum.shiftRight(1));
    unscaled.add(maximum.sqrt());
    for (int small : new int[] {1, 2, 5, 9}) {
      unscaled.add(BigInteger.valueOf(small));
    }
    for (int exponent : EXPONENTS) {
      unscaled.add(BigInteger.TEN.pow(exponent).min(maximum));
      unscaled.add(BigInteger.TEN.pow(exponent).subtract(BigInteger.ONE));
    }
    return unscaled.stream()
        .distinct()
        .flatMap(value -> Stream.of(value, value.negate()))
        .distinct()
        .map(value -> new BigDecimal(value, scale))
        .toList();
  }

  /** Double precision, with NaN and the infinities. */
  public static List<Double> doubles() {
    List<Double> all = new ArrayList<>(finite());
    all.add(Double.NaN);
    all.add(Double.POSITIVE_INFINITY);
    all.add(Double.NEGATIVE_INFINITY);
    return all;
  }

  /** Those that can be written. */
  public static List<Double> finite() {
    List<Double> all = new ArrayList<>();
    for (double value :
        new double[] {
          0,
          1,
          0.5,
          1.5,
          0.1,
          2.5,
          150,
          9999,
          1e5,
          Double.MIN_VALUE,
          4.4e-320,
          Double.MIN_NORMAL,
          1e-300,
          1e-250,
          1e-200,
          1e-155,
          1e-151,
          1e-150,
          1e-140,
          1e-100,
          1e-50,
          1e-38,
          1e-18,
          Float.MIN_VALUE,
          Float.MAX_VALUE,
          1e18,
          1e37,
          1e38,
          1e50,
          1e100,
          1e140,
          1e150,
          1e155,
          1e200,
          1e250,
          1e300,
          1e308,
          Double.MAX_VALUE,
          9007199254740992.0,
          0x1p31,
          0x1p63,
          690,
          709.7,
          710,
          745.2,
          2147483647.5
        }) {
      all.add(value);
      all.add(-value);
    }
    return all;
  }

  /** Single precision, with NaN and the infinities. */
  public static List<Float> singles() {
    List<Float> all = new ArrayList<>();
    for (float value :
        new float[] {
          0,
          1,
          0.5f,
          1.5f,
          0.1f,
          2.5f,
          150,
          9999,
          1e5f,
          Float.MIN_VALUE,
          1e-42f,
          Float.MIN_NORMAL,
          1e-37f,
          1e-30f,
          1e-23f,
          1e-19f,
          1e-10f,
          1e10f,
          (float) 1e18,
          (float) 1.8e19,
          1.9e19f,
          1e20f,
          1e30f,
          1e37f,
          1e38f,
          Float.MAX_VALUE,
          16777216f,
          0x1p31f,
          0x1p63f,
          88,
          89,
          104
        }) {
      all.add(value);
      all.add(-value);
    }
    all.add(Float.NaN);
    all.add(Float.POSITIVE_INFINITY);
    all.add(Float.NEGATIVE_INFINITY);
    return all;
  }

  /** Empty, blank-ended, of two code units, of other cases, long. */
  public static List<String> strings() {
    List<String> all =
        new ArrayList<>(
            Arrays.asList(
                "",
                " ",
                "  ",
                "a",
                "a ",
                "a  ",
                "a    ",
                " a",
                "A",
                "A ",
                "ab",
                "ab ",
                "abc",
                "abc ",
                "abcd",
                "abcd ",
                "abcde",
                "abcde ",
                "ABC",
                "\u00e4",
                "\u00e4 ",
                "\u00c4",
                "a\u0308",
                "\u00df",
                "ss",
                "\u1e9e",
                "\u0130",
                "\u0131",
                "i",
                "I",
                "i\u0307",
                "\ufb01",
                "e\u0301",
                "\u00e9",
                "\ud83d\ude00",
                "\ud83d\ude00 ",
                "\u03c3",
                "\u03c2",
                "\u03a3",
                "a\t",
                "a\n",
                "\t",
                "\u00a0",
                "a\u00a0",
                "\u3000",
                "a\u0001",
                "a\u200b",
                "%",
                "_",
                "\\",
                "\\%",
                "a%",
                "%%%",
                "a\\",
                "'",
                "0",
                "1",
                "-1",
                "1e400",
                "NaN",
                "true",
                "2020-01-01",
                "NULL"));
    all.add("x".repeat(200));
    all.add("x".repeat(LONG));
    all.add("a" + " ".repeat(LONG - 1));
    all.add("\u00e4".repeat(LONG));
    return all;
  }

  /** Those that are no longer, for columns that do not keep blanks at the end. */
  public static List<String> paddedStrings(int longest) {
    return strings().stream()
        .filter(text -> text.codePointCount(0, text.length()) <= longest)
        .map(String::stripTrailing)
        .toList();
  }

  /** Texts, of which those that are longer are cut. */
  public static List<String> strings(int longest) {
    return strings().stream().map(text -> cut(text, longest)).distinct().toList();
  }

  /** The first characters of a text. */
  public static String cut(String text, int longest) {
    return text.length() > longest ? text.substring(0, longest) : text;
  }

  /** Of every calendar, and the first and last of the database. */
  public static List<@Nullable Object> dates() {
    List<@Nullable Object> all = new ArrayList<>();
    all.add("-1000000000-01-01");
    all.add("1000000000-12-31");
    LocalDate[] starts = {
      LocalDate.of(1, 1, 1),
      LocalDate.of(1582, 10, 3),
      LocalDate.of(1969, 12, 30),
      LocalDate.of(9999, 12, 28)
    };
    for (LocalDate start : starts) {
      for (int days = 0; days < 4; days++) {
        all.add(start.plusDays(days));
      }
    }
    for (int year : new int[] {4, 100, 1000, 1583, 1752, 1900, 1970, 2000, 2024, 2100, 9996}) {
      all.add(LocalDate.of(year, 2, 28));
      all.add(LocalDate.of(year, 2, 28).plusDays(1));
      all.add(LocalDate.of(year, 12, 31));
      all.add(LocalDate.of(year, 1, 31));
    }
    return all;
  }

  /** The same days at their first and last instants. */
  public static List<@Nullable Object> moments() {
    List<@Nullable Object> all = new ArrayList<>();
    all.add("-1000000000-01-01 00:00:00");
    all.add("1000000000-12-31 23:59:59.999");
    boolean late = false;
    for (@Nullable Object date : dates()) {
      if (date instanceof LocalDate day) {
        late = !late;
        LocalDateTime start = day.atStartOfDay();
        all.add(late ? start.plusDays(1).minusNanos(1000) : start);
      }
    }
    return all;
  }
}
