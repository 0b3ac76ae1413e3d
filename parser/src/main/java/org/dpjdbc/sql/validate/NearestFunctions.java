package org.dpjdbc.sql.validate;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.rewrite.SqlUnparser;
import org.jspecify.annotations.Nullable;

/** What is offered in place of functions of databases that are not. */
final class NearestFunctions extends SqlBasicVisitor<@Nullable Void> {
  private static final Pattern INTERVAL =
      Pattern.compile("(?i)(\\d{1,4})\\W*\\b(year|quarter|month|week|day|hour|minute|second)");

  /** Intervals that are a unit as long as any. */
  private static final Set<String> WHOLE =
      Set.of(
          "1YEAR",
          "12YEAR",
          "1QUARTER",
          "3QUARTER",
          "1MONTH",
          "1WEEK",
          "7WEEK",
          "1DAY",
          "1HOUR",
          "1MINUTE",
          "1SECOND");

  private static final int DAYS_OF_WEEK = 7;
  private static final int MONTHS_OF_QUARTER = 3;
  private static final int MONTHS_OF_YEAR = 12;

  private final Position at;
  private final Deque<SqlCall> around = new ArrayDeque<>();

  /** The call that is refused, and what it stands in, from the inside out. */
  private List<SqlCall> found = List.of();

  private NearestFunctions(Position at) {
    this.at = at;
  }

  /**
   * The refusal of a call.
   *
   * @param at its position
   * @param signature as a message shows it
   */
  static RefusedException refused(SqlNode query, Position at, String signature) {
    NearestFunctions search = new NearestFunctions(at);
    query.accept(search);
    return search.found.isEmpty()
        ? ParseMessages.unknownFunction(signature)
        : search.refused(signature).at(search.span());
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    around.push(call);
    if (found.isEmpty() && call.getOperator() instanceof SqlFunction && begins(call)) {
      found = List.copyOf(around);
    }
    super.visit(call);
    around.pop();
    return null;
  }

  /** Calcite may place a call with or without what follows its parentheses. */
  private boolean begins(SqlCall call) {
    Position position = Position.of(call.getParserPosition());
    return position.line() == at.line() && position.column() == at.column();
  }

  private RefusedException refused(String signature) {
    SqlCall call = found.get(0);
    List<SqlNode> operands = call.getOperandList();
    return switch (call.getOperator().getName().toUpperCase(Locale.ROOT)) {
      case "STRING_AGG", "LISTAGG", "GROUP_CONCAT", "ARRAY_AGG", "LIST", "ANY_VALUE" ->
          ParseMessages.valuesNotListed(signature, "", isListed());
      case "HISTOGRAM" -> ParseMessages.valuesNotListed(signature, ", COUNT(*)", isListed());
      case "ARG_MAX", "MAX_BY", "ARGMAX" -> ofFirst(signature, operands, " DESC");
      case "ARG_MIN", "MIN_BY", "ARGMIN" -> ofFirst(signature, operands, "");
      case "TIME_BUCKET", "DATE_BIN" -> bucket(signature, operands);
      case "DATE_SUB" -> difference(signature, operands);
      case "DATE_PART" -> part(signature, operands);
      case "MAD" -> spread(signature, operands);
      case "SKEWNESS", "KURTOSIS", "KURTOSIS_POP" ->
          ParseMessages.unknownFunction(
              signature, "a histogram, GROUP BY FLOOR(x / 10), or quantiles show the shape");
      case "GENERATE_SERIES", "SEQUENCE", "RANGE" ->
          ParseMessages.unknownFunction(
              signature,
              "omit it, and group by what has bounds in the policy, such as FLOOR(x / 10) or"
                  + " DATE_TRUNC('week', x): its empty groups are listed, too");
      case "REGEXP_LIKE", "REGEXP_MATCHES", "REGEXP_CONTAINS" ->
          ParseMessages.unknownFunction(signature, "write x LIKE '%a' OR x LIKE '%b'");
      case "REGEXP_REPLACE" ->
          ParseMessages.unknownFunction(
              signature,
              "write REPLACE(x, 'a', 'b') for each string to replace, or CASE WHEN x LIKE '%a' THEN"
                  + " 'b' ELSE x END");
      case "REGEXP_EXTRACT", "REGEXP_SUBSTR", "REGEXP_MATCH", "SPLIT_PART" ->
          ParseMessages.unknownFunction(
              signature, "write SUBSTRING(x, 1, 3), or CASE WHEN x LIKE '%a' THEN 'a' END");
      case "INITCAP" -> ParseMessages.unknownFunction(signature, "write UPPER(x) or LOWER(x)");
      case "AGE" -> ParseMessages.ageAlone();
      case "TIMEZONE",
          "CONVERT_TZ",
          "CONVERT_TIMEZONE",
          "FROM_TZ",
          "FROM_UTC_TIMESTAMP",
          "TO_UTC_TIMESTAMP",
          "AT_TIMEZONE",
          "WITH_TIMEZONE" ->
          ParseMessages.unknownFunction(
              signature,
              "timestamps are shown in UTC; for a fixed offset, add an interval: x + INTERVAL '1'"
                  + " HOUR");
      case "RANDOM", "RAND" ->
          ParseMessages.unknownFunction(
              signature, "omit it: a random sample costs as much as all rows and adds error");
      default -> ParseMessages.unknownFunction(signature);
    };
  }

  /** With the {@code WITHIN GROUP} that belongs to the call. */
  private Position span() {
    SqlCall call =
        found.size() > 1 && found.get(1).getKind() == SqlKind.WITHIN_GROUP
            ? found.get(1)
            : found.get(0);
    return Position.of(call.getParserPosition());
  }

  /** Whether its argument can stand in its place. */
  private boolean isListed() {
    return found.get(0).operandCount() > 0
        && found.stream()
            .takeWhile(call -> !(call instanceof SqlSelect))
            .noneMatch(call -> call.getKind() == SqlKind.OVER || call.getKind() == SqlKind.FILTER);
  }

  private RefusedException ofFirst(String signature, List<SqlNode> operands, String direction) {
    Optional<String> value = text(operands, 0);
    Optional<String> order = text(operands, 1);
    Optional<String> keys = keys();
    boolean known = operands.size() == 2 && value.isPresent() && order.isPresent();
    return ParseMessages.valueOfFirst(
        signature,
        known ? value.get() : "x",
        keys.orElse("the person"),
        (known ? order.get() : "y") + direction,
        known && keys.isPresent());
  }

  /** The keys of a subquery that has nothing else beside the call. */
  private Optional<String> keys() {
    List<SqlSelect> selects =
        found.stream().filter(SqlSelect.class::isInstance).map(SqlSelect.class::cast).toList();
    if (selects.size() < 2 || !isListed()) {
      return Optional.empty();
    }
    SqlSelect select = selects.get(0);
    SqlNodeList group = select.getGroup();
    boolean plain =
        group != null
            && select.getHaving() == null
            && select.getQualify() == null
            && !group.isEmpty()
            && group.stream().allMatch(SqlIdentifier.class::isInstance)
            && select.getSelectList().stream()
                .map(NearestFunctions::unnamed)
                .allMatch(item -> item instanceof SqlIdentifier || item == found.get(0));
    return plain && group != null ? SqlUnparser.text(group) : Optional.empty();
  }

  private static SqlNode unnamed(SqlNode item) {
    return item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
  }

  private static RefusedException bucket(String signature, List<SqlNode> operands) {
    Optional<String> of = text(operands, 1);
    Matcher interval = INTERVAL.matcher(text(operands, 0).orElse(""));
    boolean exact = of.isPresent() && interval.find();
    String unit = exact ? String.valueOf(interval.group(2)).toUpperCase(Locale.ROOT) : "DAY";
    String number = exact ? String.valueOf(interval.group(1)) : "14";
    String longest = unit(unit, Integer.parseInt(number));
    return ParseMessages.intervalsOfTime(
        signature,
        "DATE_TRUNC('%s', %s)".formatted(longest.toLowerCase(Locale.ROOT), of.orElse("x")),
        WHOLE.contains(number + longest)
            ? Optional.empty()
            : Optional.of(
                "FLOOR(TIMESTAMPDIFF(%s, %s, %s) / %s)"
                    .formatted(
                        unit,
                        text(operands, 2).orElse("TIMESTAMP '2000-01-03 00:00:00'"),
                        of.orElse("x"),
                        number)),
        exact);
  }

  /** The longest unit that is no longer than so many of a unit. */
  private static String unit(String unit, int number) {
    if (unit.equals("DAY") && number >= DAYS_OF_WEEK) {
      return "WEEK";
    } else if (unit.equals("MONTH") && number >= MONTHS_OF_YEAR) {
      return "YEAR";
    }
    return unit.equals("MONTH") && number >= MONTHS_OF_QUARTER ? "QUARTER" : unit;
  }

  private static RefusedException difference(String signature, List<SqlNode> operands) {
    Optional<String> unit =
        operands.size() == 3 ? DateArguments.unit(operands.get(0)) : Optional.empty();
    Optional<String> from = text(operands, 1);
    Optional<String> to = text(operands, 2);
    return unit.isPresent() && from.isPresent() && to.isPresent()
        ? ParseMessages.unknownFunction(
            signature,
            "TIMESTAMPDIFF(%s, %s, %s)".formatted(unit.get(), from.get(), to.get()),
            "",
            /* exact= */ true)
        : ParseMessages.unknownFunction(
            signature, "TIMESTAMPDIFF(DAY, x, y)", " or x - INTERVAL '1' DAY", /* exact= */ false);
  }

  private static RefusedException part(String signature, List<SqlNode> operands) {
    Optional<String> unit =
        operands.size() == 2 ? DateArguments.unit(operands.get(0)) : Optional.empty();
    Optional<String> of = text(operands, 1);
    return ParseMessages.unknownFunction(
        signature,
        "EXTRACT(%s FROM %s)".formatted(unit.orElse("YEAR"), of.orElse("x")),
        "",
        unit.isPresent() && of.isPresent());
  }

  private static RefusedException spread(String signature, List<SqlNode> operands) {
    Optional<String> of = text(operands, 0);
    String order = ") WITHIN GROUP (ORDER BY " + of.orElse("x") + ")";
    return ParseMessages.unknownFunction(
        signature,
        "PERCENTILE_CONT(0.75" + order + " - PERCENTILE_CONT(0.25" + order,
        ", the width of the middle half of the values",
        of.isPresent());
  }

  private static Optional<String> text(List<SqlNode> operands, int place) {
    return place < operands.size() ? SqlUnparser.text(operands.get(place)) : Optional.empty();
  }
}
