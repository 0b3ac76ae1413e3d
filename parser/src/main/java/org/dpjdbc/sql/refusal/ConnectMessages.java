package org.dpjdbc.sql.refusal;

import java.util.List;

/**
 * Refusals while a connection is opened: about its parameters, the database, the policy and the
 * ledger. No message may hold anything that comes from the data.
 */
public final class ConnectMessages {
  private static final RefusalTable TABLE =
      RefusalTable.of(
          """
          unknownSetting POLICY: there is no parameter {0}; did you mean {1}?
          settingMissing POLICY: the parameter {0} is missing: {1}
          settingUnreadable POLICY: the value of {0} is not {1}
          settingBeyondPolicy POLICY: {0} exceeds the policy's limit of {1}
          settingTwice POLICY: the URL sets {0} twice
          settingsMixed POLICY: the value of {0} runs into another dp. parameter; separate
            parameters with ';' throughout, or with '&' after '?', and pass a value that contains
            one of these characters in the connection properties
          analystMissing POLICY: there is no analyst to charge queries to; set dp.analyst, or give
            a user name
          analystUnusable POLICY: the analyst's name must have 1 to {0} characters and no control
            characters; it is the parameter dp.analyst, or else the user
          backendParameterRefused POLICY: the database parameter {0} can load code, run statements
            or write files, and is refused; remove it
          backendParameterUnknown POLICY: the database parameter {0} is not known to be harmless,
            and is refused; remove it
          backendUrlEscapes POLICY: the database's URL is refused: a backslash in its parameters,
            or a parameter name that is not ASCII, may be read differently by its driver; write
            names in ASCII and paths with '/', and pass values with a backslash in the connection
            properties
          backendUrlUnusable POLICY: the URL names no database; write jdbc:dp: followed by the
            database's own URL without its jdbc:
          backendUrlWhole POLICY: the URL has jdbc: twice; omit the inner jdbc:, as in
            jdbc:dp:h2:/data/clinic
          backendDriverMissing POLICY: no driver for jdbc:{0}; put the database's driver on the
            class path, or name its class with dp.driver; searched: {1}
          backendNotOffered POLICY: the database {0} is not supported; these are, in the versions
            that the documentation lists: {1}
          backendUnreachable BACKEND: the database cannot be reached; the reason is in the data
            owner's log
          loginRefused LOGIN: the database rejected the login; check user and password; the reason
            is logged for the data owner
          passwordWithoutTls LOGIN: the database's driver only sends a password over TLS; add
            SSL=true to the URL, or omit the password
          policyUnusable POLICY: the policy cannot be used:{0}
          ledgerMissing POLICY: a policy on the class path has no directory for its ledger; set
            dp.ledger
          ledgerUnusable POLICY: {0}, so no query is answered; the details are in the data owner's
            log
          """);

  private ConnectMessages() {}

  public static RefusedException unknownSetting(String key, String nearest) {
    return TABLE.refuse("unknownSetting", key, nearest);
  }

  public static RefusedException settingMissing(String key, String description) {
    return TABLE.refuse("settingMissing", key, description);
  }

  public static RefusedException settingUnreadable(String key, String expected) {
    return TABLE.refuse("settingUnreadable", key, expected);
  }

  public static RefusedException settingBeyondPolicy(String key, String limit) {
    return TABLE.refuse("settingBeyondPolicy", key, limit);
  }

  public static RefusedException settingTwice(String key) {
    return TABLE.refuse("settingTwice", key);
  }

  public static RefusedException settingsMixed(String key) {
    return TABLE.refuse("settingsMixed", key);
  }

  public static RefusedException analystMissing() {
    return TABLE.refuse("analystMissing");
  }

  public static RefusedException analystUnusable(int limit) {
    return TABLE.refuse("analystUnusable", limit);
  }

  public static RefusedException backendParameterRefused(String key) {
    return TABLE.refuse("backendParameterRefused", key);
  }

  public static RefusedException backendParameterUnknown(String key) {
    return TABLE.refuse("backendParameterUnknown", key);
  }

  public static RefusedException backendUrlEscapes() {
    return TABLE.refuse("backendUrlEscapes");
  }

  public static RefusedException backendUrlUnusable() {
    return TABLE.refuse("backendUrlUnusable");
  }

  public static RefusedException backendUrlWhole() {
    return TABLE.refuse("backendUrlWhole");
  }

  public static RefusedException backendDriverMissing(String subprotocol, String lookedAt) {
    return TABLE.refuse("backendDriverMissing", subprotocol, lookedAt);
  }

  public static RefusedException backendNotOffered(String product, List<String> offered) {
    return TABLE.refuse("backendNotOffered", product, String.join(", ", offered));
  }

  public static RefusedException backendUnreachable() {
    return TABLE.refuse("backendUnreachable");
  }

  public static RefusedException loginRefused() {
    return TABLE.refuse("loginRefused");
  }

  public static RefusedException passwordWithoutTls() {
    return TABLE.refuse("passwordWithoutTls");
  }

  /** The policy has problems: file and line each. */
  public static RefusedException policyUnusable(String problems) {
    return TABLE.refuse("policyUnusable", "\n" + problems);
  }

  /** Part of {@link #policyUnusable}: releases on a database that keeps none. */
  public static String releasesNotOffered(String product) {
    return "'releases' is not supported on " + product + "; remove it";
  }

  /** Part of {@link #policyUnusable}: a schema that the database does not have. */
  public static String releaseSchemaMissing(String schema) {
    return "the schema of 'releases', "
        + schema
        + ", does not exist in the database; create it, and let only the driver's user write to it";
  }

  public static RefusedException ledgerMissing() {
    return TABLE.refuse("ledgerMissing");
  }

  public static RefusedException ledgerUnusable(String summary) {
    return TABLE.refuse("ledgerUnusable", summary);
  }
}
