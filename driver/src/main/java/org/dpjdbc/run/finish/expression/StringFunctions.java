package org.dpjdbc.run.finish.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.run.finish.expression.StrictCall.Function;
import org.dpjdbc.run.finish.expression.StrictCall.Known;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.refusal.RunMessages;

/** String functions; lengths and positions count UTF-16 code units, from 1. */
final class StringFunctions {
  /**
   * The maximum length of a concatenated string: thirty expressions that each double a string would
   * exhaust the application's memory.
   */
  private static final int MAX_LENGTH = 1_000_000;

  private StringFunctions() {}

  /** The call, if it is one of these. */
  static Optional<Known> compile(RexCall call, RelDataTypeSystem system) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    if (name.equals("TRIM")) {
      return trim(call, system);
    }
    if (!startsWithStrings(call, name)) {
      return Optional.empty();
    }
    return named(name, call)
        .map(function -> new Known(call.getOperands(), fitted(function, call, system)));
  }

  /**
   * Whether the operands that must be strings are; places and lengths are integers. A NULL without
   * a type may be either.
   */
  private static boolean startsWithStrings(RexCall call, String name) {
    List<RexNode> operands = call.getOperands();
    int strings =
        switch (name) {
          case "SUBSTRING", "LEFT", "RIGHT" -> 1;
          case "POSITION" -> 2;
          default -> operands.size();
        };
    for (int i = 0; i < operands.size(); i++) {
      RexNode operand = operands.get(i);
      boolean fits =
          i < strings
              ? SqlTypeUtil.inCharFamily(operand.getType())
              : SqlTypeUtil.isIntType(operand.getType());
      if (!fits && !Functions.isUntyped(operand)) {
        return false;
      }
    }
    return !operands.isEmpty();
  }

  private static Function fitted(Function function, RexCall call, RelDataTypeSystem system) {
    Optional<NumericType> number = NumericType.of(call.getType(), system);
    return number.isEmpty() ? function : values -> number.get().fit(function.apply(values));
  }

  private static Optional<Function> named(String name, RexCall call) {
    int operands = call.getOperands().size();
    return switch (name) {
      case "UPPER" -> Optional.of(values -> built(text(values, 0).toUpperCase(Locale.ROOT)));
      case "LOWER" -> Optional.of(values -> built(text(values, 0).toLowerCase(Locale.ROOT)));
      case "CHAR_LENGTH", "CHARACTER_LENGTH" -> Optional.of(values -> text(values, 0).length());
      case "||" -> Optional.of(concatenation(call));
      case "SUBSTRING" -> Optional.of(StringFunctions::substring);
      case "LEFT" -> Optional.of(values -> built(text(values, 0).substring(0, length(values))));
      case "RIGHT" ->
          Optional.of(
              values ->
                  built(text(values, 0).substring(text(values, 0).length() - length(values))));
      case "ASCII" -> Optional.of(values -> ascii(text(values, 0)));
      case "POSITION" -> operands <= 3 ? Optional.of(StringFunctions::position) : Optional.empty();
      case "REPLACE" ->
          Optional.of(
              values ->
                  text(values, 1).isEmpty()
                      ? text(values, 0)
                      : replaced(text(values, 0), text(values, 1), text(values, 2)));
      case "LIKE" -> Optional.of(StringFunctions::like);
      default -> Optional.empty();
    };
  }

  private static String text(List<Object> values, int index) {
    return (String) values.get(index);
  }

  /** The second operand as a length of the first: none below 0, all of it above. */
  private static int length(List<Object> values) {
    return (int) Math.max(0, Math.min(text(values, 0).length(), Numbers.toLong(values.get(1))));
  }

  private static Function concatenation(RexCall call) {
    List<Boolean> fixed = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      fixed.add(Padding.isFixed(operand));
    }
    return values -> {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < values.size(); i++) {
        text.append(fixed.get(i) ? Padding.strip(text(values, i)) : text(values, i));
        requireRoom(text);
      }
      Evaluation.builds(text.length());
      return text.toString();
    };
  }

  private static String replaced(String text, String searched, String replacement) {
    StringBuilder replaced = new StringBuilder();
    int from = 0;
    for (int at = text.indexOf(searched); at >= 0; at = text.indexOf(searched, from)) {
      replaced.append(text, from, at).append(replacement);
      requireRoom(replaced);
      from = at + searched.length();
    }
    replaced.append(text, from, text.length());
    requireRoom(replaced);
    Evaluation.builds(replaced.length());
    return replaced.toString();
  }

  private static String built(String text) {
    Evaluation.builds(text.length());
    return text;
  }

  private static void requireRoom(StringBuilder text) {
    if (text.length() > MAX_LENGTH) {
      throw RunMessages.stringTooLong(MAX_LENGTH);
    }
  }

  private static Object substring(List<Object> values) {
    String text = text(values, 0);
    long from = Numbers.toLong(values.get(1));
    long length = values.size() > 2 ? Numbers.toLong(values.get(2)) : Integer.MAX_VALUE;
    if (length < 0) {
      throw RunMessages.badArgument("SUBSTRING");
    }
    int start = (int) Math.max(1, Math.min(from, text.length() + 1L)) - 1;
    int end = (int) Math.max(start, Math.min(from + length - 1, text.length()));
    return built(text.substring(start, end));
  }

  private static Object ascii(String text) {
    return text.isEmpty() ? 0 : text.codePointAt(0);
  }

  /** POSITION(searched IN text FROM place), 0 if it is not there. */
  private static Object position(List<Object> values) {
    String text = text(values, 1);
    if (values.size() == 2) {
      return text.indexOf(text(values, 0)) + 1;
    }
    long from = Numbers.toLong(values.get(2));
    return from < 1 || from > text.length() ? 0 : text.indexOf(text(values, 0), (int) from - 1) + 1;
  }

  private static Object like(List<Object> values) {
    String escape = values.size() > 2 ? text(values, 2) : "";
    return LikePattern.of(text(values, 1), escape).matches(text(values, 0));
  }

  /** TRIM(flag, character, text), or of any of several characters where these are a set. */
  private static Optional<Known> trim(RexCall call, RelDataTypeSystem system) {
    if (call.getOperands().size() != 3
        || !(call.getOperands().get(0) instanceof RexLiteral literal)) {
      return Optional.empty();
    }
    SqlTrimFunction.Flag flag = literal.getValueAs(SqlTrimFunction.Flag.class);
    if (flag == null) {
      return Optional.empty();
    }
    boolean leading = flag != SqlTrimFunction.Flag.TRAILING;
    boolean trailing = flag != SqlTrimFunction.Flag.LEADING;
    boolean several = system instanceof BackendTypes types && types.trimsSets();
    return Optional.of(
        new Known(
            call.getOperands().subList(1, 3),
            values -> {
              if (!several && text(values, 0).length() != 1) {
                throw RunMessages.badArgument("TRIM");
              }
              Evaluation.builds(text(values, 0).length());
              return trim(text(values, 0), text(values, 1), leading, trailing);
            }));
  }

  private static String trim(String unwanted, String text, boolean leading, boolean trailing) {
    Set<Integer> set = unwanted.codePoints().boxed().collect(Collectors.toSet());
    int from = 0;
    int to = text.length();
    while (leading && from < to && set.contains(text.codePointAt(from))) {
      from += Character.charCount(text.codePointAt(from));
    }
    while (trailing && from < to && set.contains(text.codePointBefore(to))) {
      to -= Character.charCount(text.codePointBefore(to));
    }
    return built(text.substring(from, to));
  }
}
