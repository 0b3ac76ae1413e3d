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

  /** A parameter that is given twice in the URL. */
  public static RefusedException settingTwice(String key) {
    return refuse(RefusalCode.POLICY, "the URL says " + key + " twice");
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
            + " '&' after '?'; a value that holds one of these goes into the properties");
  }

  /** Nobody to charge queries to. */
  public static RefusedException analystMissing() {
    return refuse(
        RefusalCode.POLICY,
        "nobody to charge the queries to: give the parameter dp.analyst, or connect as a user");
  }

  /** A name that the ledger cannot write down; the name itself is not repeated. */
  public static RefusedException analystUnusable(int limit) {
    return refuse(
        RefusalCode.POLICY,
        "the queries cannot be charged to a name like that: the analyst's name (the parameter"
            + " dp.analyst, or else the user) has 1 to "
            + limit
            + " characters and no control characters");
  }

  /** A parameter of the backend that is known to load code, run statements or open files. */
  public static RefusedException backendParameterRefused(String key) {
    return parameterRefused(key, "can load code, run statements or write files");
  }

  /** A setting of the backend of which it is not known that it does no harm. */
  public static RefusedException backendParameterUnknown(String key) {
    return parameterRefused(key, "is not among those that are known to do no harm");
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
        "a backslash among the parameters of the database's URL, or a name of one that is not plain"
            + " ASCII, is refused: the database's driver may read it as another parameter; write"
            + " names plainly, paths with '/', and give values with a backslash in the properties");
  }

  /** A URL that names no database behind, or this driver itself. */
  public static RefusedException backendUrlUnusable() {
    return refuse(
        RefusalCode.POLICY,
        "the URL names no database: write jdbc:dp: and then the database's own URL without its"
            + " jdbc:");
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
            + " is not offered; in the versions that the documentation says, these are: "
            + String.join(", ", offered));
  }

  /** The backend did not let us in; why is in the owner's log alone. */
  public static RefusedException backendUnreachable() {
    return refuse(
        RefusalCode.BACKEND,
        "the database could not be connected to; the reason is logged for the data owner");
  }

  /** The database knows no such user by such a password; its own words are in the log alone. */
  public static RefusedException loginRefused() {
    return refuse(
        RefusalCode.LOGIN,
        "the database does not let this user in: check user and password; the reason is logged for"
            + " the data owner");
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
        + ", is not in the database; create it, and let nobody but the driver's user write there";
  }

  /** A policy without a place of its own, and no ledger. */
  public static RefusedException ledgerMissing() {
    return refuse(
        RefusalCode.POLICY,
        "a policy from the class path has no place for a ledger beside it; set dp.ledger");
  }

  /** The ledger cannot be used; what was found is in the owner's log alone. */
  public static RefusedException ledgerUnusable(String summary) {
    return refuse(
        RefusalCode.POLICY,
        summary + ", so nothing is answered; the data owner finds the details in the log");
  }
}
