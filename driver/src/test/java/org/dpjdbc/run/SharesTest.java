package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shares do not depend on what else is asked, without noise. 20 rows of a person count. One has
 * 100, of which 30 are urgent; ten have 10 that are urgent, and ten have 10 that are not: with 6 of
 * 20 rows of the first, 106 of 220 are urgent.
 */
class SharesTest {
  private static final String BACKEND = "jdbc:h2:mem:shares";
  private static final String SHARES =
      "COUNT(*) FILTER (WHERE urgent) * 1.0 / COUNT(*),"
          + " SUM(CASE WHEN urgent THEN 1 ELSE 0 END) * 1.0 / COUNT(*)";
  private static final double EXPECTED = 106 / 220.0;

  @TempDir private Path folder;
  private Connection raw;

  @BeforeEach
  void open() throws SQLException {
    raw = DriverManager.getConnection(BACKEND);
    try (Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE visits (person INTEGER, region VARCHAR(9), urgent BOOLEAN, days INTEGER,"
              + " cost INTEGER)");
      statement.execute(
          "INSERT INTO visits SELECT 9001, 'R0', x <= 30, MOD(x, 7), CASE WHEN x > 10 THEN MOD(x,"
              + " 10) END FROM SYSTEM_RANGE(1, 100)");
      statement.execute(
          "INSERT INTO visits SELECT p.x, 'R0', p.x <= 10, MOD(r.x, 7), r.x FROM SYSTEM_RANGE(1,"
              + " 20) p, SYSTEM_RANGE(0, 9) r");
    }
  }

  @AfterEach
  void close() throws SQLException {
    raw.close();
  }

  static Stream<Arguments> questions() {
    return Stream.of(
            "",
            ", AVG(cost)",
            ", AVG(days)",
            ", SUM(CASE WHEN days > 3 THEN 1 ELSE 0 END)",
            ", SUM(cost), VAR_POP(days)",
            ", COUNT(cost)",
            ", COUNT(cost), AVG(cost)",
            ", AVG(days) FILTER (WHERE urgent)",
            ", CORR(cost, days), REGR_COUNT(cost, days)",
            ", REGR_AVGX(cost, days), REGR_COUNT(cost, days)",
            ", MEDIAN(cost), COUNT(DISTINCT person)",
            // so many combinations are not released together
            ", COUNT(*) FILTER (WHERE cost > 1), COUNT(*) FILTER (WHERE days > 1), COUNT(*) FILTER"
                + " (WHERE cost + days > 3), COUNT(*) FILTER (WHERE cost * days > 9), COUNT(*)"
                + " FILTER (WHERE cost - days > 3), COUNT(*) FILTER (WHERE cost = days)")
        .flatMap(
            others ->
                Stream.of("", "region = 'R0'", "region")
                    .flatMap(
                        key ->
                            Stream.of("laplace", "gaussian")
                                .map(noise -> Arguments.of(others, key, noise))));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void areThoseOfTheRows(String others, String key, String noise) throws SQLException, IOException {
    String limits = key.equals("region") ? "max_groups_contributed: 2" : "";
    Path policy = folder.resolve("shares.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 9, delta: 1.0e-8, noise: %s}
        budget: {epsilon: 1000, delta: 1.0e-3}
        limits: {max_epsilon_per_query: 9}
        schemas:
          PUBLIC:
            tables:
              VISITS:
                privacy_unit: PERSON
                max_rows_contributed: 20
                %s
                columns:
                  PERSON: {}
                  REGION: {values: [R0, R1]}
                  URGENT: {}
                  DAYS: {lower: 0, upper: 9}
                  COST: {lower: 0, upper: 9}
        """
            .formatted(noise, limits));
    String by = key.isEmpty() ? "" : " GROUP BY " + key;
    String having = key.isEmpty() ? "" : " HAVING COUNT(*) > 9";
    try (Session session = Noiseless.connect(BACKEND, policy)) {
      Rows rows =
          session
              .prepare("SELECT " + SHARES + others + " FROM visits" + by + having)
              .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
              .rows();
      assertThat(rows.size()).isEqualTo(1);
      for (Object share : List.of(rows.row(0)[0], rows.row(0)[1])) {
        assertThat(((Number) share).doubleValue()).isCloseTo(EXPECTED, within(1e-3));
      }
    }
  }
}
