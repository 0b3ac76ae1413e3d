package org.dpjdbc.it.bench;

import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import io.trino.tpch.PartSupplier;
import io.trino.tpch.PartSupplierGenerator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.dpjdbc.it.TextTable;
import org.dpjdbc.noise.ClampedSum;
import org.dpjdbc.noise.NoiseSource;

/**
 * Sums of which nobody knows what one person adds: the driver's mechanism beside race-to-the-top
 * (W. Dong, J. Fang, K. Yi, Y. Tao, A. Machanavajjhala, SIGMOD 2022), on the questions of that
 * paper that have one private relation, TPC-H at scale 1, ε = 0.8. Race-to-the-top is told that
 * nobody adds more than 10^6; the driver has no such bound to be told.
 *
 * <p>The totals are made by the generator that the other benchmarks load their databases from; the
 * mechanism is the driver's own, race-to-the-top is here alone, over powers with which the
 * published figures come out, and with noise of floating-point numbers. Errors are as the paper
 * trims them (without the best and the worst fifth), and, as that hides failures, the root of their
 * mean square and the 95th percentile of all.
 */
final class UnknownBounds {
  private static final double EPSILON = 0.8;
  private static final int RUNS = 3_000;

  /** Of the paper: the bound that is known, and the probability to be off by more than it says. */
  private static final double MOST = 1e6;

  private static final double BETA = 0.1;

  /** Clamps are the powers of this number. */
  private static final double BASE = 5.5;

  /** Powers of two that the driver tries: more than these totals need. */
  private static final int CELLS = 63;

  private static final int ORDERS = 6_000_000;
  private static final int CUSTOMERS = 150_000;
  private static final int SUPPLIERS = 10_000;
  private static final int MARCH = (int) LocalDate.of(1995, 3, 15).toEpochDay();

  /**
   * A question.
   *
   * @param totals of those who have one, in steps
   * @param step one of them, in the unit of the answer
   * @param published the paper's error of race-to-the-top, where it is of all
   */
  @SuppressWarnings("ArrayRecordComponent") // compared with nothing
  private record Question(String what, long[] totals, double step, String published) {
    double sum() {
      return step * Arrays.stream(totals).sum();
    }
  }

  /** Errors of all runs, ascending. */
  @SuppressWarnings("ArrayRecordComponent") // compared with nothing
  private record Errors(double[] sorted) {
    static Errors of(double exact, DoubleSupplier answer) {
      double[] errors = new double[RUNS];
      for (int i = 0; i < RUNS; i++) {
        errors[i] = Math.abs(answer.getAsDouble() - exact);
      }
      Arrays.sort(errors);
      return new Errors(errors);
    }

    double trimmed() {
      int fifth = RUNS / 5;
      return Arrays.stream(sorted, fifth, RUNS - fifth).average().orElseThrow();
    }

    double rootMeanSquare() {
      return Math.sqrt(Arrays.stream(sorted).map(e -> e * e).average().orElseThrow());
    }

    double percentile95() {
      return sorted[RUNS * 95 / 100];
    }
  }

  private UnknownBounds() {}

  static List<String> measure() throws ReflectiveOperationException {
    TextTable table =
        new TextTable(
            1,
            "unknown bounds, epsilon 0.8",
            "exact",
            "units",
            "greatest",
            "R2T published",
            "R2T trimmed",
            "RMSE",
            "p95",
            "driver trimmed",
            "RMSE",
            "p95");
    for (Question question : questions()) {
      Errors race = Errors.of(question.sum(), race(question));
      Errors found = Errors.of(question.sum(), found(question));
      List<String> row = new ArrayList<>();
      row.add(question.what());
      row.add(number(question.sum()));
      row.add(number(question.totals().length));
      row.add(number(question.step() * Arrays.stream(question.totals()).max().orElseThrow()));
      row.add(question.published());
      for (Errors errors : List.of(race, found)) {
        row.add(number(errors.trimmed()));
        row.add(number(errors.rootMeanSquare()));
        row.add(number(errors.percentile95()));
      }
      table.add(row);
    }
    return List.of(table.toString());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%,.1f" : "%,.0f", value);
  }

  private static List<Question> questions() {
    int[] customers = new int[ORDERS + 1];
    boolean[] early = new boolean[ORDERS + 1];
    long[] orders = new long[CUSTOMERS + 1];
    for (Order order : new OrderGenerator(1, 1, 1)) {
      customers[(int) order.getOrderKey()] = (int) order.getCustomerKey();
      early[(int) order.getOrderKey()] = order.getOrderDate() < MARCH;
      orders[(int) order.getCustomerKey()]++;
    }
    long[] earlyLines = new long[CUSTOMERS + 1];
    long[] quantities = new long[CUSTOMERS + 1];
    long[] linesOfOrder = new long[ORDERS + 1];
    long[] linesOfSupplier = new long[SUPPLIERS + 1];
    for (LineItem line : new LineItemGenerator(1, 1, 1)) {
      int order = (int) line.getOrderKey();
      earlyLines[customers[order]] += early[order] ? 1 : 0;
      quantities[customers[order]] += line.getQuantity();
      linesOfOrder[order]++;
      linesOfSupplier[(int) line.getSupplierKey()]++;
    }
    long[] stock = new long[SUPPLIERS + 1];
    for (PartSupplier part : new PartSupplierGenerator(1, 1, 1)) {
      stock[(int) part.getSupplierKey()] +=
          part.getSupplyCostInCents() * part.getAvailableQuantity();
    }
    return List.of(
        question("Q3, early lines by customer", earlyLines, 1, "7,339"),
        question("Q12, lines by order", linesOfOrder, 1, "1,373"),
        question("Q20, lines by supplier", linesOfSupplier, 1, "34,726"),
        question("Q11, stock by supplier, millions", stock, 1e-8, "36,438"),
        question("Q18, quantity by customer", quantities, 1, "201,958"),
        question("Q10, orders by customer", orders, 1, "2,616"),
        question("Q10, of 1,000 customers", some(orders, 1_000), 1, ""),
        question("Q10, of 200 customers", some(orders, 200), 1, ""),
        question("Q18, of 1,000 customers", some(quantities, 1_000), 1, ""),
        question("Q18, of 200 customers", some(quantities, 200), 1, ""));
  }

  private static Question question(String what, long[] totals, double step, String published) {
    return new Question(
        what, Arrays.stream(totals).filter(total -> total > 0).toArray(), step, published);
  }

  private static long[] some(long[] totals, int number) {
    List<Long> all = new ArrayList<>();
    Arrays.stream(totals).filter(total -> total > 0).forEach(all::add);
    Collections.shuffle(all, new Random(2022));
    return all.subList(0, number).stream().mapToLong(Long::longValue).toArray();
  }

  /** The driver's mechanism; by reflection, since fractions have another name in the shaded jar. */
  private static DoubleSupplier found(Question question) throws ReflectiveOperationException {
    BigInteger[] counts = new BigInteger[CELLS];
    BigInteger[] sums = new BigInteger[CELLS];
    Arrays.fill(counts, BigInteger.ZERO);
    Arrays.fill(sums, BigInteger.ZERO);
    for (long total : question.totals()) {
      int cell = Long.SIZE - Long.numberOfLeadingZeros(total - 1);
      counts[cell] = counts[cell].add(BigInteger.ONE);
      sums[cell] = sums[cell].add(BigInteger.valueOf(total));
    }
    NoiseSource noise = NoiseSource.secure();
    ClampedSum.Draws draws = mechanism().draw(noise, RUNS, CELLS);
    return () -> draws.release(counts, sums).doubleValue() * question.step();
  }

  private static ClampedSum mechanism() throws ReflectiveOperationException {
    BigDecimal epsilon = BigDecimal.valueOf(EPSILON);
    Class<?> fraction = ClampedSum.class.getMethod("sumEpsilon").getReturnType();
    Object value =
        fraction
            .getMethod("of", BigInteger.class, BigInteger.class)
            .invoke(null, epsilon.unscaledValue(), BigInteger.TEN.pow(epsilon.scale()));
    return (ClampedSum)
        ClampedSum.class
            .getMethod("of", BigInteger.class, fraction)
            .invoke(null, BigInteger.ONE, value);
  }

  /** The largest of the sums clamped at all powers, each with its noise, less what that can be. */
  private static DoubleSupplier race(Question question) {
    double[] totals =
        Arrays.stream(question.totals()).mapToDouble(t -> t * question.step()).toArray();
    double logarithm = Math.log(MOST) / Math.log(BASE);
    int powers = (int) Math.ceil(logarithm);
    double[] clamped = new double[powers + 1];
    for (int power = 1; power <= powers; power++) {
      double clamp = Math.pow(BASE, power);
      clamped[power] = Arrays.stream(totals).map(total -> Math.min(total, clamp)).sum();
    }
    Random random = new Random();
    return () -> {
      double best = 0;
      for (int power = 1; power <= powers; power++) {
        double scale = logarithm * Math.pow(BASE, power) / EPSILON;
        double noise = -exponential(random);
        noise += exponential(random);
        best = Math.max(best, clamped[power] + scale * (noise - Math.log(logarithm / BETA)));
      }
      return best;
    };
  }

  private static double exponential(Random random) {
    double first = 1 - random.nextDouble();
    return -Math.log(first);
  }
}
