package org.dpjdbc.run.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.jdbc.FakeSession;
import org.dpjdbc.run.backend.Login;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.junit.jupiter.api.Test;

/** What is remembered of statements is bounded by its weight, not by their number. */
class PlanCacheTest {
  private static final long BOUND = 400L << 20;
  private static final int LONG = 950_000;

  private final PlanCache cache = new PlanCache(BOUND);
  private final FakeSession session = new FakeSession();
  private final Dataset dataset =
      new Datasets(cache)
          .of(
              new Dataset.Key(
                  new Login(
                      "jdbc:h2:mem:x", Map.of(), Optional.empty(), List.of(), Optional.empty()),
                  session.policy(),
                  session.visibleSchema(),
                  "PUBLIC",
                  Optional.empty()),
              BackendDialects.called("H2").orElseThrow());

  private void read(String sql) {
    dataset.statement(sql, dataset.reader().read(sql), /* errorColumns= */ false);
  }

  @Test
  void longStatementsTakeThePlaceOfMany() {
    for (int i = 0; i < 60; i++) {
      read("SELECT 1 + " + i + " /*" + "x".repeat(LONG) + "*/");
      assertThat(cache.weight()).isLessThanOrEqualTo(BOUND);
    }
    assertThat(cache.statements().size()).isBetween(1L, 2L);
    assertThat(cache.weight()).isGreaterThan(2L * LONG);
  }

  @Test
  void shortStatementsAreAllCached() {
    for (int i = 0; i < 300; i++) {
      read("SELECT 1 + " + i);
    }
    assertThat(cache.statements().size()).isEqualTo(300);
  }
}
