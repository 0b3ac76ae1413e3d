package org.dpjdbc.policy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Typed scalars of the policy file; a value of another type is a problem and is treated as absent.
 */
final class Scalars {
  /** The finest epsilon the ledger keeps apart: one nano. */
  static final BigDecimal MIN_EPSILON = new BigDecimal("1e-9");

  /** Far beyond any meaning of privacy, and within the ledger's 64-bit nanos. */
  static final BigDecimal MAX_EPSILON = new BigDecimal("1000000");

  /** The finest positive delta: 18 times the ledger's 2^-64. */
  static final BigDecimal MIN_DELTA = new BigDecimal("1e-18");

  private static final Duration MAX_DURATION = Duration.ofDays(36_500);

  private final Problems problems;

  Scalars(Problems problems) {
    this.problems = problems;
  }

  /** Whether nothing is written there. */
  static boolean isAbsent(Node node) {
    return node instanceof ScalarNode scalar
        && scalar.getTag().equals(YamlTree.PLAIN)
        && List.of("", "~", "null", "Null", "NULL").contains(scalar.getValue());
  }

  /** Whether it is left to the driver to be found. */
  static boolean isAuto(Node node) {
    return node instanceof ScalarNode scalar
        && scalar.getTag().equals(YamlTree.PLAIN)
        && scalar.getValue().equals("auto");
  }

  /** A value of any kind: a string if it is quoted, otherwise what its form says. */
  Optional<PolicyValue> value(Node node) {
    if (!(node instanceof ScalarNode scalar)) {
      problems.at(node, "write a single value here");
      return Optional.empty();
    }
    if (isAbsent(node)) {
      problems.at(node, "an empty value; quote it if a string is meant");
      return Optional.empty();
    }
    if (!isWellFormed(scalar.getValue())) {
      problems.at(node, "a NUL or half of a surrogate pair, which no database stores");
      return Optional.empty();
    }
    if (scalar.getTag().equals(Tag.STR)) {
      return Optional.of(new PolicyValue.Text(scalar.getValue()));
    }
    if (!scalar.getTag().equals(YamlTree.PLAIN)) {
      problems.at(node, "YAML tags are not supported: write the value without " + scalar.getTag());
      return Optional.empty();
    }
    try {
      return Optional.of(PlainScalar.read(scalar.getValue()));
    } catch (PlainScalar.UnreadableException e) {
      problems.at(node, Objects.requireNonNull(e.getMessage()));
      return Optional.empty();
    }
  }

  /** A string, quoted or not: a name. */
  Optional<String> name(Node node, String key) {
    if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
      return Optional.of(scalar.getValue());
    }
    problems.at(node, "'" + key + "' must be a name");
    return Optional.empty();
  }

  Optional<BigDecimal> number(Node node, String key) {
    Optional<PolicyValue> value = value(node);
    if (value.isPresent() && !(value.get() instanceof PolicyValue.Number)) {
      problems.at(node, "'" + key + "' must be a number, not " + shown(node));
    }
    return value
        .filter(PolicyValue.Number.class::isInstance)
        .map(number -> ((PolicyValue.Number) number).value());
  }

  /** The description that analysts see of a table or column. */
  Optional<String> description(Node node) {
    Optional<PolicyValue> value = value(node);
    if (value.isPresent() && !(value.get() instanceof PolicyValue.Text)) {
      problems.at(node, "'description' is a string; put " + shown(node) + " in quotes");
    }
    return value
        .filter(PolicyValue.Text.class::isInstance)
        .map(text -> ((PolicyValue.Text) text).value());
  }

  /** An epsilon: positive and finite, read exactly. */
  Optional<BigDecimal> epsilon(Node node, String key) {
    return within(node, key, number(node, key), MIN_EPSILON, MAX_EPSILON);
  }

  /** A delta: 0, or positive and below 1. */
  Optional<BigDecimal> delta(Node node, String key) {
    return number(node, key)
        .filter(
            delta -> {
              boolean fits =
                  delta.signum() == 0
                      || (delta.compareTo(MIN_DELTA) >= 0 && delta.compareTo(BigDecimal.ONE) < 0);
              if (!fits) {
                problems.at(
                    node,
                    "'"
                        + key
                        + "' must be 0, or from "
                        + MIN_DELTA
                        + " to below 1, not "
                        + shown(node));
              }
              return fits;
            });
  }

  /** An integer, at least 1. */
  OptionalInt count(Node node, String key) {
    Optional<BigDecimal> number = number(node, key);
    if (number.isEmpty()) {
      return OptionalInt.empty();
    }
    BigInteger floor = number.get().toBigInteger();
    boolean whole = new BigDecimal(floor).compareTo(number.get()) == 0;
    if (!whole || floor.signum() <= 0 || floor.bitLength() > 31) {
      problems.at(
          node,
          "'%s' must be an integer from 1 to %d, not %s"
              .formatted(key, Integer.MAX_VALUE, shown(node)));
      return OptionalInt.empty();
    }
    return OptionalInt.of(floor.intValue());
  }

  Optional<Boolean> bool(Node node, String key) {
    Optional<PolicyValue> value = value(node);
    if (value.isPresent() && !(value.get() instanceof PolicyValue.Bool)) {
      problems.at(node, "'" + key + "' must be true or false, not " + shown(node));
    }
    return value
        .filter(PolicyValue.Bool.class::isInstance)
        .map(bool -> ((PolicyValue.Bool) bool).value());
  }

  /** An ISO 8601 duration, not negative. */
  Optional<Duration> duration(Node node, String key) {
    Optional<Duration> duration =
        node instanceof ScalarNode scalar ? parseDuration(scalar.getValue()) : Optional.empty();
    if (duration.filter(d -> !d.isNegative() && d.compareTo(MAX_DURATION) <= 0).isEmpty()) {
      problems.at(
          node,
          "'%s' must be an ISO 8601 duration such as PT24H, PT60S or PT0.1S, not %s"
              .formatted(key, shown(node)));
      return Optional.empty();
    }
    return duration;
  }

  /** One of an enumeration's constants, in lower case. */
  <E extends Enum<E>> Optional<E> oneOf(Node node, String key, Class<E> type) {
    String text = node instanceof ScalarNode scalar ? scalar.getValue() : "";
    Optional<E> found =
        Arrays.stream(type.getEnumConstants())
            .filter(c -> c.name().toLowerCase(Locale.ROOT).equals(text))
            .findFirst();
    if (found.isEmpty()) {
      List<String> names =
          Arrays.stream(type.getEnumConstants())
              .map(c -> c.name().toLowerCase(Locale.ROOT))
              .toList();
      problems.at(node, "'" + key + "' is " + shown(node) + "; write " + String.join(", ", names));
    }
    return found;
  }

  private static boolean isWellFormed(String text) {
    return text.codePoints()
        .noneMatch(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
  }

  private Optional<BigDecimal> within(
      Node node, String key, Optional<BigDecimal> number, BigDecimal min, BigDecimal max) {
    return number.filter(
        n -> {
          boolean fits = n.compareTo(min) >= 0 && n.compareTo(max) <= 0;
          if (!fits) {
            problems.at(
                node,
                "'%s' must be a positive number from %s to %s, not %s"
                    .formatted(key, min, max.toPlainString(), shown(node)));
          }
          return fits;
        });
  }

  private static Optional<Duration> parseDuration(String text) {
    try {
      return Optional.of(Duration.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** The node as a message shows it: a scalar's own text, shortened. */
  static String shown(Node node) {
    if (node instanceof ScalarNode scalar) {
      String text = scalar.getValue();
      return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }
    return "a list or mapping";
  }
}
