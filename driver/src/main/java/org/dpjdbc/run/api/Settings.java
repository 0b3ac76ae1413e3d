package org.dpjdbc.run.api;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.policy.Policy.DeriveRule;

/**
 * The settings of a connection, merged from URL and properties and validated.
 *
 * @param backendUrl the backend's own URL, beginning with {@code jdbc:}
 * @param backendProperties what is passed to the backend's driver unchanged, including user and
 *     password
 * @param backendDriver class name of the backend's driver, where one is named
 * @param policy path of the policy, or {@code classpath:} and a resource
 * @param ledger JDBC URL of the ledger; empty for an H2 file next to the policy
 * @param ledgerUser user of the ledger
 * @param ledgerPassword password of the ledger
 * @param analyst whom the queries are charged to: named, or the user as the connection tells it
 * @param epsilon per query, instead of the policy's default; positive
 * @param delta per query, instead of the policy's default; in [0, 1)
 * @param derive when answers are derived from kept ones, instead of the policy's rule
 * @param errorColumns whether every noisy column is followed by its 95 % error
 * @param pool how many connections to the database those who share them have at most; 0 for a
 *     connection of one's own
 * @param fetchSize rows to fetch from the database at a time; 0 for all at once
 * @param analystNamed whether the analyst is named; else the database's own name of the user goes
 *     before the one that the connection tells
 * @param dialect the product whose SQL is read; empty for that of the database
 * @param policyText the policy, where it is not what {@code policy} says now
 * @param reuseSeconds for how long the login and the tables that one session of a pool has found
 *     are those of others; 0 if no reuse
 */
public record Settings(
    String backendUrl,
    Map<String, String> backendProperties,
    Optional<String> backendDriver,
    String policy,
    Optional<String> ledger,
    Optional<String> ledgerUser,
    Optional<String> ledgerPassword,
    String analyst,
    Optional<BigDecimal> epsilon,
    Optional<BigDecimal> delta,
    Optional<DeriveRule> derive,
    boolean errorColumns,
    int pool,
    int fetchSize,
    boolean analystNamed,
    Optional<String> dialect,
    Optional<String> policyText,
    int reuseSeconds) {

  /** Settings that name the analyst. */
  public Settings(
      String backendUrl,
      Map<String, String> backendProperties,
      Optional<String> backendDriver,
      String policy,
      Optional<String> ledger,
      Optional<String> ledgerUser,
      Optional<String> ledgerPassword,
      String analyst,
      Optional<BigDecimal> epsilon,
      Optional<BigDecimal> delta,
      boolean errorColumns,
      int pool,
      int fetchSize) {
    this(
        backendUrl,
        backendProperties,
        backendDriver,
        policy,
        ledger,
        ledgerUser,
        ledgerPassword,
        analyst,
        epsilon,
        delta,
        /* derive= */ Optional.empty(),
        errorColumns,
        pool,
        fetchSize,
        /* analystNamed= */ true,
        Optional.empty(),
        Optional.empty(),
        0);
  }

  /** The same settings, charged to an analyst. */
  public Settings chargedTo(String name) {
    return new Settings(
        backendUrl,
        backendProperties,
        backendDriver,
        policy,
        ledger,
        ledgerUser,
        ledgerPassword,
        name,
        epsilon,
        delta,
        derive,
        errorColumns,
        pool,
        fetchSize,
        /* analystNamed= */ true,
        dialect,
        policyText,
        reuseSeconds);
  }

  /** The same settings with another privacy per query. */
  public Settings with(Optional<BigDecimal> otherEpsilon, Optional<BigDecimal> otherDelta) {
    return new Settings(
        backendUrl,
        backendProperties,
        backendDriver,
        policy,
        ledger,
        ledgerUser,
        ledgerPassword,
        analyst,
        otherEpsilon,
        otherDelta,
        derive,
        errorColumns,
        pool,
        fetchSize,
        analystNamed,
        dialect,
        policyText,
        reuseSeconds);
  }

  /** Without secrets. */
  @Override
  public String toString() {
    return "Settings[policy=" + policy + ", analyst=" + analyst + "]";
  }
}
