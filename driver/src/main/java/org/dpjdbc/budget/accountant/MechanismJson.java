package org.dpjdbc.budget.accountant;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The mechanisms of a charge as JSON, with exact parameters, as the ledger keeps them: a history
 * can be added up again by another theorem. Equal mechanisms are written once, with their number.
 */
public final class MechanismJson {
  /** Written for charges without recorded mechanisms: their (ε, δ) counts. */
  public static final String UNKNOWN = "{\"version\":1}";

  private static final String HEAD = "{\"version\":1,\"mechanisms\":[";
  private static final String TAIL = "]}";
  private static final Pattern OBJECT = Pattern.compile("\\{([^{}]*)\\}");
  private static final Pattern FIELD = Pattern.compile("\"(\\w+)\":\"?([^\",]*)\"?");
  private static final Pattern FRACTION = Pattern.compile("(\\d+)(?:/(\\d+))?");

  private MechanismJson() {}

  /**
   * A mechanism used several times.
   *
   * @param count at least 1
   */
  public record Counted(ChargedMechanism mechanism, int count) {
    /** Checks the range. */
    public Counted {
      if (count < 1) {
        throw new IllegalArgumentException("a charged mechanism was used at least once");
      }
    }
  }

  /** The JSON for some mechanisms, in any order. */
  public static String write(List<ChargedMechanism> mechanisms) {
    Map<ChargedMechanism, Integer> counts = new LinkedHashMap<>();
    mechanisms.forEach(mechanism -> counts.merge(mechanism, 1, Integer::sum));
    return text(
        counts.entrySet().stream().map(e -> new Counted(e.getKey(), e.getValue())).toList());
  }

  /** Parses the mechanisms that {@link #write} wrote; empty for any other string. */
  public static Optional<List<Counted>> read(String text) {
    if (!text.startsWith(HEAD) || !text.endsWith(TAIL)) {
      return Optional.empty();
    }
    List<Counted> mechanisms = new ArrayList<>();
    try {
      Matcher object = OBJECT.matcher(text).region(HEAD.length(), text.length());
      while (object.find()) {
        Map<String, String> fields = new HashMap<>();
        Matcher field = FIELD.matcher(object.group(1));
        while (field.find()) {
          fields.put(field.group(1), field.group(2));
        }
        mechanisms.add(
            new Counted(mechanism(fields), Integer.parseInt(fields.getOrDefault("count", ""))));
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      return Optional.empty();
    }
    // Nothing was passed over.
    return text(mechanisms).equals(text) ? Optional.of(mechanisms) : Optional.empty();
  }

  private static String text(List<Counted> mechanisms) {
    return mechanisms.stream()
        .map(MechanismJson::object)
        .collect(Collectors.joining(",", HEAD, TAIL));
  }

  private static String object(Counted counted) {
    ChargedMechanism mechanism = counted.mechanism();
    StringBuilder text = new StringBuilder("{\"mechanism\":\"").append(name(mechanism));
    text.append("\",\"count\":").append(counted.count());
    add(text, "epsilon", mechanism.epsilon());
    if (mechanism.delta().signum() > 0) {
      add(text, "delta", mechanism.delta());
    }
    if (mechanism instanceof ChargedMechanism.Laplace laplace) {
      add(text, "l1", laplace.l1());
      add(text, "l2Squared", laplace.l2Squared());
    } else if (mechanism instanceof ChargedMechanism.Gaussian gaussian) {
      add(text, "l2Squared", gaussian.l2Squared());
      add(text, "sigmaSquared", gaussian.sigmaSquared());
      add(text, "leastSigmaSquared", gaussian.minSigmaSquared());
    } else if (mechanism instanceof ChargedMechanism.Selection selection) {
      text.append(",\"groups\":").append(selection.groups());
    }
    return text.append('}').toString();
  }

  private static String name(ChargedMechanism mechanism) {
    if (mechanism instanceof ChargedMechanism.Other other) {
      return other.name();
    } else if (mechanism instanceof ChargedMechanism.Laplace) {
      return "laplace";
    } else if (mechanism instanceof ChargedMechanism.Gaussian) {
      return "gaussian";
    } else if (mechanism instanceof ChargedMechanism.Selection) {
      return "partition selection";
    } else if (mechanism instanceof ChargedMechanism.Threshold) {
      return "threshold";
    }
    return "exponential";
  }

  private static ChargedMechanism mechanism(Map<String, String> fields) {
    String name = fields.getOrDefault("mechanism", "");
    BigFraction epsilon = fraction(fields, "epsilon");
    return switch (name) {
      case "laplace" ->
          new ChargedMechanism.Laplace(
              epsilon, fraction(fields, "l1"), fraction(fields, "l2Squared"));
      case "gaussian" ->
          new ChargedMechanism.Gaussian(
              epsilon,
              fraction(fields, "delta"),
              fraction(fields, "l2Squared"),
              fraction(fields, "sigmaSquared"),
              fraction(fields, "leastSigmaSquared"));
      case "partition selection" ->
          new ChargedMechanism.Selection(
              epsilon,
              fraction(fields, "delta"),
              Integer.parseInt(fields.getOrDefault("groups", "")));
      case "threshold" -> new ChargedMechanism.Threshold(fraction(fields, "delta"));
      case "exponential" -> new ChargedMechanism.Exponential(epsilon);
      default -> new ChargedMechanism.Other(name, epsilon, fraction(fields, "delta"));
    };
  }

  private static void add(StringBuilder text, String name, BigFraction value) {
    text.append(",\"").append(name).append("\":\"").append(value.getNumerator());
    if (!value.getDenominator().equals(BigInteger.ONE)) {
      text.append('/').append(value.getDenominator());
    }
    text.append('"');
  }

  /** A missing one is 0, which whoever needs it refuses. */
  private static BigFraction fraction(Map<String, String> fields, String name) {
    Matcher matcher = FRACTION.matcher(fields.getOrDefault(name, "0"));
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a fraction");
    }
    String denominator = matcher.group(2);
    return BigFraction.of(
        new BigInteger(matcher.group(1)),
        denominator == null ? BigInteger.ONE : new BigInteger(denominator));
  }
}
