package org.dpjdbc.run.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.PerProperty;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import org.dpjdbc.plan.Ask;
import org.dpjdbc.plan.Frontier;
import org.dpjdbc.plan.KeyValue;
import org.dpjdbc.plan.Planner;
import org.dpjdbc.plan.PrivacyRequest;
import org.dpjdbc.plan.PrivatePlan;
import org.dpjdbc.plan.PublicQuery;
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
 * The sensitivity that a plan claims holds for the very SQL that it sends: a generated query is
 * planned once, asked of a generated database and of the same without one unit, and the exact
 * integers are compared. Nothing is sampled: one violation is a proof.
 *
 * <p>{@code -Dfuzz=100000} tries at least that many triples of query, database and unit, from a
 * random seed; without it the seed is fixed. {@code -Dfuzz.refusals=true} lists what was refused.
 */
class SensitivityTest {
  private static final int TRIPLES = 2000;
  private static final int QUERIES = 450;
  private static final int FAMILIES = 5;
  private static final double ACCEPTED = 0.7;

  private final Tightness tightness = new Tightness();
  private final Map<String, Integer> refusals = new TreeMap<>();
  private final Map<Schema, PrivateTable> tables = new HashMap<>();
  private int queries;
  private int passed;
  private int accepted;
  private int triples;
  private int families;

  /** What makes two worlds share a database. */
  private record Schema(UnitKind unit, List<String> ddl) {}

  /** How many queries are tried. */
  static final class Length implements PerProperty.Lifecycle {
    @Override
    public void before(PropertyLifecycleContext context) {
      Optional<Integer> fuzz = Optional.ofNullable(Integer.getInteger("fuzz"));
      context.attributes().setTries(fuzz.map(n -> n / 3).orElse(QUERIES));
      if (fuzz.isEmpty()) {
        context.attributes().setSeed("20140919");
      }
    }
  }

  @Provide
  Arbitrary<Case> cases() {
    return Cases.all();
  }

  @PerProperty(Length.class)
  @Property(
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.BOUNDED,
      afterFailure = AfterFailureMode.RANDOM_SEED)
  void noUnitMovesAnythingFurtherThanClaimed(@ForAll("cases") Case tried)
      throws SQLException, PolicyException {
    queries++;
    PrivateTable table = table(tried.world());
    Optional<PrivatePlan> plan = plan(tried, table);
    if (plan.isPresent()) {
      accepted++;
      for (List<Row> rows : tried.databases()) {
        check(plan.get(), table, rows);
      }
    }
    passed++;
  }

  private PrivateTable table(World world) throws SQLException {
    Schema schema = new Schema(world.unit(), world.ddl());
    PrivateTable known = tables.get(schema);
    if (known == null) {
      known = new PrivateTable(world);
      tables.put(schema, known);
    }
    return known;
  }

  private Optional<PrivatePlan> plan(Case tried, PrivateTable table) throws PolicyException {
    Policy policy =
        PolicyCheck.check(PolicyFile.parse("generated", tried.world().policy()), table.live());
    Catalog catalog = new Catalog(policy, table.live(), PrivateTable.DIALECT, "PUBLIC");
    try {
      ParsedQuery query = new QueryReader(PrivateTable.DIALECT.parserSettings()).read(tried.sql());
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

  private void check(PrivatePlan plan, PrivateTable table, List<Row> rows) throws SQLException {
    Map<Integer, List<Integer>> units = table.load(rows);
    Map<String, List<List<KeyValue>>> publicKeys = new HashMap<>();
    for (PublicQuery query : plan.publicQueries()) {
      publicKeys.put(query.name(), table.answers().publicKeys(query));
    }
    List<Movement.Answers> whole = ask(plan, table.answers());
    assertThat(ask(plan, table.answers())).as("the same integers twice").isEqualTo(whole);
    families += new AddingUp(plan, publicKeys).check(whole);
    for (Map.Entry<Integer, List<Integer>> unit : units.entrySet()) {
      table.remove(unit.getValue());
      List<Movement.Answers> without = ask(plan, table.answers());
      for (int i = 0; i < whole.size(); i++) {
        Frontier frontier = plan.frontiers().get(i);
        try {
          new Movement(frontier, publicKeys, tightness).check(whole.get(i), without.get(i));
        } catch (AssertionError e) {
          throw violation(e, rows.get(unit.getValue().get(0)), frontier);
        }
      }
      table.insert(rows, unit.getValue());
      triples++;
    }
  }

  private static AssertionError violation(AssertionError what, Row removed, Frontier frontier) {
    StringBuilder text = new StringBuilder(String.valueOf(what.getMessage()));
    text.append("\nremoved: the rows of ").append(removed);
    for (Ask ask : frontier.asks()) {
      text.append("\nasked: ").append(ask.sql()).append(" with ").append(ask.parameters());
    }
    return new AssertionError(text.toString(), what);
  }

  private static List<Movement.Answers> ask(PrivatePlan plan, ExactAnswers answers) {
    List<Movement.Answers> all = new ArrayList<>();
    for (Frontier frontier : plan.frontiers()) {
      List<Map<List<KeyValue>, List<BigInteger>>> byAsk = new ArrayList<>();
      frontier.asks().forEach(ask -> byAsk.add(answers.ask(frontier, ask)));
      all.add(new Movement.Answers(byAsk));
    }
    return all;
  }

  @AfterProperty
  void report() throws SQLException {
    for (PrivateTable table : tables.values()) {
      table.close();
    }
    System.out.printf(
        "%d triples of query, database and unit; %d of %d queries accepted%n%s",
        triples, accepted, queries, tightness);
    if (Boolean.getBoolean("fuzz.refusals")) {
      refusals.forEach((message, times) -> System.out.println(times + " x " + message));
    }
    if (passed < queries || passed == 0) {
      return; // what failed it is told already
    }
    assertThat((double) accepted / queries).as("accepted queries").isGreaterThan(ACCEPTED);
    assertThat(triples).isGreaterThan(TRIPLES);
    assertThat(families).as("families of levels that add up").isGreaterThan(FAMILIES);
  }
}
