package org.dpjdbc.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.exception.ScramException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import org.dpjdbc.gateway.server.GatewayServer;
import org.dpjdbc.gateway.server.Reload;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ReloadTest {
  @TempDir private Path folder;
  private long time = System.currentTimeMillis();

  /** Files change within one tick of the clock here. */
  private void change(String file, String from, String to) throws IOException {
    Path path = folder.resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(from);
    Files.writeString(path, text.replace(from, to));
    time += 10_000;
    Files.setLastModifiedTime(path, FileTime.fromMillis(time));
  }

  private Reload reload(Clinic clinic) throws ConfigException {
    Path file = folder.resolve("gateway.yaml");
    return new Reload(file, Map.of(), clinic.gateway(), SettingsReader.read(file, Map.of()));
  }

  private static long count(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Test
  void takesFilesThatCanBeUsedAndKeepsTheOldOnesOtherwise()
      throws IOException, SQLException, ConfigException {
    try (Clinic clinic = Clinic.start(folder)) {
      Reload reload = reload(clinic);
      try (Connection ann = clinic.connect("ann")) {
        String weights = "SELECT COUNT(weight) FROM patients";
        assertThat(count(ann, weights)).isBetween(1990L, 2010L);

        change("clinic.yaml", "weight: {lower: 0, upper: 200}", "weights: {lower: 0}");
        reload.run();
        assertThat(count(ann, weights + " WHERE age > 1")).isPositive();
        try (Connection later = clinic.connect("ann")) {
          assertThat(count(later, weights + " WHERE age > 2")).isPositive();
        }

        change("clinic.yaml", "weights: {lower: 0}", "weight: {access: none}");
        reload.run();
        assertThatThrownBy(() -> count(ann, "SELECT 1"))
            .hasMessageContaining("the gateway's files changed");
      }
      try (Connection ann = clinic.connect("ann")) {
        assertThatThrownBy(() -> count(ann, "SELECT COUNT(weight) FROM patients"))
            .hasMessageContaining("column \"weight\" does not exist");
        assertThat(count(ann, "SELECT COUNT(*) FROM patients")).isPositive();
        change("users.yaml", "ann:", "eve:");
        reload.run();
        assertThatThrownBy(() -> count(ann, "SELECT 1")).isInstanceOf(SQLException.class);
      }
      assertThatThrownBy(() -> clinic.connect("ann")).hasMessageContaining("password");
      clinic.connect("eve").close();
      clinic.connect("bob").close();
    }
  }

  /**
   * What the database refuses is tried again; what users may not do any more they may not at once.
   */
  @Test
  void restrictsUsersWhileTheRestWaitsForTheDatabase()
      throws IOException, SQLException, ConfigException {
    try (Clinic clinic = Clinic.start(folder)) {
      Reload reload = reload(clinic);
      change("users.yaml", "bob:", "eve:");
      change("clinic.yaml", "weight: {lower: 0, upper: 200}", "height: {lower: 0, upper: 3}");
      reload.run();
      clinic.connect("ann").close();
      change(
          "users.yaml",
          "ann: {password: \"" + KnownPassword.VERIFIER,
          "ann: {password: \"" + KnownPassword.OTHER_VERIFIER);
      reload.run();
      assertThatThrownBy(() -> clinic.connect("bob")).hasMessageContaining("password");
      assertThatThrownBy(() -> clinic.connect("eve")).hasMessageContaining("password");
      assertThatThrownBy(() -> clinic.connect("ann")).hasMessageContaining("password");
      try (Connection owner = DriverManager.getConnection(clinic.backend().url());
          Statement statement = owner.createStatement()) {
        statement.execute("ALTER TABLE patients ADD height double precision");
      }
      for (int twoSeconds = 0; twoSeconds < 30; twoSeconds++) {
        reload.run();
      }
      try (Connection eve = clinic.connect("eve")) {
        assertThat(count(eve, "SELECT COUNT(*) FROM patients WHERE height IS NULL")).isPositive();
      }
    }
  }

  /** A client that reads nothing is not told, and has no session all the same. */
  @Test
  @Timeout(60) // of six seconds
  void disconnectsRemovedUsersWhoDoNotRead()
      throws IOException, SQLException, ConfigException, ServerError, InterruptedException {
    try (Clinic clinic = Clinic.start(folder);
        ShadowWire reading = clinic.wire("bob");
        ShadowWire idle = clinic.wire("bob")) {
      reading.send(Message.query("SELECT repeat('x', 6000) FROM generate_series(1, 100000)"));
      reading.ask();
      idle.send(Message.query("SELECT 7"));
      idle.flush();
      Reload reload = reload(clinic);
      change("users.yaml", "bob:", "eve:");
      reload.run();
      awaitEnd(reading);
      awaitEnd(idle);
      clinic.connect("ann").close();
    }
  }

  /** Does not read, and notices by what it sends that nobody is there. */
  private static void awaitEnd(ShadowWire wire) throws InterruptedException {
    try {
      while (true) {
        wire.send(Message.flush());
        wire.flush();
        Thread.sleep(50);
      }
    } catch (IOException e) {
      // the end
    }
  }

  /** A variable of a password, or a policy, that is missing keeps nobody in. */
  @Test
  void restrictsUsersThoughAnotherFileCannotBeRead()
      throws IOException, SQLException, ConfigException {
    try (Clinic clinic = Clinic.start(folder)) {
      Reload reload = reload(clinic);
      change("gateway.yaml", "policy: clinic.yaml", "policy: nowhere.yaml");
      change("users.yaml", "bob:", "eve:");
      reload.run();
      assertThatThrownBy(() -> clinic.connect("bob")).hasMessageContaining("password");
      assertThatThrownBy(() -> clinic.connect("eve")).hasMessageContaining("password");
      clinic.connect("ann").close();
      change("gateway.yaml", "policy: nowhere.yaml", "policy: clinic.yaml");
      reload.run();
      clinic.connect("eve").close();
    }
  }

  /** There are threads, and sessions of the shadow, for as many as there might be at the start. */
  @Test
  void takesFewerConnectionsAtOnceAndMoreAtTheNextStart()
      throws IOException, SQLException, ConfigException {
    try (PostgresServer backend = Clinic.fill()) {
      Clinic.write(folder, backend.url());
      Path file = folder.resolve("gateway.yaml");
      change("gateway.yaml", "user_connections: 100", "user_connections: 100, connections: 3");
      Settings settings = SettingsReader.read(file, Map.of());
      try (GatewayServer gateway = GatewayServer.start(settings)) {
        Reload reload = new Reload(file, Map.of(), gateway, settings);
        String url = "jdbc:postgresql://localhost:" + gateway.port() + "/clinic";
        for (int[] limits : new int[][] {{3, 2, 2}, {2, 3, 3}, {3, 9, 3}}) {
          change("gateway.yaml", ", connections: " + limits[0], ", connections: " + limits[1]);
          reload.run();
          fills(url, limits[2]);
        }
      }
    }
  }

  private static void fills(String url, int most) throws SQLException {
    List<Connection> open = new ArrayList<>();
    try {
      for (int i = 0; i < most; i++) {
        open.add(connectSoon(url));
      }
      assertThatThrownBy(() -> Clinic.connectAt(url, "ann"))
          .hasMessageContaining("sorry, too many clients already");
    } finally {
      for (Connection each : open) {
        each.close();
      }
    }
  }

  /** Those that were closed before may not have left yet. */
  private static Connection connectSoon(String url) throws SQLException {
    for (int left = 100; ; left--) {
      try {
        return Clinic.connectAt(url, "ann");
      } catch (SQLException e) {
        if (left == 0 || !"53300".equals(e.getSQLState())) {
          throw e;
        }
      }
    }
  }

  /** Whoever is removed while a gateway starts is not a user after it, either. */
  @Test
  void takesWhatChangedSinceTheFilesWereRead() throws IOException, SQLException, ConfigException {
    try (Clinic clinic = Clinic.start(folder)) {
      Path file = folder.resolve("gateway.yaml");
      Settings started = SettingsReader.read(file, Map.of());
      change("users.yaml", "bob:", "eve:");
      Reload reload = new Reload(file, Map.of(), clinic.gateway(), started);
      clinic.connect("bob").close();
      reload.run();
      assertThatThrownBy(() -> clinic.connect("bob")).hasMessageContaining("password");
    }
  }

  /** A database behind a port that takes connections, and never says a word. */
  @Test
  void waitsForNoDatabase()
      throws IOException, SQLException, ConfigException, InterruptedException {
    Clinic clinic = Clinic.start(folder);
    try (ServerSocket silent = new ServerSocket(0)) {
      Reload reload = reload(clinic);
      Files.copy(folder.resolve("clinic.yaml"), folder.resolve("other.yaml"));
      change(
          "gateway.yaml",
          "databases:\n",
          "databases:\n  other: {url: \"jdbc:postgresql://localhost:%d/other\", policy: other.yaml}\n"
              .formatted(silent.getLocalPort()));
      Thread waiting = new Thread(reload);
      waiting.setDaemon(true);
      waiting.start();
      try (Socket held = silent.accept();
          Connection bob = clinic.connect("bob")) {
        killShadow(bob);
        connectAgain(clinic, "ann").close();
        Connection again = clinic.connect("bob");
        change("users.yaml", "bob:", "eve:");
        reload.restrict();
        assertThatThrownBy(() -> count(again, "SELECT 1")).isInstanceOf(SQLException.class);
        again.close();
        assertThatThrownBy(() -> clinic.connect("bob")).hasMessageContaining("password");
        change("users.yaml", KnownPassword.VERIFIER, KnownPassword.OTHER_VERIFIER);
        reload.restrict();
        assertThatThrownBy(() -> clinic.connect("ann")).hasMessageContaining("password");
        change("users.yaml", KnownPassword.OTHER_VERIFIER, KnownPassword.VERIFIER);
        reload.restrict();
        clinic.connect("ann").close();
        clinic.gateway().close();
        assertThat(waiting.isAlive()).as("the database is still waited for").isTrue();
        silent.close();
        held.close();
        waiting.join();
      }
    } finally {
      clinic.close();
    }
  }

  private static void killShadow(Connection session) throws SQLException {
    ProcessHandle server =
        ProcessHandle.of(count(session, "SELECT pg_backend_pid()")).orElseThrow().parent().get();
    server.destroyForcibly();
    server.onExit().join();
  }

  /** As soon as there is a catalog server again. */
  private static Connection connectAgain(Clinic clinic, String user) {
    while (true) {
      try {
        return clinic.connect(user);
      } catch (SQLException e) {
        assertThat(e.getSQLState()).isIn("57P03", "57P01", "08006", "08001", "57P02");
      }
    }
  }

  /** What is read while a database is waited for is newer than what was read before. */
  @Test
  void removesNobodyForAWhileOnly()
      throws IOException, SQLException, ConfigException, InterruptedException {
    try (Clinic clinic = Clinic.start(folder);
        ServerSocket relay = new ServerSocket(0)) {
      Reload reload = reload(clinic);
      change("clinic.yaml", "age: {lower: 0, upper: 120}", "age: {lower: 0, upper: 121}");
      String backend = clinic.backend().url();
      int port = URI.create(backend.substring("jdbc:".length())).getPort();
      change("gateway.yaml", ":" + port + "/", ":" + relay.getLocalPort() + "/");
      Thread waiting = new Thread(reload);
      waiting.start();
      List<Socket> held = new ArrayList<>(List.of(relay.accept()));
      change("users.yaml", "bob:", "eve:");
      reload.restrict();
      Thread passing = new Thread(() -> pass(relay, held, port));
      passing.setDaemon(true);
      passing.start();
      waiting.join();
      clinic.connect("ann").close();
      assertThatThrownBy(() -> clinic.connect("bob")).hasMessageContaining("password");
      reload.run();
      clinic.connect("eve").close();
      assertThatThrownBy(() -> clinic.connect("bob")).hasMessageContaining("password");
    }
  }

  /** Passes connections on to a port, those that wait first. */
  private static void pass(ServerSocket relay, List<Socket> held, int port) {
    try {
      for (Socket client = held.get(0); ; client = relay.accept()) {
        Socket server = new Socket("localhost", port);
        for (Socket[] pair : new Socket[][] {{client, server}, {server, client}}) {
          Thread copying =
              new Thread(
                  () -> {
                    try {
                      pair[0].getInputStream().transferTo(pair[1].getOutputStream());
                      pair[1].close();
                    } catch (IOException e) {
                      // it has come to its end
                    }
                  });
          copying.setDaemon(true);
          copying.start();
        }
      }
    } catch (IOException e) {
      // the test has come to its end
    }
  }

  /** A login that began before the change would otherwise end with the old password after it. */
  @Test
  void takesNoPasswordThatWasChangedDuringTheLogin()
      throws IOException, SQLException, ConfigException, ScramException {
    try (Clinic clinic = Clinic.start(folder)) {
      Reload reload = reload(clinic);
      try (Socket socket = new Socket("localhost", clinic.port())) {
        ScramClient scram =
            ScramClient.builder()
                .advertisedMechanisms(List.of("SCRAM-SHA-256"))
                .username("*")
                .password(KnownPassword.TEXT.toCharArray())
                .build();
        send(socket, Message.begin(Map.of("user", "ann", "database", "clinic")));
        receive(socket);
        send(socket, Message.saslInitial("SCRAM-SHA-256", scram.clientFirstMessage().toString()));
        byte[] first = receive(socket).body();
        scram.serverFirstMessage(
            new String(first, Integer.BYTES, first.length - Integer.BYTES, UTF_8));
        change("users.yaml", KnownPassword.VERIFIER, KnownPassword.OTHER_VERIFIER);
        reload.run();
        send(socket, Message.saslResponse(scram.clientFinalMessage().toString()));
        Frame last = receive(socket);
        assertThat(last.is('E')).isTrue();
        assertThat(ServerError.read(last).state()).isEqualTo("28P01");
      }
    }
  }

  private static void send(Socket socket, Frame frame) throws IOException {
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    if (frame.type() != 0) {
      out.writeByte(frame.type());
    }
    out.writeInt(Integer.BYTES + frame.body().length);
    out.write(frame.body());
  }

  private static Frame receive(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte type = in.readByte();
    return new Frame(type, in.readNBytes(in.readInt() - Integer.BYTES));
  }
}
