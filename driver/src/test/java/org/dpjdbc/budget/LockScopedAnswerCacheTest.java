package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LockScopedAnswerCacheTest {
  private static final int MEBIBYTE = 1 << 20;

  /** Of which there is room for 16. */
  private static final int SIXTEENTH = MEBIBYTE - LockScopedAnswerCache.ENTRY_BYTES;

  private final LockScopedAnswerCache answers = new LockScopedAnswerCache();

  private void put(String key, long storedAt, int length) {
    answers.put(key, new LockScopedAnswerCache.Kept(storedAt, new byte[length]));
  }

  @Test
  void theLeastRecentlyUsedMakeRoom() {
    for (int i = 0; i < 16; i++) {
      put("key" + i, 0, SIXTEENTH);
    }
    assertThat(answers.find("key0")).isPresent();
    put("key16", 0, SIXTEENTH);
    assertThat(answers.find("key1")).isEmpty();
    assertThat(answers.find("key0")).isPresent();
    assertThat(answers.find("key16")).isPresent();
  }

  @Test
  void whatWasReplacedOrForgottenTakesNoRoom() {
    for (int i = 0; i < 100; i++) {
      put("same", 0, SIXTEENTH);
    }
    for (int i = 0; i < 100; i++) {
      put("old" + i, 1, SIXTEENTH);
      answers.removeBefore(2);
      assertThat(answers.find("old" + i)).isEmpty();
    }
    for (int i = 0; i < 16; i++) {
      put("key" + i, 2, SIXTEENTH);
    }
    assertThat(answers.find("same")).isEmpty();
    assertThat(answers.find("key0")).isPresent();
  }

  @Test
  void manyShortOnesTakeRoomToo() {
    for (int i = 0; i < 16 * MEBIBYTE / LockScopedAnswerCache.ENTRY_BYTES; i++) {
      put("key" + i, 0, 1);
    }
    assertThat(answers.find("key0")).isEmpty();
  }

  @Test
  void aVeryLongOneIsNotKeptAndTheOlderOneNeither() {
    put("key", 0, 1);
    put("key", 0, MEBIBYTE + 1);
    assertThat(answers.find("key")).isEmpty();
  }
}
