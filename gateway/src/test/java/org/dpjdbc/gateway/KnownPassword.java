package org.dpjdbc.gateway;

/**
 * The password of all users of tests. Its verifier has the fewest iterations that the gateway
 * takes: with as many as {@code user add} stores, most of the tests' time went into the clients'
 * logins.
 */
public final class KnownPassword {
  public static final String TEXT = "correct horse";

  public static final String VERIFIER =
      "SCRAM-SHA-256$4096:ZHAtamRiYyBpbiB0ZXN0cw==$0AoIR0ixiXEI63GuxX3K4q+DCOHm6dOaEJ1kG/mghko="
          + ":VUAsZ3Lbgo31FPXMnavvVHzM4A4YY8K5z6fpHsm6Wm8=";

  /** That of another password, for users whose password changes. */
  public static final String OTHER_VERIFIER =
      "SCRAM-SHA-256$4096:YW5vdGhlciBpbiB0ZXN0cw==$fVIia229JY2DWOaC4TnVh6CfRXpUvHuAW07uW/ZAEzQ="
          + ":vdVng5G1WMRzmzeTaIVHvc6XTWTzPpjJrE+AgOE7z7E=";

  private KnownPassword() {}
}
