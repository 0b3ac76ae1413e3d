package org.dpjdbc.run.sensitivity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/** Generates worlds, queries and databases, all independent of one another. */
final class Cases {
  private static final int MAX_ROWS = 9;
  private static final int MAX_PEOPLE = 8;

  private Cases() {}

  static Arbitrary<Case> all() {
    return of(Queries.all());
  }

  /** Cases of certain queries. */
  static Arbitrary<Case> of(Arbitrary<String> queries) {
    return Combinators.combine(worlds(), queries, database().list().ofMinSize(1).ofMaxSize(2))
        .as(
            (world, query, databases) ->
                new Case(world.schema(), query, databases.stream().map(world::contents).toList()));
  }

  private static Arbitrary<World> worlds() {
    List<Arbitrary<String>> policies =
        Arrays.stream(Columns.values()).map(column -> policy(column.policies())).toList();
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(4, UnitKind.INTEGER),
                Tuple.of(2, UnitKind.KEY),
                Tuple.of(2, UnitKind.ROW),
                Tuple.of(1, UnitKind.TEXT),
                Tuple.of(1, UnitKind.UNIQUE_STRING),
                Tuple.of(1, UnitKind.CHAR),
                Tuple.of(1, UnitKind.DECIMAL),
                Tuple.of(1, UnitKind.DATE),
                Tuple.of(1, UnitKind.UUID_KEY)),
            Combinators.combine(policies).as(List::copyOf),
            Arbitraries.frequency(Tuple.of(9, false), Tuple.of(1, true)),
            Arbitraries.frequency(Tuple.of(6, 1), Tuple.of(6, 2), Tuple.of(6, 3), Tuple.of(1, 0)),
            Arbitraries.of(1, 2, 3, 0),
            Arbitraries.of(
                "laplace",
                "gaussian",
                "laplace clip",
                "gaussian clip",
                "best",
                "best clip",
                "laplace all",
                "laplace numbered",
                "gaussian numbered",
                "gaussian numbered clip",
                "laplace first",
                "best first"),
            Arbitraries.of("PRIMARY KEY", "", "UNIQUE"),
            Arbitraries.of(3, 7, 0))
        .as(World::new);
  }

  /** Of what is left to be found few aggregates are offered: now and then is enough. */
  private static Arbitrary<String> policy(List<String> policies) {
    return Arbitraries.frequency(
        policies.stream()
            .map(policy -> Tuple.of(policy.contains("auto") ? 1 : 4, policy))
            .toList());
  }

  /**
   * Units with no, one or many rows; some with the same row many times: the worst a unit can do.
   */
  private static Arbitrary<List<Row>> database() {
    Arbitrary<Integer> person =
        Arbitraries.frequencyOf(
            Tuple.of(9, Arbitraries.integers().between(0, MAX_PEOPLE - 1)),
            Tuple.of(1, Arbitraries.just(Row.NO_PERSON)));
    Arbitrary<List<Row>> mixed = row(person).list().ofMaxSize(MAX_ROWS);
    Arbitrary<List<Row>> same =
        Combinators.combine(row(person), Arbitraries.integers().between(1, MAX_ROWS))
            .as((row, times) -> Collections.nCopies(times, row));
    Arbitrary<List<Row>> skewed =
        person.flatMap(one -> row(Arbitraries.just(one)).list().ofMinSize(1).ofMaxSize(MAX_ROWS));
    return Arbitraries.frequencyOf(Tuple.of(1, mixed), Tuple.of(2, same), Tuple.of(2, skewed))
        .list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .map(
            parts -> {
              List<Row> rows = new ArrayList<>();
              parts.forEach(rows::addAll);
              return rows;
            });
  }

  private static Arbitrary<Row> row(Arbitrary<Integer> person) {
    List<Arbitrary<@Nullable Object>> values = new ArrayList<>();
    for (Columns column : Columns.values()) {
      values.add(
          Arbitraries.frequencyOf(
              Tuple.of(3, Arbitraries.of(column.samples())),
              Tuple.of(1, Arbitraries.of(column.hostile()))));
    }
    return Combinators.combine(person, Combinators.combine(values).as(ArrayList::new)).as(Row::new);
  }
}
