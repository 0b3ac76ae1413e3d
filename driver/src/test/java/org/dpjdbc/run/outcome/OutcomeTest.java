package org.dpjdbc.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.calcite.sql.SqlOperator;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.plan.bounds.RowExpressions;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.run.hostile.Drawn;
import org.dpjdbc.run.hostile.Drawn.Expression;
import org.dpjdbc.run.hostile.Drawn.Leaf;
import org.dpjdbc.run.hostile.Template;
import org.dpjdbc.run.hostile.Templates;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.ReadDialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No row decides whether a query answers: every operator that may be applied to private rows, over
 * pairs of the values at the ends of each type, as a condition, in every aggregate and as a key.
 *
 * <p>{@code -Doutcome.expressions=100000} evaluates at least so many, over all pairs, from a random
 * seed, which is told, or from {@code -Doutcome.seed}. {@code -Dfuzz.refusals=true} lists what was
 * refused.
 */
@ParameterizedClass
@MethodSource("org.dpjdbc.backends.TestBackends#askedInFull")
class OutcomeTest {
  private static final int ALL = 1000;

  /** How many others each value is beside in every build. */
  private static final int SOME = 2;

  private static final int ORDINARY = 5000;
  private static final int DEPTH = 3;
  private static final int POSITIONS = 3;

  /** Of how many templates one is followed by compositions in every build. */
  private static final int COMPOSED = 6;

  /** How often a text is put after itself. */
  private static final List<Integer> REPEATED = List.of(2, 30, 300, 1800);

  /** No text names these: they are in the total forms of other operators. */
  private static final Set<String> WRITTEN_BY_RULES =
      Set.of(
          "IS_NAN", "DATE_TRUNC", "DATEDIFF", "BLURRED", "WHOLE_QUOTIENT", "/INT", "Reinterpret");

  /** Aggregates in one statement. */
  private static final int AT_ONCE = 4;

  private final TestBackend backend;

  OutcomeTest(TestBackend backend) {
    this.backend = backend;
  }

  @Test
  void noRowDecidesTheOutcome() throws SQLException, PolicyException {
    Optional<Integer> thorough = Optional.ofNullable(Integer.getInteger("outcome.expressions"));
    long seed =
        Long.getLong("outcome.seed", thorough.isPresent() ? new Random().nextLong() : 20140919);
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    List<Template> templates = Templates.on(backend.product());
    try (Trials trials = new Trials(backend, thorough.isPresent() ? ALL : SOME, random)) {
      do {
        Drawn drawn = new Drawn(random, templates, Ground.rows(random));
        round(trials, drawn, templates, random, thorough.isPresent());
      } while (trials.evaluated() < thorough.orElse(ORDINARY));
      System.out.print(trials);
      assertThat(trials.failures()).isEmpty();
      assertThat(untried(trials, templates)).as("operators that were not tried").isEmpty();
      assertThat(trials.mostlyRefused()).as("operators that are mostly refused").isEmpty();
    }
  }

  /**
   * The same of PostgreSQL's words over each of the others, each word in one place; some if slow.
   */
  @Test
  void noRowDecidesTheOutcomeOfWhatIsReadAsAnother() throws SQLException, PolicyException {
    Random random = new Random(Long.getLong("outcome.seed", 20_140_919));
    boolean all = Integer.getInteger("outcome.expressions") != null;
    List<Template> templates = new ArrayList<>(Templates.on("PostgreSQL"));
    Collections.shuffle(templates, random);
    templates.subList(TestBackends.spared(backend, templates.size()), templates.size()).clear();
    Optional<ReadDialect> read = BackendDialects.called("PostgreSQL").map(ReadDialect.class::cast);
    try (Trials trials = new Trials(backend, read, all ? ALL : SOME, random)) {
      round(trials, new Drawn(random, templates, Ground.rows(random)), templates, random, false);
      System.out.print(trials);
      assertThat(trials.failures()).isEmpty();
    }
  }

  /** Every template once, over what is drawn; in the thorough build as many compositions. */
  private static void round(
      Trials trials, Drawn drawn, List<Template> templates, Random random, boolean all) {
    Leaf[] leaves = Leaf.values();
    for (Template template : templates) {
      ask(trials, drawn.over(template, leaves[random.nextInt(leaves.length)]), random, all);
      if (all || random.nextInt(COMPOSED) == 0) {
        ask(trials, drawn.nested(template.kind(), template.exact(), DEPTH), random, all);
        ask(trials, drawn.chain(), random, all);
        askDerived(trials, drawn.over(template, Leaf.COLUMN), drawn, random);
      }
    }
    for (int times : REPEATED) {
      ask(trials, drawn.repeated("A_TX", times), random, all);
    }
  }

  /** An operator that is new must have a template, or be one that only the rules write. */
  private static List<String> untried(Trials trials, List<Template> templates) {
    Set<String> named = new HashSet<>(WRITTEN_BY_RULES);
    named.addAll(Templates.ofSomeDatabases());
    templates.forEach(template -> named.add(template.operator()));
    return RowExpressions.allowed().stream()
        .filter(operator -> !trials.seen().contains(operator))
        .map(SqlOperator::getName)
        .filter(name -> !named.contains(name))
        .toList();
  }

  private static void ask(Trials trials, Expression of, Random random, boolean all) {
    int position = random.nextInt(POSITIONS);
    if (all || position == 0) {
      List<String> aggregates = Position.aggregates(of.kind(), of.sql());
      Collections.shuffle(aggregates, random);
      List<String> some = aggregates.subList(0, Math.min(AT_ONCE, aggregates.size()));
      trials.select(policy(random, 1), of, some, " FROM H");
    }
    if (all || position == 1) {
      String condition = Position.condition(of.kind(), of.sql());
      trials.select(policy(random, 0), of, List.of("COUNT(*)"), " FROM H WHERE " + condition);
    }
    if (all || position == 2) {
      String key = of.sql() + " AS k, COUNT(*)";
      trials.select(policy(random, 0), of, List.of(key), " FROM H GROUP BY " + of.sql());
    }
  }

  /** A column of a sub-query is known by its values alone, and by what a condition says of them. */
  private static void askDerived(Trials trials, Expression inner, Drawn drawn, Random random) {
    Expression outer = drawn.overColumn("m", inner.kind());
    String from = " FROM (SELECT " + inner.sql() + " AS m, ID FROM H) AS t WHERE ";
    String rest = from + Position.mild(inner.kind(), "m") + " GROUP BY " + outer.sql();
    trials.select(policy(random, 0), outer, List.of(outer.sql() + " AS k, COUNT(*)"), rest);
  }

  private static int policy(Random random, int from) {
    return random.nextInt(from, Ground.POLICIES.size());
  }
}
