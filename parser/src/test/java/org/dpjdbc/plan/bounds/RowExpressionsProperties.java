package org.dpjdbc.plan.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * Random expressions on a real database: none that is accepted fails on any row, and the values are
 * what was asked for, within what was promised.
 */
class RowExpressionsProperties {
  private static final Map<String, HostileTable> TABLE = new LinkedHashMap<>();

  @BeforeContainer
  static void open() throws SQLException {
    TABLE.put("T", new HostileTable());
  }

  @AfterContainer
  static void close() throws SQLException {
    table().close();
    TABLE.clear();
  }

  private static HostileTable table() {
    return TABLE.get("T");
  }

  @Provide
  Arbitrary<String> expressions() {
    return new SqlGrammar(true, true).any(3);
  }

  @Provide
  Arbitrary<String> numbers() {
    return new SqlGrammar(true, true).number(3);
  }

  @Provide
  Arbitrary<String> decimals() {
    return new SqlGrammar(true, true).decimal(3);
  }

  @Provide
  Arbitrary<String> exactExpressions() {
    return new SqlGrammar(false, false).any(3);
  }

  /** The expression, if the validator and the rules accept it. */
  private static Optional<Expressions> accepted(String sql, boolean simplified) {
    try {
      Expressions expressions = Expressions.of(sql, simplified);
      expressions.rows().total(expressions.node());
      return Optional.of(expressions);
    } catch (IllegalArgumentException | RefusedException e) {
      return Optional.empty();
    }
  }

  @Property(tries = 300, seed = "1")
  void noRowMakesItFail(@ForAll("expressions") String sql, @ForAll boolean simplified)
      throws SQLException {
    Optional<Expressions> found = accepted(sql, simplified);
    Assume.that(found.isPresent());
    Expressions e = found.get();
    Map<Integer, Object> values = table().column(e.select(e.rows().total(e.node())));
    Optional<Interval> range = e.rows().range(e.node());
    if (range.isPresent()) {
      values.forEach(
          (id, value) -> {
            Optional<BigDecimal> number = HostileTable.number(value);
            if (id > HostileTable.DECENT && number.isPresent()) {
              assertThat(range.get().contains(number.get()))
                  .as("%s = %s in %s, row %s: %s", sql, number.get(), range.get(), id, e.total())
                  .isTrue();
            }
          });
    }
  }

  @Property(tries = 200, seed = "1")
  void measuresStayWithinTheirBounds(@ForAll("numbers") String sql) throws SQLException {
    Optional<Expressions> found = accepted(sql, false);
    Assume.that(found.isPresent());
    Expressions e = found.get();
    // What is refused is not counted as tried.
    Optional<Measure> measured = measured(e);
    Assume.that(measured.isPresent());
    Measure measure = measured.get();
    Map<Integer, Object> totals = table().column(e.select(e.rows().total(e.node())));
    Map<Integer, Object> values = table().column(e.select(measure.value()));
    assertThat(values.keySet()).as(sql).isSubsetOf(totals.keySet());
    values.forEach(
        (id, value) -> {
          BigInteger integer = new BigDecimal(value.toString()).toBigIntegerExact();
          assertThat(integer)
              .as("%s, row %s: %s", sql, id, e.text(measure.value()))
              .isBetween(measure.lower(), measure.upper());
          if (id > HostileTable.DECENT) {
            BigDecimal exact = HostileTable.number(totals.get(id)).orElseThrow();
            BigDecimal error =
                new BigDecimal(integer).multiply(measure.step()).subtract(exact).abs();
            assertThat(error)
                .as("%s, row %s: %s", sql, id, e.text(measure.value()))
                .isLessThanOrEqualTo(
                    measure
                        .step()
                        .multiply(new BigDecimal("0.51"))
                        .add(exact.abs().movePointLeft(12)));
          }
        });
  }

  private static Optional<Measure> measured(Expressions e) {
    try {
      return Optional.of(e.rows().measure(e.node()));
    } catch (RefusedException refused) {
      return Optional.empty();
    }
  }

  @Property(tries = 200, seed = "1")
  void measuresOfColumnsAreExact(@ForAll("decimals") String sql) throws SQLException {
    Optional<Expressions> found = accepted(sql, false);
    Assume.that(found.isPresent());
    Expressions e = found.get();
    Optional<Measure> measured = e.rows().measureOfColumns(e.rows().total(e.node()));
    Assume.that(measured.isPresent());
    Measure measure = measured.get();
    Map<Integer, Object> totals = table().column(e.select(e.rows().total(e.node())));
    Map<Integer, Object> values = table().column(e.select(measure.value()));
    assertThat(values.keySet()).as(sql).isEqualTo(totals.keySet());
    values.forEach(
        (id, value) -> {
          BigInteger integer = new BigDecimal(value.toString()).toBigIntegerExact();
          assertThat(integer)
              .as("%s, row %s: %s", sql, id, e.text(measure.value()))
              .isBetween(measure.lower(), measure.upper());
          if (id > HostileTable.DECENT) {
            assertThat(new BigDecimal(integer).multiply(measure.step()))
                .as("%s, row %s: %s", sql, id, e.text(measure.value()))
                .isEqualByComparingTo(HostileTable.number(totals.get(id)).orElseThrow());
          }
        });
  }

  @Property(tries = 200, seed = "1")
  void meansWhatWasAsked(@ForAll("exactExpressions") String sql) throws SQLException {
    Optional<Expressions> found = accepted(sql, false);
    Assume.that(found.isPresent());
    Expressions e = found.get();
    Map<Integer, Object> values = table().column(e.select(e.rows().total(e.node())));
    table()
        .original(sql)
        .forEach(
            (id, original) ->
                assertThat(comparable(values.getOrDefault(id, "NULL")))
                    .as("%s, row %s: %s", sql, id, e.total())
                    .isEqualTo(comparable(original)));
  }

  private static Object comparable(Object value) {
    return HostileTable.number(value).<Object>map(BigDecimal::stripTrailingZeros).orElse(value);
  }
}
