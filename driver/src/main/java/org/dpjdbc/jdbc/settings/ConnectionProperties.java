package org.dpjdbc.jdbc.settings;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.jdbc.settings.ConnectionProperty.Kind;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.Policy.DeriveRule;

/** Every {@code dp.} parameter of a connection. */
public final class ConnectionProperties {
  /** What every own parameter begins with. */
  static final String PREFIX = "dp.";

  /** The dialect of whatever database is behind. */
  static final String OWN_DIALECT = "backend";

  private static final List<String> DIALECTS = List.of(OWN_DIALECT, "PostgreSQL");

  private static final int MAX_POOL = 1000;
  private static final int MAX_POOL_REUSE = 60;
  private static final int MAX_FETCH_SIZE = 1_000_000;

  public static final ConnectionProperty<String> POLICY =
      text(
          "dp.policy",
          Kind.REQUIRED,
          "The policy file: a path, or classpath: followed by the name of a resource.");
  public static final ConnectionProperty<String> POLICY_TEXT =
      text(
          "dp.policy_text",
          Kind.OPTIONAL,
          "The text of the policy, for a program that keeps one while its file changes."
              + " dp.policy still determines the ledger. Default: the content of the file when the"
              + " connection is opened.");
  public static final ConnectionProperty<String> ANALYST =
      text(
          "dp.analyst",
          Kind.OPTIONAL,
          "The analyst to charge queries to; names that differ only in case, blanks or"
              + " Unicode form are one analyst. Default: the user's name in the database.");
  public static final ConnectionProperty<BigDecimal> EPSILON =
      new ConnectionProperty<>(
          "dp.epsilon",
          "Epsilon of each query, from 1e-9 up to the policy's max_epsilon_per_query. Default: the"
              + " policy's.",
          "a number of at least 1e-9",
          Kind.OPTIONAL,
          List.of(),
          text -> number(text).filter(epsilon -> epsilon.compareTo(Policy.MIN_EPSILON) >= 0));
  public static final ConnectionProperty<BigDecimal> DELTA =
      new ConnectionProperty<>(
          "dp.delta",
          "Delta of each query: 0, or from 1e-18 up to the policy's default. Default: the"
              + " policy's.",
          "0, or a number from 1e-18 to below 1",
          Kind.OPTIONAL,
          List.of(),
          text ->
              number(text)
                  .filter(
                      delta ->
                          delta.signum() == 0
                              || (delta.compareTo(Policy.MIN_DELTA) >= 0
                                  && delta.compareTo(BigDecimal.ONE) < 0)));
  public static final ConnectionProperty<DeriveRule> DERIVE =
      new ConnectionProperty<>(
          "dp.derive",
          "When a kept answer that a query follows from answers it, for free. Default: the"
              + " policy's.",
          DeriveRule.rewrites(),
          Kind.OPTIONAL,
          Arrays.stream(DeriveRule.values()).map(DeriveRule::form).toList(),
          DeriveRule::of);
  public static final ConnectionProperty<Boolean> ERROR_COLUMNS =
      new ConnectionProperty<>(
          "dp.error_columns",
          "Whether every noisy column x is followed by x_error95, the half-width of its 95 %"
              + " interval. Default: false.",
          "true or false",
          Kind.OPTIONAL,
          List.of("true", "false"),
          ConnectionProperties::bool);
  public static final ConnectionProperty<String> DIALECT =
      new ConnectionProperty<>(
          "dp.dialect",
          "The SQL dialect of queries: the database's own, or PostgreSQL's, which is translated."
              + " Default: backend.",
          "backend or PostgreSQL",
          Kind.OPTIONAL,
          DIALECTS,
          text -> DIALECTS.stream().filter(text.strip()::equalsIgnoreCase).findFirst());
  public static final ConnectionProperty<Integer> POOL =
      count(
          "dp.pool",
          MAX_POOL,
          "The maximum number of database connections shared by connections of this process that"
              + " have the same login, URL, properties and time limit. Default: each connection"
              + " has its own.");
  public static final ConnectionProperty<Integer> POOL_REUSE =
      count(
          "dp.pool_reuse",
          MAX_POOL_REUSE,
          "With dp.pool: for how many seconds new connections reuse the login and the tables of"
              + " an earlier one with the same properties. Default: no reuse.");
  public static final ConnectionProperty<Integer> FETCH_SIZE =
      count(
          "dp.fetch_size",
          MAX_FETCH_SIZE,
          "Rows fetched from the database at a time. Default: all at once.");
  public static final ConnectionProperty<String> LEDGER =
      text(
          "dp.ledger",
          Kind.OPTIONAL,
          "JDBC URL of the ledger. Default: an H2 file next to the policy.");
  public static final ConnectionProperty<String> LEDGER_USER =
      text("dp.ledger.user", Kind.OPTIONAL, "User of the ledger's database.");
  public static final ConnectionProperty<String> LEDGER_PASSWORD =
      new ConnectionProperty<>(
          "dp.ledger.password",
          "Password of the ledger's database.",
          "a string",
          Kind.SECRET,
          List.of(),
          Optional::of);
  public static final ConnectionProperty<String> DRIVER =
      text(
          "dp.driver",
          Kind.OPTIONAL,
          "Class name of the database's own driver. Default: found by the service loader.");

  /** All of them, the most needed first. */
  public static final List<ConnectionProperty<?>> ALL =
      List.of(
          POLICY,
          ANALYST,
          EPSILON,
          DELTA,
          DERIVE,
          ERROR_COLUMNS,
          DIALECT,
          LEDGER,
          LEDGER_USER,
          LEDGER_PASSWORD,
          POOL,
          POOL_REUSE,
          FETCH_SIZE,
          DRIVER,
          POLICY_TEXT);

  /** Digits before or after the point that a privacy parameter may have. */
  private static final int MAX_DIGITS = 100;

  private ConnectionProperties() {}

  private static ConnectionProperty<Integer> count(String key, int max, String description) {
    return new ConnectionProperty<>(
        key,
        description,
        "an integer from 1 to " + max,
        Kind.OPTIONAL,
        List.of(),
        text ->
            number(text)
                .filter(number -> number.stripTrailingZeros().scale() <= 0)
                .filter(number -> number.signum() > 0)
                .filter(number -> number.compareTo(BigDecimal.valueOf(max)) <= 0)
                .map(BigDecimal::intValueExact));
  }

  private static ConnectionProperty<String> text(String key, Kind kind, String description) {
    return new ConnectionProperty<>(
        key,
        description,
        "a non-blank string",
        kind,
        List.of(),
        text -> Optional.of(text.strip()).filter(stripped -> !stripped.isEmpty()));
  }

  private static Optional<BigDecimal> number(String text) {
    if (text.length() > MAX_DIGITS) {
      return Optional.empty();
    }
    try {
      BigDecimal number = new BigDecimal(text.strip());
      return Math.abs((long) number.scale()) > MAX_DIGITS ? Optional.empty() : Optional.of(number);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<Boolean> bool(String text) {
    return switch (text.strip()) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }
}
