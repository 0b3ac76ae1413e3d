package org.dpjdbc.sql;

/** The stable codes of refusals, each with its SQLState. */
public enum RefusalCode {
  /** The query would return rows, or values, of a private table un-aggregated. */
  RAW_ROWS("DP-RAW-ROWS", "42501"),
  /** The range of an aggregated expression cannot be derived. */
  NO_BOUNDS("DP-NO-BOUNDS", "42501"),
  /** Something below the aggregate would mix people. */
  UNIT("DP-UNIT", "42501"),
  /** SQL that is understood but not offered. */
  UNSUPPORTED("DP-UNSUPPORTED", "42000"),
  /** Anything but a query. */
  READ_ONLY("DP-READ-ONLY", "25006"),
  /** The charge would go past the budget. */
  BUDGET("DP-BUDGET", "53400"),
  /** The database failed. */
  BACKEND("DP-BACKEND", "58000"),
  /** The run was stopped by a time limit or by its caller. */
  STOPPED("DP-STOPPED", "57014"),
  /** A division by zero among released values. */
  DIVISION_BY_ZERO("DP-DIVISION-BY-ZERO", "22012"),
  /** A number computed of released values does not fit its type. */
  OUT_OF_RANGE("DP-OUT-OF-RANGE", "22003"),
  /** A released value cannot be read as the type it is cast to. */
  BAD_CAST("DP-BAD-CAST", "22018"),
  /** A sub-query over released values that must give one row gave more. */
  MANY_ROWS("DP-MANY-ROWS", "21000"),
  /** Released values could not be combined as asked. */
  FINISH("DP-FINISH", "22000"),
  /** The policy, or the ledger that goes with it, is not usable. */
  POLICY("DP-POLICY", "08001"),
  /** The text is not SQL. */
  SYNTAX("DP-SYNTAX", "42000"),
  /** No such table for the analyst. */
  UNKNOWN_TABLE("DP-UNKNOWN-TABLE", "42S02"),
  /** No such column for the analyst. */
  UNKNOWN_COLUMN("DP-UNKNOWN-COLUMN", "42S22");

  private final String text;
  private final String sqlState;

  RefusalCode(String text, String sqlState) {
    this.text = text;
    this.sqlState = sqlState;
  }

  /** The code as it stands in the message. */
  public String text() {
    return text;
  }

  /** The SQLState that goes with it. */
  public String sqlState() {
    return sqlState;
  }
}
