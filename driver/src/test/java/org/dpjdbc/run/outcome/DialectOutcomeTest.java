package org.dpjdbc.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.run.hostile.Drawn;
import org.dpjdbc.run.hostile.Template;
import org.dpjdbc.run.hostile.Templates;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.ReadDialect;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@link OutcomeTest} tries, of PostgreSQL's words over other databases. */
@Tag("more")
@ParameterizedClass(allowZeroInvocations = true)
@MethodSource("others")
class DialectOutcomeTest {
  private static final String READ = "PostgreSQL";

  private final TestBackend backend;

  static List<TestBackend> others() {
    return TestBackends.askedInFull().stream().filter(on -> !on.product().equals(READ)).toList();
  }

  DialectOutcomeTest(TestBackend backend) {
    this.backend = backend;
  }

  /**
   * Each word in one place, on one of the databases in the ordinary build; some of them on a slow
   * database.
   */
  @Test
  void noRowDecidesTheOutcomeOfWhatIsReadAsAnother() throws SQLException, PolicyException {
    Random random = new Random(TestBackends.seed("outcome.seed", 20_140_919));
    List<Template> templates = new ArrayList<>(Templates.on(READ));
    Collections.shuffle(templates, random);
    List<Template> asked =
        IntStream.range(0, templates.size())
            .filter(i -> TestBackends.tries(backend, i, others()))
            .mapToObj(templates::get)
            .toList();
    Optional<ReadDialect> read = BackendDialects.called(READ).map(ReadDialect.class::cast);
    try (Trials trials = new Trials(backend, read, OutcomeTest.others(backend), random)) {
      Drawn drawn = new Drawn(random, templates, Ground.rows(random));
      new Round(trials, drawn, random, /* all= */ false).ask(asked);
      System.out.print(trials);
      assertThat(trials.failures()).isEmpty();
    }
  }
}
