package org.dpjdbc.plan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyCheck;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.parse.ExecutionContext;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.parse.QueryReader;
import org.dpjdbc.sql.parse.QueryTemplate;
import org.dpjdbc.sql.validate.Algebra;
import org.dpjdbc.sql.validate.Catalog;

/** A clinic that exists as a policy and a schema alone: all that planning needs. */
public final class Clinic {
  private static final ExecutionContext CONTEXT =
      new ExecutionContext("ann", LocalDateTime.parse("2026-06-30T12:34:56.789012"));

  private final BackendDialect dialect;
  private final Policy policy;
  private final Catalog catalog;

  /** The precision that an INTEGER has in H2. */
  private static final LiveSchema SCHEMA =
      new LiveSchema(
          List.of(
              table(
                  "PATIENTS",
                  List.of("PATIENT_ID"),
                  column("PATIENT_ID", Types.INTEGER, "INTEGER", 32, false),
                  column("AGE", Types.INTEGER, "INTEGER", 32, true),
                  column("SEX", Types.VARCHAR, "CHARACTER VARYING", 1, true),
                  column("REGION", Types.VARCHAR, "CHARACTER VARYING", 20, true),
                  column("WEIGHT", Types.DOUBLE, "DOUBLE PRECISION", 53, true),
                  column("HEIGHT", Types.DOUBLE, "DOUBLE PRECISION", 53, true),
                  column("BORN", Types.DATE, "DATE", 10, true),
                  column("SMOKER", Types.BOOLEAN, "BOOLEAN", 1, true),
                  column("NAME", Types.VARCHAR, "CHARACTER VARYING", 50, true),
                  column("SSN", Types.VARCHAR, "CHARACTER VARYING", 11, true)),
              table(
                  "VISITS",
                  List.of(),
                  column("PATIENT_ID", Types.INTEGER, "INTEGER", 32, true),
                  column("AT", Types.DATE, "DATE", 10, true),
                  column("COST", Types.INTEGER, "INTEGER", 32, true),
                  column("ICD", Types.VARCHAR, "CHARACTER VARYING", 5, true)),
              table(
                  "NOTES",
                  List.of(),
                  column("PATIENT_ID", Types.INTEGER, "INTEGER", 32, true),
                  column("ICD", Types.VARCHAR, "CHARACTER VARYING", 5, true)),
              table(
                  "STAYS",
                  List.of("STAY_ID"),
                  column("STAY_ID", Types.INTEGER, "INTEGER", 32, false),
                  column("PATIENT_ID", Types.INTEGER, "INTEGER", 32, false),
                  column("WARD", Types.VARCHAR, "CHARACTER VARYING", 5, true),
                  column("NIGHTS", Types.INTEGER, "INTEGER", 32, true)),
              table(
                  "MEALS",
                  List.of(),
                  column("STAY_ID", Types.INTEGER, "INTEGER", 32, true),
                  column("DISH", Types.VARCHAR, "CHARACTER VARYING", 9, true),
                  column("GRAMS", Types.INTEGER, "INTEGER", 32, true)),
              table(
                  "BEDS",
                  List.of("WARD_NO", "BED_NO"),
                  column("WARD_NO", Types.INTEGER, "INTEGER", 32, false),
                  column("BED_NO", Types.INTEGER, "INTEGER", 32, false),
                  column("PATIENT_ID", Types.INTEGER, "INTEGER", 32, true),
                  column("KIND", Types.VARCHAR, "CHARACTER VARYING", 5, true)),
              table(
                  "CHECKS",
                  List.of(),
                  column("WARD_NO", Types.INTEGER, "INTEGER", 32, true),
                  column("BED_NO", Types.INTEGER, "INTEGER", 32, true),
                  column("PULSE", Types.INTEGER, "INTEGER", 32, true),
                  column("RESULT", Types.VARCHAR, "CHARACTER VARYING", 5, true)),
              table(
                  "ALARMS",
                  List.of(),
                  column("BED", Types.INTEGER, "INTEGER", 32, true),
                  column("WARD", Types.INTEGER, "INTEGER", 32, true)),
              table(
                  "STAY_DAYS",
                  List.of("STAY_ID", "DAY_NO"),
                  column("STAY_ID", Types.INTEGER, "INTEGER", 32, false),
                  column("DAY_NO", Types.INTEGER, "INTEGER", 32, false),
                  column("MENU", Types.VARCHAR, "CHARACTER VARYING", 5, true)),
              table(
                  "DOSES",
                  List.of(),
                  column("STAY_ID", Types.INTEGER, "INTEGER", 32, true),
                  column("DAY_NO", Types.INTEGER, "INTEGER", 32, true),
                  column("MG", Types.INTEGER, "INTEGER", 32, true)),
              table(
                  "DEALS",
                  List.of("SELLER_ID"),
                  column("BUYER_ID", Types.INTEGER, "INTEGER", 32, true),
                  column("SELLER_ID", Types.INTEGER, "INTEGER", 32, false),
                  column("PRICE", Types.INTEGER, "INTEGER", 32, true),
                  column("MODE", Types.VARCHAR, "CHARACTER VARYING", 5, true),
                  column("PLACE", Types.VARCHAR, "CHARACTER VARYING", 5, true)),
              table(
                  "SWAPS",
                  List.of(),
                  column("GIVER_ID", Types.INTEGER, "INTEGER", 32, true),
                  column("TAKER_ID", Types.INTEGER, "INTEGER", 32, true),
                  column("PRICE", Types.INTEGER, "INTEGER", 32, true)),
              weddings(),
              cards(),
              table(
                  "BILLS",
                  List.of(),
                  column("PATIENT_ID", Types.INTEGER, "INTEGER", 32, true),
                  column("AMOUNT", Types.INTEGER, "INTEGER", 32, true),
                  column("BALANCE", Types.INTEGER, "INTEGER", 32, true),
                  column("TIP", Types.DOUBLE, "DOUBLE PRECISION", 53, true),
                  column("STARS", Types.INTEGER, "INTEGER", 32, true),
                  column("ICD", Types.VARCHAR, "CHARACTER VARYING", 5, true)),
              table(
                  "EVENTS",
                  List.of(),
                  column("KIND", Types.VARCHAR, "CHARACTER VARYING", 5, true),
                  column("SIZE", Types.INTEGER, "INTEGER", 32, true)),
              table(
                  "SURVEY",
                  List.of("PATIENT_ID"),
                  column("PATIENT_ID", Types.INTEGER, "INTEGER", 32, false),
                  column("DRINKS", Types.BOOLEAN, "BOOLEAN", 1, true),
                  column("VOTED", Types.INTEGER, "INTEGER", 32, true),
                  column("PRAYS", Types.BOOLEAN, "BOOLEAN", 1, false),
                  column("OWNS", Types.BOOLEAN, "BOOLEAN", 1, false),
                  column("SEX", Types.VARCHAR, "CHARACTER VARYING", 1, true),
                  column("INCOME", Types.INTEGER, "INTEGER", 32, true),
                  column("TOWN", Types.VARCHAR, "CHARACTER VARYING", 9, true)),
              table(
                  "INTERVIEWS",
                  List.of(),
                  column("PATIENT_ID", Types.INTEGER, "INTEGER", 32, true),
                  column("LIED", Types.BOOLEAN, "BOOLEAN", 1, true),
                  column("MINUTES", Types.INTEGER, "INTEGER", 32, true),
                  column("TOPIC", Types.VARCHAR, "CHARACTER VARYING", 9, true)),
              table(
                  "SECRETS",
                  List.of(),
                  column("KIND", Types.VARCHAR, "CHARACTER VARYING", 5, true)),
              table(
                  "DISEASES",
                  List.of("CODE"),
                  column("CODE", Types.VARCHAR, "CHARACTER VARYING", 5, false),
                  column("CHAPTER", Types.VARCHAR, "CHARACTER VARYING", 20, true)),
              table(
                  "TARIFFS",
                  List.of("CODE"),
                  column("CODE", Types.VARCHAR, "CHARACTER VARYING", 5, false),
                  column("RATE", Types.NUMERIC, "NUMERIC(9, 2)", 9, true))));

  /** On H2. */
  public Clinic() {
    this(BackendDialects.called("H2").orElseThrow(), SCHEMA, "PUBLIC", policy());
  }

  /** On H2, with another policy. */
  public static Clinic with(UnaryOperator<String> change) {
    return new Clinic(
        BackendDialects.called("H2").orElseThrow(), SCHEMA, "PUBLIC", change.apply(policy()));
  }

  /** In the dialect of a database that is not run, whose types have the names that most have. */
  static Clinic in(String product) {
    return new Clinic(
        BackendDialects.called(product).orElseThrow(),
        renamed(product, SCHEMA),
        "PUBLIC",
        policy());
  }

  private static LiveSchema renamed(String product, LiveSchema schema) {
    return new LiveSchema(
        schema.tables().stream()
            .map(
                table ->
                    new LiveSchema.Table(
                        table.schema(),
                        table.name(),
                        table.kind(),
                        table.columns().stream().map(column -> renamed(product, column)).toList(),
                        table.primaryKey(),
                        table.uniqueKeys(),
                        table.foreignKeys()))
            .toList());
  }

  /** The names of integers, texts, doubles, booleans and decimals; dates have one name. */
  private static final Map<String, List<String>> TYPES =
      Map.of(
          "MySQL", List.of("INTEGER", "VARCHAR", "DOUBLE", "BOOLEAN", "NUMERIC"),
          "Spark SQL", List.of("INT", "STRING", "DOUBLE", "BOOLEAN", "DECIMAL(9,2)"),
          "Trino", List.of("integer", "varchar", "double", "boolean", "decimal(9,2)"));

  private static LiveSchema.Column renamed(String product, LiveSchema.Column column) {
    List<String> types = TYPES.get(product);
    String type =
        switch (column.typeName()) {
          case "INTEGER" -> types.get(0);
          case "CHARACTER VARYING" -> types.get(1);
          case "DOUBLE PRECISION" -> types.get(2);
          case "BOOLEAN" -> types.get(3);
          case "NUMERIC(9, 2)" -> types.get(4);
          default -> column.typeName();
        };
    return new LiveSchema.Column(
        column.name(),
        column.jdbcType(),
        type,
        column.precision(),
        column.scale(),
        column.nullable());
  }

  /** On a database that has the same tables. */
  public Clinic(TestDatabase database) throws SQLException {
    this(
        BackendDialects.called(database.backend().product()).orElseThrow(),
        LiveTables.of(database, SCHEMA),
        database.schema(),
        database.policy(policy()));
  }

  /** On a database that has the same tables, and an index on each key. */
  static Clinic indexed(TestDatabase database) throws SQLException {
    return new Clinic(
        BackendDialects.called(database.backend().product()).orElseThrow(),
        LiveTables.indexed(LiveTables.of(database, SCHEMA)),
        database.schema(),
        database.policy(policy()));
  }

  private Clinic(BackendDialect dialect, LiveSchema live, String schema, String policy) {
    this.dialect = dialect;
    this.policy = checked(policy, live);
    this.catalog = new Catalog(this.policy, live, dialect, schema);
  }

  private static Policy checked(String text, LiveSchema live) {
    try {
      return PolicyCheck.check(PolicyFile.parse("clinic.yaml", text), live);
    } catch (PolicyException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String policy() {
    try (InputStream in = Clinic.class.getResourceAsStream("clinic.yaml")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Two keys that are unique each for itself. */
  private static LiveSchema.Table weddings() {
    return new LiveSchema.Table(
        "PUBLIC",
        "WEDDINGS",
        LiveSchema.Kind.TABLE,
        List.of(
            column("BRIDE_ID", Types.INTEGER, "INTEGER", 32, false),
            column("GROOM_ID", Types.INTEGER, "INTEGER", 32, true),
            column("AGE", Types.INTEGER, "INTEGER", 32, true),
            column("PLACE", Types.VARCHAR, "CHARACTER VARYING", 5, true)),
        List.of("BRIDE_ID"),
        List.of(List.of("BRIDE_ID"), List.of("GROOM_ID")),
        List.of());
  }

  /** A key that is unique, but for NULL. */
  private static LiveSchema.Table cards() {
    return new LiveSchema.Table(
        "PUBLIC",
        "CARDS",
        LiveSchema.Kind.TABLE,
        List.of(
            column("PATIENT_ID", Types.INTEGER, "INTEGER", 32, false),
            column("CARD_ID", Types.INTEGER, "INTEGER", 32, true),
            column("KIND", Types.VARCHAR, "CHARACTER VARYING", 5, true)),
        List.of(),
        List.of(List.of("CARD_ID")),
        List.of());
  }

  private static LiveSchema.Table table(
      String name, List<String> key, LiveSchema.Column... columns) {
    return new LiveSchema.Table(
        "PUBLIC",
        name,
        LiveSchema.Kind.TABLE,
        List.of(columns),
        key,
        key.isEmpty() ? List.of() : List.of(key),
        List.of());
  }

  private static LiveSchema.Column column(
      String name, int type, String typeName, int precision, boolean nullable) {
    return new LiveSchema.Column(name, type, typeName, precision, 0, nullable);
  }

  /** A query, parsed. */
  ParsedQuery read(String sql) {
    return new QueryReader(dialect.parserSettings()).read(sql);
  }

  /** The plan of a query without parameters. */
  public PrivatePlan plan(String sql) {
    return plan(read(sql), Optional.empty());
  }

  /** The plan of a query, for all values that are given apart. */
  PrivatePlan plan(ParsedQuery query, Optional<QueryTemplate.Instance> given) {
    Algebra algebra = new Algebra(catalog);
    List<Set<String>> labels = algebra.validated(query, given).types().names();
    return Algebra.located(
        query,
        () ->
            new Planner(catalog)
                .plan(
                    algebra.translate(query, List.of(), CONTEXT, given),
                    PrivacyRequest.of(policy, Optional.empty(), Optional.empty(), query, labels)));
  }
}
