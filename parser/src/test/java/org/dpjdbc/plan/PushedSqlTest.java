package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.AutoBoundRelease;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.ModeRelease;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.PublicQuery;
import org.dpjdbc.plan.model.QuantileRelease;
import org.dpjdbc.plan.model.SqlParameter;
import org.dpjdbc.plan.model.ThresholdedCount;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What reaches the database, so that a reviewer sees what a change does: each file of {@code
 * pushed/} begins with the query in comments; the statements follow, laid out, with the values of
 * their bind parameters. What stands in a folder is for the database of that name, else for H2; in
 * the folders {@code H2 indexed} and {@code PostgreSQL indexed}, for tables with an index on each
 * key. {@code -Dpushed.write=true} writes the files anew.
 */
final class PushedSqlTest {
  private static final Path FILES = Path.of("src/test/resources/org/dpjdbc/plan/pushed");

  /** At the end of the name of a folder. */
  private static final String INDEXED = " indexed";

  /** Whose tables are asked for, and the name of their schema, which is another in each run. */
  private record Where(Clinic clinic, String schema) {}

  /** Databases that no test starts, or none here. */
  private static final Set<String> NOT_RUN = Set.of("MySQL", "Spark SQL", "Trino");

  private final Map<String, Where> known = new HashMap<>();

  @TestFactory
  Stream<DynamicTest> statements() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(FILES)) {
      files = all.filter(Files::isRegularFile).map(FILES::relativize).sorted().toList();
    }
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(file.toString(), () -> compare(file)));
  }

  private void compare(Path file) throws IOException {
    String text = Files.readString(FILES.resolve(file));
    String query = query(text);
    Where where =
        known.computeIfAbsent(
            file.getNameCount() > 1 ? file.getName(0).toString() : "H2", PushedSqlTest::where);
    String found =
        commented(query)
            + "\n"
            + pushed(where.clinic().plan(query))
                .replaceAll("\\b" + where.schema() + "\\b", "PUBLIC");
    if (Boolean.getBoolean("pushed.write")) {
      Files.writeString(FILES.resolve(file), found);
    } else {
      assertThat(found).isEqualTo(text);
    }
  }

  private static Where where(String product) {
    if (NOT_RUN.contains(product)) {
      return new Where(Clinic.in(product), "PUBLIC");
    }
    boolean indexed = product.endsWith(INDEXED);
    try (TestDatabase database = TestBackends.called(product.replace(INDEXED, "")).create()) {
      return new Where(
          indexed ? Clinic.indexed(database) : new Clinic(database), database.schema());
    } catch (SQLException e) {
      throw new IllegalStateException(product, e);
    }
  }

  private static String query(String text) {
    return text.lines()
        .takeWhile(line -> line.startsWith("-- "))
        .map(line -> line.substring("-- ".length()))
        .collect(Collectors.joining("\n"));
  }

  private static String commented(String query) {
    return query.lines().map(line -> "-- " + line + "\n").collect(Collectors.joining());
  }

  private static String pushed(PrivatePlan plan) {
    StringBuilder text = new StringBuilder();
    for (Frontier frontier : plan.frontiers()) {
      for (AggregateQuery ask : frontier.queries()) {
        text.append("-- ").append(frontier.name()).append(": ").append(ask.strategy());
        frontier
            .releases(NoisyVector.class)
            .forEach(r -> text.append("; ").append(r.what()).append(" moves by ").append(r.l1()));
        frontier
            .releases(ThresholdedCount.class)
            .forEach(
                c ->
                    text.append("; ")
                        .append(c.what())
                        .append(" selects the groups, and moves by ")
                        .append(c.maxMove())
                        .append(" in ")
                        .append(c.maxGroups()));
        frontier.releases(QuantileRelease.class).stream()
            .filter(q -> frontier.queries().get(q.query()).equals(ask))
            .forEach(q -> text.append("; ").append(q.what()).append(" moves by ").append(q.l1()));
        frontier.releases(AutoBoundRelease.class).stream()
            .filter(c -> frontier.queries().get(c.query()).equals(ask))
            .forEach(c -> text.append("; ").append(c.what()).append(" moves ").append(c.moves()));
        frontier.releases(ModeRelease.class).stream()
            .filter(m -> frontier.queries().get(m.query()).equals(ask))
            .forEach(m -> text.append("; ").append(m.what()).append(" moves by ").append(m.l1()));
        text.append('\n').append(SqlLayout.of(ask.sql())).append('\n');
        text.append(parameters(ask.parameters()));
      }
    }
    for (PublicQuery query : plan.publicQueries()) {
      text.append("-- ").append(query.name()).append(": public\n");
      text.append(SqlLayout.of(query.sql())).append('\n').append(parameters(query.parameters()));
    }
    return text.toString();
  }

  private static String parameters(List<SqlParameter> parameters) {
    return parameters.isEmpty() ? "" : "-- with " + parameters + "\n";
  }
}
