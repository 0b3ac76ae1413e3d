package org.dpjdbc.sql.refusal;

import static org.dpjdbc.sql.refusal.Refusals.refuse;

import java.util.List;

/**
 * Every text that a user can read while a connection is opened: about its parameters, the database
 * behind it, the policy and the ledger. No text may hold anything that comes from the data.
 */
public final class ConnectMessages {
  private ConnectMessages() {}

  /** A {@code dp.} parameter that does not exist. */
  public static RefusedException unknownSetting(String key, String nearest) {
    return refuse(
        RefusalCode.POLICY, "there is no parameter " + key + "; did you mean " + nearest + "?");
  }

  /** A parameter that must be given. */
  public static RefusedException settingMissing(String key, String description) {
    return refuse(RefusalCode.POLICY, "the parameter " + key + " is missing: " + description);
  }

  /** A parameter whose value cannot be read; the value itself may be a secret and is not said. */
  public static RefusedException settingUnreadable(String key, String expected) {
    return refuse(RefusalCode.POLICY, "the value of " + key + " is not " + expected);
  }

  /** A parameter that the policy does not allow. */
  public static RefusedException settingBeyondPolicy(String key, String limit) {
    return refuse(
        RefusalCode.POLICY, key + " goes beyond the policy, which allows at most " + limit);
  }

  /** A parameter that is given twice in the URL. */
  public static RefusedException settingTwice(String key) {
    return refuse(RefusalCode.POLICY, "the URL sets " + key + " twice");
  }

  /**
   * Two ways of writing parameters are mixed so that one value would swallow the next parameter.
   */
  public static RefusedException settingsMixed(String key) {
    return refuse(
        RefusalCode.POLICY,
        "the value of "
            + key
            + " runs into another dp. parameter: separate parameters with ';' throughout, or with"
            + " '&' after '?'; pass a value that contains one of these characters in the connection"
            + " properties");
  }

  /** Nobody to charge queries to. */
  public static RefusedException analystMissing() {
    return refuse(
        RefusalCode.POLICY,
        "there is no analyst to charge the queries to: set dp.analyst, or give a user name");
  }

  /** A name that the ledger cannot write down; the name itself is not repeated. */
  public static RefusedException analystUnusable(int limit) {
    return refuse(
        RefusalCode.POLICY,
        "the analyst's name (the parameter dp.analyst, or else the user) must have 1 to "
            + limit
            + " characters and no control characters");
  }

  /** A parameter of the backend that is known to load code, run statements or open files. */
  public static RefusedException backendParameterRefused(String key) {
    return parameterRefused(key, "can load code, run statements or write files");
  }

  /** A setting of the backend of which it is not known that it does no harm. */
  public static RefusedException backendParameterUnknown(String key) {
    return parameterRefused(key, "is not known to be harmless");
  }

  private static RefusedException parameterRefused(String key, String reason) {
    return refuse(
        RefusalCode.POLICY,
        "the database parameter " + key + " " + reason + ", and is refused; remove it");
  }

  /** A URL in which a driver may read another name than the one that is seen. */
  public static RefusedException backendUrlEscapes() {
    return refuse(
        RefusalCode.POLICY,
        "a backslash in the parameters of the database's URL, or a parameter name that is not plain"
            + " ASCII, is refused, because the database's driver may read it as another parameter;"
            + " write names in plain ASCII and paths with '/', and pass values with a backslash in"
            + " the connection properties");
  }

  /** A URL that names no database behind, or this driver itself. */
  public static RefusedException backendUrlUnusable() {
    return refuse(
        RefusalCode.POLICY,
        "the URL names no database: write jdbc:dp: followed by the database's own URL without its"
            + " jdbc:");
  }

  /** A URL with the backend's whole URL in it. */
  public static RefusedException backendUrlWhole() {
    return refuse(
        RefusalCode.POLICY,
        "the URL has jdbc: twice: leave out the inner jdbc:, as in jdbc:dp:h2:/data/clinic");
  }

  /** No driver takes the backend's URL. */
  public static RefusedException backendDriverMissing(String subprotocol, String lookedAt) {
    return refuse(
        RefusalCode.POLICY,
        "no driver for jdbc:"
            + subprotocol
            + ": put the database's driver on the class path, or name its class with dp.driver;"
            + " looked at: "
            + lookedAt);
  }

  /** A database that no dialect is for. */
  public static RefusedException backendNotOffered(String product, List<String> offered) {
    return refuse(
        RefusalCode.POLICY,
        "the database "
            + product
            + " is not offered; those offered, in the versions listed in the documentation, are: "
            + String.join(", ", offered));
  }

  /** The backend did not let us in; why is in the owner's log alone. */
  public static RefusedException backendUnreachable() {
    return refuse(
        RefusalCode.BACKEND,
        "the database cannot be reached; the reason is logged for the data owner");
  }

  /** The database knows no such user by such a password; its own words are in the log alone. */
  public static RefusedException loginRefused() {
    return refuse(
        RefusalCode.LOGIN,
        "the database rejected the login: check user and password; the reason is logged for"
            + " the data owner");
  }

  /** The database's driver did not connect, lest it send the password for everybody to read. */
  public static RefusedException passwordWithoutTls() {
    return refuse(
        RefusalCode.LOGIN,
        "the database's driver sends a password over TLS alone: add SSL=true to the URL, or leave"
            + " the password out");
  }

  /** The policy has problems: file and line each. */
  public static RefusedException policyUnusable(String problems) {
    return refuse(RefusalCode.POLICY, "the policy cannot be used:\n" + problems);
  }

  /** Part of {@link #policyUnusable}: releases on a database that keeps none. */
  public static String releasesNotOffered(String product) {
    return "'releases' is not offered on " + product + "; remove it";
  }

  /** Part of {@link #policyUnusable}: a schema that the database does not have. */
  public static String releaseSchemaMissing(String schema) {
    return "the schema of 'releases', "
        + schema
        + ", does not exist in the database; create it, and let only the driver's user write to it";
  }

  /** A policy without a place of its own, and no ledger. */
  public static RefusedException ledgerMissing() {
    return refuse(
        RefusalCode.POLICY,
        "a policy on the class path has no directory where its ledger could be kept; set"
            + " dp.ledger");
  }

  /** The ledger cannot be used; what was found is in the owner's log alone. */
  public static RefusedException ledgerUnusable(String summary) {
    return refuse(
        RefusalCode.POLICY,
        summary + ", so no query is answered; the details are logged for the data owner");
  }
}
