package org.dpjdbc.budget;

/**
 * The ledger cannot be used, so no query may be answered. The message is for the data owner: it
 * says what was found, where, and what to do. The analyst sees only the {@link #reason}.
 */
public final class LedgerException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  LedgerException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  LedgerException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** What is wrong. */
  public Reason reason() {
    return reason;
  }

  /** Why a ledger cannot be used. */
  public enum Reason {
    /** It is gone, though it was there before. */
    MISSING("the ledger is missing"),
    /** It holds charges, but the anchor that pins its newest charge is gone. */
    ANCHOR_MISSING("the ledger's anchor is missing"),
    /** The anchor is not readable as one. */
    ANCHOR_DAMAGED("the ledger's anchor is damaged"),
    /** It is older than its last known state: a backup or a snapshot was put in its place. */
    ROLLED_BACK("the ledger was rolled back"),
    /** It is another ledger than the one that was here. */
    REPLACED("the ledger was replaced"),
    /** It was moved or copied here. */
    MOVED("the ledger was moved or copied"),
    /** Its history does not fit its hashes or its totals. */
    EDITED("the ledger was edited"),
    /** Its format is not known to this version. */
    VERSION("the ledger has an unknown version"),
    /** Another process holds it and does not let go. */
    LOCKED("the ledger is locked"),
    /** It cannot be read or written: no space, no permission, no connection, a damaged file. */
    STORAGE("the ledger's storage fails"),
    /** There is too little memory for it; it can be used again when there is enough. */
    MEMORY("there is not enough memory for the ledger"),
    /** Its URL names a database in memory. */
    FORGETS(
        "dp.ledger names a place that would forget what was spent (memory); a ledger must be in a file"
            + " or on a server"),
    /** Its URL names a file and has options. */
    OPTIONS("dp.ledger names an H2 file with options, which are not supported"),
    /** No driver takes its URL. */
    NO_DRIVER(
        "no driver on the class path accepts the URL of dp.ledger (a file's is jdbc:h2:file:PATH)"),
    /** One policy file has several places for it. */
    SEVERAL("the policy file has several names, and more than one place for its ledger"),
    /** It was closed. */
    CLOSED("the ledger is closed");

    private final String summary;

    Reason(String summary) {
      this.summary = summary;
    }

    /** A few words that anybody may see: no path, no address, no name. */
    public String summary() {
      return summary;
    }
  }
}
