package org.dpjdbc.budget;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of a ledger in a folder: {@code NAME.mv.db}, the database; {@code NAME.anchor}, its
 * last known state; {@code NAME.lock}, the lock for taking turns.
 *
 * @param base the real path of {@code NAME}, with links resolved, so that it is the same for all
 *     processes
 */
record LedgerFiles(Path base) {
  private static final String DATABASE = ".mv.db";
  private static final int MAX_PATH = 3_000;

  /** Finds the real place of a ledger. The folder must be there; the files need not. */
  static LedgerFiles at(Path base) throws LedgerException {
    try {
      Path absolute = base.toAbsolutePath();
      Path folder = absolute.getParent();
      Path name = absolute.getFileName();
      if (folder == null || name == null) {
        throw LedgerMessages.badPath(base);
      }
      Path real = folder.toRealPath().resolve(name);
      Path database = sibling(real, DATABASE);
      if (Files.exists(database)) {
        String path = database.toRealPath().toString();
        real = Path.of(path.substring(0, path.length() - DATABASE.length()));
        if (!path.endsWith(DATABASE)) {
          throw LedgerMessages.badPath(base);
        }
      }
      String text = real.toString();
      // A semicolon begins an option in the database's URL, where it cannot be escaped.
      if (text.indexOf(';') >= 0
          || text.length() > MAX_PATH
          || text.chars().anyMatch(Character::isISOControl)) {
        throw LedgerMessages.badPath(base);
      }
      return new LedgerFiles(real);
    } catch (IOException e) {
      throw LedgerMessages.cannotRead(base, e);
    }
  }

  Path database() {
    return sibling(base, DATABASE);
  }

  Path anchor() {
    return sibling(base, ".anchor");
  }

  Path lock() {
    return sibling(base, ".lock");
  }

  /** The database's path, as recorded in the ledger and in its anchor. */
  String location() {
    return database().toString();
  }

  private static Path sibling(Path base, String suffix) {
    return base.resolveSibling(base.getFileName() + suffix);
  }
}
