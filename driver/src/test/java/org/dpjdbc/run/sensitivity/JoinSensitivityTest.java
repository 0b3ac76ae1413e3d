package org.dpjdbc.run.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.dpjdbc.plan.Ask;
import org.dpjdbc.plan.Frontier;
import org.dpjdbc.plan.KeyValue;
import org.dpjdbc.plan.PrivatePlan;
import org.dpjdbc.plan.PublicQuery;
import org.dpjdbc.policy.PolicyException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A unit has rows in three tables, and the sensitivity that a plan claims holds when all of them
 * are taken out: for every query of {@code joins.sql}, over databases with people who have many
 * rows, none, or no patient's row at all. Nothing is sampled: one violation is a proof.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JoinSensitivityTest {
  private static final int DATABASES = 6;

  private final Tightness tightness = new Tightness();
  private final Clinic clinic;

  JoinSensitivityTest() throws SQLException, PolicyException {
    this.clinic = new Clinic();
  }

  static Stream<String> queries() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(JoinSensitivityTest.class.getResourceAsStream("joins.sql"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines().filter(line -> !line.startsWith("--") && !line.isBlank()).toList().stream();
    }
  }

  @BeforeAll
  void thereAreEnough() throws IOException {
    assertThat(queries()).hasSizeGreaterThanOrEqualTo(60);
  }

  @ParameterizedTest
  @MethodSource("queries")
  void noUnitMovesAnythingFurtherThanClaimed(String sql) throws SQLException {
    PrivatePlan plan = clinic.plan(sql);
    Map<String, List<List<KeyValue>>> publicKeys = new HashMap<>();
    for (PublicQuery query : plan.publicQueries()) {
      publicKeys.put(query.name(), clinic.answers().publicKeys(query));
    }
    for (int seed = 0; seed < DATABASES; seed++) {
      List<Integer> units = clinic.fill(seed, List.of());
      List<Movement.Answers> whole = ask(plan);
      for (Integer unit : units) {
        clinic.fill(seed, List.of(unit));
        List<Movement.Answers> without = ask(plan);
        for (int i = 0; i < whole.size(); i++) {
          Frontier frontier = plan.frontiers().get(i);
          try {
            new Movement(frontier, publicKeys, tightness).check(whole.get(i), without.get(i));
          } catch (AssertionError e) {
            throw new AssertionError(
                "unit %d of database %d: %s\nasked: %s"
                    .formatted(unit, seed, e.getMessage(), sql(frontier)),
                e);
          }
        }
      }
    }
  }

  private static List<String> sql(Frontier frontier) {
    return frontier.asks().stream().map(ask -> ask.sql() + " " + ask.parameters()).toList();
  }

  private List<Movement.Answers> ask(PrivatePlan plan) {
    List<Movement.Answers> all = new ArrayList<>();
    for (Frontier frontier : plan.frontiers()) {
      List<Map<List<KeyValue>, List<BigInteger>>> byAsk = new ArrayList<>();
      for (Ask ask : frontier.asks()) {
        byAsk.add(clinic.answers().ask(frontier, ask));
      }
      all.add(new Movement.Answers(byAsk));
    }
    return all;
  }

  @AfterAll
  void report() throws SQLException {
    clinic.close();
    System.out.print(tightness);
  }
}
