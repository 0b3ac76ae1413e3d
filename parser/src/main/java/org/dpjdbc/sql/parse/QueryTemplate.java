package org.dpjdbc.sql.parse;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.dpjdbc.sql.refusal.Culprit;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * A query without the values that its plan does not depend on. Queries that differ only in such
 * values share one plan and one statement. Immutable.
 */
public final class QueryTemplate {
  /** Replaces a value in a key: the parser refuses SQL that contains it. */
  private static final char MARK = '\0';

  private final List<String> pieces;
  private final List<Slot> slots;

  private QueryTemplate(List<String> pieces, List<Slot> slots) {
    this.pieces = pieces;
    this.slots = slots;
  }

  /** A literal or parameter that may be taken out, and how it is written. */
  private record Slot(SqlNode node, String text) {
    /** Whether the text is that of the value alone, without brackets around it. */
    boolean isIntegral() {
      if (node instanceof SqlDynamicParam) {
        return text.equals("?");
      } else if (node instanceof SqlNumericLiteral) {
        return text.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
      }
      return text.endsWith("'")
          && (text.startsWith("'") || text.toUpperCase(Locale.ROOT).startsWith("DATE"));
    }
  }

  /**
   * A query with its values.
   *
   * @param key names the query but for the values: of two queries with one key, one is the other
   *     with other values in it
   * @param given the values that were taken out, equal ones once
   * @param kept the bind parameters whose values stay in the query
   * @param places which value stands where
   */
  public record Instance(
      String key,
      List<GivenValue> given,
      List<Optional<Object>> kept,
      Map<SqlParserPos, Integer> places) {

    /** The parameter for the value at a place; empty for places of no such value. */
    Optional<SqlNode> mark(SqlParserPos pos, int parameters) {
      return Optional.ofNullable(places.get(pos))
          .map(index -> given.get(index).mark(parameters + index, pos));
    }
  }

  /**
   * Whether a query that is refused without its values may be answered with them: they may be read
   * in another type, or show that a join repeats no rows. They change neither which names there
   * are, nor which rows would be shown, nor the bounds of columns, since no column that has bounds
   * to be known is compared with one.
   */
  public static boolean mayBeAnsweredWithValues(RefusedException refusal) {
    return switch (refusal.code()) {
      case STOPPED, UNKNOWN_TABLE, UNKNOWN_COLUMN, RAW_ROWS -> false;
      case NO_BOUNDS -> refusal.culprit().filter(Culprit.Column.class::isInstance).isEmpty();
      default -> true;
    };
  }

  /**
   * The template of a query.
   *
   * @param text that the query was read from
   */
  public static QueryTemplate of(String text, ParsedQuery query) {
    int[] lines = lineStarts(text);
    List<SqlNode> found = new ArrayList<>(ValueSlots.of(query.node()));
    found.sort(Comparator.comparingInt(node -> offset(lines, node.getParserPosition(), false)));
    List<Slot> slots = new ArrayList<>();
    List<String> pieces = new ArrayList<>();
    int from = 0;
    for (SqlNode node : found) {
      int begin = offset(lines, node.getParserPosition(), false);
      int end = offset(lines, node.getParserPosition(), true);
      Slot slot = new Slot(node, text.substring(begin, end));
      if (begin >= from && slot.isIntegral()) {
        pieces.add(text.substring(from, begin));
        slots.add(slot);
        from = end;
      }
    }
    pieces.add(text.substring(from));
    return new QueryTemplate(List.copyOf(pieces), List.copyOf(slots));
  }

  /** Where each line begins, as the parser counts lines. */
  private static int[] lineStarts(String text) {
    List<Integer> starts = new ArrayList<>(List.of(0));
    for (int i = 0; i < text.length(); i++) {
      boolean pair = text.charAt(i) == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      if (!pair && (text.charAt(i) == '\n' || text.charAt(i) == '\r')) {
        starts.add(i + 1);
      }
    }
    return starts.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int offset(int[] lines, SqlParserPos pos, boolean end) {
    return end
        ? lines[pos.getEndLineNum() - 1] + pos.getEndColumnNum()
        : lines[pos.getLineNum() - 1] + pos.getColumnNum() - 1;
  }

  /**
   * The query with values.
   *
   * @param parameters one value per bind parameter; {@code null} is SQL NULL
   */
  public Instance with(List<@Nullable Object> parameters) {
    StringBuilder key = new StringBuilder();
    Map<GivenValue, Integer> given = new LinkedHashMap<>();
    Map<SqlParserPos, Integer> places = new HashMap<>();
    List<@Nullable Object> kept = new ArrayList<>(parameters);
    for (int i = 0; i < slots.size(); i++) {
      Slot slot = slots.get(i);
      SqlNode node = slot.node();
      key.append(pieces.get(i)).append(MARK);
      Optional<GivenValue> value = value(node, parameters);
      if (value.isPresent()) {
        int index = given.computeIfAbsent(value.get(), known -> given.size());
        places.put(node.getParserPosition(), index);
        key.append(index).append(value.get().type()).append(value.get().scale());
        if (node instanceof SqlDynamicParam parameter) {
          kept.set(parameter.getIndex(), null);
        }
      } else {
        key.append(slot.text());
      }
      key.append(MARK);
    }
    key.append(pieces.get(slots.size()));
    return new Instance(
        key.toString(),
        List.copyOf(given.keySet()),
        kept.stream().map(Optional::ofNullable).toList(),
        Map.copyOf(places));
  }

  /** The query with values, some of which are given apart; empty if none is. */
  public Optional<Instance> values(List<@Nullable Object> parameters) {
    return Optional.of(with(parameters)).filter(instance -> !instance.given().isEmpty());
  }

  private static Optional<GivenValue> value(SqlNode node, List<@Nullable Object> parameters) {
    if (node instanceof SqlDynamicParam parameter) {
      return parameter.getIndex() < parameters.size()
          ? GivenValue.of(parameters.get(parameter.getIndex()))
          : Optional.empty();
    }
    return GivenValue.of((SqlLiteral) node);
  }
}
