package org.dpjdbc.run.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.plan.Ask;
import org.dpjdbc.plan.ClampRelease;
import org.dpjdbc.plan.Frontier;
import org.dpjdbc.plan.KeyValue;
import org.dpjdbc.plan.ModeRelease;
import org.dpjdbc.plan.Planner;
import org.dpjdbc.plan.PrivacyRequest;
import org.dpjdbc.plan.PrivatePlan;
import org.dpjdbc.plan.PublicQuery;
import org.dpjdbc.plan.QuantileRelease;
import org.dpjdbc.plan.Release;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyCheck;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.run.ExactAnswers;
import org.dpjdbc.sql.Algebra;
import org.dpjdbc.sql.Catalog;
import org.dpjdbc.sql.ParsedQuery;
import org.dpjdbc.sql.QueryReader;
import org.dpjdbc.sql.RefusedException;

/**
 * Holds plans to their claims: each unit of a database is taken out in turn, and the exact integers
 * that the plan asks for are compared. Keeps count of what was tried.
 */
final class Claims implements AutoCloseable {
  /** Databases that are kept for further cases. */
  private static final int OPEN = 128;

  /** Sub-selects in one another, from which on a query takes H2 long to plan. */
  private static final int DEEP = 7;

  private final TestBackend backend;
  private final Tightness tightness = new Tightness();
  private final Map<String, Integer> refusals = new TreeMap<>();
  private final Map<List<String>, Database> databases = new LinkedHashMap<>();
  private int queries;
  private int accepted;
  private int triples;
  private int families;

  Claims(TestBackend backend) {
    this.backend = backend;
  }

  /** Plans the query, and checks the plan on every database of the case; says if it is accepted. */
  boolean check(Case tried) throws SQLException, PolicyException {
    queries++;
    Database database = database(tried.schema());
    Optional<PrivatePlan> plan = plan(tried, database);
    if (plan.isPresent()) {
      accepted++;
      checkShares(plan.get());
      boolean slow = isSlow(plan.get());
      for (Contents contents : slow ? tried.databases().subList(0, 1) : tried.databases()) {
        check(plan.get(), database, slow ? contents.withLargestUnit() : contents);
      }
    }
    return plan.isPresent();
  }

  /** H2 plans nested sub-selects in exponential time; of such queries there are few triples. */
  private static boolean isSlow(PrivatePlan plan) {
    return plan.frontiers().stream()
        .flatMap(frontier -> frontier.asks().stream())
        .anyMatch(ask -> depth(ask.sql()) > DEEP);
  }

  private static int depth(String sql) {
    Deque<Boolean> open = new ArrayDeque<>();
    int depth = 0;
    int most = 0;
    for (int i = 0; i < sql.length(); i++) {
      if (sql.charAt(i) == '(') {
        open.push(sql.startsWith("(SELECT", i));
        depth += open.peek() ? 1 : 0;
      } else if (sql.charAt(i) == ')') {
        depth -= open.pop() ? 1 : 0;
      }
      most = Math.max(most, depth);
    }
    return most;
  }

  /** What is released spends no more than what the query costs. */
  private static void checkShares(PrivatePlan plan) {
    BigFraction epsilon = BigFraction.ZERO;
    BigFraction delta = BigFraction.ZERO;
    for (Frontier frontier : plan.frontiers()) {
      for (Release release : frontier.releases()) {
        epsilon = epsilon.add(release.epsilon());
        delta = delta.add(release.delta());
      }
      if (frontier.top().isPresent()) {
        epsilon = epsilon.add(frontier.top().get().epsilon());
      }
      for (QuantileRelease release : frontier.quantiles()) {
        epsilon = epsilon.add(release.epsilon());
      }
      for (ClampRelease release : frontier.clamps()) {
        epsilon = epsilon.add(release.epsilon());
      }
      for (ModeRelease release : frontier.modes()) {
        epsilon = epsilon.add(release.epsilon());
      }
      if (frontier.selection().isPresent()) {
        epsilon = epsilon.add(frontier.selection().get().epsilon());
        delta = delta.add(frontier.selection().get().delta());
      }
    }
    assertThat(epsilon).as("epsilon of all releases").isLessThanOrEqualTo(exact(plan.epsilon()));
    assertThat(delta).as("delta of all releases").isLessThanOrEqualTo(exact(plan.delta()));
  }

  private static BigFraction exact(BigDecimal amount) {
    return BigFraction.of(amount.unscaledValue()).divide(BigInteger.TEN.pow(amount.scale()));
  }

  int queries() {
    return queries;
  }

  /** Triples of query, database and unit that were compared. */
  int triples() {
    return triples;
  }

  /** Families of levels of grouping sets that added up. */
  int families() {
    return families;
  }

  /** The share of the queries that were not refused. */
  double acceptance() {
    return (double) accepted / queries;
  }

  /** What was tried and how near it came to the claims; why queries were refused, if asked for. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(backend)
        .append(": ")
        .append(triples)
        .append(" triples of query, database and unit; ")
        .append(accepted);
    text.append(" of ").append(queries).append(" queries accepted\n").append(tightness);
    if (Boolean.getBoolean("fuzz.refusals")) {
      refusals.forEach(
          (message, times) -> text.append(times).append(" x ").append(message).append('\n'));
    }
    return text.toString();
  }

  private Database database(Schema schema) throws SQLException {
    Database known = databases.remove(schema.ddl());
    if (known == null) {
      known = new Database(backend, schema);
    }
    databases.put(schema.ddl(), known);
    if (databases.size() > OPEN) {
      databases.remove(databases.keySet().iterator().next()).close();
    }
    return known;
  }

  private Optional<PrivatePlan> plan(Case tried, Database database) throws PolicyException {
    Policy policy =
        PolicyCheck.check(
            PolicyFile.parse("generated", database.policy(tried.schema())), database.live());
    Catalog catalog = new Catalog(policy, database.live(), database.dialect(), database.name());
    try {
      ParsedQuery query = new QueryReader(database.dialect().parserSettings()).read(tried.sql());
      return Optional.of(
          Algebra.located(
              query,
              () ->
                  new Planner(catalog)
                      .plan(
                          new Algebra(catalog).translate(query, List.of(), "ann"),
                          PrivacyRequest.of(
                              policy, Optional.empty(), Optional.empty(), query.options()))));
    } catch (RefusedException e) {
      String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
      refusals.merge(message.substring(0, Math.min(110, message.length())), 1, Integer::sum);
      return Optional.empty();
    }
  }

  private void check(PrivatePlan plan, Database database, Contents contents) throws SQLException {
    database.load(contents);
    Map<String, List<List<KeyValue>>> publicKeys = new HashMap<>();
    for (PublicQuery query : plan.publicQueries()) {
      publicKeys.put(query.name(), database.answers().publicKeys(query));
    }
    Map<String, Optional<Object>> released = ReleasedValues.of(plan, triples);
    List<Movement.Answers> whole = ask(plan, database.answers(), released);
    assertThat(ask(plan, database.answers(), released))
        .as("the same integers twice")
        .isEqualTo(whole);
    families += new AddingUp(plan, publicKeys).check(whole);
    for (Map.Entry<String, List<Integer>> unit : contents.units().entrySet()) {
      database.remove(contents, unit.getValue());
      List<Movement.Answers> without = ask(plan, database.answers(), released);
      for (int i = 0; i < whole.size(); i++) {
        Frontier frontier = plan.frontiers().get(i);
        try {
          new Movement(frontier, publicKeys, tightness).check(whole.get(i), without.get(i));
        } catch (AssertionError e) {
          throw violation(e, unit, frontier, released);
        }
      }
      database.insert(contents, unit.getValue());
      triples++;
    }
  }

  private AssertionError violation(
      AssertionError what,
      Map.Entry<String, List<Integer>> removed,
      Frontier frontier,
      Map<String, Optional<Object>> released) {
    StringBuilder text = new StringBuilder(String.valueOf(what.getMessage()));
    text.append("\non ").append(backend);
    text.append("\nremoved: ").append(removed.getKey()).append(", rows ");
    text.append(removed.getValue());
    for (Ask ask : frontier.asks()) {
      text.append("\nasked: ").append(ask.sql()).append(" with ").append(ask.parameters());
    }
    text.append("\nreleased: ").append(released);
    return new AssertionError(text.toString(), what);
  }

  /** Both neighbours are asked with the same released values. */
  private static List<Movement.Answers> ask(
      PrivatePlan plan, ExactAnswers answers, Map<String, Optional<Object>> released) {
    List<Movement.Answers> all = new ArrayList<>();
    for (Frontier frontier : plan.frontiers()) {
      List<Map<List<KeyValue>, List<BigInteger>>> byAsk = new ArrayList<>();
      frontier.asks().forEach(ask -> byAsk.add(answers.ask(frontier, ask, released)));
      all.add(new Movement.Answers(byAsk));
    }
    return all;
  }

  @Override
  public void close() throws SQLException {
    for (Database database : databases.values()) {
      database.close();
    }
  }
}
