package org.dpjdbc.noise;

import java.security.DrbgParameters;
import java.security.DrbgParameters.Capability;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The cryptographic generator behind all noise, shared and thread-safe.
 *
 * <p>Bytes come from a NIST SP 800-90A DRBG with a security strength of 256 bits. Every request
 * mixes in 32 fresh bytes of the operating system as additional input, so that a process that is
 * cloned or restored from a snapshot does not repeat the stream of its twin. If the platform has no
 * DRBG, its preferred {@link SecureRandom} is used directly. There is no way to set a seed.
 */
final class Entropy {
  private static final int STRENGTH_BITS = 256;

  private final SecureRandom system = new SecureRandom();
  private final SecureRandom generator;
  private final boolean drbg;

  Entropy() {
    SecureRandom chosen = system;
    boolean found = false;
    try {
      chosen =
          SecureRandom.getInstance(
              "DRBG", DrbgParameters.instantiation(STRENGTH_BITS, Capability.RESEED_ONLY, null));
      found = true;
    } catch (NoSuchAlgorithmException e) {
      // A restricted provider list (FIPS, for example): the platform's own choice is right there.
    }
    generator = chosen;
    drbg = found;
  }

  /** Overwrites all of {@code target} with random bytes. */
  void fill(byte[] target) {
    if (!drbg) {
      generator.nextBytes(target);
      return;
    }
    byte[] fresh = new byte[STRENGTH_BITS / 8];
    system.nextBytes(fresh);
    generator.nextBytes(target, DrbgParameters.nextBytes(STRENGTH_BITS, false, fresh));
    Arrays.fill(fresh, (byte) 0);
  }
}
