package org.dpjdbc.run.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
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
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.ReadDialect;

/**
 * The sensitivity that a plan claims holds for the very SQL that it sends: a generated query is
 * planned once, asked of a generated database and of the same without one unit, and the exact
 * integers are compared. Nothing is sampled: one violation is a proof.
 *
 * <p>{@code -Dfuzz=100000} tries at least that many triples of query, database and unit, from a
 * random seed, or from {@code -Dfuzz.seed}; without it the seed is fixed. {@code
 * -Dfuzz.refusals=true} lists what was refused.
 */
@Tag("more")
class SensitivityTest {
  private static final int QUERIES = SuiteCases.SENSITIVITY.number();

  /** Two for three queries, of three kinds, are few: of most there are several. */
  private static final int TRIPLES = QUERIES * 2 / 3;

  private static final int FAMILIES = 3;
  private static final double ACCEPTED = 0.5;

  /** Of those that are read as another product's. */
  private static final double FOREIGN = 0.3;

  private static final double HOSTILE = 0.15;

  /** Queries of which a share tells something. */
  private static final int MANY = 80;

  private final Map<TestBackend, Claims> claims = new LinkedHashMap<>();
  private final Map<TestBackend, Claims> foreign = new LinkedHashMap<>();
  private final List<TestBackend> failing = new ArrayList<>();
  private int tried;

  /** How many queries of each kind are tried. */
  static final class Length implements PerProperty.Lifecycle {
    @Override
    public void before(PropertyLifecycleContext context) {
      Optional<Integer> fuzz = Optional.ofNullable(Integer.getInteger("fuzz"));
      context.attributes().setTries(fuzz.map(n -> n / 3).orElse(QUERIES));
      if (fuzz.isEmpty() || System.getProperty("fuzz.seed") != null) {
        // The same in each build: of other seeds too few queries have levels that add up.
        context.attributes().setSeed(System.getProperty("fuzz.seed", "20140919"));
      }
    }
  }

  /** Every shape below the frontier. */
  @Provide
  Arbitrary<Case> all() {
    return Cases.all();
  }

  /** Alone, because a wrong rule for one of them would show in few queries of all shapes. */
  @Provide
  Arbitrary<Case> withinUnits() {
    return Cases.of(Queries.over(UnitQueries.all()));
  }

  @PerProperty(Length.class)
  @Property(
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.BOUNDED,
      afterFailure = AfterFailureMode.RANDOM_SEED)
  void noUnitMovesAnythingFurtherThanClaimed(@ForAll("all") Case tried)
      throws SQLException, PolicyException {
    check(tried);
  }

  @PerProperty(Length.class)
  @Property(
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.BOUNDED,
      afterFailure = AfterFailureMode.RANDOM_SEED)
  void noUnitMovesWhatIsMadeOfOthers(@ForAll("withinUnits") Case tried)
      throws SQLException, PolicyException {
    check(tried);
  }

  /** As PostgreSQL's SQL, over databases that are not PostgreSQL. */
  @PerProperty(Length.class)
  @Property(
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.BOUNDED,
      afterFailure = AfterFailureMode.RANDOM_SEED)
  void noUnitMovesWhatIsReadAsAnother(@ForAll("all") Case on) throws SQLException, PolicyException {
    // On MariaDB, statements take several times as long.
    List<TestBackend> others =
        Stream.of("H2", "DuckDB", "MariaDB")
            .filter(name -> TestBackends.isThorough() || !name.equals("MariaDB"))
            .map(TestBackends::called)
            .filter(TestBackends.all()::contains)
            .toList();
    if (others.isEmpty()) {
      return; // none of those that are named
    }
    TestBackend backend = others.get(tried++ % others.size());
    foreign
        .computeIfAbsent(
            backend,
            b -> new Claims(b, BackendDialects.called("PostgreSQL").map(ReadDialect.class::cast)))
        .check(on);
  }

  /** A case that failed on one database is made smaller on that one. */
  private void check(Case on) throws SQLException, PolicyException {
    for (TestBackend backend : failing.isEmpty() ? TestBackends.ofCase(tried++) : failing) {
      try {
        claims.computeIfAbsent(backend, Claims::new).check(on);
      } catch (AssertionError | RuntimeException | SQLException e) {
        failing.clear();
        failing.add(backend);
        throw e;
      }
    }
  }

  @AfterProperty
  void report() throws SQLException {
    for (Map.Entry<TestBackend, Claims> on : foreign.entrySet()) {
      on.getValue().close();
      System.out.println("read as another: " + on.getValue());
      assertThat(on.getValue().acceptance()).as("accepted queries").isGreaterThan(FOREIGN);
    }
    for (Map.Entry<TestBackend, Claims> on : claims.entrySet()) {
      on.getValue().close();
      System.out.println(on.getValue());
    }
    if (!failing.isEmpty()) {
      return; // what failed it is told already
    }
    claims.forEach(
        (backend, found) -> {
          // What is left of a few queries is chance: half of their share is asked of them.
          int share = QUERIES / SuiteCases.SENSITIVITY.on(backend);
          int few = share == 1 ? 1 : 2 * share;
          if (found.queries() >= MANY) {
            assertThat(found.acceptance()).as("accepted queries").isGreaterThan(ACCEPTED);
            assertThat(found.hostility()).as("of them hostile").isGreaterThan(HOSTILE);
          }
          assertThat(found.triples()).isGreaterThan(TRIPLES / few);
          if (TestBackends.isThorough()) {
            assertThat(found.families())
                .as("families of levels that add up")
                .isGreaterThanOrEqualTo(FAMILIES / few);
          }
        });
  }
}
