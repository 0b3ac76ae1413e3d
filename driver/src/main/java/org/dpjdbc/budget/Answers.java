package org.dpjdbc.budget;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Released answers that may be given again for free: repeating what was released reveals nothing
 * more (post-processing). They are stored in the ledger's database and survive a restart.
 * Thread-safe.
 */
public interface Answers {
  /**
   * The answer kept under {@code key}, unless it was stored before {@code notBefore} or is no
   * longer byte for byte what was stored.
   *
   * @param key names the query and everything its answer depends on: 64 hexadecimal digits of a
   *     SHA-256
   * @throws LedgerException if the ledger cannot be read
   */
  Optional<byte[]> find(String key, Instant notBefore) throws LedgerException;

  /**
   * The contents whose keys begin with {@code prefix}, the newest first, as {@link #find} finds
   * them.
   *
   * @param prefix 32 hexadecimal digits
   * @param most contents
   * @throws LedgerException if the ledger cannot be read
   */
  List<byte[]> list(String prefix, Instant notBefore, int most) throws LedgerException;

  /** Keeps one answer. */
  default void store(String key, byte[] content, Instant storedAt) throws LedgerException {
    store(Map.of(key, content), storedAt);
  }

  /**
   * When the answer was stored that {@link #find} finds.
   *
   * @throws LedgerException if the ledger cannot be read
   */
  Optional<Instant> storedAt(String key, Instant notBefore) throws LedgerException;

  /**
   * Keeps answers, all of them or none, in place of older ones, and drops those that are past their
   * time. If one has more than 16 MiB, none is kept.
   *
   * @param contents by their keys, as for {@link #find}
   * @throws LedgerException if the ledger cannot be written
   */
  void store(Map<String, byte[]> contents, Instant storedAt) throws LedgerException;
}
