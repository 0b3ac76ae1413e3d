package org.dpjdbc.run.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/** Expressions nobody thought of: the evaluator, H2 and Calcite's own engine agree. */
class RandomExpressionsTest {
  private static final Released RELEASED = World.released();
  private static Connection h2;

  @BeforeContainer
  static void load() throws SQLException {
    h2 = H2AgreementTest.load(RELEASED);
  }

  @AfterContainer
  static void close() throws SQLException {
    h2.close();
  }

  @Provide
  Arbitrary<String> expressions() {
    return RandomExpressions.any(3);
  }

  @Property(tries = 200, seed = "1")
  void agreesWithH2(@ForAll("expressions") String expression) {
    String sql = "SELECT id, " + expression + " AS x FROM r ORDER BY id";
    assertAlike(
        outcome(() -> RELEASED.rows(sql)), outcome(() -> H2AgreementTest.byH2(h2, sql)), sql);
  }

  @Property(tries = 30, seed = "1")
  void agreesWithCalcite(@ForAll("expressions") String expression) {
    String sql = "SELECT id, " + expression + " AS x FROM r ORDER BY id";
    assertAlike(outcome(() -> RELEASED.rows(sql)), outcome(() -> RELEASED.rowsByCalcite(sql)), sql);
  }

  private static void assertAlike(
      List<List<@Nullable Object>> ours, List<List<@Nullable Object>> theirs, String sql) {
    assertThat(ours.size()).as(sql).isEqualTo(theirs.size());
    for (int i = 0; i < ours.size(); i++) {
      Object a = ours.get(i).get(ours.get(i).size() - 1);
      Object b = theirs.get(i).get(theirs.get(i).size() - 1);
      if (a instanceof Number x && b instanceof Number y) {
        double left = x.doubleValue();
        double right = y.doubleValue();
        double scale = Math.max(1, Math.max(Math.abs(left), Math.abs(right)));
        // H2 gives quotients of short decimals few digits: they agree as far as it gives any.
        double digits = b instanceof BigDecimal d ? Math.pow(10, -d.scale()) : 0;
        assertThat(Math.abs(left - right))
            .as("%s: %s, %s", sql, a, b)
            .isLessThanOrEqualTo(Math.max(1e-6 * scale, digits));
      } else {
        assertThat(a).as(sql).isEqualTo(b);
      }
    }
  }

  /** The rows, or the SQLState of the refusal as one row. */
  private static List<List<@Nullable Object>> outcome(
      Supplier<List<List<@Nullable Object>>> query) {
    try {
      return query.get();
    } catch (RefusedException refusal) {
      List<@Nullable Object> row = new ArrayList<>();
      row.add(refusal.code().sqlState());
      return List.of(row);
    }
  }
}
