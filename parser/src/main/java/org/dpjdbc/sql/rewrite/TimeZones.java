package org.dpjdbc.sql.rewrite;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.dpjdbc.sql.grammar.AtTimeZone;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.jspecify.annotations.Nullable;

/**
 * Time zones. Every timestamp, with a zone or without, is what UTC's clock shows, as in a session
 * of PostgreSQL or DuckDB whose zone is UTC. There {@code AT TIME ZONE 'UTC'} takes the zone from
 * the one kind and gives it to the other, and leaves what the clock shows.
 */
public final class TimeZones {
  private static final Pattern UTC =
      Pattern.compile(
          "(?:Etc/)?(?:UTC|UCT|GMT|Zulu|Universal|Greenwich)|Z|[+-]?00?(?::?00)?",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern WRITTEN =
      Pattern.compile(
          "(\\d{4}-\\d{2}-\\d{2})(?:[T ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,6})?)?))?"
              + "(?: ?(?:(Z|UTC|GMT)|([+-]\\d{2})(?::?(\\d{2}))?))?",
          Pattern.CASE_INSENSITIVE);

  private TimeZones() {}

  /** Whether a query names a zone, so that its clock is to be UTC's. */
  public static boolean areNamed(SqlNode query) {
    boolean[] found = new boolean[1];
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            found[0] |= isZoned(call);
            return super.visit(call);
          }
        });
    return found[0];
  }

  private static boolean isZoned(SqlCall call) {
    return call.getOperator().equals(AtTimeZone.OPERATOR)
        || isTruncated(call)
        || (call.getOperator() instanceof SqlFunction function
            && function.getName().equalsIgnoreCase("TIMEZONE"));
  }

  /** {@code DATE_TRUNC('month', x, zone)}. */
  static boolean isTruncated(SqlCall call) {
    return call.getOperator().equals(SqlLibraryOperators.DATE_TRUNC) && call.operandCount() == 3;
  }

  /** {@code x AT TIME ZONE 'UTC'}. */
  static Optional<SqlNode> at(SqlCall call) {
    return Optional.of(inUtc(call.operand(0), call.operand(1), call.getParserPosition()));
  }

  /** {@code TIMEZONE('UTC', x)}. */
  static Optional<SqlNode> function(SqlCall call) {
    return call.operandCount() == 2
        ? Optional.of(inUtc(call.operand(1), call.operand(0), call.getParserPosition()))
        : Optional.empty();
  }

  /** {@code DATE_TRUNC('month', x, 'UTC')}. */
  static Optional<SqlNode> truncated(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return Optional.of(
        call.getOperator()
            .createCall(pos, call.operand(0), inUtc(call.operand(1), call.operand(2), pos)));
  }

  private static SqlNode inUtc(SqlNode timestamp, SqlNode zone, SqlParserPos pos) {
    check(zone, pos);
    return SqlNodes.timestamp(timestamp, pos);
  }

  /** Refuses another zone than UTC, whatever the database has for it. */
  static void check(SqlNode zone, SqlParserPos pos) {
    if (SqlNodes.constant(zone).filter(name -> UTC.matcher(name.strip()).matches()).isEmpty()) {
      throw ParseMessages.timeZone().at(Position.of(pos));
    }
  }

  /**
   * {@code TIMESTAMP WITH TIME ZONE '2024-01-31 10:00+02'}.
   *
   * @param offered whether the database has it
   * @throws org.dpjdbc.sql.refusal.RefusedException if it names a zone, or is not offered
   */
  static Optional<SqlNode> literal(SqlLiteral literal, boolean offered) {
    if (!(literal instanceof SqlUnknownLiteral written)
        || !written.tag.equals("TIMESTAMP WITH TIME ZONE")) {
      return Optional.empty();
    }
    SqlParserPos pos = literal.getParserPosition();
    Optional<SqlNode> read = read(String.valueOf(written.getValue()), pos);
    if (read.isEmpty() || !offered) {
      throw ParseMessages.timestampWithZone(
              read.map(utc -> utc.toString().replaceFirst("\\.0+'", "'")))
          .at(Position.of(pos));
    }
    return read;
  }

  /** The value as a timestamp with a zone: of a constant string, what UTC's clock shows then. */
  static SqlNode cast(SqlNode value, SqlParserPos pos) {
    return SqlNodes.constant(value)
        .flatMap(text -> read(text, pos))
        .orElseGet(() -> SqlNodes.timestamp(value, pos));
  }

  private static Optional<SqlNode> read(String text, SqlParserPos pos) {
    Matcher parts = WRITTEN.matcher(text.strip());
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      LocalDateTime local =
          LocalDateTime.of(
              LocalDate.parse(parts.group(1)),
              parts.group(2) == null ? LocalTime.MIN : LocalTime.parse(parts.group(2)));
      LocalDateTime utc =
          local.atOffset(offset(parts)).withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
      return TemporalConstants.isOfFourDigits(utc.toLocalDate())
          ? Optional.of(TemporalConstants.literal(utc, pos))
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static ZoneOffset offset(Matcher parts) {
    if (parts.group(4) == null) {
      return ZoneOffset.UTC;
    }
    int hours = Integer.parseInt(parts.group(4));
    int minutes = parts.group(5) == null ? 0 : Integer.parseInt(parts.group(5));
    return ZoneOffset.ofHoursMinutes(hours, parts.group(4).startsWith("-") ? -minutes : minutes);
  }
}
