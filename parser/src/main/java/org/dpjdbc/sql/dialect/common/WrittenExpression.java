package org.dpjdbc.sql.dialect.common;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Util;

/**
 * An expression as a database writes it: that is what it calls a column without a name. It is empty
 * for expressions with a part that databases write in ways of their own.
 */
public abstract class WrittenExpression {
  /** Functions that are not written as a name with its arguments. */
  private static final Set<String> OTHER_FUNCTIONS =
      Set.of(
          "TRIM",
          "POSITION",
          "OVERLAY",
          "SUBSTRING",
          "CEIL",
          "FLOOR",
          "TIMESTAMPADD",
          "CONVERT",
          "TIMESTAMPDIFF",
          "LISTAGG",
          "STRING_AGG",
          "DATEADD",
          "DATEDIFF",
          "MODE",
          "TRANSLATE");

  /** How types are written that the standard calls by longer names. */
  private final Map<SqlTypeName, String> types;

  protected WrittenExpression(Map<SqlTypeName, String> types) {
    this.types = types;
  }

  /** A name as it is written, in quotes where it needs them. */
  protected abstract String name(String name);

  /** The name of a function. */
  protected abstract String function(String name);

  /** A call of COUNT for all rows. */
  protected abstract String countOfRows();

  /** An operator between its operands; each is in brackets if it needs them. */
  protected abstract String binary(String left, String operator, String right);

  /** An operand of an operator, which may be one itself. */
  protected abstract String operand(String text, boolean isOperator);

  /** AND or OR. */
  protected abstract String connected(String left, String operator, String right);

  /** The negative of a number. */
  protected abstract String negative(String operand);

  /** {@code IS NULL} and the like. */
  protected abstract String tested(String operand, String test);

  /** One choice of CASE. */
  protected abstract String choice(String condition, String value);

  /** CASE with its choices. */
  protected abstract String choices(List<String> choices, Optional<String> otherwise);

  /** A part of a date. */
  protected abstract String part(String unit, String date);

  /** The condition of an aggregate's FILTER. */
  protected abstract String filter(String condition);

  /** PERCENTILE_CONT or PERCENTILE_DISC. */
  protected abstract String percentile(String function, String fraction, String order);

  /** The expression, if it is one of those that are known. */
  public final Optional<String> of(SqlNode node) {
    if (node instanceof SqlIdentifier column) {
      return column.isStar()
          ? Optional.empty()
          : Optional.of(column.names.stream().map(this::name).collect(Collectors.joining(".")));
    } else if (node instanceof SqlLiteral literal) {
      return literal(literal);
    }
    return node instanceof SqlCall call ? call(call) : Optional.empty();
  }

  private static Optional<String> literal(SqlLiteral literal) {
    if (literal instanceof SqlNumericLiteral number) {
      return Optional.ofNullable(number.toValue()).filter(digits -> !digits.contains("E"));
    }
    return switch (literal.getTypeName()) {
      case NULL -> Optional.of("NULL");
      case CHAR -> Optional.of("'" + literal.getValueAs(String.class).replace("'", "''") + "'");
      default -> Optional.empty();
    };
  }

  private Optional<String> call(SqlCall call) {
    if (call instanceof SqlCase cases) {
      return cases(cases);
    }
    SqlKind kind = call.getKind();
    if (kind == SqlKind.CAST || call.getOperator().equals(SqlLibraryOperators.INFIX_CAST)) {
      return of(call.operand(0))
          .flatMap(
              value -> type(call.operand(1)).map(type -> "CAST(" + value + " AS " + type + ")"));
    } else if (kind == SqlKind.EXTRACT) {
      return call.operand(0) instanceof SqlIntervalQualifier unit
          ? of(call.operand(1)).map(date -> part(unit.toString(), date))
          : Optional.empty();
    } else if (kind == SqlKind.FILTER) {
      return both(
          call, (function, condition) -> function + " FILTER (WHERE " + filter(condition) + ")");
    } else if (kind == SqlKind.WITHIN_GROUP) {
      return withinGroup(call);
    } else if (kind == SqlKind.MINUS_PREFIX) {
      return operandOf(call, 0).map(this::negative);
    } else if (kind == SqlKind.PLUS_PREFIX) {
      return Optional.empty();
    } else if (kind == SqlKind.IS_NULL || kind == SqlKind.IS_NOT_NULL) {
      return operandOf(call, 0).map(value -> tested(value, call.getOperator().getName()));
    } else if (kind == SqlKind.AND || kind == SqlKind.OR) {
      return bothOperands(call, (left, right) -> connected(left, kind.sql, right));
    }
    return isOperator(call)
        ? bothOperands(call, (left, right) -> binary(left, call.getOperator().getName(), right))
        : function(call);
  }

  private interface Both {
    String of(String left, String right);
  }

  private Optional<String> both(SqlCall call, Both text) {
    return call.operandCount() == 2
        ? of(call.operand(0))
            .flatMap(left -> of(call.operand(1)).map(right -> text.of(left, right)))
        : Optional.empty();
  }

  private Optional<String> bothOperands(SqlCall call, Both text) {
    return call.operandCount() == 2
        ? operandOf(call, 0).flatMap(left -> operandOf(call, 1).map(right -> text.of(left, right)))
        : Optional.empty();
  }

  private Optional<String> operandOf(SqlCall call, int index) {
    SqlNode operand = call.operand(index);
    boolean isOperator =
        operand instanceof SqlCall inner
            && (isOperator(inner)
                || Set.of(
                        SqlKind.MINUS_PREFIX,
                        SqlKind.IS_NULL,
                        SqlKind.IS_NOT_NULL,
                        SqlKind.AND,
                        SqlKind.OR)
                    .contains(inner.getKind()));
    return of(operand).map(text -> operand(text, isOperator));
  }

  private static boolean isOperator(SqlCall call) {
    return switch (call.getKind()) {
      case PLUS, MINUS, TIMES, DIVIDE -> true;
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          true;
      default -> call.getOperator().getName().equals("||");
    };
  }

  private Optional<String> function(SqlCall call) {
    String name =
        Util.last(List.of(call.getOperator().getName().split("\\."))).toUpperCase(Locale.ROOT);
    if (!(call.getOperator() instanceof SqlFunction) || OTHER_FUNCTIONS.contains(name)) {
      return Optional.empty();
    }
    SqlLiteral quantifier = call.getFunctionQuantifier();
    boolean distinct = quantifier != null && quantifier.getValue() == SqlSelectKeyword.DISTINCT;
    List<String> arguments = new ArrayList<>();
    for (SqlNode argument : call.getOperandList()) {
      if (argument instanceof SqlIdentifier star && star.isStar() && star.names.size() == 1) {
        return name.equals("COUNT") ? Optional.of(countOfRows()) : Optional.empty();
      }
      Optional<String> text = of(argument);
      if (text.isEmpty()) {
        return Optional.empty();
      }
      arguments.add(text.get());
    }
    return Optional.of(called(name, distinct, arguments));
  }

  /** A function with its arguments. */
  protected String called(String name, boolean distinct, List<String> arguments) {
    return function(name)
        + "("
        + (distinct ? "DISTINCT " : "")
        + String.join(", ", arguments)
        + ")";
  }

  private Optional<String> withinGroup(SqlCall call) {
    boolean percentile =
        call.operand(0) instanceof SqlCall inner
            && inner.getOperator().getName().toUpperCase(Locale.ROOT).startsWith("PERCENTILE_")
            && inner.operandCount() == 1
            && call.operand(1) instanceof SqlNodeList order
            && order.size() == 1;
    if (!percentile) {
      return Optional.empty();
    }
    SqlCall function = call.operand(0);
    SqlNodeList order = call.operand(1);
    return of(function.operand(0))
        .flatMap(
            fraction ->
                of(order.get(0))
                    .map(
                        key ->
                            percentile(
                                function.getOperator().getName().toUpperCase(Locale.ROOT),
                                fraction,
                                key)));
  }

  private Optional<String> cases(SqlCase cases) {
    if (cases.getValueOperand() != null) {
      return Optional.empty();
    }
    List<String> choices = new ArrayList<>();
    for (int i = 0; i < cases.getWhenOperands().size(); i++) {
      Optional<String> condition = of(cases.getWhenOperands().get(i));
      Optional<String> value = of(cases.getThenOperands().get(i));
      if (condition.isEmpty() || value.isEmpty()) {
        return Optional.empty();
      }
      choices.add(choice(condition.get(), value.get()));
    }
    Optional<SqlNode> otherwise =
        Optional.ofNullable(cases.getElseOperand())
            .filter(value -> !SqlUtil.isNullLiteral(value, false));
    Optional<String> rest = otherwise.flatMap(this::of);
    return rest.isEmpty() && otherwise.isPresent()
        ? Optional.empty()
        : Optional.of(choices(choices, rest));
  }

  private Optional<String> type(SqlNode node) {
    if (!(node instanceof SqlDataTypeSpec spec)) {
      return Optional.empty();
    }
    String written = spec.toString().replace("`", "").toUpperCase(Locale.ROOT);
    SqlTypeName known = SqlTypeName.get(written.replaceFirst("\\(.*", ""));
    String digits = written.contains("(") ? written.substring(written.indexOf('(')) : "";
    return known == null
        ? Optional.empty()
        : Optional.of(types.getOrDefault(known, known.getName()) + digits);
  }
}
