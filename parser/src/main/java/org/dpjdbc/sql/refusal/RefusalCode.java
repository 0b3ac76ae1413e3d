package org.dpjdbc.sql.refusal;

/** The stable codes of refusals, each with its SQLState and its meaning for people. */
public enum RefusalCode {
  RAW_ROWS("DP-RAW-ROWS", "42501", "The query would show rows or values of a private table."),
  NO_BOUNDS("DP-NO-BOUNDS", "42501", "The range of an aggregated expression is not known."),
  UNIT(
      "DP-UNIT",
      "42501",
      "A join, set operation, subquery or window below the aggregate would mix rows of different"
          + " people."),
  UNSUPPORTED(
      "DP-UNSUPPORTED",
      "42000",
      "The SQL is valid but not supported, or takes too long to analyse."),
  READ_ONLY("DP-READ-ONLY", "25006", "The statement is not a query."),
  BUDGET("DP-BUDGET", "53400", "The charge would exceed the budget."),
  BACKEND(
      "DP-BACKEND",
      "58000",
      "The database failed; the message says whether before or after the charge."),
  LOGIN("DP-LOGIN", "28000", "The database rejected the login."),
  STOPPED(
      "DP-STOPPED",
      "57014",
      "The time limit was reached, or the query was cancelled; a charge stands."),
  DIVISION_BY_ZERO("DP-DIVISION-BY-ZERO", "22012", "A constant in the query divides by zero."),
  OUT_OF_RANGE("DP-OUT-OF-RANGE", "22003", "A constant in the query does not fit its type."),
  BAD_CAST(
      "DP-BAD-CAST", "22018", "A constant in the query cannot be read as the type it is cast to."),
  MANY_ROWS(
      "DP-MANY-ROWS",
      "21000",
      "A scalar subquery returned several rows: refused before the charge if they"
          + " are public, after it if they are released."),
  FINISH(
      "DP-FINISH",
      "22000",
      "A constant is outside the domain of a function, or released values cannot be combined as"
          + " requested."),
  LIMIT(
      "DP-LIMIT",
      "54000",
      "Computing on released values takes too many rows, too long a string or too much memory; the"
          + " charge stands."),
  POLICY("DP-POLICY", "08001", "The policy, the ledger or the URL is not usable."),
  SYNTAX("DP-SYNTAX", "42000", "The statement is not valid SQL, or has named arguments."),
  UNKNOWN_TABLE(
      "DP-UNKNOWN-TABLE", "42S02", "There is no such table, or the policy does not name it."),
  UNKNOWN_COLUMN(
      "DP-UNKNOWN-COLUMN", "42S22", "There is no such column, or the policy does not name it.");

  private final String text;
  private final String sqlState;
  private final String meaning;

  RefusalCode(String text, String sqlState, String meaning) {
    this.text = text;
    this.sqlState = sqlState;
    this.meaning = meaning;
  }

  /** The code as it stands in the message. */
  public String text() {
    return text;
  }

  /** The SQLState that goes with it. */
  public String sqlState() {
    return sqlState;
  }

  /** When it is given, in one sentence. */
  public String meaning() {
    return meaning;
  }
}
