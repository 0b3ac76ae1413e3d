package org.dpjdbc.sql.parse;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/** Replaces bind parameters by literals: to the analysis there is no difference. */
public final class ParameterValues {
  private ParameterValues() {}

  /**
   * The query with every parameter replaced by its value.
   *
   * @param given values that the plan need not know, and where they stand: a parameter of the plan
   *     is put there
   * @throws RefusedException if a parameter has no value, or one of a class that is not offered
   */
  public static SqlNode bind(
      SqlNode query, List<@Nullable Object> values, Optional<QueryTemplate.Instance> given) {
    SqlNode bound =
        query.accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlLiteral literal) {
                return mark(literal).orElse(literal);
              }

              private Optional<SqlNode> mark(SqlNode node) {
                return given.flatMap(instance -> instance.mark(node.getParserPosition(), 0));
              }

              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                if (call instanceof SqlOrderBy order) {
                  checkRows(order.offset, values);
                  checkRows(order.fetch, values);
                }
                return super.visit(call);
              }

              @Override
              public SqlNode visit(SqlDynamicParam param) {
                Optional<SqlNode> mark = mark(param);
                if (mark.isPresent()) {
                  return mark.get();
                }
                if (param.getIndex() >= values.size()) {
                  throw ParseMessages.parameterWithoutValue(param.getIndex() + 1)
                      .at(Position.of(param.getParserPosition()));
                }
                return literal(values.get(param.getIndex()), param);
              }
            });
    return bound == null ? query : bound;
  }

  /** A number of rows; the parser has checked one that is written out. */
  private static void checkRows(@Nullable SqlNode rows, List<@Nullable Object> values) {
    if (rows instanceof SqlDynamicParam param
        && param.getIndex() < values.size()
        && values.get(param.getIndex()) instanceof Number number
        && number.doubleValue() < 0) {
      throw ParseMessages.negativeRows(param.getIndex() + 1)
          .at(Position.of(param.getParserPosition()));
    }
  }

  /**
   * The query with parameters in the place of literals that are given apart; its own parameters
   * stay.
   *
   * @param parameters how many of its own it has: the others are numbered after them
   */
  public static SqlNode marked(
      SqlNode query, Optional<QueryTemplate.Instance> given, int parameters) {
    if (given.isEmpty()) {
      return query;
    }
    QueryTemplate.Instance instance = given.get();
    return Objects.requireNonNull(
        query.accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlLiteral literal) {
                return instance.mark(literal.getParserPosition(), parameters).orElse(literal);
              }
            }),
        "a query");
  }

  /** The query with its own parameters alone. */
  public static SqlNode withoutMarks(SqlNode query, int parameters) {
    return Objects.requireNonNull(
        query.accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlDynamicParam param) {
                return param.getIndex() < parameters
                    ? param
                    : SqlLiteral.createNull(param.getParserPosition());
              }
            }),
        "a query");
  }

  private static SqlNode literal(@Nullable Object value, SqlDynamicParam param) {
    SqlParserPos pos = param.getParserPosition();
    if (value == null) {
      return SqlLiteral.createNull(pos);
    } else if (value instanceof String text) {
      if (text.length() > TokenCheck.MAX_LITERAL) {
        throw ParseMessages.parameterTooLong(param.getIndex() + 1, TokenCheck.MAX_LITERAL)
            .at(Position.of(pos));
      }
      return SqlLiteral.createCharString(text, pos);
    } else if (value instanceof Boolean bool) {
      return SqlLiteral.createBoolean(bool, pos);
    } else if (value instanceof BigDecimal number) {
      return SqlLiteral.createExactNumeric(number.toPlainString(), pos);
    } else if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return SqlLiteral.createExactNumeric(value.toString(), pos);
    } else if (value instanceof Double || value instanceof Float) {
      return approximate(((Number) value).doubleValue(), param);
    } else if (value instanceof LocalDate date) {
      return SqlLiteral.createDate(DateString.fromDaysSinceEpoch((int) date.toEpochDay()), pos);
    } else if (value instanceof LocalTime time) {
      return SqlLiteral.createTime(
          new TimeString(time.getHour(), time.getMinute(), time.getSecond())
              .withNanos(time.getNano()),
          9,
          pos);
    } else if (value instanceof LocalDateTime at) {
      return SqlLiteral.createTimestamp(
          SqlTypeName.TIMESTAMP,
          new TimestampString(
                  at.getYear(),
                  at.getMonthValue(),
                  at.getDayOfMonth(),
                  at.getHour(),
                  at.getMinute(),
                  at.getSecond())
              .withNanos(at.getNano()),
          9,
          pos);
    }
    throw ParseMessages.parameterClassNotOffered(param.getIndex() + 1).at(Position.of(pos));
  }

  private static SqlNode approximate(double value, SqlDynamicParam param) {
    if (!Double.isFinite(value)) {
      throw ParseMessages.parameterNotFinite(param.getIndex() + 1)
          .at(Position.of(param.getParserPosition()));
    }
    return SqlLiteral.createApproxNumeric(Double.toString(value), param.getParserPosition());
  }
}
