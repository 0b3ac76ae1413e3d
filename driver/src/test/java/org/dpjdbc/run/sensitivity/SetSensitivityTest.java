package org.dpjdbc.run.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.PerProperty;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.policy.PolicyException;

/**
 * As {@link SensitivityTest}, of private rows that meet a set of rows which is released first. Any
 * set will do, such as one that has several rows for what its query groups by: {@link
 * ReleasedValues}.
 */
@Tag("more")
class SetSensitivityTest {
  private static final int QUERIES = SuiteCases.SET_SENSITIVITY.number();

  /** Queries of which a share tells something. */
  private static final int MANY = 24;

  private static final double ACCEPTED = 0.2;

  private final Map<TestBackend, Claims> claims = new LinkedHashMap<>();
  private int tried;

  @Provide
  Arbitrary<Case> ofSets() {
    return Cases.of(Queries.ofSets());
  }

  /** How many queries are tried. */
  static final class Length implements PerProperty.Lifecycle {
    @Override
    public void before(PropertyLifecycleContext context) {
      context.attributes().setTries(QUERIES);
      context.attributes().setSeed(String.valueOf(TestBackends.seed("fuzz.seed", 20_140_919)));
    }
  }

  @PerProperty(Length.class)
  @Property(
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.OFF,
      afterFailure = AfterFailureMode.RANDOM_SEED)
  void noUnitMovesWhatMeetsASet(@ForAll("ofSets") Case on) throws SQLException, PolicyException {
    for (TestBackend backend : TestBackends.ofCase(tried++)) {
      claims.computeIfAbsent(backend, Claims::new).check(on);
    }
  }

  @AfterProperty
  void report() throws SQLException {
    for (Claims found : claims.values()) {
      found.close();
      System.out.println(found);
      if (found.queries() >= MANY) {
        assertThat(found.acceptance()).as("accepted queries").isGreaterThan(ACCEPTED);
      }
    }
  }
}
