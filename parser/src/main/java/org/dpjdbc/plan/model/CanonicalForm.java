package org.dpjdbc.plan.model;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.sql.parse.GivenValue;

/**
 * What a statement asks, in a form that is equal for statements that ask the same in other words.
 * Values that are given when the plan is run are open in it. Different forms have different
 * strings: what may contain any character has its length before it.
 */
public sealed interface CanonicalForm {
  /** The string of the form for these values. */
  String with(List<GivenValue> given);

  /** The values that are open in it, by their indices. */
  Stream<Integer> open();

  /** What is the same for all values. */
  record Text(String text) implements CanonicalForm {
    @Override
    public String with(List<GivenValue> given) {
      return text;
    }

    @Override
    public Stream<Integer> open() {
      return Stream.of();
    }
  }

  /**
   * A value that is given when the plan is run.
   *
   * @param index among these values
   * @param addend added to an integer: {@code > 65} is {@code >= 66}
   */
  record Given(int index, int addend) implements CanonicalForm {
    @Override
    public String with(List<GivenValue> given) {
      Object value = given.get(index).value();
      if (value instanceof String string) {
        return string(string).text();
      } else if (value instanceof LocalDate date) {
        return date(date).text();
      }
      return number(new BigDecimal(value.toString()).add(BigDecimal.valueOf(addend))).text();
    }

    @Override
    public Stream<Integer> open() {
      return Stream.of(index);
    }
  }

  /**
   * An operator and its operands.
   *
   * @param operator its name, and what else it depends on
   */
  record Ordered(String operator, List<CanonicalForm> operands) implements CanonicalForm {
    public Ordered {
      operands = List.copyOf(operands);
    }

    @Override
    public String with(List<GivenValue> given) {
      return operands.stream()
          .map(operand -> operand.with(given))
          .collect(Collectors.joining(",", string(operator).text() + "(", ")"));
    }

    @Override
    public Stream<Integer> open() {
      return operands.stream().flatMap(CanonicalForm::open);
    }
  }

  /** Two operands in either order. */
  record Commutative(String operator, CanonicalForm one, CanonicalForm other)
      implements CanonicalForm {
    @Override
    public String with(List<GivenValue> given) {
      return Stream.of(one.with(given), other.with(given))
          .sorted()
          .collect(Collectors.joining(",", string(operator).text() + "(", ")"));
    }

    @Override
    public Stream<Integer> open() {
      return Stream.concat(one.open(), other.open());
    }
  }

  /** Operands in any order, of which equal ones count once: those of AND and OR. */
  record Unordered(String operator, List<CanonicalForm> operands) implements CanonicalForm {
    public Unordered {
      operands = List.copyOf(operands);
    }

    @Override
    public String with(List<GivenValue> given) {
      Set<String> sorted = new TreeSet<>();
      operands.forEach(operand -> sorted.add(operand.with(given)));
      return sorted.size() == 1
          ? sorted.iterator().next()
          : string(operator).text() + "{" + String.join(",", sorted) + "}";
    }

    @Override
    public Stream<Integer> open() {
      return operands.stream().flatMap(CanonicalForm::open);
    }
  }

  /** A string, or a name. */
  static Text string(String string) {
    return new Text("'" + string.length() + ":" + string);
  }

  /** A number that is compared: its scale does not matter. */
  static Text number(BigDecimal number) {
    BigDecimal plain = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    return new Text("#" + plain.toPlainString());
  }

  /** A date. */
  static Text date(LocalDate date) {
    return new Text("D" + date);
  }
}
