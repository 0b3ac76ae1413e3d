package org.dpjdbc.run.virtual;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.budget.BudgetLine;
import org.dpjdbc.budget.Ledger;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.budget.SpendingLine;
import org.dpjdbc.policy.ColumnPolicy;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.PolicyValue;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.ledger.SharedLedgers;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RunMessages;
import org.dpjdbc.sql.validate.VirtualTable;
import org.jspecify.annotations.Nullable;

/** The rows of virtual tables, as the session's analyst may see them. */
public final class VirtualRows {
  /** A bound or a limit that is chosen privately when it is needed. */
  private static final String AUTO = "auto";

  private static final int STEP_DIGITS = 19;
  private static final int EPSILON_DIGITS = 9;

  /** Charges that are read at once. */
  private static final int PAGE = 1_000;

  /** What a row of DP.SPENDING takes, without its SQL. */
  private static final int ROW_BYTES = 300;

  private static final long MAX_SPENDING_BYTES = 64L << 20;

  private final Session session;
  private final Ledger ledger;
  private final LiveSchema schema;
  private final Supplier<Map<String, String>> settings;
  private final Supplier<List<@Nullable Object[]>> releases;

  /**
   * Rows for one session.
   *
   * @param schema the tables of the database
   * @param settings what {@code SHOW} says, by name
   * @param releases the rows of {@code DP.RELEASES}
   */
  public VirtualRows(
      Session session,
      Ledger ledger,
      LiveSchema schema,
      Supplier<Map<String, String>> settings,
      Supplier<List<@Nullable Object[]>> releases) {
    this.session = session;
    this.ledger = ledger;
    this.schema = schema;
    this.settings = settings;
    this.releases = releases;
  }

  public Rows of(VirtualTable table) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    try {
      switch (table) {
        case BUDGET ->
            ledger.budget(session.settings().analyst()).forEach(line -> rows.add(budget(line)));
        case SPENDING -> charges(rows);
        case RELEASES -> rows.addAll(releases.get());
        case COLUMNS -> columns(rows);
        case SCHEMATA,
            TABLES,
            TABLE_COLUMNS,
            VIEWS,
            TABLE_CONSTRAINTS,
            KEY_COLUMN_USAGE,
            REFERENTIAL_CONSTRAINTS,
            SEQUENCES,
            CHECK_CONSTRAINTS,
            ROUTINES,
            TRIGGERS ->
            rows.addAll(InformationSchema.rows(table, session.tables()));
        case PG_NAMESPACE,
            PG_CLASS,
            PG_ATTRIBUTE,
            PG_TYPE,
            PG_TABLES,
            PG_VIEWS,
            PG_DATABASE,
            PG_DESCRIPTION ->
            rows.addAll(PgCatalog.rows(table, session.tables()));
        case PG_SETTINGS ->
            settings
                .get()
                .forEach((name, setting) -> rows.add(new @Nullable Object[] {name, setting}));
      }
    } catch (LedgerException e) {
      throw SharedLedgers.unusable(e);
    }
    return Rows.of(table.columns().size(), rows);
  }

  private static @Nullable Object[] budget(BudgetLine line) {
    return new @Nullable Object[] {
      line.analyst(),
      line.spent().epsilon().setScale(EPSILON_DIGITS),
      line.spent().delta().doubleValue(),
      line.remaining().epsilon().setScale(EPSILON_DIGITS),
      line.remaining().delta().doubleValue(),
      line.renewsAt().map(at -> utc(at, ChronoUnit.SECONDS)).orElse(null)
    };
  }

  /** Page by page: they grow without end, and each keeps its SQL. */
  private void charges(List<@Nullable Object[]> rows) throws LedgerException {
    String analyst = session.settings().analyst();
    long before = Long.MAX_VALUE;
    long bytes = 0;
    List<SpendingLine> page;
    do {
      page = ledger.spending(analyst, before, PAGE);
      for (SpendingLine line : page) {
        bytes += ROW_BYTES + 2L * line.query().length();
        if (bytes > MAX_SPENDING_BYTES) {
          throw RunMessages.tooManyCharges(MAX_SPENDING_BYTES >> 20);
        }
        rows.add(spending(line));
        before = line.sequence();
      }
    } while (page.size() == PAGE);
    Collections.reverse(rows);
  }

  /** The values of a row of {@code DP.SPENDING}. */
  public static @Nullable Object[] spending(SpendingLine line) {
    return new @Nullable Object[] {
      line.sequence(),
      utc(line.chargedAt(), ChronoUnit.MILLIS),
      line.analyst(),
      line.cost().epsilon().setScale(EPSILON_DIGITS),
      line.cost().delta().doubleValue(),
      line.query()
    };
  }

  /** A time as virtual tables show it. */
  public static LocalDateTime utc(Instant at, ChronoUnit unit) {
    return LocalDateTime.ofInstant(at, ZoneOffset.UTC).truncatedTo(unit);
  }

  private void columns(List<@Nullable Object[]> rows) {
    for (TablePolicy table : session.policy().tables()) {
      for (ColumnPolicy column : table.columns()) {
        if (column.readable()) {
          rows.add(column(table, column));
        }
      }
    }
  }

  private @Nullable Object[] column(TablePolicy table, ColumnPolicy column) {
    Optional<LiveSchema.Column> live =
        schema.table(table.schema(), table.name()).flatMap(t -> t.column(column.name()));
    return new @Nullable Object[] {
      table.schema(),
      table.name(),
      column.name(),
      live.map(LiveSchema.Column::typeName).orElse(""),
      privacy(table, column),
      column.bounds().map(b -> b.lowerAuto() ? AUTO : text(b.lower())).orElse(null),
      column.bounds().map(b -> b.upperAuto() ? AUTO : text(b.upper())).orElse(null),
      column.step().map(step -> step.setScale(STEP_DIGITS, RoundingMode.HALF_UP)).orElse(null),
      column.values().map(values -> shown(values, column.unlisted())).orElse(null),
      column.randomizedResponse().map(BigDecimal::doubleValue).orElse(null),
      column.randomizedResponse().map(VirtualRows::localEpsilon).orElse(null),
      maxRows(table),
      table.maxGroupsContributed().isPresent() ? table.maxGroupsContributed().getAsInt() : null
    };
  }

  private static @Nullable String maxRows(TablePolicy table) {
    OptionalInt rows = table.maxRowsContributed();
    return table.rowsAuto() ? AUTO : rows.isPresent() ? String.valueOf(rows.getAsInt()) : null;
  }

  /** The values that a group can be shown with. */
  private static String shown(List<PolicyValue> values, Optional<String> unlisted) {
    return Stream.concat(values.stream().map(VirtualRows::text), unlisted.stream())
        .collect(Collectors.joining(", "));
  }

  /** What the answers of a randomized column lost by being collected: ln((1 - p) / p). */
  private static double localEpsilon(BigDecimal flip) {
    double p = flip.doubleValue();
    return Math.log((1 - p) / p);
  }

  private static String privacy(TablePolicy table, ColumnPolicy column) {
    if (table.isPublic()) {
      return "public";
    }
    boolean unit =
        table.unit().orElseThrow() instanceof PrivacyUnit.Columns key
            && (key.columns().contains(column.name())
                || table.furtherUnits().stream()
                    .anyMatch(u -> u.columns().contains(column.name())));
    if (!unit) {
      return "private";
    }
    return table.unitSize() == 1
        ? "privacy unit"
        : "privacy unit, " + table.unitSize() + " together";
  }

  private static String text(PolicyValue value) {
    if (value instanceof PolicyValue.Number number) {
      BigDecimal plain = number.value();
      return plain.toPlainString();
    } else if (value instanceof PolicyValue.Text text) {
      return text.value();
    } else if (value instanceof PolicyValue.Bool bool) {
      return String.valueOf(bool.value());
    } else if (value instanceof PolicyValue.Date date) {
      return date.value().toString();
    } else if (value instanceof PolicyValue.Time time) {
      return time.value().toString();
    }
    return ((PolicyValue.Timestamp) value).value().toString();
  }
}
