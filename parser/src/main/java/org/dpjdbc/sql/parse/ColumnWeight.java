package org.dpjdbc.sql.parse;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dpjdbc.sql.refusal.ParseMessages;

/**
 * How much the relative error of one column of the answer matters, beside 1 for a column of which
 * nothing is said: {@code weights = 'n = 3, total = 0.5'}.
 *
 * @param column its label, as the query writes it
 * @param weight from {@link #MIN} to {@link #MAX}
 */
public record ColumnWeight(String column, BigDecimal weight) {
  static final BigDecimal MIN = new BigDecimal("0.01");
  static final BigDecimal MAX = new BigDecimal("100");

  /** A label, in quotes where it holds a comma or an equals sign, and its weight. */
  private static final Pattern PAIR =
      Pattern.compile("\\s*+(?:\"((?:[^\"]|\"\")++)\"|([^\",=]++))\\s*+=([^\",=]++)");

  /**
   * Reads the option.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it is no list of labels and numbers, or a
   *     number is out of its range
   */
  static List<ColumnWeight> read(String text) {
    List<ColumnWeight> weights = new ArrayList<>();
    Matcher pair = PAIR.matcher(text);
    int next = 0;
    while (pair.region(next, text.length()).lookingAt()) {
      String quoted = pair.group(1);
      String label = quoted == null ? pair.group(2).strip() : quoted.replace("\"\"", "\"");
      weights.add(new ColumnWeight(label, weight(label, pair.group(3).strip())));
      if (pair.end() == text.length()) {
        return List.copyOf(weights);
      } else if (text.charAt(pair.end()) != ',') {
        break;
      }
      next = pair.end() + 1;
    }
    throw ParseMessages.weightsNotAList();
  }

  private static BigDecimal weight(String column, String text) {
    try {
      BigDecimal weight = new BigDecimal(text);
      if (weight.compareTo(MIN) >= 0 && weight.compareTo(MAX) <= 0) {
        return Hints.withinDigits(weight, "weights");
      }
    } catch (NumberFormatException e) {
      // falls through to the refusal: no number at all
    }
    throw ParseMessages.weightOutOfRange(column, MIN.toPlainString(), MAX.toPlainString());
  }

  /**
   * The columns that are meant, by their places in the answer. Case matters only where labels
   * differ in nothing else.
   *
   * @param names of each column
   * @throws org.dpjdbc.sql.refusal.RefusedException if there is no such column or more than one, or
   *     one has two weights
   */
  public static SortedMap<Integer, ColumnWeight> places(
      List<ColumnWeight> weights, List<Set<String>> names) {
    SortedMap<Integer, ColumnWeight> places = new TreeMap<>();
    for (ColumnWeight weight : weights) {
      if (places.put(place(weight.column(), names), weight) != null) {
        throw ParseMessages.weightTwice(weight.column());
      }
    }
    return places;
  }

  private static int place(String column, List<Set<String>> names) {
    List<Integer> alike =
        IntStream.range(0, names.size())
            .filter(place -> names.get(place).stream().anyMatch(column::equalsIgnoreCase))
            .boxed()
            .toList();
    List<Integer> same = alike.stream().filter(i -> names.get(i).contains(column)).toList();
    if (alike.isEmpty()) {
      throw ParseMessages.weightOfNoColumn(
          column, names.stream().map(of -> of.iterator().next()).collect(Collectors.joining(", ")));
    } else if (alike.size() > 1 && same.size() != 1) {
      throw ParseMessages.weightOfSeveralColumns(column);
    }
    return alike.size() == 1 ? alike.get(0) : same.get(0);
  }
}
