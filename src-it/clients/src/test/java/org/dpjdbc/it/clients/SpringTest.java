package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.dpjdbc.backends.TestBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** Templates, the fluent client, transactions, and Spring's own names for refusals. */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#fewerKinds")
class SpringTest {
  private static final String BY_STATE =
      "SELECT state, COUNT(*) AS customers, SUM(age) AS years FROM customers"
          + " WHERE joined >= :since AND age BETWEEN :low AND :high GROUP BY state ORDER BY state";
  private static final String ADULTS = "SELECT COUNT(*) FROM customers WHERE age >= ?";

  @Parameter TestBackend kind;
  @TempDir Path folder;

  /** What a row is mapped to, by the labels of its columns. */
  record State(String state, long customers, int years) {}

  @Test
  void answersAndRefusals() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      DriverManagerDataSource source = new DriverManagerDataSource();
      source.setDriverClassName("org.dpjdbc.Driver");
      source.setUrl(shop.url());
      source.setUsername(shop.user());
      source.setPassword(shop.password());
      JdbcTemplate template = new JdbcTemplate(source);
      JdbcClient client = JdbcClient.create(source);
      ClientTranscript transcript = new ClientTranscript();

      List<State> states = byState(client);
      assertThat(states.stream().map(s -> s.state() + " " + s.customers() + " " + s.years()))
          .isEqualTo(
              shop.raw(
                  BY_STATE
                      .replace(":since", "DATE '2020-03-01'")
                      .replace(":low", "18")
                      .replace(":high", "65")));
      Long adults = template.queryForObject(ADULTS, Long.class, 30);
      assertThat(shop.raw(ADULTS.replace("?", "30"))).containsExactly(String.valueOf(adults));
      TransactionTemplate transaction =
          new TransactionTemplate(new DataSourceTransactionManager(source));
      transaction.setReadOnly(true);
      List<Map<String, Object>> sold =
          transaction.execute(status -> template.queryForList(Questions.BY_CATEGORY));
      assertThat(Objects.requireNonNull(sold)).hasSize(2);
      assertThat(sold.get(0)).containsEntry("category", "drink");
      shop.charged(3);

      refusals(template, shop);
      shop.charged(3);

      transcript.ask(
          "client.sql(\""
              + BY_STATE
              + "\").param(\"since\", LocalDate.of(2020, 3, 1))\n"
              + ".param(\"low\", 18).param(\"high\", 65).query(State.class).list()",
          () -> byState(client).stream().map(State::toString).toList());
      transcript.ask(
          "template.queryForObject(\"" + ADULTS + "\", Long.class, 30)",
          () -> List.of(String.valueOf(template.queryForObject(ADULTS, Long.class, 30))));
      transcript.ask(
          "template.queryForList(\"" + Questions.ROWS + "\")",
          () -> List.of(template.queryForList(Questions.ROWS).toString()));
      transcript.ask(
          "new SimpleJdbcInsert(source).withTableName(\"PRODUCTS\").execute(Map.of(\"ID\", 4))",
          () -> List.of(String.valueOf(insert(template, shop))));
      shop.charged(5);
      transcript.isOn("spring", kind, shop);
    }
  }

  private static List<State> byState(JdbcClient client) {
    return client
        .sql(BY_STATE)
        .param("since", LocalDate.of(2020, 3, 1))
        .param("low", 18)
        .param("high", 65)
        .query(State.class)
        .list();
  }

  private static int insert(JdbcTemplate template, Shop shop) {
    return new SimpleJdbcInsert(template)
        .withSchemaName(shop.schema())
        .withTableName(shop.name("PRODUCTS"))
        .execute(Map.of(shop.name("ID"), 4));
  }

  private static void refusals(JdbcTemplate template, Shop shop) {
    Refused.by(
        () -> template.queryForList(Questions.ROWS),
        "DP-RAW-ROWS",
        "42501",
        BadSqlGrammarException.class);
    Refused.by(
        () -> template.queryForList(Questions.UNBOUND),
        "DP-NO-BOUNDS",
        "42501",
        BadSqlGrammarException.class);
    Refused.by(
        () -> template.queryForList(Questions.UNKNOWN),
        "DP-UNKNOWN-TABLE",
        "42S02",
        BadSqlGrammarException.class);
    Refused.by(
        () -> template.update(Questions.WRITE),
        "DP-READ-ONLY",
        "25006",
        UncategorizedSQLException.class);
    Refused.by(() -> insert(template, shop), "DP-READ-ONLY", "25006", DataAccessException.class);
  }
}
