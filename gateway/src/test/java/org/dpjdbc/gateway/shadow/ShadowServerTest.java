package org.dpjdbc.gateway.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What another user of the machine meets at the shadow's server. */
class ShadowServerTest {
  private static final int CONNECTIONS = 10;
  private static final String PASSWORD = "swordfish";

  /** Whatever it lets in when it starts stays, and may be the owner. */
  @Test
  void isClosedBeforeItStarts() throws IOException {
    try (ServerFolder folder = ServerFolder.make()) {
      ShadowServer.initialize(PostgresPrograms.get(), folder, PASSWORD, CONNECTIONS);
      assertThat(folder.data().resolve("pg_hba.conf"))
          .hasContent("host all all 127.0.0.1/32 scram-sha-256");
      assertThat(folder.data().resolveSibling("password")).doesNotExist();
      assertThat(Files.readString(folder.data().resolve("postgresql.conf")))
          .contains("listen_addresses = '127.0.0.1'", "unix_socket_directories = ''");
    }
  }

  /** Passwords of databases are in the gateway's environment. */
  @Test
  void runsWithoutTheEnvironmentOfTheGateway() throws IOException, SQLException {
    assumeFalse(System.getProperty("os.name", "").startsWith("Windows"));
    try (ShadowServer server = ShadowServer.start(CONNECTIONS);
        Connection owner = owner(server.address());
        Statement statement = owner.createStatement()) {
      statement.execute("CREATE TEMP TABLE environment (line text)");
      statement.execute("COPY environment FROM PROGRAM 'env | cut -d= -f1'");
      List<String> names = new ArrayList<>();
      try (ResultSet lines = statement.executeQuery("SELECT line FROM environment")) {
        while (lines.next()) {
          names.add(lines.getString(1));
        }
      }
      assertThat(names)
          .isNotEmpty()
          .allMatch(name -> name.matches("PWD|SHLVL|_|OLDPWD|TZ|LC_.*|PG.*"));
      assertThatThrownBy(() -> owner(server.address(), "wrong").close())
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password authentication failed");
    }
  }

  private static Connection owner(ShadowAddress address) throws SQLException {
    return owner(address, address.password());
  }

  private static Connection owner(ShadowAddress address, String password) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://%s/postgres".formatted(address), address.owner(), password);
  }

  /** What listens in the place of a server that has ended is told neither passwords nor SQL. */
  @ParameterizedTest
  @CsvSource({"0, true", "3, true", "5, true", "0, false", "3, false"})
  void tellsNothingToAServerThatDoesNotKnowThePassword(int login, boolean byWire)
      throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<String> received =
          CompletableFuture.supplyAsync(() -> pretend(other, login));
      ShadowAddress address =
          new ShadowAddress("127.0.0.1", other.getLocalPort(), "postgres", PASSWORD);
      if (byWire) {
        assertThatThrownBy(
                () -> ShadowWire.open(address, Map.of("user", "postgres"), PASSWORD).close())
            .isInstanceOf(IOException.class)
            .isNotInstanceOf(ServerError.class);
      } else {
        assertThatThrownBy(() -> Shadow.owner(address, "postgres").close())
            .isInstanceOf(SQLException.class);
      }
      assertThat(received.join()).doesNotContain(PASSWORD, "SELECT", "SET ");
    }
  }

  /**
   * What listens there could have the gateway compute for hours, or listen for ever, without having
   * proven anything.
   */
  @ParameterizedTest
  @CsvSource({"iterations, true", "iterations, false", "notices, true"})
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @SuppressWarnings("FutureReturnValueIgnored") // it ends with the socket
  void doesNoMoreForAServerThanALoginNeeds(String endless, boolean byWire) throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture.runAsync(() -> demand(other, endless));
      ShadowAddress address =
          new ShadowAddress("127.0.0.1", other.getLocalPort(), "postgres", PASSWORD);
      if (byWire) {
        assertThatThrownBy(
                () -> ShadowWire.open(address, Map.of("user", "postgres"), PASSWORD).close())
            .isInstanceOf(IOException.class);
      } else {
        assertThatThrownBy(() -> Shadow.owner(address, "postgres").close())
            .isInstanceOf(SQLException.class);
      }
    }
  }

  private static void demand(ServerSocket other, String endless) {
    try (Socket socket = other.accept()) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      int length = in.readInt();
      if (length == 2 * Integer.BYTES) { // for encryption
        in.readInt();
        out.writeByte('N');
        length = in.readInt();
      }
      in.readNBytes(length - Integer.BYTES);
      while (endless.equals("notices")) {
        out.write(new byte[] {'N', 0, 0, 0, 5, 0});
      }
      message(out, 10, "SCRAM-SHA-256\0\0");
      in.readByte();
      String first =
          new String(in.readNBytes(in.readInt() - Integer.BYTES), StandardCharsets.US_ASCII);
      String nonce = first.substring(first.indexOf(",r=") + 1);
      message(out, 11, nonce + "more,s=QUJDREVGR0g=,i=2000000000");
      in.read(); // until the gateway goes away
    } catch (IOException e) {
      // it has
    }
  }

  private static void message(DataOutputStream out, int step, String text) throws IOException {
    out.writeByte('R');
    out.writeInt(2 * Integer.BYTES + text.length());
    out.writeInt(step);
    out.writeBytes(text);
    out.flush();
  }

  /** Asks for a login of a kind, or for none, and takes whatever comes. */
  private static String pretend(ServerSocket other, int login) {
    try (Socket socket = other.accept()) {
      other.close(); // so that nobody waits who tries again
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      int length = in.readInt();
      if (length == 2 * Integer.BYTES) { // for encryption
        in.readInt();
        out.writeByte('N');
        length = in.readInt();
      }
      in.readNBytes(length - Integer.BYTES);
      out.writeByte('R');
      out.writeInt(login == 5 ? 12 : 8);
      out.writeInt(login);
      if (login == 5) {
        out.writeInt(0); // a salt
      }
      if (login == 0) {
        out.write(new byte[] {'Z', 0, 0, 0, 5, 'I'});
      }
      out.flush();
      byte[] next = new byte[1000];
      int read = in.read(next); // and goes away, so that nobody waits for it
      return new String(next, 0, Math.max(0, read), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
