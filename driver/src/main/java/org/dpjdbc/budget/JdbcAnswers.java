package org.dpjdbc.budget;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** {@link Answers} in the ledger's database. */
final class JdbcAnswers implements Answers {
  private static final Pattern KEY = Pattern.compile("[0-9a-f]{64}");

  private final Storage storage;
  private final Duration kept;
  private final Clock clock;

  /**
   * @param kept how long an answer is kept
   */
  JdbcAnswers(Storage storage, Duration kept, Clock clock) {
    this.storage = storage;
    this.kept = kept;
    this.clock = clock;
  }

  @Override
  public Optional<byte[]> find(String key, Instant notBefore) throws LedgerException {
    return kept(key, notBefore).map(answer -> answer.content().clone());
  }

  @Override
  public Optional<Instant> storedAt(String key, Instant notBefore) throws LedgerException {
    return kept(key, notBefore).map(answer -> Micros.instant(answer.storedAtMicros()));
  }

  @Override
  public List<byte[]> list(String prefix, Instant notBefore, int most) throws LedgerException {
    requireKey(prefix.repeat(2));
    return run(c -> AnswerTable.list(c, prefix, Micros.of(notBefore), most));
  }

  private Optional<LockScopedAnswerCache.Kept> kept(String key, Instant notBefore)
      throws LedgerException {
    requireKey(key);
    long oldest = Micros.of(notBefore);
    Optional<LockScopedAnswerCache.Kept> known =
        storage
            .lockedAnswers()
            .flatMap(answers -> answers.find(key))
            .filter(answer -> answer.storedAtMicros() >= oldest);
    return known.isPresent()
        ? known
        : run(
            c -> {
              Optional<LockScopedAnswerCache.Kept> read = AnswerTable.find(c, key, oldest);
              storage.lockedAnswers().ifPresent(a -> read.ifPresent(kept -> a.put(key, kept)));
              return read;
            });
  }

  @Override
  public void store(Map<String, byte[]> contents, Instant storedAt) throws LedgerException {
    Map<String, byte[]> copies = new TreeMap<>();
    for (Map.Entry<String, byte[]> each : contents.entrySet()) {
      requireKey(each.getKey());
      if (each.getValue().length > AnswerTable.MAX_BYTES) {
        return;
      }
      copies.put(each.getKey(), each.getValue().clone());
    }
    if (copies.isEmpty()) {
      return;
    }
    long oldest = Micros.of(clock.instant().minus(kept));
    run(
        c -> {
          AnswerTable.deleteBefore(c, oldest);
          for (Map.Entry<String, byte[]> copy : copies.entrySet()) {
            AnswerTable.put(c, copy.getKey(), copy.getValue(), Micros.of(storedAt));
          }
          c.commit();
          // Synced like a charge: what is written to the file must reach the disk in order.
          LedgerDialect.of(c).makeDurable(c);
          storage.lockedAnswers().ifPresent(answers -> keep(answers, copies, storedAt, oldest));
          return true;
        });
  }

  private static void keep(
      LockScopedAnswerCache answers, Map<String, byte[]> contents, Instant storedAt, long oldest) {
    answers.removeBefore(oldest);
    contents.forEach(
        (key, content) ->
            answers.put(key, new LockScopedAnswerCache.Kept(Micros.of(storedAt), content)));
  }

  private <T> T run(Storage.Work<T> work) throws LedgerException {
    try {
      return storage.run(work);
    } catch (BudgetExceededException e) {
      throw new IllegalStateException("nothing is charged here", e);
    }
  }

  private static void requireKey(String key) {
    if (!KEY.matcher(key).matches()) {
      throw new IllegalArgumentException("a key is a SHA-256 in 64 hexadecimal digits");
    }
  }
}
