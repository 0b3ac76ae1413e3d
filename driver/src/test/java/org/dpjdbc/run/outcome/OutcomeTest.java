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
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlOperator;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.plan.bounds.RowExpressions;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.run.hostile.Drawn;
import org.dpjdbc.run.hostile.Template;
import org.dpjdbc.run.hostile.Templates;
import org.junit.jupiter.api.Tag;
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
@Tag("more")
@ParameterizedClass
@MethodSource("org.dpjdbc.backends.TestBackends#askedInFull")
class OutcomeTest {
  private static final int ENOUGH = 5000;

  /** No text names these: they are in the total forms of other operators. */
  private static final Set<String> WRITTEN_BY_RULES =
      Set.of(
          "IS_NAN", "DATE_TRUNC", "DATEDIFF", "BLURRED", "WHOLE_QUOTIENT", "/INT", "Reinterpret");

  private final TestBackend backend;

  OutcomeTest(TestBackend backend) {
    this.backend = backend;
  }

  @Test
  void noRowDecidesTheOutcome() throws SQLException, PolicyException {
    Optional<Integer> wanted = Optional.ofNullable(Integer.getInteger("outcome.expressions"));
    long seed =
        TestBackends.seed("outcome.seed", wanted.isPresent() ? new Random().nextLong() : 20140919);
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    List<Template> templates = Templates.on(backend.product());
    List<Template> asked = asked(templates, random);
    boolean everywhere = wanted.isPresent() || TestBackends.multiplies(backend);
    int others = wanted.isPresent() ? Ground.ALL_OTHERS : others(backend);
    try (Trials trials = new Trials(backend, others, random)) {
      do {
        Drawn drawn = new Drawn(random, templates, Ground.rows(random));
        new Round(trials, drawn, random, everywhere).ask(asked);
      } while (trials.evaluated() < wanted.orElse(ENOUGH));
      System.out.print(trials);
      assertThat(trials.failures()).isEmpty();
      assertThat(untried(trials, templates)).as("operators that were not tried").isEmpty();
      assertThat(trials.mostlyRefused()).as("operators that are mostly refused").isEmpty();
    }
  }

  /** How many others each value is beside. */
  static int others(TestBackend backend) {
    return TestBackends.multiplies(backend) ? SuiteCases.OUTCOME.number() : Ground.FEW_OTHERS;
  }

  /** One form of each operator for each kind of result; further ones as cases are divided. */
  private List<Template> asked(List<Template> templates, Random random) {
    List<Template> shuffled = new ArrayList<>(templates);
    Collections.shuffle(shuffled, random);
    Set<String> taken = new HashSet<>();
    return IntStream.range(0, shuffled.size())
        .filter(
            i ->
                taken.add(shuffled.get(i).operator() + shuffled.get(i).kind())
                    || (!TestBackends.isSpared(backend)
                        && (TestBackends.isThorough() || TestBackends.takes(backend, i))))
        .mapToObj(shuffled::get)
        .toList();
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
}
