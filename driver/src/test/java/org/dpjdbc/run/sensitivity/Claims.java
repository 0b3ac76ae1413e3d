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
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.GaussianPart;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.PublicQuery;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.run.ExactAnswers;
import org.dpjdbc.run.hostile.ValueKind;
import org.dpjdbc.sql.dialect.common.ReadDialect;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * Holds plans to their claims: each unit of a database is taken out in turn, and the exact integers
 * that the plan asks for are compared. Keeps count of what was tried.
 */
final class Claims implements AutoCloseable {
  /** Databases that are kept for further cases. */
  private static final int OPEN = 128;

  /** Subselects in one another, from which on a query takes H2 long to plan. */
  private static final int DEEP = 7;

  /** Characters of a statement, doubled at each level, for which H2 takes seconds to plan it. */
  private static final long MOST = 1L << 24;

  private final TestBackend backend;
  private final Optional<ReadDialect> read;
  private final Tightness tightness = new Tightness();
  private final Map<String, Integer> refusals = new TreeMap<>();
  private final Map<List<String>, Database> databases = new LinkedHashMap<>();
  private int queries;
  private int accepted;
  private int hostile;
  private int triples;
  private int families;

  Claims(TestBackend backend) {
    this(backend, Optional.empty());
  }

  /** Of queries that are read as another product reads them. */
  Claims(TestBackend backend, Optional<ReadDialect> read) {
    this.backend = backend;
    this.read = read;
  }

  /** Plans the query, and checks the plan on every database of the case; says if it is accepted. */
  boolean check(Case tried) throws SQLException, PolicyException {
    queries++;
    Database database = database(tried.schema());
    Optional<PrivatePlan> plan = plan(tried, database);
    if (plan.isPresent()) {
      accepted++;
      hostile += ValueKind.isHostile(tried.sql()) ? 1 : 0;
      checkShares(plan.get());
      if (backend.product().equals("H2") && work(plan.get()) > MOST) {
        return true; // the other databases are asked
      }
      boolean slow = isSlow(plan.get());
      for (Contents contents : slow ? tried.databases().subList(0, 1) : tried.databases()) {
        check(plan.get(), database, slow ? contents.withLargestUnit() : contents);
      }
    }
    return plan.isPresent();
  }

  /** H2 plans nested subselects in exponential time; of such queries there are few triples. */
  private static boolean isSlow(PrivatePlan plan) {
    return plan.frontiers().stream()
        .flatMap(frontier -> frontier.queries().stream())
        .anyMatch(ask -> depth(ask.sql()) > DEEP);
  }

  private static long work(PrivatePlan plan) {
    return plan.frontiers().stream()
        .flatMap(frontier -> frontier.queries().stream())
        .mapToLong(ask -> (long) ask.sql().length() << depth(ask.sql()))
        .max()
        .orElse(0);
  }

  private static int depth(String sql) {
    Deque<Boolean> open = new ArrayDeque<>();
    int depth = 0;
    int max = 0;
    for (int i = 0; i < sql.length(); i++) {
      if (sql.charAt(i) == '(') {
        open.push(sql.startsWith("(SELECT", i));
        depth += open.peek() ? 1 : 0;
      } else if (sql.charAt(i) == ')') {
        depth -= open.pop() ? 1 : 0;
      }
      max = Math.max(max, depth);
    }
    return max;
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
      if (frontier.selection().isPresent()) {
        epsilon = epsilon.add(frontier.selection().get().epsilon());
        delta = delta.add(frontier.selection().get().delta());
      }
    }
    checkVector(plan);
    assertThat(epsilon).as("epsilon of all releases").isLessThanOrEqualTo(exact(plan.epsilon()));
    assertThat(delta).as("delta of all releases").isLessThanOrEqualTo(exact(plan.delta()));
  }

  /** What is released with Gaussian noise is parts of one vector, which add up to all of it. */
  private static void checkVector(PrivatePlan plan) {
    List<GaussianPart> parts =
        plan.frontiers().stream()
            .flatMap(frontier -> frontier.releases().stream())
            .flatMap(release -> release.gaussianPart().stream())
            .toList();
    BigFraction epsilon = sum(parts, GaussianPart::epsilon);
    BigFraction delta = sum(parts, GaussianPart::delta);
    for (GaussianPart part : parts) {
      assertThat(part.epsilon()).as("of a part").isEqualTo(epsilon.multiply(part.part()));
      assertThat(part.delta()).as("of a part").isEqualTo(delta.multiply(part.part()));
    }
    assertThat(sum(parts, GaussianPart::part))
        .as("all parts")
        .isEqualTo(parts.isEmpty() ? BigFraction.ZERO : BigFraction.ONE);
  }

  private static BigFraction sum(List<GaussianPart> parts, Function<GaussianPart, BigFraction> of) {
    return parts.stream().map(of).reduce(BigFraction.ZERO, BigFraction::add);
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

  /** The share of those that hold values that are hostile for some rows. */
  double hostility() {
    return (double) hostile / accepted;
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
    text.append(" of ").append(queries).append(" queries accepted, ").append(hostile);
    text.append(" of them with hostile values\n").append(tightness);
    if (Boolean.getBoolean("fuzz.refusals")) {
      refusals.forEach(
          (message, times) -> text.append(times).append(" x ").append(message).append('\n'));
    }
    return text.toString();
  }

  private Database database(Schema schema) throws SQLException {
    Database known = databases.remove(schema.ddl());
    if (known == null) {
      known = new Database(backend, read, schema, schema.hashCode() % 4 != 1);
    }
    databases.put(schema.ddl(), known);
    if (databases.size() > OPEN) {
      databases.remove(databases.keySet().iterator().next()).close();
    }
    return known;
  }

  private Optional<PrivatePlan> plan(Case tried, Database database) throws PolicyException {
    try {
      return Optional.of(database.plans(tried.schema().policy()).of(tried.sql()));
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
    Set<String> read = database.read(statements(plan));
    ReleasedValues released = ReleasedValues.of(plan, triples);
    publicKeys.putAll(released.keys());
    Outcome before = outcome(plan, database, released);
    List<Movement.Answers> whole = before.answers();
    if (before.failure().isEmpty()) {
      assertThat(ask(plan, database.answers(), released))
          .as("the same integers twice")
          .isEqualTo(whole);
    }
    if (before.failure().isEmpty()) {
      families += new AddingUp(plan, publicKeys).check(whole);
    }
    for (Map.Entry<String, List<Integer>> unit : contents.units().entrySet()) {
      if (unit.getValue().stream()
          .noneMatch(row -> read.contains(contents.rows().get(row).table()))) {
        continue; // nothing that is read is taken out
      }
      database.remove(contents, unit.getValue(), read);
      Outcome after = outcome(plan, database, released);
      if (after.failure().isPresent() != before.failure().isPresent()) {
        throw decided(unit, plan, released, after.failure().or(before::failure));
      }
      List<Movement.Answers> without = after.answers();
      for (int i = 0; i < without.size(); i++) {
        Frontier frontier = plan.frontiers().get(i);
        try {
          new Movement(frontier, publicKeys, tightness).check(whole.get(i), without.get(i));
        } catch (AssertionError e) {
          throw violation(e, unit, frontier, released);
        }
      }
      database.putBack(contents, unit.getValue(), read);
      triples++;
    }
    // That nobody decides it alone is not enough: several people may.
    if (before.failure().isPresent()) {
      throw new AssertionError("no answer on " + backend + ": " + before.failure().get());
    }
  }

  private static List<String> statements(PrivatePlan plan) {
    return Stream.concat(
            plan.publicQueries().stream().map(PublicQuery::sql),
            plan.frontiers().stream()
                .flatMap(frontier -> frontier.queries().stream())
                .map(AggregateQuery::sql))
        .toList();
  }

  /** Whether the database answers is told as its answer is: no unit may decide it. */
  private record Outcome(Optional<String> failure, List<Movement.Answers> answers) {}

  private static Outcome outcome(PrivatePlan plan, Database database, ReleasedValues released)
      throws SQLException {
    try {
      return new Outcome(Optional.empty(), ask(plan, database.answers(), released));
    } catch (ExactAnswers.NoAnswer e) {
      database.reconnect();
      return new Outcome(Optional.of(String.valueOf(e.getMessage())), List.of());
    }
  }

  private AssertionError decided(
      Map.Entry<String, List<Integer>> removed,
      PrivatePlan plan,
      ReleasedValues released,
      Optional<String> failure) {
    AssertionError what =
        new AssertionError("a unit decides whether there is an answer: " + failure.orElseThrow());
    return violation(what, removed, plan.frontiers().get(0), released);
  }

  private AssertionError violation(
      AssertionError what,
      Map.Entry<String, List<Integer>> removed,
      Frontier frontier,
      ReleasedValues released) {
    StringBuilder text = new StringBuilder(String.valueOf(what.getMessage()));
    text.append("\non ").append(backend);
    text.append("\nremoved: ").append(removed.getKey()).append(", rows ");
    text.append(removed.getValue());
    for (AggregateQuery ask : frontier.queries()) {
      text.append("\nasked: ").append(ask.sql()).append(" with ").append(ask.parameters());
    }
    text.append("\nreleased: ").append(released);
    return new AssertionError(text.toString(), what);
  }

  /** Both neighbours are asked with the same released values. */
  private static List<Movement.Answers> ask(
      PrivatePlan plan, ExactAnswers answers, ReleasedValues released) {
    List<Movement.Answers> all = new ArrayList<>();
    for (Frontier frontier : plan.frontiers()) {
      List<Map<List<KeyValue>, List<BigInteger>>> byAsk = new ArrayList<>();
      frontier.queries().forEach(ask -> byAsk.add(answers.ask(frontier, ask, released.bound())));
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
