package org.dpjdbc.sql.validate;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * {@code DATE_TRUNC('month', x)}, or {@code DATE_TRUNC(x, MONTH)} as in BigQuery, rewritten as
 * {@code FLOOR(x TO MONTH)} before any further processing.
 */
final class DateTruncForms extends SqlShuttle {
  /** Those that FLOOR has. */
  private static final Set<TimeUnit> UNITS =
      EnumSet.of(
          TimeUnit.DECADE,
          TimeUnit.YEAR,
          TimeUnit.QUARTER,
          TimeUnit.MONTH,
          TimeUnit.WEEK,
          TimeUnit.DAY,
          TimeUnit.HOUR,
          TimeUnit.MINUTE,
          TimeUnit.SECOND);

  private final boolean timestamps;
  private final boolean decades;

  private DateTruncForms(boolean timestamps, boolean decades) {
    this.timestamps = timestamps;
    this.decades = decades;
  }

  /**
   * The query with its dates cut by FLOOR; the given tree is left as it is.
   *
   * @param timestamps whether what a date is cut to is a timestamp
   * @param decades whether the database has them
   * @throws RefusedException if there is a unit that FLOOR has not
   */
  static SqlNode standard(SqlNode query, boolean timestamps, boolean decades) {
    return Objects.requireNonNull(query.accept(new DateTruncForms(timestamps, decades)), "a query");
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode visited = super.visit(call);
    return visited instanceof SqlCall inner
            && inner.getOperator().equals(SqlLibraryOperators.DATE_TRUNC)
        ? floor(inner.getParserPosition(), inner.operand(0), inner.operand(1))
        : visited;
  }

  private SqlNode floor(SqlParserPos pos, SqlNode first, SqlNode second) {
    Optional<TimeUnit> leading = unit(first);
    TimeUnit unit =
        leading
            .or(() -> unit(second))
            .filter(each -> decades || each != TimeUnit.DECADE)
            .orElseThrow(() -> ParseMessages.truncUnit(decades));
    SqlNode timestamp = leading.isPresent() ? second : first;
    return SqlStdOperatorTable.FLOOR.createCall(
        pos,
        timestamps ? timestamp(timestamp) : timestamp,
        new SqlIntervalQualifier(unit, null, pos));
  }

  private static Optional<TimeUnit> unit(SqlNode node) {
    if (node instanceof SqlCharStringLiteral text) {
      String name = text.getValueAs(String.class).toUpperCase(Locale.ROOT);
      return UNITS.stream().filter(unit -> unit.name().equals(name)).findFirst();
    }
    return node instanceof SqlIntervalQualifier qualifier && qualifier.timeFrameName == null
        ? Optional.of(qualifier.timeUnitRange.startUnit).filter(UNITS::contains)
        : Optional.empty();
  }

  private static SqlNode timestamp(SqlNode timestamp) {
    SqlParserPos pos = timestamp.getParserPosition();
    return SqlStdOperatorTable.CAST.createCall(
        pos,
        List.of(
            timestamp,
            new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP, pos), pos)));
  }
}
