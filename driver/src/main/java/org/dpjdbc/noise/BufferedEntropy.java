package org.dpjdbc.noise;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Words from {@link Entropy} through a buffer, because a request costs much more than its bytes.
 *
 * <p>Each word is overwritten when it is handed out, and the rest by {@link #wipe()}, so that
 * memory never holds the randomness of past noise. An instance belongs to one thread and one block
 * of draws.
 */
final class BufferedEntropy implements WordSource {
  /** Largest buffer: the cost of a request is spread over a thousand words. */
  static final int MAX_BYTES = 8192;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final Entropy entropy;
  private final byte[] buffer;
  private int position;

  /**
   * @param expectedWords how many words are likely to be asked for; more are always available
   */
  BufferedEntropy(Entropy entropy, long expectedWords) {
    this.entropy = entropy;
    this.buffer = new byte[(int) Math.min(MAX_BYTES, Math.max(1, expectedWords) * Long.BYTES)];
    this.position = buffer.length;
  }

  @Override
  public long nextWord() {
    if (position == buffer.length) {
      entropy.fill(buffer);
      position = 0;
    }
    long word = (long) LONGS.get(buffer, position);
    LONGS.set(buffer, position, 0L);
    position += Long.BYTES;
    return word;
  }

  /** A copy of the buffer, for the test that used words are erased. */
  byte[] held() {
    return buffer.clone();
  }

  /** Forgets what was not used. */
  void wipe() {
    Arrays.fill(buffer, (byte) 0);
    position = buffer.length;
  }
}
