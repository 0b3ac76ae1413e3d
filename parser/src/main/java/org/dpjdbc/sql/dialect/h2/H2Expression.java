package org.dpjdbc.sql.dialect.h2;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.common.WrittenExpression;

/** An expression as H2 writes it. */
final class H2Expression extends WrittenExpression {
  private static final Map<String, String> RENAMED =
      Map.of(
          "LENGTH", "CHAR_LENGTH",
          "CHARACTER_LENGTH", "CHAR_LENGTH",
          "LCASE", "LOWER",
          "UCASE", "UPPER",
          "IFNULL", "COALESCE",
          "NVL", "COALESCE",
          "STDDEV", "STDDEV_SAMP",
          "VARIANCE", "VAR_SAMP");

  H2Expression() {
    super(
        Map.of(
            SqlTypeName.VARCHAR, "CHARACTER VARYING",
            SqlTypeName.CHAR, "CHARACTER",
            SqlTypeName.DECIMAL, "NUMERIC",
            SqlTypeName.DOUBLE, "DOUBLE PRECISION",
            SqlTypeName.FLOAT, "FLOAT"));
  }

  @Override
  protected String name(String name) {
    return name.matches("[A-Z_][A-Z0-9_]*") ? name : "\"" + name.replace("\"", "\"\"") + "\"";
  }

  @Override
  protected String function(String name) {
    return RENAMED.getOrDefault(name, name);
  }

  /** A constant is counted in each row. */
  @Override
  protected String called(String name, boolean distinct, List<String> arguments) {
    boolean rows = name.equals("COUNT") && !distinct && arguments.get(0).matches("[0-9.]+|'.*'");
    String nulls = name.equals("LEAST") || name.equals("GREATEST") ? " RESPECT NULLS" : "";
    return rows ? countOfRows() : super.called(name, distinct, arguments) + nulls;
  }

  @Override
  protected String countOfRows() {
    return "COUNT(*)";
  }

  @Override
  protected String binary(String left, String operator, String right) {
    return left + " " + operator + " " + right;
  }

  @Override
  protected String operand(String text, boolean isOperator) {
    return isOperator ? "(" + text + ")" : text;
  }

  @Override
  protected String connected(String left, String operator, String right) {
    return left + "\n    " + operator + " " + right;
  }

  @Override
  protected String negative(String operand) {
    return "- " + operand;
  }

  @Override
  protected String tested(String operand, String test) {
    return operand + " " + test;
  }

  @Override
  protected String choice(String condition, String value) {
    return " WHEN " + condition + " THEN " + value;
  }

  @Override
  protected String choices(List<String> choices, Optional<String> otherwise) {
    return "CASE" + String.join("", choices) + otherwise.map(x -> " ELSE " + x).orElse("") + " END";
  }

  @Override
  protected String part(String unit, String date) {
    return "EXTRACT(" + unit + " FROM " + date + ")";
  }

  @Override
  protected String filter(String condition) {
    return condition;
  }

  @Override
  protected String percentile(String function, String fraction, String order) {
    return function + "(" + fraction + ") WITHIN GROUP (ORDER BY " + order + ")";
  }
}
