package org.dpjdbc.run.query;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.policy.ColumnPolicy;
import org.dpjdbc.policy.PolicyValue;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.dataset.PublicBounds;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.validate.CatalogTable;
import org.jspecify.annotations.Nullable;

/**
 * Reads the ranges of columns of public tables, as an analyst could, if a query would be refused
 * because they are not declared. A table is read once a session. Whether it is read depends on the
 * query and the policy alone, and the result on public data.
 */
final class PublicBoundsReader {
  private static final int LAST_YEAR = 9999;

  /** Before the point and behind it: those of a DECIMAL. */
  private static final int MAX_DIGITS = 38;

  private final DpSession session;
  private final Cancellation cancellation;

  PublicBoundsReader(DpSession session, Cancellation cancellation) {
    this.session = session;
    this.cancellation = cancellation;
  }

  /**
   * Asks the public tables that a query reads.
   *
   * @return whether there is more to plan with than before
   */
  boolean read(RelNode query) {
    PublicBounds known = session.catalogs().bounds();
    PublicBounds now = known;
    boolean any = false;
    for (TableScan scan : scans(query)) {
      TablePolicy table = scan.getTable().unwrapOrThrow(CatalogTable.Backend.class).policy();
      if (!now.has(table)) {
        Map<String, ColumnPolicy.Bounds> found = bounds(table, unbounded(scan, table));
        any |= !found.isEmpty();
        now = now.with(table, found);
      }
    }
    if (now != known) {
      session.catalogs().bounds(now);
    }
    return any;
  }

  private static Set<TableScan> scans(RelNode query) {
    Set<TableScan> scans = new LinkedHashSet<>();
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        if (node instanceof TableScan scan
            && scan.getTable().unwrap(CatalogTable.Backend.class) != null
            && scan.getTable().unwrapOrThrow(CatalogTable.Backend.class).policy().isPublic()) {
          scans.add(scan);
        }
        super.visit(node, ordinal, parent);
      }
    }.go(query);
    return scans;
  }

  private static List<String> unbounded(TableScan scan, TablePolicy table) {
    return scan.getRowType().getFieldList().stream()
        .filter(field -> isOrdered(field.getType().getSqlTypeName()))
        .map(RelDataTypeField::getName)
        .filter(name -> table.column(name).filter(c -> c.bounds().isEmpty()).isPresent())
        .toList();
  }

  private static boolean isOrdered(SqlTypeName type) {
    return SqlTypeName.NUMERIC_TYPES.contains(type)
        || type == SqlTypeName.DATE
        || type == SqlTypeName.TIMESTAMP;
  }

  private Map<String, ColumnPolicy.Bounds> bounds(TablePolicy table, List<String> columns) {
    Map<String, ColumnPolicy.Bounds> bounds = new HashMap<>();
    if (columns.isEmpty()) {
      return bounds;
    }
    Rows rows;
    try {
      rows =
          session
              .prepare(sql(table, columns))
              .run(List.of(), new RunOptions(Duration.ZERO, 0, cancellation))
              .rows();
    } catch (RefusedException e) {
      // What the database fails at, it may do another time: that is no answer to remember.
      if (e.code() == RefusalCode.BACKEND || e.code() == RefusalCode.STOPPED) {
        throw e;
      }
      return bounds;
    }
    for (int i = 0; i < columns.size(); i++) {
      Optional<PolicyValue> lower = value(rows.get(0, 2 * i));
      Optional<PolicyValue> upper = value(rows.get(0, 2 * i + 1));
      if (lower.isPresent() && upper.isPresent()) {
        bounds.put(columns.get(i), new ColumnPolicy.Bounds(lower.get(), upper.get()));
      }
    }
    return bounds;
  }

  private String sql(TablePolicy table, List<String> columns) {
    List<String> ends = new ArrayList<>();
    for (String column : columns) {
      ends.add("MIN(" + quoted(column) + ")");
      ends.add("MAX(" + quoted(column) + ")");
    }
    return "SELECT "
        + String.join(", ", ends)
        + " FROM "
        + quoted(table.schema())
        + "."
        + quoted(table.name());
  }

  private String quoted(String name) {
    String quote = session.dataset().dialects().read().parserSettings().quoting().string;
    return quote + name.replace(quote, quote + quote) + quote;
  }

  /** Empty for what is no end of a range: NULL, NaN, infinities, and what is as good as these. */
  private static Optional<PolicyValue> value(@Nullable Object value) {
    if (value instanceof LocalDate date) {
      return Optional.of(date).filter(d -> isYear(d.getYear())).map(PolicyValue.Date::new);
    } else if (value instanceof LocalDateTime at) {
      return Optional.of(at).filter(t -> isYear(t.getYear())).map(PolicyValue.Timestamp::new);
    } else if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number) ? number(BigDecimal.valueOf(number)) : Optional.empty();
    }
    return value instanceof Number number
        ? number(new BigDecimal(number.toString()))
        : Optional.empty();
  }

  /** A literal of every database's: infinite dates are read as others. */
  private static boolean isYear(int year) {
    return year >= 1 && year <= LAST_YEAR;
  }

  private static Optional<PolicyValue> number(BigDecimal number) {
    BigDecimal plain = number.stripTrailingZeros();
    return plain.precision() - plain.scale() <= MAX_DIGITS && plain.scale() <= MAX_DIGITS
        ? Optional.of(new PolicyValue.Number(number))
        : Optional.empty();
  }
}
