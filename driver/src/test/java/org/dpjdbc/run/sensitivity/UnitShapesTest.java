package org.dpjdbc.run.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
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
import org.dpjdbc.policy.PolicyException;

/**
 * What is made within each unit, below the frontier, moves with that unit alone: groupings, windows
 * and set operations are held to the claims of {@link SensitivityTest}, on their own, because a
 * wrong rule for one of them would show in few of its queries.
 *
 * <p>{@code -Dfuzz=100000} tries more, from a random seed.
 */
class UnitShapesTest {
  private static final int TRIPLES = 800;
  private static final int QUERIES = 300;
  private static final double ACCEPTED = 0.4;

  private final Claims claims = new Claims();
  private int passed;

  /** How many queries are tried. */
  static final class Length implements PerProperty.Lifecycle {
    @Override
    public void before(PropertyLifecycleContext context) {
      Integer fuzz = Integer.getInteger("fuzz");
      context.attributes().setTries(fuzz == null ? QUERIES : fuzz / 3);
      if (fuzz == null) {
        context.attributes().setSeed("20140919");
      }
    }
  }

  @Provide
  Arbitrary<Case> cases() {
    return Cases.of(Queries.over(UnitQueries.all()));
  }

  @PerProperty(Length.class)
  @Property(
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.BOUNDED,
      afterFailure = AfterFailureMode.RANDOM_SEED)
  void noUnitMovesWhatIsMadeOfOthers(@ForAll("cases") Case tried)
      throws SQLException, PolicyException {
    claims.check(tried);
    passed++;
  }

  @AfterProperty
  void report() throws SQLException {
    claims.close();
    System.out.println(claims);
    if (passed < claims.queries() || passed == 0) {
      return; // what failed it is told already
    }
    assertThat(claims.acceptance()).as("accepted queries").isGreaterThan(ACCEPTED);
    assertThat(claims.triples()).isGreaterThan(TRIPLES);
  }
}
