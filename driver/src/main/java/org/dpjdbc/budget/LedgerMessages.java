package org.dpjdbc.budget;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.dpjdbc.budget.LedgerException.Reason;

/** Messages of {@link LedgerException}: what is wrong, and what the owner can do. */
final class LedgerMessages {
  private static final String ACCEPT =
      " If this was done on purpose, the owner accepts it once: on the command line with `ledger"
          + " accept POLICY`, or, for a ledger on a server, by deleting the anchor.";

  /** PostgreSQL's state for too little memory. */
  private static final String OUT_OF_MEMORY = "53200";

  private LedgerMessages() {}

  static LedgerException missing(Optional<LedgerFiles> files) {
    return new LedgerException(
        Reason.MISSING,
        "the ledger"
            + files.map(f -> " " + f.location()).orElse("")
            + " is missing, but its anchor"
            + files.map(f -> " " + f.anchor()).orElse("")
            + " exists. Restore it from the newest backup. To start a new budget on purpose, delete the"
            + " anchor.");
  }

  static LedgerException absent(LedgerFiles files) {
    return new LedgerException(Reason.MISSING, "there is no ledger at " + files.location());
  }

  static LedgerException acceptsFilesOnly() {
    return new LedgerException(
        Reason.STORAGE, "a ledger on a server is accepted by deleting its anchor");
  }

  static LedgerException anchorMissing() {
    return new LedgerException(
        Reason.ANCHOR_MISSING,
        "the ledger holds charges, but its anchor (NAME.anchor next to it) is missing, so it"
            + " cannot be verified as the newest. Restore the anchor."
            + ACCEPT);
  }

  static LedgerException anchorDamaged(Path path) {
    return new LedgerException(
        Reason.ANCHOR_DAMAGED,
        "the ledger's anchor " + path + " is damaged. Restore it from a backup." + ACCEPT);
  }

  static LedgerException rolledBack(long now, long before) {
    return new LedgerException(
        Reason.ROLLED_BACK,
        "the ledger ends with charge "
            + now
            + ", but was at charge "
            + before
            + " before: it was replaced by an older copy. Restore the newest one."
            + ACCEPT);
  }

  static LedgerException replaced(Path anchor) {
    return new LedgerException(
        Reason.REPLACED, "the anchor " + anchor + " belongs to another ledger.");
  }

  static LedgerException otherLedger() {
    return new LedgerException(
        Reason.REPLACED,
        "this ledger is not the one its anchor belongs to. Restore the right one." + ACCEPT);
  }

  static LedgerException moved(String from, String to) {
    return new LedgerException(
        Reason.MOVED,
        "the ledger belongs at "
            + from
            + " but is at "
            + to
            + ": a copy would spend the same budget twice."
            + ACCEPT);
  }

  static LedgerException edited(String what) {
    return new LedgerException(
        Reason.EDITED,
        "the ledger was changed from outside: " + what + ". Restore the newest intact copy.");
  }

  static LedgerException headMissing() {
    return edited("the row that describes it is missing");
  }

  static LedgerException version(int found) {
    return new LedgerException(
        Reason.VERSION,
        "the ledger has version "
            + found
            + ", but this driver supports version "
            + LedgerTables.VERSION
            + ". Use a newer driver.");
  }

  static LedgerException locked(Path path) {
    return new LedgerException(
        Reason.LOCKED,
        "another process keeps the ledger locked ("
            + path
            + "). End that process, or the tool that has the file open.");
  }

  static LedgerException noAnswer() {
    return new LedgerException(
        Reason.LOCKED, "the ledger's storage does not respond; the charge may have been made.");
  }

  static LedgerException cannotRead(Path path, Exception cause) {
    return new LedgerException(Reason.STORAGE, "cannot read " + path + ": " + cause, cause);
  }

  static LedgerException cannotWrite(Path path, Exception cause) {
    return new LedgerException(
        Reason.STORAGE,
        "cannot write " + path + ", and without it no query may be answered: " + cause,
        cause);
  }

  static LedgerException badPath(Path path) {
    return new LedgerException(
        Reason.STORAGE,
        "a ledger cannot be stored at "
            + path
            + ": the path is too long, or has a semicolon or a control character");
  }

  /** What a database, or the virtual machine, fails with. */
  static LedgerException storage(Throwable cause) {
    if (lacksMemory(cause)) {
      return memory(cause);
    }
    return new LedgerException(
        Reason.STORAGE,
        "the ledger's database failed, so no query may be answered: " + cause.getMessage(),
        cause);
  }

  /** The server has not responded for the whole of the ledger's patience. */
  static LedgerException silent(Throwable cause) {
    if (lacksMemory(cause)) {
      return memory(cause);
    }
    return new LedgerException(
        Reason.STORAGE,
        "the ledger's server does not respond, so no query may be answered; the charge may have"
            + " been made: "
            + cause.getMessage(),
        cause);
  }

  /** Another operation waits for the server, in vain. */
  static LedgerException stillSilent() {
    return new LedgerException(
        Reason.STORAGE, "the ledger's server does not respond; nothing was charged");
  }

  static LedgerException memory(Throwable cause) {
    return new LedgerException(
        Reason.MEMORY,
        "there is not enough memory for the ledger, so no query may be answered; the charge may"
            + " have been made. Try again later.",
        cause);
  }

  private static boolean lacksMemory(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof OutOfMemoryError
          || (each instanceof SQLException sql
              && (sql.getErrorCode() == H2Files.OUT_OF_MEMORY
                  || OUT_OF_MEMORY.equals(sql.getSQLState())))) {
        return true;
      }
    }
    return false;
  }

  static LedgerException twoLedgers(Path link, Path real) {
    return new LedgerException(
        Reason.SEVERAL,
        "the policy is reached through a link, and there is a ledger at both ends: "
            + link
            + " and "
            + real
            + ". Name the right one in dp.ledger, or move the other away.");
  }

  static LedgerException severalNames(Path real) {
    return new LedgerException(
        Reason.SEVERAL,
        "the policy file has several names (hard links), and there is no ledger next to this one"
            + " yet, "
            + real
            + ": there may be one next to another name. Set it in dp.ledger, or copy the policy file.");
  }

  static LedgerException urlOptions() {
    return new LedgerException(
        Reason.OPTIONS, "a ledger's H2 file is named by its path only; omit the options");
  }

  static LedgerException urlForgets() {
    return new LedgerException(
        Reason.FORGETS,
        "a ledger must be in a file or on a server; any other place would forget what was spent");
  }

  static LedgerException noDriver() {
    return new LedgerException(
        Reason.NO_DRIVER,
        "no driver on the class path accepts the ledger's URL; add the database's JDBC driver, or name"
            + " a file as jdbc:h2:file:PATH");
  }

  static LedgerException closed() {
    return new LedgerException(Reason.CLOSED, "the ledger is closed");
  }
}
