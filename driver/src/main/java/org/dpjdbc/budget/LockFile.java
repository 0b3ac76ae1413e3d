package org.dpjdbc.budget;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * Locks that the operating system keeps on bytes of a small file, and releases when the process
 * that holds them ends in any way. Not thread-safe.
 *
 * <p>On POSIX a process loses all its locks on a file as soon as it closes any descriptor of it, so
 * the file stays open until {@link #close}.
 */
final class LockFile implements AutoCloseable {
  /** What can be locked, each on a byte of its own. */
  enum Place {
    /** Held by whoever has the ledger's database open. */
    OWNER,
    /** Held by whoever waits for it first in line. */
    NEXT,
    /** Held while the anchor is being written. */
    ANCHOR
  }

  private final Path path;
  private final RandomAccessFile file;
  private final Map<Place, FileLock> held = new EnumMap<>(Place.class);

  private LockFile(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  static LockFile open(Path path) throws LedgerException {
    try {
      return new LockFile(path, new RandomAccessFile(path.toFile(), "rw"));
    } catch (IOException e) {
      throw LedgerMessages.cannotWrite(path, e);
    }
  }

  /** Takes a lock if it is free. */
  boolean tryLock(Place place) throws LedgerException {
    try {
      FileLock lock = file.getChannel().tryLock(place.ordinal(), 1, false);
      if (lock == null) {
        return false;
      }
      held.put(place, lock);
      return true;
    } catch (OverlappingFileLockException e) {
      // Another ledger object of this very process has it.
      return false;
    } catch (IOException e) {
      throw LedgerMessages.cannotWrite(path, e);
    }
  }

  /** Takes a lock, or gives up at the deadline. */
  void lock(Place place, LedgerDeadline deadline) throws LedgerException {
    long pause = 1;
    while (!tryLock(place)) {
      if (deadline.passed()) {
        throw LedgerMessages.locked(path);
      }
      LedgerDeadline.pause(pause);
      pause = Math.min(pause + 1, 10);
    }
  }

  /** Gives a lock back, if it is held. */
  void unlock(Place place) {
    FileLock lock = held.remove(place);
    if (lock != null) {
      try {
        lock.release();
      } catch (IOException e) {
        // The channel is gone, and the lock with it.
        held.clear();
      }
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      // Closing is best effort: the operating system does it when the process ends.
      held.clear();
    }
  }
}
