package org.dpjdbc.jdbc;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.policy.Composition;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.NoiseRule;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.Preview;
import org.dpjdbc.policy.Renewal;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.api.Query;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.ExampleBounds;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.jspecify.annotations.Nullable;

/**
 * A session without an engine. Every text is a query with as many parameters as it has question
 * marks; its answer is one row per {@link #answer} call made before, or the number 42.
 */
public final class FakeSession implements Session {
  /** A refused text. */
  public static final String REFUSED = "SELECT name FROM patients";

  /** How often it was asked to run. */
  public final AtomicInteger runs = new AtomicInteger();

  /** How often it was closed. */
  public final AtomicInteger closes = new AtomicInteger();

  /** Parameters of the runs. */
  public final ConcurrentLinkedQueue<List<@Nullable Object>> parameters =
      new ConcurrentLinkedQueue<>();

  /** Options of the runs. */
  public final ConcurrentLinkedQueue<RunOptions> options = new ConcurrentLinkedQueue<>();

  private final Settings settings;
  private volatile Function<String, Answer> answers = sql -> answer(Types.BIGINT, "BIGINT", 42L);
  private volatile Runnable duringRun = () -> {};

  /** A session with those settings. */
  public FakeSession(Settings settings) {
    this.settings = settings;
  }

  /** A session with any settings. */
  public FakeSession() {
    this(
        new Settings(
            "jdbc:h2:mem:clinic;USER=sa",
            Map.of("user", "alice", "password", "secret"),
            Optional.empty(),
            "clinic.yaml",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "alice",
            Optional.empty(),
            Optional.empty(),
            false,
            0,
            0));
  }

  /** Answers every query like this. */
  public FakeSession answering(Function<String, Answer> function) {
    answers = function;
    return this;
  }

  /** Does something in the middle of every run. */
  public FakeSession during(Runnable action) {
    duringRun = action;
    return this;
  }

  /** An answer of one column, one row per value. */
  public static Answer answer(int type, String typeName, @Nullable Object... values) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Object value : values) {
      rows.add(new @Nullable Object[] {value});
    }
    return new Answer(
        List.of(new AnswerColumn("x", type, typeName, 10, 2, true)), Rows.of(1, rows));
  }

  @Override
  public Query prepare(String sql) {
    if (sql.equals(REFUSED)) {
      throw ExpressionMessages.noBounds("name", "name", ExampleBounds.of(SqlTypeName.INTEGER));
    }
    if (sql.equals("BUG")) {
      throw new IllegalStateException("Smith's diagnosis");
    }
    return new FakeQuery(sql);
  }

  private final class FakeQuery implements Query {
    private final String sql;

    private FakeQuery(String sql) {
      this.sql = sql;
    }

    @Override
    public List<AnswerColumn> columns() {
      return answers.apply(sql).columns();
    }

    @Override
    public List<AnswerColumn> parameters() {
      List<AnswerColumn> found = new ArrayList<>();
      sql.chars()
          .filter(c -> c == '?')
          .forEach(c -> found.add(new AnswerColumn("", Types.INTEGER, "INTEGER", 10, 0, true)));
      return found;
    }

    @Override
    public Answer run(List<@Nullable Object> given, RunOptions how) {
      runs.incrementAndGet();
      parameters.add(given);
      options.add(how);
      duringRun.run();
      return answers.apply(sql);
    }
  }

  @Override
  public boolean isValid(Duration within) {
    return true;
  }

  @Override
  public Optional<Object> backendProperty(Method method, @Nullable Object... arguments) {
    if (method.getReturnType() == String.class) {
      return Optional.of("backend's " + method.getName());
    }
    return Optional.empty();
  }

  @Override
  public Policy policy() {
    return new Policy(
        "clinic.yaml",
        "00",
        new Policy.Defaults(BigDecimal.ONE, BigDecimal.ZERO, NoiseRule.LAPLACE, false),
        new Policy.Budget(
            new Policy.Share(BigDecimal.TEN, BigDecimal.ZERO),
            Renewal.NEVER,
            Composition.BASIC,
            Optional.empty()),
        new Policy.Answers(Duration.ZERO),
        new Policy.Limits(BigDecimal.ONE, Duration.ofMinutes(1), 1000, Duration.ZERO),
        Preview.NONE,
        List.of());
  }

  @Override
  public LiveSchema visibleSchema() {
    LiveSchema.ForeignKey toPatients =
        new LiveSchema.ForeignKey(List.of("PATIENT"), "PUBLIC", "PATIENTS", List.of("ID"));
    LiveSchema.ForeignKey toSecrets =
        new LiveSchema.ForeignKey(List.of("VISIT"), "PUBLIC", "SECRETS", List.of("ID"));
    return new LiveSchema(
        List.of(
            live(
                "PATIENTS",
                LiveSchema.Kind.TABLE,
                List.of(integer("ID", false), integer("AGE", true)),
                List.of("ID"),
                List.of()),
            live(
                "VISITS",
                LiveSchema.Kind.TABLE,
                List.of(integer("VISIT", false), integer("PATIENT", false)),
                List.of("VISIT"),
                List.of(toPatients, toSecrets)),
            live(
                "NOTES",
                LiveSchema.Kind.VIEW,
                List.of(integer("PATIENT", false), text("NOTE")),
                List.of(),
                List.of())));
  }

  private static LiveSchema.Table live(
      String name,
      LiveSchema.Kind kind,
      List<LiveSchema.Column> columns,
      List<String> primaryKey,
      List<LiveSchema.ForeignKey> foreignKeys) {
    return new LiveSchema.Table(
        "PUBLIC", name, kind, columns, primaryKey, List.of(primaryKey), foreignKeys);
  }

  private static LiveSchema.Column integer(String name, boolean nullable) {
    return new LiveSchema.Column(name, Types.INTEGER, "INTEGER", 10, 0, nullable);
  }

  private static LiveSchema.Column text(String name) {
    return new LiveSchema.Column(name, Types.VARCHAR, "CHARACTER VARYING", 100, 0, true);
  }

  @Override
  public List<LiveSchema.Table> virtualTables() {
    return List.of();
  }

  @Override
  public String defaultSchema() {
    return "PUBLIC";
  }

  @Override
  public Settings settings() {
    return settings;
  }

  @Override
  public void close() {
    closes.incrementAndGet();
  }
}
