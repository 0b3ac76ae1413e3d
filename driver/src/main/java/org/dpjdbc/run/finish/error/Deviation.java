package org.dpjdbc.run.finish.error;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * How far a value moves, to first order, when each of its draws moves by its own half-width:
 * signed, as expressions over the row. Empty for a value without noise; a part that is NULL is
 * unknown.
 *
 * <p>A sum of independent draws has the root of the summed squares as its half-width (exactly for
 * Gaussian noise, closely enough for others). For draws that may depend on each other it is the
 * sum, which in standard deviations is never too small.
 *
 * @param parts how far each draw moves it
 * @param linear the value as a sum of released columns, but for a number without noise; {@code
 *     null} where it is none
 */
record Deviation(Map<Draw, RexNode> parts, @Nullable LinearForm linear) {
  static final Deviation NONE = new Deviation(Map.of(), LinearForm.ZERO);

  /** Copies the map, in its order. */
  Deviation {
    parts = new LinkedHashMap<>(parts);
  }

  /** Of a value that is not linear in the released columns. */
  Deviation(Map<Draw, RexNode> parts) {
    this(parts, null);
  }

  boolean isNone() {
    return parts.isEmpty();
  }

  /** The deviation of a multiple, or another function of one value, by the chain rule. */
  Deviation map(UnaryOperator<RexNode> factor) {
    Map<Draw, RexNode> mapped = new LinkedHashMap<>();
    parts.forEach((draw, part) -> mapped.put(draw, factor.apply(part)));
    return new Deviation(mapped);
  }

  /** The deviation of a multiple by a constant. */
  Deviation times(double constant, UnaryOperator<RexNode> factor) {
    return map(factor).with(linear == null ? null : linear.times(constant));
  }

  /** The same deviation of a value that is a sum of released columns, or none. */
  Deviation with(@Nullable LinearForm form) {
    return new Deviation(parts, form);
  }

  /** The deviation of a sum. */
  Deviation plus(Deviation other, DoubleMath math) {
    Map<Draw, RexNode> sum = new LinkedHashMap<>(parts);
    other.parts.forEach((draw, part) -> sum.merge(draw, part, math::plus));
    LinearForm form = linear;
    LinearForm more = other.linear;
    return new Deviation(sum, form == null || more == null ? null : form.plus(more));
  }

  /** The half-width: one number for all draws. */
  RexNode total(DoubleMath math) {
    List<RexNode> independent = new ArrayList<>();
    for (List<Draw> component : components()) {
      RexNode sum = math.abs(part(component.get(0)));
      for (Draw draw : component.subList(1, component.size())) {
        sum = math.plus(sum, math.abs(part(draw)));
      }
      independent.add(sum);
    }
    if (independent.isEmpty()) {
      return math.number(0);
    }
    if (independent.size() == 1) {
      return independent.get(0);
    }
    RexNode squares = math.times(independent.get(0), independent.get(0));
    for (RexNode part : independent.subList(1, independent.size())) {
      squares = math.plus(squares, math.times(part, part));
    }
    return math.sqrt(squares);
  }

  /** What it adds in squares to the half-width of a sum over rows that are independent. */
  RexNode addend(LinearErrors known, DoubleMath math) {
    OptionalDouble exact = linear == null ? OptionalDouble.empty() : known.addend(linear.factors());
    return exact.isPresent() ? math.number(exact.getAsDouble()) : total(math);
  }

  private RexNode part(Draw draw) {
    RexNode part = parts.get(draw);
    if (part == null) {
      throw new IllegalStateException("not a draw of this value");
    }
    return part;
  }

  /** The draws, those that depend on each other together. */
  private List<List<Draw>> components() {
    List<List<Draw>> components = new ArrayList<>();
    for (Draw draw : parts.keySet()) {
      List<Draw> merged = new ArrayList<>();
      merged.add(draw);
      List<List<Draw>> rest = new ArrayList<>();
      for (List<Draw> component : components) {
        if (component.stream().anyMatch(draw::dependsOn)) {
          merged.addAll(component);
        } else {
          rest.add(component);
        }
      }
      rest.add(merged);
      components = rest;
    }
    return components;
  }
}
