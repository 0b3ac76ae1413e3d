package org.dpjdbc.run.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.policy.PolicyException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A row is told whose it is by several columns together, and the sensitivity that a plan claims
 * holds when all rows of a person are taken out: for every query of {@code references.sql}, over
 * databases with NULL in the place of either column, and with owners that are not there. Nothing is
 * sampled: one violation is a proof.
 *
 * <p>{@code -Dreferences.databases=8} tries so many databases, {@code -Dreferences.first=1} others.
 */
@Tag("more")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class ReferenceSensitivityTest {
  private static final int DATABASES =
      SuiteCases.REFERENCE_SENSITIVITY.number("references.databases");
  private static final int FIRST = Integer.getInteger("references.first", 0);

  @Parameter private TestBackend backend;
  private Claims claims;
  private List<Contents> databases = List.of();

  /**
   * A line of the file.
   *
   * @param number from 0
   */
  record Query(int number, String sql) {
    @Override
    public String toString() {
      return sql;
    }
  }

  static Stream<Query> queries() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            ReferenceSensitivityTest.class.getResourceAsStream("references.sql"))) {
      List<String> lines =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("--") && !line.isBlank())
              .toList();
      return IntStream.range(0, lines.size()).mapToObj(i -> new Query(i, lines.get(i)));
    }
  }

  @BeforeParameterizedClassInvocation
  void start() throws IOException {
    assumeTrue(backend.hasConstraints(), "people are told by keys that the database keeps");
    claims = new Claims(backend);
    databases = IntStream.range(FIRST, FIRST + DATABASES).mapToObj(Wards::contents).toList();
    assertThat(queries()).hasSizeGreaterThanOrEqualTo(40);
  }

  @ParameterizedTest
  @MethodSource("queries")
  void noUnitMovesAnythingFurtherThanClaimed(Query query) throws SQLException, PolicyException {
    assumeTrue(TestBackends.takes(backend, query.number()), "of another database");
    Case tried = new Case(Wards.SCHEMA, query.sql(), databases);
    assertThat(claims.check(tried)).as("accepted").isTrue();
  }

  @AfterParameterizedClassInvocation
  void report() throws SQLException {
    if (claims != null) {
      claims.close();
      System.out.print(claims);
    }
  }
}
