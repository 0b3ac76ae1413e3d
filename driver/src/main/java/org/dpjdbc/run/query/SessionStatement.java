package org.dpjdbc.run.query;

import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.api.Query;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.ledger.SharedLedgers;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.run.virtual.VirtualRows;
import org.dpjdbc.sql.validate.VirtualTable;
import org.jspecify.annotations.Nullable;

/**
 * Statements about the session that tools send. Statements that change no answer (transactions, the
 * name of the tool, how errors are reported) are accepted and do nothing, like the corresponding
 * JDBC methods. Queries for the session, its schema or its tables are answered from the policy's
 * catalog. None of them reaches the database or the ledger. Only the statements listed here are
 * accepted; any other goes to the parser, which refuses everything but queries.
 */
final class SessionStatement implements Query {
  /** Characters: none of them is long, and patterns take stack for what they match. */
  private static final int MAX_LENGTH = 1_000;

  private static final Pattern COMMENT =
      Pattern.compile("\\A\\s*(?:/\\*(?!\\+).*?\\*/\\s*)+", Pattern.DOTALL);

  /**
   * A value of a setting: words, numbers and string literals, but nothing that ends a statement.
   */
  private static final String VALUE = "(?:[\\w.,+\\- ]|'[^']*')+";

  private static final Pattern IGNORED =
      Pattern.compile(
          "BEGIN(?: WORK| TRANSACTION)?|START TRANSACTION(?: READ ONLY)?"
              + "|(?:COMMIT|ROLLBACK|END)(?: WORK| TRANSACTION)?"
              + "|SET (?:SESSION CHARACTERISTICS AS )?TRANSACTION"
              + " (?:READ ONLY|ISOLATION LEVEL (?:READ UNCOMMITTED|READ COMMITTED|REPEATABLE READ|SERIALIZABLE))"
              + "|SET NAMES "
              + VALUE
              + "|SET (?:SESSION |LOCAL )?(?:APPLICATION_NAME|AUTOCOMMIT|CLIENT_ENCODING"
              + "|CLIENT_MIN_MESSAGES|DATESTYLE|EXTRA_FLOAT_DIGITS"
              + "|IDLE_IN_TRANSACTION_SESSION_TIMEOUT|LOCK_TIMEOUT|STANDARD_CONFORMING_STRINGS"
              + "|STATEMENT_TIMEOUT) ?(?:=|TO) ?"
              + VALUE,
          Pattern.CASE_INSENSITIVE);

  private static final Pattern SHOW =
      Pattern.compile("SHOW ((?:\"?dp\"? ?\\. ?)?\\w+(?: \\w+)*)", Pattern.CASE_INSENSITIVE);

  /** The newest charges with a smaller number, as the columns of DP.SPENDING show them. */
  private static final Pattern CHARGES =
      Pattern.compile("SHOW dp_charges before (\\d{1,18})", Pattern.CASE_INSENSITIVE);

  /** Of charges, that are shown at once. */
  private static final int PAGE = 200;

  /** What a session of the driver is like, in PostgreSQL's names for it, and its own properties. */
  private static final Map<String, Function<DpSession, String>> SETTINGS =
      Map.ofEntries(
          Map.entry("transaction_isolation", session -> "read committed"),
          Map.entry("default_transaction_read_only", session -> "on"),
          Map.entry("transaction_read_only", session -> "on"),
          Map.entry("standard_conforming_strings", session -> "on"),
          Map.entry("client_encoding", session -> "UTF8"),
          Map.entry("server_encoding", session -> "UTF8"),
          Map.entry("timezone", session -> "UTC"),
          Map.entry("max_identifier_length", session -> "63"),
          Map.entry("search_path", DpSession::defaultSchema),
          Map.entry("server_version", DpSession::productVersion),
          Map.entry("dp.epsilon", SessionStatement::epsilon),
          Map.entry("dp.delta", SessionStatement::delta),
          Map.entry("dp.derive", session -> session.deriveRule().form()),
          Map.entry(
              "dp.error_columns", session -> session.settings().errorColumns() ? "on" : "off"));

  /** Words that {@code SHOW} alone takes for such a name. */
  private static final Map<String, String> SHOWN_AS =
      Map.of("TRANSACTION ISOLATION LEVEL", "transaction_isolation", "TIME ZONE", "timezone");

  private static final String CALL =
      "(?:(?:pg_catalog\\.)?(version|current_schema|current_database|database|schema) ?\\(\\)"
          + "|(current_schema|current_catalog|current_user|session_user|user))"
          + "(?: (?:AS )?\"?(\\w+)\"?)?";
  private static final Pattern ITEM = Pattern.compile(CALL, Pattern.CASE_INSENSITIVE);
  private static final Pattern CALLS =
      Pattern.compile("SELECT " + CALL + "(?: ?, ?" + CALL + ")*", Pattern.CASE_INSENSITIVE);

  private static final Rows NOTHING_WRITTEN = nothingWritten();

  private final List<AnswerColumn> columns;
  private final Function<RunOptions, Rows> rows;

  private SessionStatement(List<String> labels, Function<RunOptions, Rows> rows) {
    this.columns =
        labels.stream()
            .map(l -> new AnswerColumn(l, Types.VARCHAR, "CHARACTER VARYING", 0, 0, true))
            .toList();
    this.rows = rows;
  }

  private static Rows nothingWritten() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(new @Nullable Object[] {0L});
    return Rows.of(1, rows);
  }

  /** A statement about the session; empty if the SQL is anything else. */
  static Optional<Query> of(String sql, DpSession session) {
    if (sql.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    String text = plain(sql);
    if (IGNORED.matcher(text).matches()) {
      return Optional.of(new SessionStatement(List.of(), options -> NOTHING_WRITTEN));
    }
    Matcher charges = CHARGES.matcher(text);
    if (charges.matches()) {
      return Optional.of(spending(Long.parseLong(charges.group(1)), session));
    }
    Matcher show = SHOW.matcher(text);
    if (show.matches()) {
      return shown(show.group(1).toUpperCase(Locale.ROOT), session);
    }
    return CALLS.matcher(text).matches() ? Optional.of(calls(text, session)) : Optional.empty();
  }

  /** Without comments before it, semicolons after it, and with one blank between words. */
  private static String plain(String sql) {
    String text = COMMENT.matcher(sql).replaceFirst("");
    return text.strip().replaceFirst("[;\\s]+\\z", "").replaceAll("\\s+", " ");
  }

  private static Optional<Query> shown(String what, DpSession session) {
    return switch (what) {
      case "DATABASES", "SCHEMAS" ->
          Optional.of(
              list(
                  "schema_name",
                  () -> session.tables().stream().map(LiveSchema.Table::schema).distinct()));
      case "TABLES" ->
          Optional.of(
              list(
                  "table_name",
                  () ->
                      session.visibleSchema().tables().stream()
                          .filter(t -> t.schema().equals(session.defaultSchema()))
                          .map(LiveSchema.Table::name)));
      case "DP_CHARGES" -> Optional.of(one("dp_charges", Long.toString(session.charges())));
      default -> {
        String name =
            SHOWN_AS.getOrDefault(what, what.toLowerCase(Locale.ROOT).replaceAll("[\" ]", ""));
        yield Optional.ofNullable(SETTINGS.get(name))
            .map(setting -> one(name, setting.apply(session)));
      }
    };
  }

  private static String epsilon(DpSession session) {
    return session
        .settings()
        .epsilon()
        .orElse(session.policy().defaults().epsilon())
        .toPlainString();
  }

  private static String delta(DpSession session) {
    return session.settings().delta().orElse(session.policy().defaults().delta()).toString();
  }

  /** What {@code SHOW} says, by name. */
  static Map<String, String> settings(DpSession session) {
    Map<String, String> settings = new TreeMap<>();
    SETTINGS.forEach((name, setting) -> settings.put(name, setting.apply(session)));
    return settings;
  }

  private static Query list(String label, Supplier<Stream<String>> values) {
    return new SessionStatement(
        List.of(label),
        options -> {
          List<@Nullable Object[]> rows = new ArrayList<>();
          values.get().sorted().forEach(value -> rows.add(new @Nullable Object[] {value}));
          return options.limit(Rows.of(1, rows));
        });
  }

  private static Query one(String label, String value) {
    return row(List.of(label), List.of(Optional.of(value)));
  }

  private static Query spending(long before, DpSession session) {
    return new SessionStatement(
        VirtualTable.SPENDING.columns().stream().map(VirtualTable.Column::name).toList(),
        options -> {
          try {
            List<@Nullable Object[]> rows = new ArrayList<>();
            session
                .ledger()
                .spending(session.settings().analyst(), before, PAGE)
                .forEach(line -> rows.add(shown(VirtualRows.spending(line))));
            return options.limit(Rows.of(VirtualTable.SPENDING.columns().size(), rows));
          } catch (LedgerException e) {
            throw SharedLedgers.unusable(e);
          }
        });
  }

  private static @Nullable Object[] shown(@Nullable Object[] values) {
    return Arrays.stream(values).map(String::valueOf).toArray();
  }

  private static Query row(List<String> labels, List<Optional<String>> values) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(values.stream().map(value -> value.orElse(null)).toArray());
    Rows answer = Rows.of(labels.size(), rows);
    return new SessionStatement(labels, options -> options.limit(answer));
  }

  private static Query calls(String text, DpSession session) {
    List<String> labels = new ArrayList<>();
    List<Optional<String>> values = new ArrayList<>();
    Matcher item = ITEM.matcher(text.substring("SELECT ".length()));
    while (item.find()) {
      String function = item.group(item.group(1) == null ? 2 : 1).toLowerCase(Locale.ROOT);
      labels.add(item.group(3) == null ? function : item.group(3));
      values.add(
          switch (function) {
            case "version" -> Optional.of(version(session));
            case "current_schema", "schema" -> Optional.of(session.defaultSchema());
            case "current_user", "session_user", "user" ->
                Optional.of(session.settings().analyst());
            // There are no catalogs, in metadata either.
            default -> Optional.empty();
          });
    }
    return row(labels, values);
  }

  private static String version(DpSession session) {
    return session.dataset().dialect().version(session.productVersion());
  }

  @Override
  public List<AnswerColumn> columns() {
    return columns;
  }

  @Override
  public List<AnswerColumn> parameters() {
    return List.of();
  }

  /** What is ignored. */
  @Override
  public boolean writes() {
    return columns.isEmpty();
  }

  @Override
  public Answer run(List<@Nullable Object> parameters, RunOptions options) {
    return new Answer(columns, rows.apply(options));
  }
}
