package org.dpjdbc.budget;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a policy file is stored, and where it was found: these differ if a link leads to it.
 *
 * @param real {@code NAME.ledger} beside the file itself
 * @param found {@code NAME.ledger} beside the link, or the same
 * @param names how many names the file has (hard links); 1 if the file system does not report it
 */
record PolicyLocation(Path real, Path found, int names) {

  static PolicyLocation of(Path policy) {
    Path absolute = policy.toAbsolutePath();
    Path found = base(absolute);
    try {
      Path folder = absolute.getParent();
      if (folder != null) {
        found = folder.toRealPath().resolve(String.valueOf(found.getFileName()));
      }
      Path file = absolute.toRealPath();
      return new PolicyLocation(base(file), found, names(file));
    } catch (IOException e) {
      // A file that is not there has no ledger either, or one that says so.
      return new PolicyLocation(found, found, 1);
    }
  }

  private static Path base(Path policy) {
    String name = String.valueOf(policy.getFileName());
    int dot = name.lastIndexOf('.');
    return policy.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ".ledger");
  }

  private static int names(Path file) throws IOException {
    try {
      return (Integer) Files.getAttribute(file, "unix:nlink");
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return 1;
    }
  }

  /**
   * The ledger's place: beside the file, but where one was begun beside the link in earlier days.
   */
  Path ledger() throws LedgerException {
    boolean old = !found.equals(real) && isBegun(found) && !isSame(found, real);
    if (old && isBegun(real)) {
      throw LedgerMessages.twoLedgers(found, real);
    }
    Path place = old ? found : real;
    if (names > 1 && !isBegun(place)) {
      throw LedgerMessages.severalNames(real);
    }
    return place;
  }

  /** The place of the anchor of a ledger that lies elsewhere. */
  Path anchor() {
    return isBegun(found) && !isBegun(real) ? found : real;
  }

  private static boolean isBegun(Path base) {
    LedgerFiles files = new LedgerFiles(base);
    return Files.exists(files.database()) || Files.exists(files.anchor());
  }

  /** A file system may ignore the case of names, and a link may lead from one to the other. */
  private static boolean isSame(Path one, Path other) {
    try {
      return Files.isSameFile(new LedgerFiles(one).database(), new LedgerFiles(other).database());
    } catch (IOException e) {
      return false;
    }
  }
}
