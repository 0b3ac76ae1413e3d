package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.dpjdbc.backends.TestBackend;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.StatementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Handles, named parameters, lists of parameters, rows as records and as maps. */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#kinds")
class JdbiTest {
  private static final String BY_STATE =
      "SELECT state, COUNT(*) AS customers, AVG(age) AS age FROM customers"
          + " WHERE joined < :until AND state IN (<states>) GROUP BY state ORDER BY state";

  @Parameter TestBackend kind;
  @TempDir Path folder;

  /** What a row is mapped to. */
  public record State(String state, long customers, double age) {}

  @Test
  void answersAndRefusals() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      Jdbi jdbi = Jdbi.create(shop.url(), shop.user(), shop.password());
      jdbi.registerRowMapper(ConstructorMapper.factory(State.class));
      ClientTranscript transcript = new ClientTranscript();
      try (Handle handle = jdbi.open()) {
        assertThat(byState(handle).stream().map(s -> s.state() + " " + s.customers()))
            .isEqualTo(
                shop.raw(
                    "SELECT state, COUNT(*) FROM customers WHERE joined < DATE '2020-05-01'"
                        + " AND state IN ('CA', 'TX') GROUP BY state ORDER BY state"));
        assertThat(handle.createQuery(Questions.BY_CATEGORY).mapToMap().list()).hasSize(2);
        int orders =
            handle.inTransaction(
                h -> h.select("SELECT COUNT(*) FROM orders").mapTo(Integer.class).one());
        assertThat(orders).isEqualTo(600);
        shop.charged(3);
        Refused.by(
            () -> handle.select(Questions.ROWS).mapToMap().list(),
            "DP-RAW-ROWS",
            "42501",
            StatementException.class);
        Refused.by(
            () -> handle.execute("UPDATE customers SET age = ?", 0),
            "DP-READ-ONLY",
            "25006",
            StatementException.class);
        Refused.by(
            () ->
                handle
                    .prepareBatch("INSERT INTO products VALUES (?, ?, ?)")
                    .add(4, "Pot", "ware")
                    .execute(),
            "DP-READ-ONLY",
            "25006",
            StatementException.class);
        shop.charged(3);
        transcript.ask(
            "handle.createQuery(\""
                + BY_STATE
                + "\")\n"
                + ".bind(\"until\", LocalDate.of(2020, 5, 1)).bindList(\"states\", \"CA\", \"TX\")\n"
                + ".mapTo(State.class).list()",
            () -> byState(handle).stream().map(State::toString).toList());
        transcript.ask(
            "handle.createQuery(\"" + Questions.BY_CATEGORY + "\").mapToMap().list()",
            () ->
                handle.createQuery(Questions.BY_CATEGORY).mapToMap().list().stream()
                    .map(Map::toString)
                    .toList());
        transcript.ask(
            "handle.select(\"" + Questions.ROWS + "\").mapToMap().list()",
            () -> List.of(handle.select(Questions.ROWS).mapToMap().list().toString()));
        transcript.ask(
            "handle.execute(\"" + Questions.WRITE + "\")",
            () -> List.of(String.valueOf(handle.execute(Questions.WRITE))));
        shop.charged(5);
      }
      transcript.isOn("jdbi", kind, shop);
    }
  }

  private static List<State> byState(Handle handle) {
    return handle
        .createQuery(BY_STATE)
        .bind("until", LocalDate.of(2020, 5, 1))
        .bindList("states", List.of("CA", "TX"))
        .mapTo(State.class)
        .list();
  }
}
