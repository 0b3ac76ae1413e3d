package org.dpjdbc.gateway.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Makes a certificate that is signed by itself, with the JDK's own {@code keytool}. */
public final class Certificates {
  private static final String ALIAS = "gateway";
  private static final int SECRET = 16;
  private static final int PATIENCE_SECONDS = 60;
  private static final int LINE = 64;

  private Certificates() {}

  /**
   * Makes one unless it is there.
   *
   * @return whether it was made
   * @throws IOException if it cannot be, or if the key is there and the certificate is not
   */
  public static boolean makeIfMissing(Path certificate, Path key) throws IOException {
    if (Files.exists(certificate) || Files.exists(key)) {
      return false;
    }
    byte[] random = new byte[SECRET];
    new SecureRandom().nextBytes(random);
    String password = HexFormat.of().formatHex(random);
    Path folder = Files.createTempDirectory("dp-jdbc-certificate");
    Path store = folder.resolve("store.p12");
    try {
      keytool(store, password);
      KeyStore read = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(store)) {
        read.load(in, password.toCharArray());
      }
      Key made = read.getKey(ALIAS, password.toCharArray());
      if (made == null) {
        throw new IOException("keytool made no key");
      }
      writeSecretly(key, pem("PRIVATE KEY", made.getEncoded()));
      Files.writeString(
          certificate,
          pem("CERTIFICATE", read.getCertificate(ALIAS).getEncoded()),
          StandardCharsets.US_ASCII);
      return true;
    } catch (GeneralSecurityException e) {
      throw new IOException("no certificate can be made", e);
    } finally {
      Files.deleteIfExists(store);
      Files.deleteIfExists(folder);
    }
  }

  private static void keytool(Path store, String password) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "-genkeypair",
            "-alias",
            ALIAS,
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-sigalg",
            "SHA256withECDSA",
            "-dname",
            "CN=dp-jdbc gateway",
            "-ext",
            "SAN=dns:localhost,ip:127.0.0.1",
            "-validity",
            "3650",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass:env",
            "STORE_PASSWORD");
    builder.environment().putAll(Map.of("STORE_PASSWORD", password));
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.start();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException("keytool fails");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.destroyForcibly();
    }
  }

  /** No other user may read it, from its creation on. */
  private static void writeSecretly(Path file, String text) throws IOException {
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.writeString(file, text, StandardCharsets.US_ASCII);
  }

  private static String pem(String what, byte[] bytes) {
    String encoded = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(what, encoded, what);
  }
}
