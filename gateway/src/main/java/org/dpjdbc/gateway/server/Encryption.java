package org.dpjdbc.gateway.server;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Locale;
import javax.net.ssl.SSLContext;

/** The gateway's certificate, and connections that are encrypted with it. Thread-safe. */
public final class Encryption {
  static {
    // A client of TLS 1.2 could ask for one handshake after the other.
    System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
  }

  private final SslContext context;
  private final X509Certificate certificate;

  private Encryption(SslContext context, X509Certificate certificate) {
    this.context = context;
    this.certificate = certificate;
  }

  /**
   * Reads a certificate and its key.
   *
   * @throws IOException if they are not there, or do not fit
   */
  public static Encryption of(Path certificate, Path key) throws IOException {
    try (InputStream in = Files.newInputStream(certificate)) {
      X509Certificate read =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      SslContext context =
          SslContextBuilder.forServer(certificate.toFile(), key.toFile())
              .sslProvider(SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2")
              .build();
      return new Encryption(context, read);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException("the certificate or its key cannot be used: " + e.getMessage(), e);
    }
  }

  /** The same for other servers than Netty's. */
  public SSLContext context() {
    return ((JdkSslContext) context).context();
  }

  SslHandler handler(ByteBufAllocator allocator) {
    return new SslHandler(context.newEngine(allocator), true);
  }

  /**
   * The data that SCRAM binds to a channel ({@code tls-server-end-point}, RFC 5929, section 4.1):
   * the certificate's digest, by the function of its signature, and SHA-256 for weak ones.
   */
  byte[] endPoint() {
    String signature = certificate.getSigAlgName().toUpperCase(Locale.ROOT);
    String digest =
        signature.startsWith("SHA384")
            ? "SHA-384"
            : signature.startsWith("SHA512") ? "SHA-512" : "SHA-256";
    return digest(digest);
  }

  /** What a user compares with what a client shows: the certificate's SHA-256, in hexadecimal. */
  public String fingerprint() {
    return HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest("SHA-256"));
  }

  private byte[] digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm).digest(certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
