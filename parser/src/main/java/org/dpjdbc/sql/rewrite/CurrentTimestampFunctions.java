package org.dpjdbc.sql.rewrite;

import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * {@code CURRENT_DATE} and the other functions that read the clock, of the standard and of
 * databases. They become literals of one timestamp for the whole statement: so the rows of a
 * private table are compared with a date as if the analyst had written it, and the query with
 * tomorrow's date is another one.
 */
public final class CurrentTimestampFunctions extends SqlShuttle {
  /** Digits of the second: those that all databases hold. */
  private static final int DIGITS = 6;

  private static final String ESCAPE = "{FN ";

  /** What each shows: a date, a time of day, or both. */
  private static final Map<String, SqlTypeName> STANDARD =
      Map.of(
          "CURRENT_DATE", SqlTypeName.DATE,
          "CURRENT_TIME", SqlTypeName.TIME,
          "CURRENT_TIMESTAMP", SqlTypeName.TIMESTAMP,
          "LOCALTIME", SqlTypeName.TIME,
          "LOCALTIMESTAMP", SqlTypeName.TIMESTAMP);

  /** JDBC's names within {@code {fn …}}. */
  private static final Map<String, SqlTypeName> JDBC =
      Map.of(
          "CURDATE", SqlTypeName.DATE,
          "CURTIME", SqlTypeName.TIME,
          "NOW", SqlTypeName.TIMESTAMP);

  private final DialectSyntax syntax;
  private final Optional<LocalDateTime> timestamp;

  private CurrentTimestampFunctions(DialectSyntax syntax, Optional<LocalDateTime> timestamp) {
    this.syntax = syntax;
    this.timestamp = timestamp;
  }

  /** What of the clock a query reads. */
  public static ClockUse use(SqlNode query, DialectSyntax syntax) {
    CurrentTimestampFunctions words = new CurrentTimestampFunctions(syntax, Optional.empty());
    ClockUse[] found = {ClockUse.NONE};
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier identifier) {
            words.type(identifier).ifPresent(this::note);
            return null;
          }

          @Override
          public @Nullable Void visit(SqlCall call) {
            words.type(call).ifPresent(this::note);
            if (words.isAge(call)) {
              note(SqlTypeName.DATE);
            }
            return super.visit(call);
          }

          private void note(SqlTypeName type) {
            if (type != SqlTypeName.DATE) {
              found[0] = ClockUse.TIMESTAMP;
            } else if (found[0] == ClockUse.NONE) {
              found[0] = ClockUse.DAY;
            }
          }
        });
    return found[0];
  }

  /**
   * The query with literals in place of these functions; the given tree is not changed.
   *
   * @param syntax of the database that has these functions
   * @param timestamp the clock's time; if there is none, a placeholder of the same type is used
   */
  public static SqlNode put(
      SqlNode query, DialectSyntax syntax, Optional<LocalDateTime> timestamp) {
    return Objects.requireNonNull(
        query.accept(new CurrentTimestampFunctions(syntax, timestamp)), "a query");
  }

  @Override
  public SqlNode visit(SqlIdentifier identifier) {
    return type(identifier)
        .map(type -> value(type, digits(type), identifier.getParserPosition()))
        .orElse(identifier);
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    Optional<SqlTypeName> type = type(call);
    if (type.isPresent()) {
      int digits =
          call.operandCount() == 0
              ? digits(type.get())
              : ((SqlNumericLiteral) call.operand(0)).intValue(/* exact= */ true);
      return value(type.get(), Math.min(digits, DIGITS), call.getParserPosition());
    }
    SqlNode visited = super.visit(call);
    if (call instanceof SqlSelect written && visited instanceof SqlSelect select) {
      name(written.getSelectList(), select.getSelectList());
    }
    return visited instanceof SqlCall age && isAge(age)
        ? age.getOperator()
            .createCall(
                age.getParserPosition(),
                value(SqlTypeName.DATE, 0, age.getParserPosition()),
                age.operand(0))
        : visited;
  }

  /** {@code AGE(d)}, which means {@code AGE(CURRENT_DATE, d)}. */
  private boolean isAge(SqlCall call) {
    return syntax.has(SqlFeature.AGE)
        && call.operandCount() == 1
        && call.getOperator() instanceof SqlFunction function
        && function.getName().toUpperCase(Locale.ROOT).equals("AGE");
  }

  /** A column that is such a word has its name. */
  private void name(SqlNodeList written, SqlNodeList read) {
    for (int i = 0; i < written.size(); i++) {
      if (written.get(i) instanceof SqlIdentifier word && type(word).isPresent()) {
        SqlParserPos pos = word.getParserPosition();
        read.set(i, SqlStdOperatorTable.AS.createCall(pos, read.get(i), word));
      }
    }
  }

  /** An identifier in quotes is a column's name. */
  private Optional<SqlTypeName> type(SqlIdentifier identifier) {
    return identifier.isSimple() && !identifier.isComponentQuoted(0)
        ? Optional.ofNullable(STANDARD.get(identifier.getSimple().toUpperCase(Locale.ROOT)))
        : Optional.empty();
  }

  private Optional<SqlTypeName> type(SqlCall call) {
    if (!(call.getOperator() instanceof SqlFunction function)
        || call.getFunctionQuantifier() != null
        || call.operandCount() > 1) {
      return Optional.empty();
    }
    String name = function.getName().toUpperCase(Locale.ROOT);
    if (call.operandCount() == 1) {
      boolean digits = call.operand(0) instanceof SqlNumericLiteral number && isDigits(number);
      return Optional.ofNullable(STANDARD.get(name))
          .filter(type -> digits && type != SqlTypeName.DATE);
    } else if (name.startsWith(ESCAPE)) {
      String jdbc = name.substring(ESCAPE.length(), name.length() - 1);
      return Optional.ofNullable(JDBC.getOrDefault(jdbc, STANDARD.get(jdbc)));
    }
    return syntax.clock(name).or(() -> Optional.ofNullable(STANDARD.get(name)));
  }

  private static boolean isDigits(SqlNumericLiteral number) {
    return number.isInteger()
        && number.signum() >= 0
        && number.bigDecimalValue() != null
        && number.bigDecimalValue().precision() == 1;
  }

  /** Those that the word has without a number behind it. */
  private int digits(SqlTypeName type) {
    return syntax.isInWholeSeconds(type) ? 0 : DIGITS;
  }

  private SqlNode value(SqlTypeName type, int digits, SqlParserPos pos) {
    if (timestamp.isEmpty()) {
      return unknown(type, digits, pos);
    }
    LocalDateTime at = timestamp.get();
    if (type == SqlTypeName.DATE) {
      return SqlLiteral.createDate(
          DateString.fromDaysSinceEpoch((int) at.toLocalDate().toEpochDay()), pos);
    }
    LocalTime time = at.toLocalTime();
    TimeString ofDay =
        new TimeString(time.getHour(), time.getMinute(), time.getSecond())
            .withNanos(time.getNano())
            .round(digits);
    if (type == SqlTypeName.TIME) {
      return SqlLiteral.createTime(ofDay, digits, pos);
    }
    String date = DateString.fromDaysSinceEpoch((int) at.toLocalDate().toEpochDay()).toString();
    return SqlLiteral.createTimestamp(
        SqlTypeName.TIMESTAMP, new TimestampString(date + " " + ofDay), digits, pos);
  }

  /** Whether it stands for the day of a clock that was not read. */
  static boolean isUnknownDay(SqlNode node) {
    return node instanceof SqlCall cast
        && cast.getKind() == SqlKind.CAST
        && cast.operand(0) instanceof SqlCall clock
        && clock.getOperator().equals(SqlStdOperatorTable.CURRENT_DATE);
  }

  private static SqlNode unknown(SqlTypeName type, int digits, SqlParserPos pos) {
    SqlFunction function =
        switch (type) {
          case DATE -> SqlStdOperatorTable.CURRENT_DATE;
          case TIME -> SqlStdOperatorTable.LOCALTIME;
          default -> SqlStdOperatorTable.LOCALTIMESTAMP;
        };
    SqlBasicTypeNameSpec name =
        type == SqlTypeName.DATE
            ? new SqlBasicTypeNameSpec(type, pos)
            : new SqlBasicTypeNameSpec(type, digits, pos);
    return SqlStdOperatorTable.CAST.createCall(
        pos, function.createCall(pos, List.of()), new SqlDataTypeSpec(name, pos));
  }
}
