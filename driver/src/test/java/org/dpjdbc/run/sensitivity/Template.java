package org.dpjdbc.run.sensitivity;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/** Texts with holes, filled by other texts. */
final class Template {
  private Template() {}

  /** The text with each {@code #} replaced by what the next part generates. */
  @SafeVarargs
  static Arbitrary<String> of(String text, Arbitrary<String>... parts) {
    return Combinators.combine(List.of(parts)).as(values -> fill(text, values));
  }

  private static String fill(String text, List<@Nullable String> values) {
    StringBuilder filled = new StringBuilder();
    int next = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      filled.append(c == '#' ? values.get(next++) : String.valueOf(c));
    }
    return filled.toString();
  }

  /** One of the alternatives, each as often as its weight says; the first is the simplest. */
  @SafeVarargs
  static Arbitrary<String> choice(Tuple.Tuple2<Integer, Arbitrary<String>>... alternatives) {
    return Arbitraries.frequencyOf(List.of(alternatives));
  }

  static Tuple.Tuple2<Integer, Arbitrary<String>> weigh(int weight, Arbitrary<String> part) {
    return Tuple.of(weight, part);
  }

  @SafeVarargs
  static Tuple.Tuple2<Integer, Arbitrary<String>> weigh(
      int weight, String text, Arbitrary<String>... parts) {
    return Tuple.of(weight, of(text, parts));
  }
}
