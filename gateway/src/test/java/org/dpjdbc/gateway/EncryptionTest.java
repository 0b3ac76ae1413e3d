package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.sql.SQLException;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How clients begin to encrypt, and what they may not do then. */
class EncryptionTest {
  private static final int SSL_REQUEST = 80877103;
  private static final int PATIENCE = 60_000;

  @TempDir static Path folder;
  private static Clinic clinic;
  private static SSLContext trusting;

  @BeforeAll
  static void start() throws IOException, SQLException, ConfigException, GeneralSecurityException {
    clinic = Clinic.start(folder);
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var in = Files.newInputStream(folder.resolve("gateway.crt"))) {
      store.setCertificateEntry(
          "gateway", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    trusting = SSLContext.getInstance("TLS");
    trusting.init(null, trust.getTrustManagers(), null);
  }

  @AfterAll
  static void stop() throws IOException {
    clinic.close();
  }

  private static Socket plain() throws IOException {
    Socket socket = new Socket("localhost", clinic.port());
    socket.setSoTimeout(PATIENCE);
    return socket;
  }

  private static SSLSocket encrypted(Socket plain, String version) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            trusting.getSocketFactory().createSocket(plain, "localhost", clinic.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setProtocols(new String[] {version});
    socket.setSSLParameters(parameters);
    return socket;
  }

  /** What is offered to a client that begins; empty if the connection ends. */
  private static String mechanisms(SSLSocket socket) throws IOException {
    try {
      socket.startHandshake();
      Frame begin = Message.begin(Map.of("user", "ann", "database", "clinic"));
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(Integer.BYTES + begin.body().length);
      out.write(begin.body());
      out.flush();
      DataInputStream in = new DataInputStream(socket.getInputStream());
      if (in.read() < 0) {
        return "";
      }
      return new String(in.readNBytes(in.readInt() - Integer.BYTES), StandardCharsets.US_ASCII);
    } catch (SSLException | SocketException e) {
      return "";
    }
  }

  @Test
  void mayNotBeginAgain() throws IOException {
    Socket plain = plain();
    DataOutputStream out = new DataOutputStream(plain.getOutputStream());
    out.writeInt(2 * Integer.BYTES);
    out.writeInt(SSL_REQUEST);
    assertThat(plain.getInputStream().read()).isEqualTo('S');
    try (SSLSocket socket = encrypted(plain, "TLSv1.2")) {
      assertThat(mechanisms(socket)).contains("SCRAM-SHA-256-PLUS");
      socket.startHandshake();
      assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(IOException.class);
    }
  }
}
