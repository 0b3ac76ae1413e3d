package org.dpjdbc.noise;

/** An endless stream of independent, uniformly distributed 64-bit words. */
@FunctionalInterface
interface WordSource {
  long nextWord();
}
