package org.dpjdbc.sql.parse;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The privacy parameters that a query may set itself, by name. */
public enum QueryOption {
  EPSILON(
      "a number above 0",
      "Epsilon of the whole query, from 1e-9 up to the policy's max_epsilon_per_query."),
  DELTA(
      "a number from 0 to below 1",
      "Delta of the whole query: 0, or from 1e-18 up to the policy's default."),
  NOISE("laplace, gaussian or best", "The distribution of the noise."),
  MAX_ROWS_CONTRIBUTED(
      "an integer from 1",
      "The maximum number of rows of one unit that count: per group if groups are limited,"
          + " otherwise over all groups together."),
  MAX_GROUPS_CONTRIBUTED(
      "an integer from 1",
      "The maximum number of groups in which one unit counts; its other" + " groups are dropped."),
  GROUP_SELECTION_STRATEGY(
      "LAPLACE_THRESHOLD or PUBLIC_GROUPS",
      "PUBLIC_GROUPS refuses keys without public values, and lists all keys that are looked up"
          + " in a public table. LAPLACE_THRESHOLD selects among the latter."),
  PRIVACY_UNIT_COLUMN(
      "a column's name",
      "The column that identifies the person; refused if the policy names a different one."),
  CONTRIBUTION(
      "limit_groups or clip",
      "How a unit with rows in several groups is bounded: by keeping some of its groups, or by"
          + " scaling down the vector of all its contributions."),
  OTHER_GROUP(
      "true or false", "Whether the rows of hidden private keys form one group with the key NULL."),
  ERROR(
      "a number, or a percentage of the value",
      "The largest error that a value may have. The query spends the smallest epsilon that"
          + " achieves it. If that is too much, the refusal names it."),
  CONFIDENCE(
      "a number between 0 and 1",
      "The probability that a value is within that error; 0.95 by default."),
  WEIGHTS(
      "a list such as 'n = 3, total = 0.5', of numbers from 0.01 to 100",
      "Weights for the relative errors of columns, by label; 1 for the others."),
  DERIVE(
      "as_good, always or never",
      "When a kept answer that the query follows from answers it, for free.");

  private static final String KAPPA = "kappa";

  private final String range;
  private final String meaning;

  QueryOption(String range, String meaning) {
    this.range = range;
    this.meaning = meaning;
  }

  /** The name in lower case, or that of the option that GoogleSQL's older name stands for. */
  static String known(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.equals(KAPPA) ? MAX_GROUPS_CONTRIBUTED.form() : lower;
  }

  /** The option of that name, in letters of any case. */
  static Optional<QueryOption> named(String name) {
    return Arrays.stream(values())
        .filter(option -> option.form().equalsIgnoreCase(name))
        .findFirst();
  }

  /** All names, for people. */
  static String rewrites() {
    return Arrays.stream(values()).map(QueryOption::form).collect(Collectors.joining(", "));
  }

  /** As it is written in a query. */
  public String form() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What its values look like. */
  public String range() {
    return range;
  }

  /** What it does, in one sentence. */
  public String meaning() {
    return meaning;
  }
}
