package org.dpjdbc.policy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The policy of a data owner: immutable and consistent in itself. {@link PolicyCheck} checks
 * whether it fits a database.
 *
 * @param source the file as the user named it
 * @param fingerprint SHA-256 of the policy's meaning, hexadecimal: equal for files that differ in
 *     comments and layout alone; after {@link PolicyCheck} also of the live types and keys
 * @param defaults the cost of a query that does not set its own
 * @param budget what may be spent
 * @param answers what is answered again for free
 * @param limits hard limits per query
 * @param preview what a tool gets when it opens a private table
 * @param tables every table that exists for analysts
 * @param releases where analysts may keep released answers as tables
 * @param connectors what becomes of tables that are read by untested connectors
 */
public record Policy(
    String source,
    String fingerprint,
    Defaults defaults,
    Budget budget,
    Answers answers,
    Limits limits,
    Preview preview,
    List<TablePolicy> tables,
    Optional<Releases> releases,
    UnverifiedConnectors connectors) {
  /** What becomes of tables that are read by a connector on which the build runs no tests. */
  public enum UnverifiedConnectors {
    /** The policy is refused. */
    REFUSE,
    /** The owner vouches that the connector fails for no value of such a table. */
    ACCEPT
  }

  /** The same policy of other tables. */
  public Policy withTables(List<TablePolicy> newTables) {
    return new Policy(
        source,
        fingerprint,
        defaults,
        budget,
        answers,
        limits,
        preview,
        newTables,
        releases,
        connectors);
  }

  /** The finest epsilon there is: what the ledger keeps apart. */
  public static final BigDecimal MIN_EPSILON = Scalars.MIN_EPSILON;

  /** The finest delta above 0. */
  public static final BigDecimal MIN_DELTA = Scalars.MIN_DELTA;

  /** Of which no answer is kept in a table, and which accepts no untested connector. */
  public Policy(
      String source,
      String fingerprint,
      Defaults defaults,
      Budget budget,
      Answers answers,
      Limits limits,
      Preview preview,
      List<TablePolicy> tables) {
    this(
        source,
        fingerprint,
        defaults,
        budget,
        answers,
        limits,
        preview,
        tables,
        Optional.empty(),
        UnverifiedConnectors.REFUSE);
  }

  /**
   * Where released answers are kept.
   *
   * @param schema of the database; holds nothing else
   * @param location where in the file
   */
  public record Releases(String schema, Location location) {}

  /** When a query is answered from the kept answer to another one, at no cost. */
  public enum DeriveRule {
    /** Never: only the same query gets the same answer. */
    NEVER,
    /** When a part of it is given again, or no column has a larger error than a new answer. */
    AS_GOOD,
    /**
     * Whenever it follows, whatever its error is, and though rows in no listed group are missing.
     */
    ALWAYS;

    /** The rule of that name, in letters of any case. */
    public static Optional<DeriveRule> of(String text) {
      return Arrays.stream(values())
          .filter(rule -> rule.form().equalsIgnoreCase(text.strip()))
          .findFirst();
    }

    /** As it is written. */
    public String form() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** All names, for people. */
    public static String rewrites() {
      return "as_good, always or never";
    }
  }

  /**
   * What is answered again for free.
   *
   * @param reuseFor how long a query gets the answer that was given before; zero is off
   * @param widenTo groups that are released at most where a query asks for some of them by public
   *     values, so that the others are free; positive, and 1 releases only what is asked
   * @param derive when a kept answer answers another query
   * @param shared whether analysts with one login get each other's answers
   * @param consistent whether answers are estimated from all kept marginals, so that they agree
   */
  public record Answers(
      Duration reuseFor, int widenTo, DeriveRule derive, boolean shared, boolean consistent) {
    /** The groups that are released at most, unless the policy says otherwise. */
    public static final int DEFAULT_WIDEN_TO = 10_000;

    /** As usual but for the time. */
    public Answers(Duration reuseFor) {
      this(
          reuseFor,
          DEFAULT_WIDEN_TO,
          DeriveRule.AS_GOOD,
          /* shared= */ true,
          /* consistent= */ false);
    }
  }

  /**
   * Defaults per query.
   *
   * @param epsilon positive
   * @param delta in [0, 1)
   * @param noise how the distribution of the noise is chosen
   * @param clamp whether counts are never shown below zero
   */
  public record Defaults(BigDecimal epsilon, BigDecimal delta, NoiseRule noise, boolean clamp) {}

  /**
   * The budget over everybody, and each analyst's share within it.
   *
   * @param total over everybody, per renewal window
   * @param renews when a new window starts
   * @param composition how costs add up
   * @param perAnalyst each analyst's share
   */
  public record Budget(
      Share total, Renewal renews, Composition composition, Optional<Share> perAnalyst) {}

  /**
   * An amount of privacy loss.
   *
   * @param epsilon positive
   * @param delta in [0, 1)
   */
  public record Share(BigDecimal epsilon, BigDecimal delta) {}

  /**
   * Hard limits.
   *
   * @param maxEpsilonPerQuery no query may cost more; positive
   * @param timeout the backend is stopped after it; positive
   * @param maxOutputRows rows of one answer; positive
   * @param latencyStep answer times are rounded up to a multiple of it; zero is off
   * @param maxListedKeys groups of keys that are listed because their range is declared; positive,
   *     and 1 lists none
   * @param maxLookupKeys keys that are looked up in a public table and listed; positive, and 1
   *     lists none: if there are more, groups are selected
   */
  public record Limits(
      BigDecimal maxEpsilonPerQuery,
      Duration timeout,
      int maxOutputRows,
      Duration latencyStep,
      int maxListedKeys,
      int maxLookupKeys) {
    /** The days of a year, and the months of a generation. */
    public static final int DEFAULT_LISTED_KEYS = 400;

    /** As many: most of a longer list are names of nothing. */
    public static final int DEFAULT_LOOKUP_KEYS = 400;

    /** With the usual number of listed keys. */
    public Limits(
        BigDecimal maxEpsilonPerQuery, Duration timeout, int maxOutputRows, Duration latencyStep) {
      this(
          maxEpsilonPerQuery,
          timeout,
          maxOutputRows,
          latencyStep,
          DEFAULT_LISTED_KEYS,
          DEFAULT_LOOKUP_KEYS);
    }
  }
}
