package org.dpjdbc.run.outcome;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlOperator;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.run.hostile.Drawn;
import org.dpjdbc.run.sensitivity.Contents;
import org.dpjdbc.run.sensitivity.Database;
import org.dpjdbc.run.sensitivity.Plans;
import org.dpjdbc.sql.dialect.common.ReadDialect;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/** Asks one database, counts, and makes what fails as small as it gets. */
final class Trials implements AutoCloseable {
  /** Whose texts, or statements that write them, are shorter than those of others. */
  private static final Set<String> SHORTER = Set.of("MariaDB", "Trino");

  private static final int SHOWN = 400;

  /** Accepted uses of an operator, after which nothing new is learnt of how it is translated. */
  private static final int MANY = 200;

  /** What failures are is told here. */
  private static final Logger LOGGER = Logger.getLogger("org.dpjdbc.run.backend.BackendReader");

  /** Uses of an operator of which a share tells something. */
  private static final int REPORTED = 20;

  private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%", "MOD");

  /** Failures of one cause that are told in full. */
  private static final int OF_ONE_CAUSE = 2;

  private final TestBackend backend;
  private final Database database;
  private final List<Plans> plans = new ArrayList<>();
  private final Contents contents;
  private final Map<String, int[]> operators = new TreeMap<>();
  private final Map<String, Integer> refusals = new TreeMap<>();
  private final Map<String, List<String>> failures = new TreeMap<>();
  private final Map<String, Integer> times = new TreeMap<>();
  private final Set<SqlOperator> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<String> covered = new TreeSet<>();
  private final Set<String> both = new TreeSet<>();
  private long evaluated;
  private int statements;
  private long planning;
  private long asking;
  private long slowest;
  private String slowestSql = "";

  Trials(TestBackend backend, int others, Random random) throws SQLException, PolicyException {
    this(backend, Optional.empty(), others, random);
  }

  /** Of expressions that are read as another product reads them. */
  Trials(TestBackend backend, Optional<ReadDialect> read, int others, Random random)
      throws SQLException, PolicyException {
    LOGGER.setLevel(Level.OFF);
    this.backend = backend;
    // A row has 65,535 bytes there.
    int longest = SHORTER.contains(backend.product()) ? 7_000 : 70_000;
    this.database = new Database(backend, read, Ground.schema(longest), true);
    for (String policy : Ground.POLICIES) {
      plans.add(database.plans(policy));
    }
    this.contents = Ground.contents(others, longest, random);
    database.load(contents);
  }

  /** What is selected of the table, all in one statement, or in several where that is refused. */
  void select(int policy, Drawn.Expression of, List<String> columns, String rest) {
    String sql = "SELECT " + String.join(", ", columns) + rest;
    Optional<PrivatePlan> plan = plan(policy, of, sql, columns.size() == 1);
    if (plan.isPresent()) {
      count(of, columns.size(), true);
      columns.forEach(column -> covered.add(position(column, rest)));
      of.operators().forEach(o -> columns.forEach(c -> both.add(o + " in " + position(c, rest))));
      run(policy, of, columns, rest, plan.get());
    } else if (columns.size() > 1) {
      select(policy, of, columns.subList(0, columns.size() / 2), rest);
      select(policy, of, columns.subList(columns.size() / 2, columns.size()), rest);
    } else {
      count(of, 1, false);
    }
  }

  private static String position(String column, String rest) {
    return rest.contains(" AS k") || column.contains(" AS k")
        ? (rest.contains("(SELECT") ? "DERIVED KEY" : "KEY")
        : rest.contains(" WHERE ") ? "WHERE" : column.substring(0, column.indexOf('('));
  }

  private void count(Drawn.Expression of, int times, boolean accepted) {
    for (String operator : of.operators()) {
      int[] counts = operators.computeIfAbsent(operator, o -> new int[4]);
      int from = of.single() ? 0 : 2;
      counts[from] += times;
      counts[from + 1] += accepted ? times : 0;
    }
  }

  private Optional<PrivatePlan> plan(int policy, Drawn.Expression of, String sql, boolean last) {
    try {
      long start = System.nanoTime();
      PrivatePlan plan = plans.get(policy).of(sql);
      planning += System.nanoTime() - start;
      if (of.single() && columnsSeen(of) < MANY) {
        collect(plans.get(policy).algebra(sql));
      }
      return Optional.of(plan);
    } catch (RefusedException e) {
      if (last) {
        String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        message = of.operators().get(0) + ": " + message.replaceAll("[0-9]+", "#");
        refusals.merge(message.substring(0, Math.min(160, message.length())), 1, Integer::sum);
      }
      return Optional.empty();
    } catch (RuntimeException | StackOverflowError e) {
      if (last) {
        fail("the planner failed: " + e, "policy " + policy + ": " + sql);
      }
      return Optional.empty();
    }
  }

  private int columnsSeen(Drawn.Expression of) {
    int[] counts = operators.get(of.operators().get(0));
    return counts == null ? 0 : counts[1];
  }

  private void collect(RelNode algebra) {
    RexVisitorImpl<Void> calls =
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitCall(RexCall call) {
            seen.add(call.getOperator());
            return super.visitCall(call);
          }
        };
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        node.accept(
            new org.apache.calcite.rex.RexShuttle() {
              @Override
              public org.apache.calcite.rex.RexNode visitCall(RexCall call) {
                call.accept(calls);
                return call;
              }
            });
        super.visit(node, ordinal, parent);
      }
    }.go(algebra);
  }

  private void run(
      int policy, Drawn.Expression of, List<String> columns, String rest, PrivatePlan plan) {
    statements++;
    evaluated += (long) columns.size() * contents.rows().size();
    long start = System.nanoTime();
    Optional<String> cause = failure(plan);
    long took = System.nanoTime() - start;
    asking += took;
    if (took > slowest) {
      slowest = took;
      slowestSql = columns + rest;
    }
    if (cause.isEmpty()) {
      return;
    }
    String group = group(cause.get());
    times.merge(group, 1, Integer::sum);
    if (times.get(group) > OF_ONE_CAUSE) {
      return;
    }
    group = (isAlways(plan) ? "whatever the rows: " : "") + group;
    for (String column : columns) {
      String sql = "SELECT " + column + rest;
      Optional<PrivatePlan> alone = plan(policy, of, sql, false);
      if (alone.isPresent() && failure(alone.get()).isPresent()) {
        fail(group, smallest(policy, sql, alone.get()));
        return;
      }
    }
    fail(group, smallest(policy, columns + rest, plan));
  }

  private void fail(String group, String text) {
    List<String> known = failures.computeIfAbsent(group, g -> new ArrayList<>());
    if (known.size() < OF_ONE_CAUSE) {
      known.add(text);
      System.out.println("FAILED on " + backend + ": " + group + "\n" + text + "\n");
    }
  }

  private static String group(String cause) {
    String text = cause.split("; SQL statement|\\n\\nLINE", 2)[0];
    text = text.replaceAll("[\"'`][^\"'`]*[\"'`]|\\s+", " ");
    text = text.replaceAll("[0-9.]+(E-?[0-9]+)?", "#");
    return text.substring(0, Math.min(110, text.length()));
  }

  /** Why the database does not answer, if so. */
  private Optional<String> failure(PrivatePlan plan) {
    try {
      for (Frontier frontier : plan.frontiers()) {
        for (AggregateQuery query : frontier.queries()) {
          database.answers().ask(frontier, untried(query));
        }
      }
      return Optional.empty();
    } catch (AssertionError e) {
      try {
        database.reconnect();
      } catch (SQLException f) {
        throw new IllegalStateException(f);
      }
      return Optional.of(String.valueOf(e.getMessage()).replaceFirst("^the database failed: ", ""));
    }
  }

  /** The same without TRY, so that the forms of expressions have to hold by themselves. */
  private static AggregateQuery untried(AggregateQuery query) {
    return new AggregateQuery(
        query.sql().replaceAll("\\bTRY\\(", "("),
        query.parameters(),
        query.form(),
        query.keys(),
        query.integers(),
        query.strategy(),
        query.cells());
  }

  /** Whether there is no answer over no rows, either: then no row tells anything. */
  private boolean isAlways(PrivatePlan plan) {
    try {
      database.load(Ground.part(contents, List.of()));
      boolean fails = failure(plan).isPresent();
      database.load(contents);
      return fails;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same with as few rows as it takes. */
  private String smallest(int policy, String sql, PrivatePlan plan) {
    List<Integer> rows = new ArrayList<>(Ground.numbers(contents));
    try {
      int size = (rows.size() + 1) / 2;
      while (size >= 1) {
        boolean smaller = false;
        for (int from = 0; from < rows.size() && rows.size() > 1; from += size) {
          List<Integer> less = new ArrayList<>(rows);
          less.subList(from, Math.min(from + size, less.size())).clear();
          database.load(Ground.part(contents, less));
          if (failure(plan).isPresent()) {
            rows = less;
            smaller = true;
            from -= size;
          }
        }
        size = size == 1 && !smaller ? 0 : Math.max(1, size / 2);
        if (size == 1 && rows.size() == 1) {
          break;
        }
      }
      database.load(Ground.part(contents, rows));
      String cause = failure(plan).orElse("not again");
      database.load(contents);
      return reported(policy, sql, plan, rows, cause);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private String reported(
      int policy, String sql, PrivatePlan plan, List<Integer> rows, String cause) {
    StringBuilder text = new StringBuilder("  policy " + policy + ": " + sql);
    text.append("\n  ").append(cut(cause));
    for (Frontier frontier : plan.frontiers()) {
      for (AggregateQuery query : frontier.queries()) {
        text.append("\n  pushed: ").append(cut(query.sql())).append(" with ");
        text.append(cut(query.parameters().toString()));
      }
    }
    for (int row : rows.subList(0, Math.min(4, rows.size()))) {
      text.append("\n  row:");
      List<?> values = contents.rows().get(row).values();
      text.append(" ID ").append(values.get(0)).append(" V ").append(values.get(2));
      for (int i = 3; i < values.size(); i++) {
        String name = ((i - 3) % 2 == 0 ? "A_" : "B_") + Ground.COLUMNS.get((i - 3) / 2).name();
        if (sql.matches("(?s).*\\b" + name + "\\b.*")) {
          String value = String.valueOf(values.get(i));
          text.append(", ").append(name).append("=[");
          text.append(value.substring(0, Math.min(60, value.length()))).append("]");
        }
      }
    }
    return text.toString();
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(SHOWN * 3, text.length()));
  }

  Set<SqlOperator> seen() {
    return seen;
  }

  long evaluated() {
    return evaluated;
  }

  /** What fails may not be mended by refusing everything: families of operators, counted. */
  List<String> mostlyRefused() {
    Map<String, int[]> families = new TreeMap<>();
    operators.forEach(
        (operator, counts) -> {
          int[] sum = families.computeIfAbsent(family(operator), f -> new int[2]);
          sum[0] += counts[0];
          sum[1] += counts[1];
        });
    return families.entrySet().stream()
        .filter(o -> o.getValue()[0] >= REPORTED && o.getValue()[1] * 2 < o.getValue()[0])
        .map(o -> o.getKey() + ": " + o.getValue()[1] + " of " + o.getValue()[0] + " accepted")
        .toList();
  }

  private static String family(String operator) {
    return ARITHMETIC.contains(operator) ? "arithmetic" : operator;
  }

  Map<String, List<String>> failures() {
    return failures;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    int accepted = operators.values().stream().mapToInt(c -> c[1] + c[3]).sum();
    int all = operators.values().stream().mapToInt(c -> c[0] + c[2]).sum();
    text.append(backend).append(": ").append(operators.size()).append(" operators, ");
    text.append(covered.size()).append(" positions, ").append(both.size()).append(" of both, ");
    text.append(statements).append(" statements, ").append(evaluated);
    text.append(" expressions evaluated; ").append(accepted).append(" of ").append(all);
    text.append(" accepted; ").append(planning / 1_000_000).append(" ms planning, ");
    text.append(asking / 1_000_000)
        .append(" ms asking, slowest ")
        .append(slowest / 1_000_000)
        .append(" ms ");
    text.append(cut(slowestSql)).append('\n');
    times.forEach((group, n) -> text.append(n).append(" x failed: ").append(group).append('\n'));
    if (Boolean.getBoolean("fuzz.refusals")) {
      operators.forEach(
          (o, c) ->
              text.append(
                  o + ": " + c[1] + " of " + c[0] + ", composed " + c[3] + " of " + c[2] + "\n"));
      refusals.forEach((message, n) -> text.append(n).append(" x ").append(message).append('\n'));
    }
    return text.toString();
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
